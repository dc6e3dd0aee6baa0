import Combinatorics

/// The condition of a rule on one operation with its variants, or on one part of an operation with `parts`.
///
/// Precedence and exceptions are evaluated per operation and part; a rule that names several has a separate `RulePart` for each.
struct RulePart {
  /// An index into `Specification.rules`.
  var rule: Int
  /// An index into `Specification.operations`.
  var operation: Int
  /// True if the rule is a house rule, which ranks below every rule of the spec.
  var isOfHouse: Bool
  /// The rule's condition on this operation.
  var cubes: [Cube]
}

/// The parts of all rules, sorted by rule, then by operation.
///
/// Parts of one rule are disjoint, since each row has one operation and one part of it.
struct RuleParts {
  private let parts: [RulePart]
  private let ofRule: [Range<Int>]
  private let ofOperation: [[Int]]

  /// Splits rules into parts.
  ///
  /// - Parameters:
  ///   - rules: The cubes of each rule's condition.
  ///   - isHouseRule: True for house rules, by rule.
  ///   - operations: The values of the last factor that are the variants of each operation.
  ///   - isDivided: True for operations whose variants are parts on one screen, by operation.
  ///   - domains: The factors; the last one is the operation.
  init(
    _ rules: [[Cube]],
    isHouseRule: [Bool],
    operations: [Range<Int>],
    isDivided: [Bool],
    domains: Domains
  ) {
    let operationFactor = domains.count - 1
    let operationOfValue = operations.enumerated().flatMap { number, values in
      values.map { _ in number }
    }
    var parts: [RulePart] = []
    var ofRule: [Range<Int>] = []
    for (rule, cubes) in rules.enumerated() {
      // Cubes by the first operation value of their group.
      var byFirst: [Int: [Cube]] = [:]
      for cube in cubes {
        let values = Dictionary(grouping: cube.values(of: operationFactor)) { value in
          let operation = operationOfValue[value]
          return isDivided[operation] ? value : operations[operation].lowerBound
        }
        for (first, values) in values {
          var own = cube
          own.restrict(operationFactor, to: values)
          byFirst[first, default: []].append(own)
        }
      }
      let first = parts.count
      for (value, cubes) in byFirst.sorted(by: { $0.key < $1.key }) {
        parts.append(
          RulePart(
            rule: rule,
            operation: operationOfValue[value],
            isOfHouse: isHouseRule[rule],
            cubes: cubes
          )
        )
      }
      ofRule.append(first..<parts.count)
    }
    var ofOperation: [[Int]] = Array(repeating: [], count: operations.count)
    for (number, part) in parts.enumerated() { ofOperation[part.operation].append(number) }
    self.parts = parts
    self.ofRule = ofRule
    self.ofOperation = ofOperation
  }

  var indices: Range<Int> { parts.indices }

  subscript(part: Int) -> RulePart { parts[part] }

  /// Returns the indices of a rule's parts.
  func of(rule: Int) -> Range<Int> { ofRule[rule] }

  /// Returns the indices of an operation's parts, ascending.
  func of(operation: Int) -> [Int] { ofOperation[operation] }

  var conditions: [[Cube]] { parts.map(\.cubes) }
}
