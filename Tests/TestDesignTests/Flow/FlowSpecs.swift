import Diagnostics
import Specification
import TestSupport
import YAMLSyntax

@testable import TestDesign

/// Random specs, as text, whose rules move two to four factors.
///
/// Draws that the reader or the space refuses, or with too many combinations to list, are repeated.
struct FlowSpecs {
  private struct Factor {
    var name: String
    /// The valid values; for a range its numbers, the last of which may be followed by more.
    var ids: [String]
    var isRange = false
    var hasInvalid = false
    /// The part after the values in the braces.
    var rest = ""
  }

  private var random: SplitMix64
  private var moving: [Factor] = []
  private var inputs: [Factor] = []
  /// The keys of the rules.
  private var keys: [String] = []
  private var rules = 0

  private init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns the analysed spec of a seed, or `nil` if none of its draws is suitable.
  static func analysed(seed: UInt64) throws -> (text: String, spec: AnalysedSpecification)? {
    for attempt in 0..<40 {
      var specs = FlowSpecs(seed: seed << 8 + UInt64(attempt))
      let text = specs.text()
      let tree = parseYAML(SourceFile(path: "spec.yaml", text: text))
      guard let root = tree.value,
        let read = decodeSpecification(root, path: "spec.yaml", catalogue: .standard).value,
        size(of: read) <= 240, let analysed = try analyse(read, today: testDay).value
      else { continue }
      return (text, analysed)
    }
    return nil
  }

  /// Returns an upper bound of the number of rows.
  private static func size(of specification: Specification) -> Int {
    specification.factors.reduce(1) { size, factor in
      size * (factor.values.count + (factor.onlyWhen == nil ? 0 : 1))
    }
  }

  private mutating func text() -> String {
    var lines = ["states:"]
    for number in 0..<random.pick([2, 2, 2, 3, 3, 4]) {
      let moved = factor("m\(number)", behind: moving)
      moving.append(moved)
      lines.append(line(moved, isMoving: true))
    }
    let count = random.pick([0, 0, 1, 1, 2])
    if count > 0 { lines.append("data:") }
    for number in 0..<count {
      let input = factor("x\(number)", behind: moving + inputs)
      inputs.append(input)
      lines.append(line(input, isMoving: false))
    }
    lines.append("operations:")
    let operations = random.pick([2, 2, 3, 3, 3, 4])
    for number in 0..<operations { lines.append(operation("o\(number)")) }
    lines += impossible(operations)
    lines.append("rules:")
    for key in keys {
      let own = rulesUnder(key)
      if !own.isEmpty { lines += ["  \(key):"] + own }
    }
    return spec(lines.joined(separator: "\n"))
  }

  // MARK: Factors and operations

  private mutating func factor(_ name: String, behind known: [Factor]) -> Factor {
    var factor = Factor(name: name, ids: [])
    switch random.below(10) {
    case 0..<5:
      factor.ids = Array(["a", "b", "c", "d"].prefix(random.pick([2, 3, 3, 4])))
      factor.hasInvalid = random.chance(15)
    case 5, 6: factor.ids = ["yes", "no"]
    default:
      let first = random.pick([0, 0, 0, 1])
      factor.ids = (first...(first + random.pick([1, 2, 2, 3, 6]))).map { String($0) }
      factor.isRange = true
    }
    if !known.isEmpty, random.chance(25) {
      let other = random.pick(known)
      factor.rest = ", only_when: {\(other.name): \(values(of: other))}"
    }
    return factor
  }

  private mutating func line(_ factor: Factor, isMoving: Bool) -> String {
    var start = ""
    if isMoving, random.chance(75) {
      let ids = random.sample(random.pick([1, 1, 1, 2]), of: factor.ids)
      start = ", start: " + (ids.count == 1 ? ids[0] : "[\(ids.joined(separator: ", "))]")
    }
    let rest = start + factor.rest
    if factor.isRange {
      let isOpen = factor.ids.count > 3 && random.chance(30)
      let last = isOpen ? "" : factor.ids[factor.ids.count - 1]
      return "  \(factor.name): {range: \(factor.ids[0])..\(last)\(rest)}"
    }
    if factor.ids.contains("yes") {
      return "  \(factor.name): {label: Light \(factor.name) is on\(rest)}"
    }
    let ids = factor.ids.map { "\($0): " } + (factor.hasInvalid ? ["z: {invalid: true}"] : [])
    return "  \(factor.name): {values: {\(ids.joined(separator: ", "))}\(rest)}"
  }

