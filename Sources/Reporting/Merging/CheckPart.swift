/// What `check --format json` wrote of some of the specs.
package struct CheckPart: Sendable {
  /// That a file is no such part.
  package struct FormatError: Error, Hashable, Sendable {
    /// One phrase.
    package var reason: String
  }

  /// The file, for messages.
  package var name: String
  /// Which of how many parts it says it is; `nil` where it holds all that was asked for.
  package private(set) var shard: Shard?
  /// The entries of `specs` as they are.
  private(set) var specs: [JSONValue]
  private(set) var tally = Tally()
  private(set) var knownFindings = 0

  /// Which of how many parts.
  package struct Shard: Hashable, Sendable {
    package var number: Int
    package var count: Int

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// Reads a part.
  ///
  /// - Parameters:
  ///   - bytes: What was written.
  ///   - name: The file.
  /// - Throws: `FormatError` where `check --format json` of this version has not written it.
  package init(json bytes: [UInt8], name: String) throws(FormatError) {
    self.name = name
    let document: JSONValue
    do throws(JSONReadError) {
      document = try JSONValue(json: bytes)
    } catch {
      throw FormatError(reason: "no JSON: line \(error.line) should have \(error.expected)")
    }
    let unfit = FormatError(reason: "it is not what `check --format json` writes")
    guard let version = document["version"]?.integer, let specs = document["specs"]?.array,
      let summary = document["summary"], specs.allSatisfy({ $0["path"]?.string != nil })
    else { throw unfit }
    guard version == 1 else {
      throw FormatError(reason: "it has version \(version); this program reads version 1")
    }
    guard let errors = summary["errors"]?.integer, let warnings = summary["warnings"]?.integer,
      let notes = summary["notes"]?.integer, min(errors, warnings, notes) >= 0
    else { throw unfit }
    self.specs = specs
    tally.errors = errors
    tally.warnings = warnings
    tally.notes = notes
    knownFindings = summary["known"]?.integer ?? 0
    if let shard = document["shard"] {
      guard let number = shard["number"]?.integer, let count = shard["of"]?.integer,
        (1...max(1, count)).contains(number)
      else { throw unfit }
      self.shard = Shard(number: number, count: count)
    }
  }
}

extension JSONValue {
  fileprivate var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  fileprivate var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }
}

extension JSONValue {
  /// The value of a member; `nil` where there is none.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of a member that is an array.
  func elements(of key: String) -> [JSONValue]? { self[key]?.array }
}
