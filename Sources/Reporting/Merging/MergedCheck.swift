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
    tally = parts.reduce(into: Tally()) { tally, part in
      tally.errors += part.tally.errors
      tally.warnings += part.tally.warnings
      tally.notes += part.tally.notes
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
    CheckReport.json(specs: specs, tally: tally, knownFindings: knownFindings)
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
    elements(of: "errors")?.contains { $0["code"]?.string == code } ?? false
  }
}
