import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// A suite generated again without a change is the same, whatever was changed before.
///
/// `SPECMATRIX_SEEDS=1000` checks more specs.
struct SuiteFixedPointTests {
  /// A suite with the inputs of the next generation.
  private struct Generation {
    let matrix: TestMatrix
    let suite: EarlierSuite

    init(
      _ analysed: AnalysedSpecification,
      after earlier: EarlierSuite?,
      _ depth: Depth,
      _ strength: Int
    ) throws {
      matrix = try analysed.cases(earlier: earlier, depth: depth, strength: strength)
      suite = EarlierSuite(matrix, of: analysed.specification, analysed.analysis)
    }

    /// Everything that files show of it, except the news and the proof.
    var shown: [String] {
      matrix.cases.map {
        "\($0.id) \($0.title) \($0.combination) \($0.depth) \($0.strength ?? 0) \($0.status) \($0.expected)"
      }
        + matrix.retired.map { "retired \($0.id)" }
        + ["\(matrix.waiting) \(matrix.depth) \(matrix.strength)"]
    }
  }

  /// Generates the next suite, and expects that repeating the generation changes nothing.
  private static func next(
    _ analysed: AnalysedSpecification,
    after earlier: EarlierSuite?,
    _ depth: Depth,
    _ strength: Int,
    _ place: String
  ) throws -> EarlierSuite {
    let once = try Generation(analysed, after: earlier, depth, strength)
    let twice = try Generation(analysed, after: once.suite, depth, strength)
    let (before, after) = (once.shown, twice.shown)
    if before != after {
      let gone = Set(before).subtracting(after).sorted().joined(separator: "\n")
      let come = Set(after).subtracting(before).sorted().joined(separator: "\n")
      Issue.record("\(place): gone\n\(gone)\ncome\n\(come)")
    }
    #expect(twice.matrix.cases.allSatisfy { $0.state == .kept }, "\(place)")
    // Minimality may be forgotten, since only a search proves it, but repeating must not discover it.
    #expect(once.matrix.isOptimal || !twice.matrix.isOptimal, "\(place)")
    let ids = once.matrix.cases.map(\.id) + once.matrix.retired.map(\.id)
    #expect(Set(ids).count == ids.count, "\(place)")
    return once.suite
  }

  /// Returns a depth and a strength, mostly the usual ones.
  private static func extent(_ random: inout SplitMix64) -> (Depth, Int) {
    (random.pick([.review, .relevant, .relevant, .relevant, .all]), random.pick([1, 2, 2, 2, 3]))
  }

  @Test(arguments: 0..<4)
  func `edits of a spec, one after the other`(part: Int) throws {
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      var random = SplitMix64(seed: UInt64(seed))
      var spec = ChangingSpec(factorCount: 3 + seed % 3, &random)
      var suite: EarlierSuite?
      for step in 0..<12 {
        let edits = step == 0 ? 0 : random.pick([0, 1, 1, 1, 2, 3])
        for _ in 0..<edits { spec.apply(random.pick(ChangingSpec.Edit.allCases), &random) }
        if spec.factorCount > 6 { spec.apply(.removeFactor, &random) }
        let (depth, strength) = Self.extent(&random)
        suite = try Self.next(
          analysed(spec.text),
          after: suite,
          depth,
          strength,
          "seed \(seed), step \(step), \(depth) \(strength)"
        )
      }
    }
  }

  /// Random specs have parts, variants, packs, invalid values, questions and placeholders; since they share names, one can follow another
  /// as a large change.
  @Test(arguments: 0..<4)
  func `slips and other specs under the same names`(part: Int) throws {
    var specs = 0
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      var random = SplitMix64(seed: UInt64(seed))
      var suite: EarlierSuite?
      for other in [seed, seed + 1000, seed] {
        guard let analysed = try SuiteSpecs.random(seed: UInt64(other)) else { continue }
        specs += 1
        var specification = analysed.specification
        let (depth, strength) = Self.extent(&random)
        for slip in 0..<4 {
          guard let changed = try analyse(specification, today: testDay).value else { break }
          let (depth, strength) = slip == 2 ? Self.extent(&random) : (depth, strength)
          suite = try Self.next(
            changed,
            after: suite,
            depth,
            strength,
            "seed \(seed), spec \(other), slip \(slip), \(depth) \(strength)"
          )
          if random.below(3) == 0, specification.rules.count > 1, specification.precedence.isEmpty {
            specification.rules.remove(at: random.below(specification.rules.count))
          } else {
            _ = SpecificationMutant.mutate(&specification, &random)
          }
        }
      }
    }
    #expect(specs > 0)
  }

  /// An earlier case that took the place of one row of a review takes that of another one, which then needs a row of its own.
  @Test func `an earlier case in the place of another row`() throws {
    func next(_ last: String, after suite: EarlierSuite?) throws -> EarlierSuite {
      let text = """
        states: {count: {range: 2..5}, account: [v0, v1, v2], case: [v0, v1, v2], plan: [v0, v1]}
        operations: [note, draft]
        rules:
          note:
            - then: A banner is shown
            - {when: {account: v2, plan: v1}, then: An error is shown}
            - {when: {account: v2, count: 4..5}, then: The list is empty}
          draft:
            - {when: {account: v1}, then: The draft is kept}
            - {when: {count: invalid, case: v2}, then: A banner is shown}
            - {when: {count: 3}, \(last)}
        """
      return try Self.next(analysed(spec(text)), after: suite, .relevant, 2, last)
    }
    _ = try next("then: It is kept", after: next("question: Is nothing sent?", after: nil))
  }
}
