import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

struct SuiteMeasureTests {
  @Test(arguments: 0..<2)
  func randomSuitesAreMeasuredAsByBruteForce(part: Int) throws {
    var random = SplitMix64(seed: 5 + UInt64(part))
    var missed = 0
    for seed in stride(from: part, to: Seeds.share(240), by: 2) {
      guard let sample = try RandomAnalysis(seed: UInt64(seed)) else { continue }
      let oracle = sample.oracle
      let points = (0..<random.within(0...12)).map { _ in random.below(oracle.count) }
      let measure = try sample.analysed.measure(points.map(sample.row), depth: .all)
      #expect(measure.impossible.isEmpty)
      let expected = try BruteMeasure(sample)
      #expect(measure.rules.missing == expected.rules(missedBy: points), "seed \(seed)")
      // Of several values the generator takes the usual one; an author may take any.
      let unmet = oracle.spec.cases.include.indices.filter { include in
        !points.flatMap(expected.readings).contains(
          where: oracle.points(ofInclude: include).contains
        )
      }
      #expect(measure.includes.missing == unmet, "seed \(seed)")
      for (tuples, groups) in [
        (measure.relevant, expected.relevant), (measure.all, expected.all),
      ] {
        let missing = groups.map { $0.missed(by: points, expected) }
        let difference = Set(tuples.missing).symmetricDifference(missing.joined())
        #expect(difference.isEmpty, "seed \(seed)")
        #expect(tuples.missing.count == missing.joined().count, "seed \(seed)")
        #expect(tuples.possible - tuples.covered == tuples.missing.count, "seed \(seed)")
        #expect(tuples.possible == groups.reduce(0) { $0 + $1.possible(expected).count })
        missed += tuples.missing.count
      }
      // A repeated row adds nothing.
      let twice = try sample.analysed.measure((points + points).map(sample.row))
      #expect(points.indices.allSatisfy { twice.idle.contains($0 + points.count) })
    }
    #expect(missed > Seeds.share(4_000))
  }

  @Test func theCompletionOfAnySuiteIsComplete() throws {
    var random = SplitMix64(seed: 7)
    for seed in 0..<Seeds.share(200) {
      guard let sample = try RandomAnalysis(seed: UInt64(seed)) else { continue }
      let points = (0..<random.within(0...5)).map { _ in random.below(sample.oracle.count) }
      var rows = points.map(sample.row)
      for row in rows.indices where random.chance(30) {
        rows[row].values[random.below(rows[row].values.count)] = .open
      }
      let completion = try sample.analysed.completion(of: rows, effort: nil)
      let all = completion.rows.compactMap(\.self) + completion.added.map(\.combination)
      let measure = try sample.analysed.measure(
        all.map { combination in
          PartialCombination(
            values: combination.values.map { $0.map { .value($0) } ?? .notApplicable }
              + [.value(combination.operation)]
          )
        }
      )
      let isComplete = measure.isComplete
      #expect(isComplete, "seed \(seed)")
      #expect(!completion.rows.contains { $0 == nil }, "seed \(seed)")
      for (row, combination) in zip(rows, completion.rows) {
        let values = (combination?.values ?? []) + [combination?.operation]
        let operations = sample.analysed.specification.caseOperationOfValue
        for (factor, (known, value)) in zip(row.values, values).enumerated() {
          guard case .value(let number) = known else { continue }
          let isOperation = factor == values.count - 1
          #expect((isOperation ? operations[number].value : number) == value)
        }
      }
    }
  }

  private static let text = spec(
    """
    states:
      login: [guest, member]
      plan: {values: [free, premium], only_when: {login: member}}
    data: {photos: [none, some, many]}
    operations: [submit]
    impossible:
      - {when: {plan: free, photos: many}, because: three at most}
    rules:
      submit:
        - {id: sent, when: {login: member}, then: A}
        - {id: asked, when: {login: guest, photos: some}, question: "B?"}
    """
  )

