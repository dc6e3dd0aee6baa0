import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Checks every suite with the reference: samples, first specs and random specs.
struct RequiredTuplesTests {
  @Test(arguments: SuiteSpecs.paths)
  func `a suite of a sample holds what it must`(path: String) throws {
    let analysed = try SuiteSpecs.analysed(path)
    let reference = SuiteReference(analysed)
    for strength in 1...3 {
      var suites: [TestMatrix] = []
      // All triples of the largest sample would take as long as everything else.
      let isLarge = strength == 3 && path == "specs/profile-screen.yaml"
      for depth in Depth.allCases where !isLarge || depth < .all {
        let matrix = try analysed.cases(earlier: nil, depth: depth, strength: strength)
        suites.append(matrix)
        Self.expectNothing(reference.complaints(matrix), "\(depth) \(strength)")
      }
      Self.expectNothing(SuiteReference.nestingComplaints(suites), "nested, \(strength)")
    }
  }

  @Test(arguments: 0..<4)
  func `a suite of a random spec holds what it must`(part: Int) throws {
    var specs = 0
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      guard let analysed = try SuiteSpecs.random(seed: UInt64(seed)) else { continue }
      specs += 1
      let reference = SuiteReference(analysed, blocks: .whole)
      let strength = 1 + seed / 4 % 3
      var suites: [TestMatrix] = []
      for depth in Depth.allCases {
        let matrix = try analysed.cases(earlier: nil, depth: depth, strength: strength)
        suites.append(matrix)
        Self.expectNothing(reference.complaints(matrix), "seed \(seed), \(depth) \(strength)")
      }
      Self.expectNothing(SuiteReference.nestingComplaints(suites), "seed \(seed), \(strength)")
    }
    #expect(specs > 0)
  }

  /// Operations of random specs that happen during others, which are not decided everywhere.
  @Test func `what happens during an operation has cases where that is decided`() throws {
    var cut = 0
    for seed in 0..<Seeds.count {
      guard var specification = try SuiteSpecs.random(seed: UInt64(seed))?.specification else {
        continue
      }
      let last = specification.operations.count - 1
      for operation in specification.operations.indices.dropLast() {
        specification.operations[operation].during = operation.isMultiple(of: 2) ? [last] : []
      }
      guard let analysed = try analyse(specification, today: testDay).value else { continue }
      let reference = SuiteReference(analysed, blocks: .whole)
      if reference.space.isCut { cut += 1 }
      for depth in Depth.allCases {
        let matrix = try analysed.cases(earlier: nil, depth: depth, strength: 2)
        Self.expectNothing(reference.complaints(matrix, isFresh: false), "seed \(seed), \(depth)")
        #expect(try analysed.verify(matrix).complaints == [], "seed \(seed) \(depth)")
      }
    }
    #expect(cut > 0)
  }

  /// Cases not needed at a lower depth or strength become dormant and return under their ids.
  @Test(arguments: 0..<4)
  func `cases keep their ids whatever depth is generated between`(part: Int) throws {
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      guard let analysed = try SuiteSpecs.random(seed: UInt64(seed)) else { continue }
      try Self.expectIDsKept(analysed, "seed \(seed)")
    }
  }

  @Test(arguments: SuiteSpecs.paths)
  func `cases of a sample keep their ids`(path: String) throws {
    try Self.expectIDsKept(SuiteSpecs.analysed(path), path)
  }

  /// A suite that continues that of another spec is as complete as a fresh one.
  @Test(arguments: 0..<4)
  func `a suite of a changed spec holds what it must`(part: Int) throws {
    var renewed = 0
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      guard let analysed = try SuiteSpecs.random(seed: UInt64(seed)) else { continue }
      var random = SplitMix64(seed: UInt64(seed))
      var specification = analysed.specification
      guard SpecificationMutant.mutate(&specification, &random) != nil,
        let changed = try analyse(specification, today: testDay).value
      else { continue }
      renewed += 1
      let reference = SuiteReference(changed, blocks: .whole)
      for depth in Depth.allCases {
        let first = try analysed.cases(earlier: nil, depth: depth, strength: 2)
        let earlier = EarlierSuite(first, of: analysed.specification, analysed.analysis)
        let second = try changed.cases(earlier: earlier, depth: depth, strength: 2)
        Self.expectNothing(
          reference.complaints(second, isFresh: false),
          "seed \(seed), \(depth) after a change"
        )
        let ids = Dictionary(
          uniqueKeysWithValues: first.cases.map { ($0.combination, $0.id) }
        )
        for testCase in second.cases where ids[testCase.combination] != nil {
          #expect(testCase.id == ids[testCase.combination], "seed \(seed), \(depth)")
        }
        let known = Set(second.cases.map(\.id) + second.retired.map(\.id))
        #expect(known.isSuperset(of: first.cases.map(\.id)), "seed \(seed), \(depth)")
      }
    }
    #expect(renewed > 0)
  }

  /// Sending on a silver plan stands for sending on a free one in the review, but does not show that plan.
  @Test func `a case that stands for another in a review hides no value that it lacks`() throws {
    func plans(_ ids: String, _ usual: String, _ shown: String) throws -> AnalysedSpecification {
      try analysed(
        spec(
          """
          states: {draft: [no, yes], plan: {values: [\(ids)], usual: \(usual)}}
          operations: [send, look]
          rules:
            send:
              - {when: {draft: no}, then: Sent}
              - {when: {draft: yes, plan: gold}, question: What?}
            look: {plan: {\(shown)}}
          """
        )
      )
    }
    let before = try plans("silver, gold", "silver", "silver: A, gold: B")
    let after = try plans("free, silver, gold", "free", "free: C, silver: A, gold: B")
    let first = try before.cases(earlier: nil)
    let earlier = EarlierSuite(first, of: before.specification, before.analysis)
    let suite = try after.cases(earlier: earlier)
    Self.expectNothing(SuiteReference(after).complaints(suite, isFresh: false), "another plan")
  }

  private static func expectIDsKept(
    _ analysed: AnalysedSpecification,
    _ what: String
  ) throws {
    func next(_ earlier: TestMatrix?, _ depth: Depth, _ strength: Int) throws -> TestMatrix {
      let suite = earlier.map { EarlierSuite($0, of: analysed.specification, analysed.analysis) }
      return try analysed.cases(earlier: suite, depth: depth, strength: strength)
    }
    func ids(_ matrix: TestMatrix) -> [String: Combination] {
      Dictionary(uniqueKeysWithValues: matrix.cases.map { ($0.id, $0.combination) })
    }
    let review = try next(nil, .review, 2)
    let all = try next(review, .all, 2)
    let reviewAgain = try next(all, .review, 2)
    let allAgain = try next(reviewAgain, .all, 2)
    let third = try next(nil, .relevant, 3)
    let second = try next(third, .relevant, 2)
    let thirdAgain = try next(second, .relevant, 3)
    for (one, other, name) in [
      (all, reviewAgain, "all, then review"), (all, allAgain, "all, review, all"),
      (third, second, "strength 3, then 2"), (third, thirdAgain, "strength 3, 2, 3"),
    ] {
      let (before, after) = (ids(one), ids(other))
      let lost = before.keys.filter { before[$0] != after[$0] }.sorted()
      let added = after.keys.filter { before[$0] == nil }.sorted()
      let isSame = lost.isEmpty && added.isEmpty
      #expect(isSame, "\(what): \(name): \(lost) lost, \(added) added")
    }
    for matrix in [all, reviewAgain, allAgain, second, thirdAgain] {
      // At depth `all`, end-to-end cases cover every two steps, with other cases.
      let retired = matrix.retired.count { !Flow.isID($0.id, of: analysed.specification.id) }
      #expect(retired == 0, "\(what): a depth or a strength retires no case")
      let changed = matrix.cases.count { $0.state == .changed }
      #expect(changed == 0, "\(what)")
    }
  }

  private static func expectNothing(
    _ complaints: [String],
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard !complaints.isEmpty else { return }
    let first = complaints.prefix(6).joined(separator: "\n")
    Issue.record(
      "\(what): \(complaints.count) complaints\n\(first)",
      sourceLocation: sourceLocation
    )
  }
}
