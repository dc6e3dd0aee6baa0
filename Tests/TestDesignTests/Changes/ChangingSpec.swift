import TestSupport

/// A spec with a long history of edits.
struct ChangingSpec {
  enum Edit: String, CaseIterable {
    case addValue = "value added"
    case removeValue = "value removed"
    case changeRule = "rule changed"
    case addRule = "rule added"
    case removeRule = "rule removed"
    case addConstraint = "constraint added"
    case addFactor = "factor added"
    case removeFactor = "factor removed"
    case renameFactor = "factor renamed"
    case addOperation = "operation added"
  }

  private struct Rule {
    var operation: String
    var when: [String: String] = [:]
    var then: String
  }

  private var factors: [(name: String, values: [String])]
  private var operations: [String]
  /// Pairs of values that exclude each other, by factor.
  private var constraints: [[String: String]] = []
  private var rules: [Rule]
  /// The counter for new names.
  private var next = 0

  /// Creates a spec with factors of these sizes and three operations.
  init(sizes: [Int]) {
    factors = sizes.enumerated().map { number, size in
      ("f\(number)", (0..<size).map { "v\(number)x\($0)" })
    }
    operations = ["submit", "back", "leave"]
    rules = operations.map { Rule(operation: $0, then: "Result of \($0)") }
  }

  /// Creates a spec with factors of 2 to 5 values, some constraints and some exceptions.
  init(factorCount: Int, _ random: inout SplitMix64) {
    self.init(sizes: (0..<factorCount).map { _ in random.pick([2, 2, 3, 3, 4, 4, 5]) })
    for _ in 0..<2 { apply(.addConstraint, &random) }
    for _ in 0..<4 { apply(.addRule, &random) }
  }

  var factorCount: Int { factors.count }

  mutating func apply(_ edit: Edit, _ random: inout SplitMix64) {
    next += 1
    let factor = random.below(factors.count)
    let size = factors[factor].values.count
    switch edit {
    case .addValue: factors[factor].values.append("n\(next)")
    case .removeValue:
      if size > 2 { factors[factor].values.remove(at: random.below(size)) }
    case .changeRule: rules[random.below(rules.count)].then = "Result \(next)"
    case .addRule:
      let operation = random.pick(operations)
      let when = [factors[factor].name: random.pick(factors[factor].values)]
      rules.append(Rule(operation: operation, when: when, then: "Result \(next)"))
    case .removeRule:
      // The last one stays: a spec has rules.
      if rules.count > 1 { rules.remove(at: random.below(rules.count)) }
    case .addConstraint:
      let other = (factor + 1 + random.below(factors.count - 1)) % factors.count
      constraints.append([
        factors[factor].name: random.pick(factors[factor].values),
        factors[other].name: random.pick(factors[other].values),
      ])
      // Too many leave little of the space.
      if constraints.count > 4 { constraints.removeFirst() }
    case .addFactor:
      let values = (0..<random.pick([2, 3, 4])).map { "w\(next)x\($0)" }
      factors.insert(("g\(next)", values), at: factor)
    case .removeFactor: if factors.count > 4 { factors.remove(at: factor) }
    case .renameFactor: rename(factor)
    case .addOperation:
      operations.append("do\(next)")
      rules.append(Rule(operation: "do\(next)", then: "Result of do\(next)"))
    }
  }

  private mutating func rename(_ factor: Int) {
    let old = factors[factor].name
    factors[factor].name = "h\(next)"
    func renamed(_ names: [String: String]) -> [String: String] {
      var names = names
      if let value = names.removeValue(forKey: old) { names["h\(next)"] = value }
      return names
    }
    constraints = constraints.map(renamed)
    rules = rules.map { Rule(operation: $0.operation, when: renamed($0.when), then: $0.then) }
  }

  /// The text, without conditions on removed names.
  var text: String {
    let factorLines = factors.map {
      "  \($0.name): [\($0.values.joined(separator: ", "))]\n"
    }
    let constraintLines = constraints.filter(isKnown).map { "  - when: \(flow($0))\n" }
    return "specmatrix: 1\nid: T\nfeature: Test\nstates:\n" + factorLines.joined()
      + "operations: [\(operations.joined(separator: ", "))]\n"
      + (constraintLines.isEmpty ? "" : "impossible:\n" + constraintLines.joined())
      + "rules:\n" + operations.map(ruleLines).joined()
  }

  /// Returns the rules of an operation; empty if it has none.
  private func ruleLines(of operation: String) -> String {
    let lines = rules.enumerated().filter {
      $0.element.operation == operation && isKnown($0.element.when)
    }.map { number, rule in
      let when = rule.when.isEmpty ? "" : "when: \(flow(rule.when)), "
      return "    - {id: r\(number), \(when)then: \(rule.then)}\n"
    }
    return lines.isEmpty ? "" : "  \(operation):\n" + lines.joined()
  }

  private func isKnown(_ names: [String: String]) -> Bool {
    names.allSatisfy { name, value in
      factors.contains { $0.name == name && $0.values.contains(value) }
    }
  }

  private func flow(_ names: [String: String]) -> String {
    let entries = names.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "{\(entries.joined(separator: ", "))}"
  }
}
