import Foundation
import TestSupport
import Testing
import Text

import enum Combinatorics.CoveringEffort

@testable import TestDesign

/// The stability of a suite under edits of its spec, and its cost in cases.
///
/// `SPECMATRIX_CHURN=1 swift test -c release --filter ChurnTests` prints the measurements.
struct ChurnTests {
  private static let isMeasuring = ProcessInfo.processInfo.environment["SPECMATRIX_CHURN"] == "1"

  /// A spec, its suite based on an earlier one, and that suite as the next generation reads it.
  private struct Generation {
    let matrix: TestMatrix
    let suite: EarlierSuite
    let analysed: AnalysedSpecification

    init(_ spec: ChangingSpec, after earlier: EarlierSuite?, effort: CoveringEffort?) throws {
      analysed = try TestDesignTests.analysed(spec.text)
      matrix = try analysed.cases(earlier: earlier, effort: effort)
      suite = EarlierSuite(matrix, of: analysed.specification, analysed.analysis)
    }

    func freshCount(_ effort: CoveringEffort?) throws -> Int {
      try analysed.cases(earlier: nil, effort: effort).cases.count
    }
  }

  /// The effect of an edit on the cases that are still possible.
  private struct Churn {
    /// Earlier cases that are still possible.
    var possible = 0
    var kept = 0
    var unchanged = 0
    var size = 0
    var fresh = 0
    var largest = 0.0

    mutating func add(
      _ edit: ChangingSpec.Edit,
      to spec: ChangingSpec,
      _ random: inout SplitMix64
    )
      throws
    {
      let effort = isMeasuring ? CoveringEffort.normal : nil
      let before = try Generation(spec, after: nil, effort: effort)
      var edited = spec
      edited.apply(edit, &random)
      let after = try Generation(edited, after: before.suite, effort: effort)
      let fresh = try after.freshCount(effort)
      possible += try Self.possible(before, in: after)
      kept += after.matrix.cases.count { $0.state != .new }
      unchanged += after.matrix.cases.count { $0.state == .kept }
      size += after.matrix.cases.count
      self.fresh += fresh
      largest = max(largest, Double(after.matrix.cases.count) / Double(fresh))
    }

    /// Returns the number of earlier cases that are still possible; a case without a new factor counts as possible.
    private static func possible(_ before: Generation, in after: Generation) throws -> Int {
      let names = EarlierNames(before.suite.factors, in: after.analysed.specification)
      var matrix = after.matrix
      matrix.cases = []
      var unknown = 0
      for (testCase, stored) in zip(before.matrix.cases, before.suite.cases) {
        guard let setup = names.setup(of: stored), setup.removedValues.isEmpty else { continue }
        var testCase = testCase
        testCase.combination.operation = setup.operation
        testCase.combination.values = setup.values.compactMap {
          if case .value(let value) = $0 { value } else { nil }
        }
        if testCase.combination.values.count == setup.values.count {
          matrix.cases.append(testCase)
        } else {
          unknown += 1
        }
      }
      let impossible = try after.analysed.verify(matrix).complaints.count {
        $0.hasSuffix("cannot happen")
      }
      return matrix.cases.count - impossible + unknown
    }

    func line(_ name: String) -> String {
      func percent(_ part: Int) -> String {
        String(format: "%5.1f %%", 100 * Double(part) / Double(max(1, possible)))
      }
      let size = String(format: "%.3f, at most %.3f", Double(size) / Double(fresh), largest)
      return name.padding(toLength: 18, withPad: " ", startingAt: 0)
        + "number \(percent(kept))  content \(percent(unchanged))  size \(size)"
    }
  }

  @Test func `one more value in a spec of twelve factors`() throws {
    var churn = Churn()
    for seed in 0..<(Self.isMeasuring ? 12 : 1) {
      var random = SplitMix64(seed: UInt64(seed))
      try churn.add(.addValue, to: ChangingSpec(sizes: Array(repeating: 4, count: 12)), &random)
    }
    #expect(Double(churn.unchanged) >= 0.95 * Double(churn.possible))
    #expect(Double(churn.size) <= 1.1 * Double(churn.fresh))
    if Self.isMeasuring { print(churn.line("4^12, value added")) }
  }

