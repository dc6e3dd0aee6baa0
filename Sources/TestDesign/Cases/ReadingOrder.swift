package import Specification

extension [TestCase] {
  /// The cases as people read them: by operation as declared, the plain case of each first, then by the rule that decides, as rules are declared;
  /// what is open follows what is defined; else by depth and by values as declared.
  func inReadingOrder(of specification: Specification) -> [TestCase] {
    let places = map { testCase in
      ReadingPlace(
        operation: testCase.combination.operation,
        isUnusual: !testCase.combination.isPlain(in: specification),
        isOpen: testCase.status != .defined,
        rule: testCase.rules.min() ?? .max,
        depth: testCase.depth,
        values: testCase.combination.values.map { $0 ?? -1 }
      )
    }
    return indices.sorted { places[$0] < places[$1] }.map { self[$0] }
  }
}

/// Where a case stands among the others.
private struct ReadingPlace: Comparable {
  var operation: Int
  var isUnusual: Bool
  var isOpen: Bool
  var rule: Int
  var depth: Depth
  var values: [Int]

  static func < (left: Self, right: Self) -> Bool {
    if left.operation != right.operation { return left.operation < right.operation }
    if left.isUnusual != right.isUnusual { return right.isUnusual }
    if left.isOpen != right.isOpen { return right.isOpen }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.depth != right.depth { return left.depth < right.depth }
    return left.values.lexicographicallyPrecedes(right.values)
  }
}

extension Combination {
  /// True if every factor that applies has its usual value.
  package func isPlain(in specification: Specification) -> Bool {
    zip(specification.factors, values).allSatisfy { factor, value in
      value == nil || value == factor.usual
    }
  }
}