  @Test func aRowThatCannotHappenIsBlamedOnWhatExcludesIt() throws {
    let analysed = try analysed(Self.text)
    let measure = try analysed.measure([
      PartialCombination(values: [.value(1), .value(0), .value(2), .value(0)]),
      PartialCombination(values: [.value(0), .value(0), .value(0), .value(0)]),
    ])
    #expect(measure.impossible.map(\.row) == [0, 1])
    #expect(measure.impossible[0].values.map(\.factor) == [1, 2])
    #expect(
      measure.impossible[0].conflict.places.map(\.message).contains(
        "this entry of `impossible`: three at most"
      )
    )
    #expect(measure.impossible[1].values.map(\.factor) == [0, 1])
    #expect(measure.relevant.covered == 0 && measure.all.covered == 0)
    #expect(measure.idle.isEmpty)
  }

  /// Guests have no plan, so it can be omitted.
  @Test func whatTheRestLeavesIsFilledInAndNothingElse() throws {
    let analysed = try analysed(Self.text)
    let forced = try analysed.measure([
      PartialCombination(values: [.value(0), .open, .value(1), .open])
    ])
    // Guests with some photos are asked about, so the row only counts for the question.
    #expect(forced.all.covered == 0)
    #expect(forced.rules.missing == [0])
    #expect(forced.questions.missing.count == 1)
    let told = try analysed.measure([
      PartialCombination(values: [.value(1), .open, .value(2), .open])
    ])
    // Many photos imply the premium plan for a member: three factors and the operation in pairs.
    #expect(told.all.covered == 6)
    // Four values, and the two that the operation reads: the number of a member's photos makes no difference, so they are no pair.
    #expect(told.relevant.covered == 6)
    #expect(told.rules.missing == [])
    let unread = try analysed.measure([
      PartialCombination(values: [.value(1), .unread, .value(1), .open])
    ])
    // The rule decides for any plan; there is only one operation.
    #expect(unread.all.covered == 3)
    #expect(unread.rules.missing == [])
    let open = try analysed.measure([
      PartialCombination(values: [.open, .open, .value(0), .value(0)])
    ])
    #expect(open.all.covered == 0)
    #expect(open.rules.missing == [0])
  }

  @Test func theStrengthAndTheDepthCanBeAskedFor() throws {
    let analysed = try analysed(Self.text)
    let measure = try analysed.measure([], depth: .review, strength: 1)
    #expect(measure.strength == 1 && measure.depth == .review)
    // Only members have a rule: any plan, any number of photos, one operation.
    #expect(measure.all.possible == 7)
    // The same, plus what the operation reads: login and photos.
    #expect(measure.relevant.possible == 11)
    let whole = try analysed.measure(
      [
        PartialCombination(values: [.value(1), .value(1), .value(0), .value(0)]),
        PartialCombination(values: [.value(0), .notApplicable, .value(1), .value(0)]),
      ],
      depth: .review
    )
    #expect(!whole.relevant.isComplete)
    #expect(whole.rules.missing == [])
    #expect(whole.isComplete == whole.questions.missing.isEmpty)
  }

  /// A case covers the whole screen: each part is measured, whichever of them a row names.
  @Test(arguments: [0, 1])
  func aRowCountsForAllPartsOfAScreen(named: Int) throws {
    let analysed = try analysed(
      spec(
        """
        states: {login: [guest, member]}
        data: {name: [short, long], photo: [none, one]}
        operations:
          show: {parts: [name, photo]}
        rules:
          show/name:
            name: {short: The name is shown, long: The name is cut}
          show/photo:
            photo: {none: A silhouette is shown}
        """
      )
    )
    func row(_ login: Int, _ name: Int, _ photo: Int) -> PartialCombination {
      PartialCombination(values: [.value(login), .value(name), .value(photo), .value(named)])
    }
    let first = try analysed.measure([row(0, 0, 0)], depth: .all)
    #expect(first.rules.all == 3 && first.rules.missing == [1])
    #expect(
      first.relevant.missing.filter { $0.operation != nil }.map(\.settings)
        == [[SuiteMeasure.Setting(factor: 1, value: 1)]]
    )
    // A photo is asked about, but the name is visible: the row counts for the name and for all pairs.
    let second = try analysed.measure([row(0, 0, 0), row(1, 1, 1)], depth: .all)
    #expect(second.rules.missing == [] && second.questions.missing == [])
    #expect(second.relevant.isComplete)
    #expect(second.all.covered == 12 && second.all.possible == 18)
    #expect(second.idle == [])
  }
}

