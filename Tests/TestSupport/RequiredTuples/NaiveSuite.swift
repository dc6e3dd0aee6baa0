package import Specification

@testable package import TestDesign

/// A suite that somebody with patience would write, straight from the page: no search, every combination looked at.
///
/// It shows that the reference asks for nothing that no suite can have, and it is what generated suites are compared with.
package struct NaiveSuite {
  private let reference: SuiteReference
  private let space: ReferenceSpace
  private let strength: Int
  /// Row by row the case operation, and what the case is.
  private var rows: [SuiteReference.Row] = []
  private var known: Set<[Int]> = []

  package init(_ reference: SuiteReference, depth: Depth, strength: Int) {
    self.reference = reference
    self.strength = strength
    space = reference.space
    addReview()
    if depth >= .relevant {
      for operation in space.caseOperations {
        if let plain = reference.plain(operation) { add(plain.values, .relevant) }
      }
      addMissing(.relevant)
    }
    if depth == .all { addMissing(.all) }
  }

  /// The cases as they should be.
  package func matrix(depth: Depth) -> TestMatrix {
    let cases = rows.map(reference.testCase)
    return TestMatrix(
      strength: strength,
      depth: depth,
      cases: cases,
      retired: []
    )
  }

  private mutating func add(_ row: [Int], _ depth: Depth) {
    var values = row
    let operation = space.caseOperationOfValue[row[space.operationFactor]]
    values[space.operationFactor] = operation.value
    guard known.insert(values).inserted else { return }
    let combination = Combination(
      values: values.dropLast().enumerated().map { $1 == space.counts[$0] ? nil : $1 },
      operation: operation.value
    )
    if let row = reference.row("N-\(rows.count + 1)", depth, combination) { rows.append(row) }
  }

  /// The combinations of an operation value with some values, by what they are in the main block: beside it as near to the plain case as can be.
  private func all(
    _ value: Int,
    having tuple: [(factor: Int, value: Int)] = []
  ) -> [(row: [Int], point: ReferenceSpace.Point)] {
    func has(_ factors: [Int], _ values: [Int]) -> Bool {
      zip(factors, values).allSatisfy { factor, value in
        !tuple.contains { $0.factor == factor && $0.value != value }
      }
    }
    var invalid = 0
    var rest = Array(repeating: 0, count: space.counts.count)
    rest[space.operationFactor] = value
    let plain = space.plain(value)
    for block in space.spaces[value].sides {
      func distance(_ point: ReferenceSpace.Point) -> [Int] {
        [point.invalid, zip(block.factors, point.values).count { plain[$0] != $1 }]
      }
      let nearest = block.points.filter { has(block.factors, $0.values) }.min {
        distance($0).lexicographicallyPrecedes(distance($1))
      }
      guard let nearest else { return [] }
      invalid += nearest.invalid
      for (factor, value) in zip(block.factors, nearest.values) { rest[factor] = value }
    }
    let main = space.main(value)
    return space.points(value).compactMap { point in
      guard has(main, point.values), point.invalid + invalid <= 1 else { return nil }
      var row = rest
      for (factor, value) in zip(main, point.values) { row[factor] = value }
      return (row, point)
    }
  }

  /// How many factors differ from the plain case, in what is not read and in all.
  private func distance(_ row: [Int]) -> [Int] {
    let value = row[space.operationFactor]
    let operation = space.caseOperationOfValue[value]
    let plain = space.plain(value)
    let read = operation.values.reduce(into: Set<Int>()) { $0.formUnion(space.reads[$1]) }
    let different = row.indices.dropLast().filter { factor in
      row[factor] != plain[factor] && row[factor] != reference.specification.factors[factor].usual
    }
    return [different.count { !read.contains($0) }, different.count]
  }

  /// The nearest combination to the plain case for which it holds, of all operation values.
  private func nearest(_ holds: ([Int], ReferenceSpace.Point) -> Bool) -> [Int]? {
    space.operationValues.indices.flatMap { all($0) }.filter { holds($0.row, $0.point) }.map(
      \.row
    ).min {
      distance($0).lexicographicallyPrecedes(distance($1))
    }
  }

  private mutating func addReview() {
    for rule in reference.undisputedRules {
      let row = nearest { $1.status == .defined && $1.winners.contains(rule) }
      if let row { add(row, .review) }
    }
    for target in reference.required {
      if let row = nearest({ target.isMet($0, $1, reference.space) }) { add(row, .review) }
    }
    for number in reference.specification.coverage.include.indices {
      let rows = [false, true].map { isAny in
        reference.usualTuples(number, orAny: isAny).flatMap { tuple in
          space.operationValues.indices.flatMap { all($0, having: tuple) }.map(\.row)
        }.filter { reference.includes($0, number) }
      }
      let best = rows.first { !$0.isEmpty }?.min {
        distance($0).lexicographicallyPrecedes(distance($1))
      }
      if let best { add(best, .review) }
    }
  }

  private mutating func addMissing(_ depth: Depth) {
    var missing = reference.missingTuples(rows, depth: depth, strength: strength)
    while let tuple = missing.first {
      let candidates = tuple.values.flatMap { all($0, having: tuple.tuple) }.filter {
        $0.point.status == .defined
      }.map(\.row)
      // Of those that come next as many as can be.
      let next = missing.prefix(200)
      func gain(_ row: [Int]) -> Int {
        next.count { other in
          other.values.contains(row[space.operationFactor]) && other.isHeld(by: row)
        }
      }
      let gains = candidates.map(gain)
      guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }) else {
        preconditionFailure("a tuple is asked for that no defined row has")
      }
      add(rotated(candidates[best], keeping: tuple, depth), depth)
      guard let row = rows.last else { return }
      missing.removeAll { other in
        other.isHeld(by: row.values) && other.values.contains { row.isDefined($0) }
      }
    }
  }

  /// The row with the least used values of what its operation does not read and nothing constrains.
  private func rotated(_ row: [Int], keeping tuple: MissingTuple, _ depth: Depth) -> [Int] {
    let operation = space.caseOperationOfValue[row[space.operationFactor]]
    var row = row
    for factor in row.indices.dropLast()
    where !space.isConstrained(factor)
      && !operation.values.contains(where: { space.reads[$0].contains(factor) })
      && !tuple.tuple.contains(where: { $0.factor == factor })
      && !space.isInvalid[factor][row[factor]]
    {
      let valid = (0..<space.counts[factor]).filter { !space.isInvalid[factor][$0] }
      let own = rows.filter { $0.operation.value == operation.value && $0.depth == .relevant }
      let least = valid.min { one, other in
        own.count { $0.values[factor] == one } < own.count { $0.values[factor] == other }
      }
      if let least { row[factor] = least }
    }
    return row
  }
}

