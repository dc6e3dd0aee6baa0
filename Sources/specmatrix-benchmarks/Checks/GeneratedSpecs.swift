import Combinatorics
import Foundation

/// A seeded spec of a given size, as YAML.
struct LargeSpec {
  var name: String
  var factors: Int
  var values: Int
  var operations: Int
  var rules: Int
  /// How many combinations are said to be impossible.
  var impossible: Int
  /// Of how many rules one names all operations; 0 for none.
  var generalRuleEvery: Int
  var seed: UInt64

  /// The spec's text; the same for the same size and seed.
  var yaml: String {
    var draw = SplitMix64(seed: seed)
    var lines = ["specmatrix: 1", "id: LARGE", "feature: \(name)", "states:"]
    let list = (0..<values).map { "v\($0)" }.joined(separator: ", ")
    for factor in 0..<factors { lines.append("  f\(factor): [\(list)]") }
    let names = (0..<operations).map { "op\($0)" }
    lines.append("operations:")
    lines += names.map { "  \($0): Do \($0)" }
    if impossible > 0 { lines.append("impossible:") }
    for number in 0..<impossible {
      lines.append("  - when: {\(terms(2 + draw.below(2), &draw))}")
      lines.append("    because: reason \(number)")
    }
    // By the key under which they stand: all operations, then each.
    var written: [[String]] = Array(repeating: [], count: operations + 1)
    for rule in 0..<rules {
      let isGeneral = generalRuleEvery > 0 && rule % generalRuleEvery == 0
      let key = isGeneral ? 0 : 1 + draw.below(operations)
      let condition = terms(1 + draw.below(3), &draw)
      written[key].append("    - id: r\(rule)")
      written[key].append("      when: {\(condition)}")
      written[key].append("      then: result \(draw.below(rules / 4))")
    }
    lines.append("rules:")
    for (key, rules) in zip([names.joined(separator: ", ")] + names, written) where !rules.isEmpty {
      lines.append("  \(key):")
      lines += rules
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Some different factors, each with one to two values.
  private func terms(_ count: Int, _ draw: inout SplitMix64) -> String {
    var chosen: [Int] = []
    while chosen.count < count {
      let factor = draw.below(factors)
      if !chosen.contains(factor) { chosen.append(factor) }
    }
    return chosen.map { factor in
      let first = draw.below(values)
      let second = draw.below(values)
      return first == second ? "f\(factor): v\(first)" : "f\(factor): [v\(first), v\(second)]"
    }.joined(separator: ", ")
  }
}

/// A spec of disjoint rules: each decides cells of its operation that no other rule speaks of, as in a large decision table.
struct TableSpec {
  static let operations = 20

  var rules: Int

  var name: String { "\(rules)-disjoint-rules" }

  var yaml: String {
    let perOperation = (rules + Self.operations - 1) / Self.operations
    // The least square of values that holds a rule each.
    var side = 1
    while side * side < perOperation { side += 1 }
    func list(_ letter: String) -> String {
      (0..<side).map { "\(letter)\($0)" }.joined(separator: ", ")
    }
    var lines = [
      "specmatrix: 1", "id: TABLE", "feature: \(name)", "traits: []", "states:",
      "  a: [\(list("a"))]", "  b: [\(list("b"))]",
      "operations:",
    ]
    lines += (0..<Self.operations).map { "  op\($0): Do op\($0)" } + ["rules:"]
    for operation in 0..<min(Self.operations, rules) {
      lines.append("  op\(operation):")
      for rule in stride(from: operation, to: rules, by: Self.operations) {
        let cell = rule / Self.operations
        let condition = "a: a\(cell / side), b: b\(cell % side)"
        lines.append("    - {id: r\(rule), when: {\(condition)}, then: result \(rule % 7)}")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A spec of many values in four states, for the memory of a generated workbook.
struct ValuesSpec {
  var values: Int

  var yaml: String {
    let states = (0..<4).map { state in
      "  s\(state): [\((0..<values / 4).map { "v\($0)" }.joined(separator: ", "))]"
    }
    return """
      specmatrix: 1
      id: VALUES
      feature: \(values) values
      traits: []
      states:
      \(states.joined(separator: "\n"))
      operations: {look: Look}
      rules: {look: It is shown}

      """
  }
}

/// A folder of specs as a large team has it: copies of one spec, each a little different.
struct ManySpecs {
  static let model = "specs/tsukurepo-post.yaml"
  static let count = 1_000

  let folder: URL

  /// Writes the specs; each has an id of its own, and they differ in what they leave open.
  func write() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = try String(contentsOfFile: Self.model, encoding: .utf8)
    for number in 0..<Self.count {
      let path = folder.appendingPathComponent("spec-\(number).yaml").path
      try variant(number, of: text).write(toFile: path, atomically: false, encoding: .utf8)
    }
  }

  /// The spec with an id of its own and without the rules under one of the keys of `rules`.
  private func variant(_ number: Int, of text: String) -> String {
    var lines = text.components(separatedBy: "\n")
    if let id = lines.firstIndex(where: { $0.hasPrefix("id:") }) {
      lines[id] = "id: SPEC-\(number)"
    }
    guard let section = lines.firstIndex(of: "rules:") else { return lines.joined(separator: "\n") }
    let end = lines[(section + 1)...].firstIndex { $0.first?.isLetter == true } ?? lines.count
    let keys = (section..<end).filter {
      lines[$0].hasPrefix("  ") && lines[$0].dropFirst(2).first?.isLetter == true
    }
    guard keys.count > 1 else { return lines.joined(separator: "\n") }
    let left = number % (keys.count - 1)
    lines.removeSubrange(keys[left]..<keys[left + 1])
    return lines.joined(separator: "\n")
  }
}
