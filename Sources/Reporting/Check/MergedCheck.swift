import Text

/// Several parts of a check as one, as if all specs had been checked at once.
package struct MergedCheck: Sendable {
  /// That parts are none of the same whole.
  package struct MergeError: Error, Hashable, Sendable {
    /// A sentence.
    package var message: String
  }

  /// Paths that led to no spec, then specs, both in the order of the bytes of their paths.
  private let specs: [JSONValue]
  private let knownFindings: Int
  private let switchedOff: Int
  /// How many findings and mistakes of each severity there are.
  package let tally: Tally

  /// Puts parts together.
  ///
  /// - Parameter parts: In any order.
  /// - Throws: `MergeError` where a path occurs twice, or a shard is missing.
  package init(_ parts: [CheckPart]) throws(MergeError) {
    try Self.requireAllShards(parts)
    var names: [String: String] = [:]
    var entries: [(path: String, isUnread: Bool, json: JSONValue)] = []
    for part in parts {
      for spec in part.specs {
        let path = spec["path"]?.string ?? ""
        if let other = names.updateValue(part.name, forKey: path) {
          let place = other == part.name ? "twice in \(other)" : "in \(other) and in \(part.name)"
          throw MergeError(message: "\(path) is \(place); each spec may be in one file only")
        }
        entries.append((path, spec.hasMistake("unreadable-path"), spec))
      }
    }
    entries.sort { left, right in
      guard left.isUnread == right.isUnread else { return left.isUnread }
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    specs = entries.map(\.json)
    knownFindings = parts.reduce(0) { $0 + $1.knownFindings }
    switchedOff = parts.reduce(0) { $0 + $1.switchedOff }
    tally = parts.reduce(into: Tally()) { tally, part in
      tally.errors += part.tally.errors
      tally.warnings += part.tally.warnings
      tally.notes += part.tally.notes
    }
  }

  /// Whether a question is open whose day has passed.
  package var isOverdue: Bool {
    specs.contains { spec in
      spec["findings"]?.array?.contains { $0["overdue"] == .bool(true) } ?? false
    }
  }

  /// Whether a spec has no answer because it cannot be read or is invalid.
  package var hasInvalidSpec: Bool {
    specs.contains { $0["errors"] != nil && !$0.hasMistake("limit-exceeded") }
  }

  /// Whether a spec has no answer because it goes beyond the limits.
  package var exceedsLimit: Bool { specs.contains { $0.hasMistake("limit-exceeded") } }

  /// What `check --format json` writes.
  package var json: String {
    CheckReport.json(
      specs: specs,
      tally: tally,
      knownFindings: knownFindings,
      switchedOff: switchedOff
    )
  }

  /// A part that nobody handed over would pass for one without findings.
  private static func requireAllShards(_ parts: [CheckPart]) throws(MergeError) {
    guard let first = parts.first(where: { $0.shard != nil }), let count = first.shard?.count else {
      return
    }
    var names: [Int: String] = [:]
    for part in parts {
      guard let shard = part.shard, shard.count == count else {
        let own = part.shard.map { "shard \($0.number) of \($0.count)" } ?? "no shard"
        throw MergeError(message: "\(part.name) is \(own), but \(first.name) is one of \(count)")
      }
      if let other = names.updateValue(part.name, forKey: shard.number) {
        let message = "\(other) and \(part.name) are both shard \(shard.number) of \(count)"
        throw MergeError(message: message)
      }
    }
    guard names.count < count else { return }
    let missing = (1...count).first { names[$0] == nil } ?? count
    throw MergeError(message: "shard \(missing) of \(count) is missing; name the files of all")
  }
}

extension JSONValue {
  /// Whether a spec's mistakes have one of a code.
  fileprivate func hasMistake(_ code: String) -> Bool {
    self["errors"]?.array?.contains { $0["code"]?.string == code } ?? false
  }
}

/// What `check --format json` wrote of some of the specs.
package struct CheckPart: Sendable {
  /// That a file is no such part.
  package struct FormatError: Error, Hashable, Sendable {
    /// One phrase.
    package var reason: String
  }

  /// The file, for messages.
  package var name: String
  /// Which of how many parts it is; `nil` if it is the whole.
  package private(set) var shard: Shard?
  /// The entries of `specs` as they are.
  private(set) var specs: [JSONValue]
  private(set) var tally = Tally()
  private(set) var knownFindings = 0
  private(set) var switchedOff = 0

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
      throw FormatError(reason: "it is not JSON: line \(error.line) should have \(error.expected)")
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
    switchedOff = summary["switchedOff"]?.integer ?? 0
    if let shard = document["shard"] {
      guard let number = shard["number"]?.integer, let count = shard["of"]?.integer,
        (1...max(1, count)).contains(number)
      else { throw unfit }
      self.shard = Shard(number: number, count: count)
    }
  }
}
