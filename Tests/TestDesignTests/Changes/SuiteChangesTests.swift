import Specification
import Testing

@testable import TestDesign

/// The classification of edits for testers.
struct SuiteChangesTests {
  private static let base = spec(
    """
    states:
      login: {values: {guest: Not logged in, member: Logged in}, label: Login}
      plan: {values: [free, premium], only_when: {login: member}}
    data:
      photos: [none, one]
    operations: [submit, back]
    rules:
      submit:
        - {id: posted, when: {photos: one}, then: It is posted}
      back: {id: back, then: "The list, without the draft."}
    """
  )

  @Test func `the suite holds the greatest depth and strength asked for`() throws {
    let analysed = try analysed(Self.base)
    let all = try analysed.cases(earlier: nil, depth: .all, strength: 3)
    let earlier = EarlierSuite(all, of: analysed.specification, analysed.analysis)
    let again = try analysed.cases(earlier: earlier, depth: .review, strength: 1)
    #expect(again.depth == .all && again.strength == all.strength)
    #expect(again.cases.map(\.id) == all.cases.map(\.id) && again.retired.isEmpty)
    #expect(again.cases.map(\.depth) == all.cases.map(\.depth))
    let fresh = try analysed.cases(earlier: nil, depth: .review, strength: 1)
    #expect(fresh.depth == .review && fresh.cases.count < all.cases.count)
  }

  @Test func `parts are compared one by one`() throws {
    let analysed = try analysed(
      spec(
        """
        states: {login: [guest, member]}
        operations: {show: {label: The screen opens, parts: {name: Name, photo: Photo}}}
        rules: {show/name: The name is shown, show/photo: The photo is shown}
        """
      )
    )
    func part(_ value: Int, _ status: CombinationStatus, _ expected: [String]) -> TestCase.Part {
      TestCase.Part(
        operationValue: value,
        status: status,
        expected: expected,
        rules: [],
        questions: []
      )
    }
    func change(
      _ before: [TestCase.Part],
      _ after: [TestCase.Part]
    ) -> CaseChange {
      func matrix(_ parts: [TestCase.Part], _ expected: [String]) -> TestMatrix {
        let testCase = TestCase(
          id: "T-001",
          state: .new,
          combination: Combination(values: [0], operation: 0),
          parts: parts,
          status: .defined,
          expected: expected,
          rules: [],
          questions: [],
          kind: .normal,
          priority: .medium
        )
        return TestMatrix(strength: 2, cases: [testCase], retired: [])
      }
      let earlier = EarlierSuite(
        matrix(before, ["Name: A"]),
        of: analysed.specification,
        analysed.analysis
      )
      return SuiteChanges(
        from: earlier,
        to: matrix(after, ["The name: A"]),
        of: analysed.specification,
        analysed.analysis
      ).cases[0]
    }
    let name = part(0, .defined, ["A"])
    let kept = change([name, part(1, .undefined, [])], [name, part(1, .undefined, [])])
    #expect(kept.standing == .stands && kept.parts.isEmpty)
    #expect(kept.operation == "The screen opens")
    let decided = change([name, part(1, .undefined, [])], [name, part(1, .defined, ["B"])])
    #expect(decided.kind == .result && decided.standing == .void)
    #expect(decided.parts.map(\.label) == ["Photo"])
    #expect(decided.parts[0].before?.status == "undefined")
    #expect(decided.parts[0].after?.expected == ["B"])
    let asked = change([name, part(1, .undecided, [])], [name, part(1, .undefined, [])])
    #expect(asked.kind == .result)
    let hidden = change([name, part(1, .defined, ["B"])], [name])
    #expect(hidden.parts.map(\.label) == ["photo"] && hidden.parts[0].after == nil)
  }

  @Test func `an earlier suite without labels is compared by its ids`() throws {
    let before = try analysed(Self.base)
    var earlier = EarlierSuite(
      try before.cases(earlier: nil),
      of: before.specification,
      before.analysis
    )
    earlier.factors = []
    earlier.questions = nil
    let changes = SuiteChanges(
      from: earlier,
      to: try before.cases(earlier: earlier),
      of: before.specification,
      before.analysis
    )
    #expect(changes.isEmpty)
    #expect(changes.openedQuestions == nil)
  }

  @Test func `a rule whose bound moves is the same rule`() {
    func rule(_ id: String, _ amount: String, _ operation: String) -> EarlierRule {
      let names = "operation: \(operation); amount: \(amount)"
      return EarlierRule(id: id, condition: "Amount: \(amount)", names: names, says: ["Refused"])
    }
    let differences = SpecificationDifference.ofRules(
      [rule("a-50", "50", "a"), rule("b-50", "50", "b"), rule("c", "1", "c")],
      [rule("a-60", "60", "a"), rule("b-60", "60", "b")]
    )
    #expect(differences.map { $0.before == nil || $0.after == nil } == [false, false, true])
  }

  @Test func `without a region nobody can tell which question takes over`() throws {
    #expect(try analysed(Self.base).successor(of: EarlierRegion(cubes: []), []) == .none)
  }
}