/// The coverage of rows, combination by combination.
private struct BruteMeasure {
  struct Point {
    var values: [Int?]
    var operation: Int
    var rules: [Int]
    var isDefined: Bool
    /// True for factors that matter.
    var matters: [Bool]
  }

  /// The tuples of `size` of some factors.
  struct Group {
    /// The operation value that requests them.
    var operation: Int?
    /// The operation values whose rows count, or `nil` for all.
    var operations: Set<Int>?
    var factors: [Int]
    var size: Int
    /// True if the factors of a tuple must matter in a row that counts.
    var isMattering = false
    /// Values that are not required.
    var skipped: Set<SuiteMeasure.Setting> = []

    func possible(_ brute: BruteMeasure) -> Set<[SuiteMeasure.Setting]> {
      brute.points.reduce(into: []) { $0.formUnion(tuples(of: $1)) }
    }

    func missed(by points: [Int], _ brute: BruteMeasure) -> [SuiteMeasure.Missing] {
      let readings = points.flatMap(brute.readings)
      let met: Set<[SuiteMeasure.Setting]> = readings.reduce(into: []) {
        $0.formUnion(tuples(of: brute.points[$1]))
      }
      return possible(brute).subtracting(met).map {
        SuiteMeasure.Missing(operation: operation, settings: $0)
      }
    }

    private func tuples(of point: Point) -> [[SuiteMeasure.Setting]] {
      guard point.isDefined, operations?.contains(point.operation) ?? true else { return [] }
      let cells = factors.compactMap { factor -> SuiteMeasure.Setting? in
        let value = factor < point.values.count ? point.values[factor] : point.operation
        guard !isMattering || point.matters[factor] else { return nil }
        return value.map { SuiteMeasure.Setting(factor: factor, value: $0) }
      }.filter { !skipped.contains($0) }
      return choices(cells, size)
    }

    private func choices(
      _ cells: [SuiteMeasure.Setting],
      _ size: Int
    ) -> [[SuiteMeasure.Setting]] {
      guard size > 0 else { return [[]] }
      return cells.indices.flatMap { first in
        choices(Array(cells[(first + 1)...]), size - 1).map { [cells[first]] + $0 }
      }
    }
  }

  let points: [Point]
  /// The operation values that a case covers together, by operation value.
  private let together: [Range<Int>]
  private var numbers: [[Int?]: Int] = [:]
  let relevant: [Group]
  let all: [Group]

