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
  /// All combinations.
  private var everything: [(row: [Int], point: ReferenceSpace.Point)] = []

  package init(_ reference: SuiteReference, depth: Depth, strength: Int) {
    self.reference = reference
    self.strength = strength
    space = reference.space
    everything = space.operationValues.indices.flatMap { all($0) }
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

  /// The nearest combination to the plain case for which it holds, of some or of all operation values.
  private func nearest(
    of some: [(row: [Int], point: ReferenceSpace.Point)]? = nil,
    _ holds: ([Int], ReferenceSpace.Point) -> Bool
  ) -> [Int]? {
    (some ?? everything).filter { holds($0.row, $0.point) }.map(\.row).min {
      distance($0).lexicographicallyPrecedes(distance($1))
    }
  }

  private mutating func addReview() {
    for rule in reference.undisputedRules {
      let changed = reference.moves[rule].flatMap { move in
        (0..<space.counts[move.factor]).filter { $0 != move.value }.flatMap { value in
          space.operationValues.indices.flatMap { all($0, having: [(move.factor, value)]) }
        }
      }
      let row = nearest(of: reference.moves[rule].isEmpty ? nil : changed) {
        $1.status == .defined && $1.shown.contains(rule)
      }
      if let row { add(row, .review) }
    }
    for target in reference.required where !rows.contains(where: { reference.meets($0, target) }) {
      // What the operation does not read is as usual unless the target names it.
      let named = target.named.map { named in
        named.values.flatMap { value in
          space.operationValues.indices.flatMap { all($0, having: [(named.factor, value)]) }
        }
      }
      let row = nearest(of: named) { target.isMet($0, $1, reference.space) }
      if let row { add(row, .review) }
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
      }.map { reference.definedRow($0.row, $0.point) }.filter { tuple.isHeld(by: $0) }
      // Of those that come next as many as can be.
      let next = missing.prefix(200)
      let gains = candidates.map { row in next.count { $0.isHeld(by: row) } }
      guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }) else {
        preconditionFailure("a tuple is asked for that no row has which counts")
      }
      add(turned(candidates[best].row, missing, depth), depth)
      guard let row = rows.last else { return }
      let held = reference.definedRows(row)
      missing.removeAll { held.contains(where: $0.isHeld) }
    }
  }

  // MARK: Turns

  /// The row with the least used values of two factors that its operation does not read and nothing constrains, the usual ones of all others, and the
  /// least used values of what it reads and does not matter in the row.
  private func turned(_ row: [Int], _ missing: [MissingTuple], _ depth: Depth) -> [Int] {
    let operation = space.caseOperationOfValue[row[space.operationFactor]]
    let own = rows.filter { $0.operation.value == operation.value && $0.depth == .relevant }
    var row = row
    let asked = Set(missing[0].tuple.map(\.factor))
    var changes = asked.count
    for factor in row.indices.dropLast() where !space.isInvalid[factor][row[factor]] {
      func uses(_ value: Int) -> Int { own.count { $0.values[factor] == value } }
      let valid = (0..<space.counts[factor]).filter { !space.isInvalid[factor][$0] }
      let ascending = valid.sorted { (uses($0), $0) < (uses($1), $1) }
      if operation.values.contains(where: { space.reads[$0].contains(factor) }) {
        guard depth == .relevant, row[factor] < space.counts[factor] else { continue }
        let rarer = ascending.filter { uses($0) < uses(row[factor]) }
        row = rarer.lazy.compactMap { changed(row, factor, $0, missing) }.first ?? row
      } else if !space.isConstrained(factor), !asked.contains(factor) {
        let usual = reference.specification.factors[factor].usual
        var turned = row
        turned[factor] = changes < 2 ? ascending[0] : usual
        // What an operation happens during may not be decided then.
        if said(turned).count == said(row).count { row = turned }
        if row[factor] != usual { changes += 1 }
      }
    }
    return row
  }

  /// The row with another value of a factor that does not matter in it, if the spec says the same, what matters still does, and all is held that was.
  private func changed(
    _ row: [Int],
    _ factor: Int,
    _ value: Int,
    _ missing: [MissingTuple]
  ) -> [Int]? {
    let before = said(row)
    guard !before.contains(where: { $0.row.matters[factor] }) else { return nil }
    var changed = row
    changed[factor] = value
    let after = said(changed)
    let isSame =
      before.map(\.row.value) == after.map(\.row.value)
      && zip(before, after).allSatisfy { before, after in
        before.status == after.status && before.results == after.results
          && zip(before.row.matters, after.row.matters).allSatisfy { !$0 || $1 }
      }
    func holds(_ said: [Said], _ tuple: MissingTuple) -> Bool {
      said.contains { $0.status == .defined && tuple.isHeld(by: $0.row) }
    }
    guard isSame, missing.allSatisfy({ !holds(before, $0) || holds(after, $0) }) else { return nil }
    return changed
  }

  private typealias Said = (
    row: SuiteReference.DefinedRow, status: CombinationStatus, results: [String]?
  )

  /// What the spec says of a row with each value of its operation that can happen.
  private func said(_ row: [Int]) -> [Said] {
    space.caseOperationOfValue[row[space.operationFactor]].values.compactMap { value in
      let row = Array(row.dropLast()) + [value]
      return space.point(row).map { point in
        (reference.definedRow(row, point), point.status, space.results(point))
      }
    }
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
        questions: questionIDs(row.row(value), point, ofInvalid: true).sorted()
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
      priority: priority(row)
    )
  }

  private func expected(_ point: ReferenceSpace.Point) -> [String] {
    switch point.status {
    case .defined: space.results(point) ?? []
    case .contradictory: point.winners.flatMap { specification.rules[$0].results ?? [] }
    case .undefined, .undecided: []
    }
  }
}
