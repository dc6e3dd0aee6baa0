import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// What a suite that somebody wrote covers.
struct SuiteMeasureTests {
  @Test(arguments: 0..<2)
  func randomSuitesAreMeasuredAsByBruteForce(part: Int) throws {
    var random = SplitMix64(seed: 5 + UInt64(part))
    for seed in stride(from: part, to: 60, by: 2) {
      guard let sample = try RandomAnalysis(seed: UInt64(seed)) else { continue }
      let oracle = sample.oracle
      let points = (0..<random.within(0...12)).map { _ in random.below(oracle.count) }
      let measure = try sample.analysed.measure(points.map(sample.row))
      #expect(measure.impossible.isEmpty)
      #expect(measure.rules.missing == oracle.rulesWithoutCase(rows: points), "seed \(seed)")
      // Of several values the generator takes the usual one; whoever writes a suite may take any.
      let unmet = oracle.spec.cases.include.indices.filter { include in
        !points.contains(where: oracle.points(ofInclude: include).contains)
      }
      #expect(measure.includes.missing == unmet, "seed \(seed)")
      let missed = oracle.coverageOfSpec(rows: points).map { tuple in
        tuple.map { SuiteMeasure.Setting(factor: $0.factor, value: $0.value) }
      }
      let missing = measure.groups.flatMap(\.missing)
      #expect(missing.count == missed.count, "seed \(seed)")
      #expect(Set(missing) == Set(missed), "seed \(seed)")
      #expect(
        measure.groups.map { $0.possible - $0.covered } == measure.groups.map(\.missing.count)
      )
      // A row that is there twice adds nothing the second time.
      let twice = try sample.analysed.measure((points + points).map(sample.row))
      #expect(points.indices.allSatisfy { twice.idle.contains($0 + points.count) })
    }
  }

  @Test func theCompletionOfAnySuiteIsComplete() throws {
    var random = SplitMix64(seed: 7)
    for seed in 0..<40 {
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
      #expect(measure.isComplete, "seed \(seed)")
      #expect(!completion.rows.contains { $0 == nil }, "seed \(seed)")
      for (row, combination) in zip(rows, completion.rows) {
        let values = (combination?.values ?? []) + [combination?.operation]
        for (known, value) in zip(row.values, values) {
          if case .value(let number) = known { #expect(number == value) }
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
    #expect(measure.groups[0].covered == 0)
    #expect(measure.idle.isEmpty)
  }

  /// Guests have no plan: to leave it out says it.
  @Test func whatTheRestLeavesIsFilledInAndNothingElse() throws {
    let analysed = try analysed(Self.text)
    let forced = try analysed.measure([
      PartialCombination(values: [.value(0), .open, .value(1), .open])
    ])
    // login with photos, login with the operation, photos with the operation.
    #expect(forced.groups[0].covered == 3)
    #expect(forced.rules.missing == [0])
    #expect(forced.questions.missing.count == 1)
    let unread = try analysed.measure([
      PartialCombination(values: [.value(0), .unread, .value(1), .open])
    ])
    #expect(unread.groups[0].covered == 1)
    #expect(unread.rules.missing == [0])
    let open = try analysed.measure([
      PartialCombination(values: [.open, .open, .value(0), .value(0)])
    ])
    #expect(open.groups[0].covered == 1)
    #expect(open.rules.missing == [0, 1])
  }

  @Test func theStrengthCanBeAskedFor() throws {
    let analysed = try analysed(Self.text)
    let measure = try analysed.measure([], strength: 1)
    #expect(measure.groups.map(\.strength) == [1])
    #expect(measure.groups.map(\.possible) == [8])
    #expect(measure.groups[0].missing.count == 8)
  }
}