  init(_ sample: RandomAnalysis) throws {
    let analysed = sample.analysed
    let space = ReferenceSpace(analysed.specification, blocks: .whole)
    points = try (0..<sample.oracle.count).map { number in
      let combination = sample.combination(number)
      let row = space.row(combination, combination.operation)
      let point = try #require(space.point(row))
      let explanation = try #require(analysed.explanation(of: combination))
      return Point(
        values: combination.values,
        operation: combination.operation,
        rules: explanation.winners,
        isDefined: explanation.status == .defined,
        matters: space.mattering(row, point)
      )
    }
    for (number, point) in points.enumerated() {
      numbers[point.values + [point.operation]] = number
    }
    let specification = analysed.specification
    together = specification.caseOperationOfValue.map(\.values)
    func all(_ factors: [Int], size: Int) -> [Group] {
      specification.caseOperations.map {
        Group(operation: $0.value, operations: Set($0.values), factors: factors, size: size)
      }
    }
    let strength = min(specification.coverage.strength, specification.factors.count + 1)
    let factors = Array(specification.factors.indices)
    let last = specification.operationFactor
    let reads = try analysed.regions.readFactors().map { ($0 ?? []).sorted() }
    let points = points
    func inside(_ readers: [Int]) -> Set<SuiteMeasure.Setting> {
      Set(
        factors.flatMap { factor in
          space.isToBeMet[readers[0]][factor].indices.filter { value in
            readers.allSatisfy { !space.isToBeMet[$0][factor][value] }
          }.map { SuiteMeasure.Setting(factor: factor, value: $0) }
        }
      )
    }
    // A value is required where it matters somewhere.
    func single(_ readers: [Int], _ factors: [Int]) -> Group {
      let mattering = points.filter { readers.contains($0.operation) }.flatMap { point in
        factors.filter { point.matters[$0] }.compactMap { factor in
          point.values[factor].map { SuiteMeasure.Setting(factor: factor, value: $0) }
        }
      }
      return Group(
        operation: readers[0],
        operations: Set(readers),
        factors: factors,
        size: 1,
        skipped: inside(readers).union(mattering)
      )
    }
    var relevant = [Group(factors: factors + [last], size: 1)]
    let defined = Set(points.filter(\.isDefined).map(\.operation))
    for (number, operation) in specification.operations.enumerated() {
      let values = specification.operationValues.indices.filter {
        specification.operationValues[$0].operation == number
      }
      // Each variant covers tuples of one value fewer; full tuples are covered by some of the variants.
      let isSplit = !operation.hasParts && values.count > 1
      let most = isSplit ? strength - 1 : strength
      for value in values where defined.contains(value) {
        if most > 0 { relevant.append(single([value], reads[value])) }
        guard most > 0 else { continue }
        for size in 1...most {
          relevant.append(
            Group(
              operation: value,
              operations: [value],
              factors: reads[value],
              size: size,
              isMattering: true,
              skipped: inside([value])
            )
          )
        }
      }
      guard isSplit else { continue }
      let chosen = values.filter(defined.contains).flatMap { subsets(of: reads[$0], strength) }
      for factors in Set(chosen) {
        let readers = values.filter { value in
          defined.contains(value) && factors.allSatisfy(reads[value].contains)
        }
        if strength == 1 { relevant.append(single(readers, factors)) }
        relevant.append(
          Group(
            operation: readers[0],
            operations: Set(readers),
            factors: factors,
            size: strength,
            isMattering: true,
            skipped: inside(readers)
          )
        )
      }
    }
    var others =
      strength == 1
      ? relevant.prefix(1).map(\.self)
      : factors.count >= strength ? [Group(factors: factors, size: strength)] : []
    if strength > 1 {
      others += all(factors, size: strength - 1)
    }
    for group in specification.coverage.every {
      let named = group.factors.filter { $0 != last }.sorted()
      guard !named.isEmpty else { continue }
      let readers = reads.indices.filter { value in
        named.allSatisfy(reads[value].contains)
      }
      if named.count < group.factors.count {
        relevant += readers.map {
          Group(operation: $0, operations: [$0], factors: named, size: named.count)
        }
        others += all(named, size: named.count)
      } else {
        relevant.append(Group(operations: Set(readers), factors: named, size: named.count))
        others.append(Group(factors: named, size: named.count))
      }
    }
    self.relevant = relevant
    self.all = others
  }

  /// Returns the combination, and those of the other parts covered with it.
  func readings(_ point: Int) -> [Int] {
    together[points[point].operation].compactMap { numbers[points[point].values + [$0]] }
  }

  /// Returns the rules that decide somewhere, alone or in agreement, but in none of these rows.
  func rules(missedBy rows: [Int]) -> [Int] {
    let all = points.reduce(into: Set<Int>()) { if $1.isDefined { $0.formUnion($1.rules) } }
    let met = rows.flatMap(readings).reduce(into: Set<Int>()) {
      if points[$1].isDefined { $0.formUnion(points[$1].rules) }
    }
    return all.subtracting(met).sorted()
  }
}

private func subsets(of numbers: [Int], _ size: Int) -> [[Int]] {
  guard size > 0 else { return [[]] }
  return numbers.indices.flatMap { first in
    subsets(of: Array(numbers[(first + 1)...]), size - 1).map { [numbers[first]] + $0 }
  }
}
