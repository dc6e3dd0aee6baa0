import Combinatorics

/// What a rule says of one operation, its variants included, or of one part of it where it has `parts`.
///
/// Which rule gives way to which is judged operation by operation and part by part: a rule that names several is on each of them what it says of
/// that one.
struct RulePart {
  /// The number in `Specification.rules`.
  var rule: Int
  /// The number in `Specification.operations`.
  var operation: Int
  /// True if the rule is a house rule, which ranks below every rule of the spec.
  var isOfHouse: Bool
  /// The rule's condition there.
  var cubes: [Cube]
}

/// The parts of all rules, rule by rule, those of one rule by operation.
///
/// Parts of one rule share no row, as each row has one operation and looks at one part of it.
struct RuleParts {
  private let parts: [RulePart]
  private let ofRule: [Range<Int>]
  private let ofOperation: [[Int]]

  /// Cuts rules into parts.
  ///
  /// - Parameters:
  ///   - rules: By rule, the cubes of its condition.
  ///   - isHouseRule: By rule.
  ///   - operations: By operation, the values of the last factor that are its variants.
  ///   - isDivided: By operation, true if its variants are parts that stand side by side.
  ///   - domains: The factors.
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
      // By the value that comes first of those that belong together.
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

  /// The numbers of a rule's parts.
  func of(rule: Int) -> Range<Int> { ofRule[rule] }

  /// The numbers of an operation's parts, ascending.
  func of(operation: Int) -> [Int] { ofOperation[operation] }

  /// The conditions of the parts.
  var conditions: [[Cube]] { parts.map(\.cubes) }
}