  @Test(.enabled(if: isMeasuring)) func `the table by kind of edit`() throws {
    for edit in ChangingSpec.Edit.allCases {
      var churn = Churn()
      for seed in 0..<20 {
        var random = SplitMix64(seed: UInt64(seed))
        let spec = ChangingSpec(factorCount: 12, &random)
        try churn.add(edit, to: spec, &random)
      }
      print(churn.line(edit.rawValue))
    }
  }

  /// Numbers are never reused, kept cases are unchanged, and edits do not accumulate cases.
  @Test(arguments: 0..<(isMeasuring ? 6 : 2))
  func `twenty edits, one after the other`(seed: Int) throws {
    let effort = Self.isMeasuring ? CoveringEffort.normal : nil
    var random = SplitMix64(seed: UInt64(seed))
    var spec = ChangingSpec(factorCount: Self.isMeasuring ? 12 : 5, &random)
    var before = try Generation(spec, after: nil, effort: effort)
    var sizes: [Double] = []
    for step in 0..<20 {
      spec.apply(random.pick(ChangingSpec.Edit.allCases), &random)
      if spec.factorCount > (Self.isMeasuring ? 14 : 7) { spec.apply(.removeFactor, &random) }
      let after = try Generation(spec, after: before.suite, effort: effort)
      try Self.check(after, before, "seed \(seed), step \(step)")
      let fresh = try after.freshCount(effort)
      sizes.append(Double(after.matrix.cases.count) / Double(fresh))
      before = after
    }
    // One more case is allowed for small suites.
    let bound = 1.15 + 1 / Double(before.matrix.cases.count)
    #expect(sizes.allSatisfy { $0 <= bound }, "\(sizes)")
    if Self.isMeasuring {
      print("seed \(seed):", sizes.map { String(format: "%.2f", $0) }.joined(separator: " "))
    }
  }

  @Test func `a value that goes takes only the cases of operations that read it`() throws {
    func matrix(_ themes: String, after earlier: EarlierSuite?) throws -> (TestMatrix, EarlierSuite)
    {
      let analysed = try TestDesignTests.analysed(
        spec(
          """
          states: {login: [guest, member]}
          data: {theme: [\(themes)], size: [s, m]}
          operations: {send: Tap Send, look: Look}
          rules:
            send: {login: {guest: The sign-in opens, member: Sent}}
            look: {theme: {others: Bright, dark: Dark}}
          """.replacing(themes.contains("dark") ? "" : ", dark: Dark", with: "")
        )
      )
      let matrix = try analysed.cases(earlier: earlier, effort: nil)
      return (matrix, EarlierSuite(matrix, of: analysed.specification, analysed.analysis))
    }
    let (before, earlier) = try matrix("dark, light, blue", after: nil)
    let (after, _) = try matrix("light, blue", after: earlier)
    func ids(_ matrix: TestMatrix, of operation: Int) -> Set<String> {
      Set(matrix.cases.filter { $0.combination.operation == operation }.map(\.id))
    }
    #expect(ids(after, of: 0).isSubset(of: ids(before, of: 0)))
    #expect(ids(after, of: 1).count == 2 && ids(before, of: 1).count == 3)
    #expect(after.cases.allSatisfy { $0.state != .new })
  }

