import Specification
import TestSupport
import Testing

@testable import TestDesign

/// How many slips of an implementer a suite notices: `SPECMATRIX_SEEDS=500` for the figures of the issue.
struct MutantTests {
  struct Tally {
    var mutants = 0
    /// By depth.
    var noticed = [0, 0, 0]
    /// By slip: how many are not noticed at depth `relevant`.
    var missed: [SpecificationMutant.Slip: Int] = [:]

    mutating func add(_ other: Tally) {
      mutants += other.mutants
      missed.merge(other.missed, uniquingKeysWith: +)
      for depth in noticed.indices { noticed[depth] += other.noticed[depth] }
    }

    func share(_ depth: Int) -> Double { Double(noticed[depth]) / Double(max(1, mutants)) }
  }

  private typealias Design = @Sendable (AnalysedSpecification, Depth) throws -> TestMatrix

  @Test func `suites notice slips`() async throws {
    try await Self.expectNoticed("generated", atLeast: [0.68, 0.97, 0.98]) { analysed, depth in
      try analysed.cases(earlier: nil, depth: depth, strength: 2)
    }
  }

  /// What the page asks for is enough: nothing but that is in a naive suite.
  @Test(arguments: [SuiteReference.WholeTuples.perValue, .perOperation])
  func `naive suites notice slips`(wholeTuples: SuiteReference.WholeTuples) async throws {
    try await Self.expectNoticed("naive, \(wholeTuples)", atLeast: [0.68, 0.95, 0.97]) {
      analysed,
      depth in
      var reference = SuiteReference(analysed, blocks: .whole)
      reference.wholeTuples = wholeTuples
      return NaiveSuite(reference, depth: depth, strength: 2).matrix(depth: depth)
    }
  }

  private static func expectNoticed(
    _ name: String,
    atLeast goals: [Double],
    _ design: @escaping Design
  ) async throws {
    let count = Seeds.share(160)
    let tally = try await withThrowingTaskGroup { group in
      for part in 0..<2 {
        group.addTask {
          var tally = Tally()
          for seed in stride(from: part, to: count, by: 2) {
            tally.add(try Self.tally(seed: UInt64(seed), design))
          }
          return tally
        }
      }
      return try await group.reduce(into: Tally()) { $0.add($1) }
    }
    let shares = Depth.allCases.indices.map { tally.share($0) }
    for (depth, share) in zip(Depth.allCases, shares) {
      let permille = Int((share * 1000).rounded())
      print(
        "\(name), \(depth): \(permille / 10).\(permille % 10) % of \(tally.mutants) mutants noticed"
      )
    }
    let missed = SpecificationMutant.Slip.allCases.map { "\($0) \(tally.missed[$0] ?? 0)" }
    print("\(name), not noticed at relevant: \(missed.joined(separator: ", "))")
    #expect(tally.mutants > count)
    // A few mutants more or less are much of a small number.
    let slack = tally.mutants < 1000 ? 0.04 : 0
    for (share, goal) in zip(shares, goals) { #expect(share >= goal - slack) }
  }

  private static func tally(seed: UInt64, _ design: Design) throws -> Tally {
    var tally = Tally()
    guard let analysed = try SuiteSpecs.random(seed: seed) else { return tally }
    let original = ReferenceSpace(analysed.specification, blocks: .whole)
    let suites = try Depth.allCases.map { depth in
      rows(try design(analysed, depth), original)
    }
    var random = SplitMix64(seed: seed)
    var made = 0
    // Not every slip that is drawn can be made.
    for _ in 0..<60 where made < 10 {
      var specification = analysed.specification
      guard case let (rule, slip)? = SpecificationMutant.mutate(&specification, &random) else {
        continue
      }
      made += 1
      let operations = Set(
        specification.rules[rule].when.alternatives.flatMap { alternative in
          alternative.terms.filter { $0.factor == original.operationFactor }.flatMap(\.values)
        }.map { original.operationValues[$0].operation }
      )
      let mutant = ReferenceSpace(original, rules: specification.rules, operations: operations)
      let changed = Set(
        original.operationValues.indices.flatMap { value in
          zip(original.points(value), mutant.points(value)).compactMap { one, other in
            one.status == .defined && original.results(one) != mutant.results(other)
              ? one.values + [value] : nil
          }
        }
      )
      guard !changed.isEmpty else { continue }
      tally.mutants += 1
      for (depth, rows) in suites.enumerated() where rows.contains(where: changed.contains) {
        tally.noticed[depth] += 1
      }
      if !suites[1].contains(where: changed.contains) { tally.missed[slip, default: 0] += 1 }
    }
    return tally
  }

  /// The rows of a suite, of a whole operation one for each part.
  private static func rows(_ matrix: TestMatrix, _ space: ReferenceSpace) -> [[Int]] {
    matrix.cases.flatMap { testCase in
      space.caseOperationOfValue[testCase.combination.operation].values.map {
        space.row(testCase.combination, $0)
      }
    }
  }
}