  private mutating func operation(_ id: String) -> String {
    let hasVariants = random.chance(25)
    let both = ["\(id)/p", "\(id)/q"]
    keys += hasVariants ? random.pick([[id], both, [id, both[1]]]) : [id]
    var line = "  \(id): {label: Tap \(id)"
    if hasVariants { line += ", variants: [p, q]" }
    if random.chance(20) {
      let factor = random.pick(moving)
      line += ", only_when: {\(factor.name): \(values(of: factor))}"
    }
    return line + "}"
  }

  private mutating func impossible(_ operations: Int) -> [String] {
    var lines: [String] = []
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      var entries = random.sample(2, of: moving).map { "\($0.name): \(value(of: $0))" }
      if random.chance(25) {
        entries[1] = "operation: o\(random.below(operations))"
      } else if let input = inputs.first, random.chance(25) {
        entries[1] = "\(input.name): \(value(of: input))"
      }
      lines.append("  - when: {\(entries.joined(separator: ", "))}")
    }
    return lines.isEmpty ? [] : ["impossible:"] + lines
  }

  // MARK: Rules

  private mutating func rulesUnder(_ key: String) -> [String] {
    var lines: [String] = []
    if random.chance(20) { lines.append(rule([])) }
    let factor = random.pick(moving + moving + inputs)
    switch random.below(3) {
    case 0:
      // A factor decides, occasionally with gaps.
      for id in factor.ids where random.chance(80) {
        lines.append(rule(["\(factor.name): \(id)"]))
      }
    case 1:
      // Some of its values, and the others.
      let id = value(of: factor)
      lines.append(rule(["\(factor.name): \(id)"]))
      if random.chance(80) { lines.append(rule(["\(factor.name): not \(id)"])) }
    default:
      for _ in 0..<random.within(1...4) {
        let chosen = random.sample(random.within(1...2), of: moving + inputs)
        lines.append(rule(chosen.map { "\($0.name): \(values(of: $0))" }))
      }
    }
    return lines
  }

  private mutating func rule(_ when: [String]) -> String {
    rules += 1
    var parts = ["id: r\(rules)"]
    if !when.isEmpty { parts.append("when: {\(when.joined(separator: ", "))}") }
    if random.chance(5) {
      parts.append("question: What happens with r\(rules)?")
    } else {
      // Few results, so that overlapping rules sometimes agree.
      parts.append("then: Screen \(random.pick(["one", "two", "three"])) opens")
      if random.chance(70) {
        let moved = random.sample(random.pick([1, 1, 1, 2]), of: moving)
        let targets = moved.map { "\($0.name): \(target(of: $0))" }
        parts.append("becomes: {\(targets.joined(separator: ", "))}")
      }
    }
    return "    - {\(parts.joined(separator: ", "))}"
  }

  private mutating func target(of factor: Factor) -> String {
    if random.chance(6) { return "any" }
    if factor.isRange, random.chance(55) { return random.pick(["+1", "+1", "\"-1\""]) }
    return value(of: factor)
  }

  private mutating func value(of factor: Factor) -> String { random.pick(factor.ids) }

  /// Returns a condition on a factor.
  private mutating func values(of factor: Factor) -> String {
    if factor.hasInvalid, random.chance(20) { return random.pick(["z", "invalid"]) }
    if factor.isRange, random.chance(50) {
      let ids = random.sample(2, of: factor.ids)
      return random.pick(["\(ids[0])..\(ids[1])", "\(ids[1]).."])
    }
    if factor.isRange, random.chance(10) { return random.pick(["valid", "invalid"]) }
    if random.chance(25) { return "not " + value(of: factor) }
    if random.chance(8) { return "any" }
    let ids = random.sample(random.pick([1, 1, 2]), of: factor.ids)
    return ids.count == 1 ? ids[0] : "[\(ids.joined(separator: ", "))]"
  }
}