extension SuiteReference {
  /// A case that says of itself what is right.
  package func testCase(
    _ id: String,
    depth: Depth,
    _ combination: Combination
  )
    -> TestCase?
  {
    row(id, depth, combination).map(testCase)
  }

  func testCase(_ row: Row) -> TestCase {
    let parts = row.seen.map { value, point in
      TestCase.Part(
        operationValue: value,
        status: point.status,
        expected: expected(point),
        rules: point.winners,
        questions: questionIDs(row.row(value), point).sorted()
      )
    }
    let hasParts = row.operation.hasParts
    let status = hasParts && row.isDefined ? .defined : row.seen[0].point.status
    return TestCase(
      id: row.id,
      state: .new,
      depth: row.depth,
      combination: Combination(
        values: row.values.dropLast().enumerated().map { $1 == space.counts[$0] ? nil : $1 },
        operation: row.operation.value
      ),
      parts: hasParts ? parts : [],
      status: status,
      expected: hasParts
        ? parts.flatMap { part in
          part.expected.map {
            "\(space.operationValues[part.operationValue].variantLabel ?? ""): \($0)"
          }
        } : parts[0].expected,
      rules: Set(parts.flatMap(\.rules)).sorted(),
      questions: Set(parts.flatMap(\.questions)).sorted(),
      kind: kind(row),
      priority: nil
    )
  }

  private func expected(_ point: ReferenceSpace.Point) -> [String] {
    let results = point.winners.compactMap { specification.rules[$0].results }
    return switch point.status {
    case .defined: results.first ?? []
    case .contradictory: Array(results.joined())
    case .undefined, .undecided: []
    }
  }
}