  @Test func `a factor keeps its cases under a new name and label, with one more value`() throws {
    func matrix(_ factor: String, after earlier: EarlierSuite?) throws -> (TestMatrix, EarlierSuite)
    {
      let name = factor.prefix { $0 != ":" }
      let analysed = try TestDesignTests.analysed(
        spec(
          """
          data: {\(factor)}
          operations: {start: Tap Start}
          rules: {start: {\(name): {a: A price is shown, b: It is free}}}
          """
        )
      )
      let matrix = try analysed.cases(earlier: earlier, effort: nil)
      return (matrix, EarlierSuite(matrix, of: analysed.specification, analysed.analysis))
    }
    let zone = "zone: {label: Zone, values: {a: Zone A, b: Zone B}}"
    let area = "area: {label: Parking area, values: {c: Zone C, a: Zone A, b: Zone B}}"
    let (before, earlier) = try matrix(zone, after: nil)
    let (after, _) = try matrix(area, after: earlier)
    func ids(_ matrix: TestMatrix) -> [String: String] {
      Dictionary(firstOf: matrix.cases.map { ($0.expected.first ?? "", $0.id) })
    }
    for (result, id) in ids(before) { #expect(ids(after)[result] == id) }
    #expect(after.cases.count { $0.state == .new } == 1)

    let (_, verified) = try matrix("verified: [yes, no, unknown, a, b]", after: nil)
    for other in ["premium: {values: [yes, no, a, b]}", "dark_mode: [on, off, a, b]"] {
      let specification = try TestDesignTests.analysed(
        spec("data: {\(other)}\noperations: {start: Tap Start}\nrules: {start: A}")
      ).specification
      #expect(EarlierNames(verified.factors, in: specification).renames.isEmpty, "\(other)")
    }
  }

  @Test(arguments: [("3..5", ""), ("2..5", ", usual: 5")])
  func `another usual value leaves the cases of operations that do not read it`(
    bound: String,
    usual: String
  ) throws {
    func generation(
      _ bound: String,
      _ usual: String,
      after earlier: EarlierSuite?
    ) throws
      -> (matrix: TestMatrix, suite: EarlierSuite)
    {
      let analysed = try TestDesignTests.analysed(
        spec(
          """
          states: {plan: [free, plus]}
          data: {items: {range: 1..5\(usual)}, card: [ok, expired]}
          operations: {show: The basket opens, pay: Tap Pay, back: Go back}
          impossible:
            - {when: {items: invalid}, because: a basket holds 1 to 5 items}
          rules:
            show:
              - when: {plan: free}
                then: The price is shown
              - when: {plan: free, items: \(bound)}
                then: The prices and the sum are shown
              - when: {plan: plus}
                then: No price is shown
            pay: {card: {ok: Paid, expired: Refused}}
            back: The shop opens
          """
        )
      )
      let matrix = try analysed.cases(earlier: earlier, effort: nil)
      #expect(try analysed.verify(matrix).isCertified)
      return (matrix, EarlierSuite(matrix, of: analysed.specification, analysed.analysis))
    }
    let before = try generation("2..5", "", after: nil)
    let after = try generation(bound, usual, after: before.suite)
    let other = after.matrix.cases.filter { $0.combination.operation > 0 }
    #expect(other.allSatisfy { $0.state == .kept })
    #expect(after.matrix.cases.count { $0.combination.operation == 0 && $0.state == .kept } > 1)
    #expect(after.matrix.cases.count { $0.state == .new } < 3)
    let again = try generation(bound, usual, after: after.suite)
    #expect(again.matrix.cases.allSatisfy { $0.state == .kept })
    #expect(again.matrix.cases.map(\.id) == after.matrix.cases.map(\.id))
  }

  private static func check(_ after: Generation, _ before: Generation, _ place: String) throws {
    #expect(try after.analysed.verify(after.matrix).isCertified, "\(place)")
    let ids = after.matrix.cases.map(\.id) + after.matrix.retired.map(\.id)
    #expect(Set(ids).count == ids.count, "\(place)")
    let gone = Dictionary(
      uniqueKeysWithValues: before.matrix.retired.map { ($0.id, $0) }
    )
    let old = Dictionary(uniqueKeysWithValues: before.suite.cases.map { ($0.id, $0) })
    let names = EarlierNames(before.suite.factors, in: after.analysed.specification)
    for (now, stored) in zip(after.matrix.cases, after.suite.cases) {
      if let gone = gone[now.id] {
        // Only the case itself gets its id back.
        let code = CaseCode.of(stored.setup, stored.operation)
        #expect(gone.code == code && now.code == code && !gone.hasChanged, "\(place)")
      }
      guard let was = old[now.id] else {
        #expect(now.state == .new, "\(place)")
        continue
      }
      let isSame =
        names.setup(of: was)?.isSame(as: now.combination) == true
        && was.expected == stored.expected && was.status == stored.status
      #expect((now.state == .kept) == isSame, "\(place)")
    }
    // The next generation of the same spec is the same.
    let again = try after.analysed.cases(earlier: after.suite)
    #expect(again.cases.map(\.id) == after.matrix.cases.map(\.id), "\(place)")
    #expect(again.cases.allSatisfy { $0.state == .kept }, "\(place)")
  }
}
