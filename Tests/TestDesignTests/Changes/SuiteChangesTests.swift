import Specification
import Testing

@testable import TestDesign

/// What an edit of a spec is called for those who test.
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

  private static func changes(_ edits: [(String, String)]) throws -> SuiteChanges {
    let before = try analysed(base)
    var text = base
    for (old, new) in edits {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    let after = try analysed(text)
    let earlier = EarlierSuite(
      try before.cases(earlier: nil),
      of: before.specification,
      before.analysis
    )
    return SuiteChanges(
      from: earlier,
      to: try after.cases(earlier: earlier),
      of: after.specification,
      after.analysis
    )
  }

  private static func kinds(_ changes: SuiteChanges) -> Set<CaseChange.Kind> {
    Set(changes.cases.map(\.kind))
  }

  @Test func `the same spec changes nothing`() throws {
    let changes = try Self.changes([])
    #expect(changes.isEmpty)
    #expect(Self.kinds(changes) == [.kept])
    #expect(changes.cases.allSatisfy { $0.standing == .stands && $0.before == $0.after })
    #expect(changes.openedQuestions == [])
    #expect(changes.closedQuestions == [])
  }

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

  @Test func `another result voids what was tested`() throws {
    let changes = try Self.changes([("It is posted", "It is posted and shown")])
    #expect(Self.kinds(changes) == [.kept, .result])
    for change in changes.cases(.result) {
      #expect(change.standing == .void)
      #expect(change.before?.expected == ["It is posted"])
      #expect(change.after?.expected == ["It is posted and shown"])
      #expect(change.operation == "Submit")
    }
  }

  @Test(arguments: [
    "The list without the draft", "「The list」、without the draft。", "Ｔｈｅ list,  without the draft!",
  ])
  func `other looks of a result are no other result`(text: String) throws {
    let changes = try Self.changes([("The list, without the draft.", text)])
    #expect(Self.kinds(changes) == [.kept, .reworded])
    #expect(changes.cases(.reworded).allSatisfy { $0.standing == .stands })
  }

  @Test(arguments: [
    // Signs before a number, kana and letters are not looks.
    ("Shows -1 left", "Shows 1 left", false), ("1.5 EUR", "15 EUR", false),
    ("残り５枚です。", "残り5枚です", true), ("｢エラー｣ﾊﾞﾅｰ", "「エラー」バナー", true), ("ハナー", "バナー", false),
    ("List", "list", false), ("「?」", "「!」", false), ("5.", "5", true),
  ])
  func `what changes the sense is another result`(old: String, new: String, isSame: Bool) throws {
    let text = Self.base.replacing("The list, without the draft.", with: old)
    let before = try analysed(text)
    let after = try analysed(Self.base.replacing("The list, without the draft.", with: new))
    let earlier = EarlierSuite(
      try before.cases(earlier: nil),
      of: before.specification,
      before.analysis
    )
    let changes = SuiteChanges(
      from: earlier,
      to: try after.cases(earlier: earlier),
      of: after.specification,
      after.analysis
    )
    #expect(Self.kinds(changes) == [.kept, isSame ? .reworded : .result])
  }

  @Test func `an answer closes its question and voids the result`() throws {
    let changes = try Self.changes([
      (
        "  back: {id: back,",
        "    - {id: none, when: {photos: none}, then: A hint}\n  back: {id: back,"
      )
    ])
    #expect(Self.kinds(changes).isSuperset(of: [.kept, .result]))
    #expect(changes.cases(.result).allSatisfy { $0.before?.status == "undefined" })
    #expect(changes.openedQuestions == [])
    #expect(changes.closedQuestions?.count == 1)
  }

  @Test func `a label changes words and nothing else`() throws {
    let changes = try Self.changes([("guest: Not logged in", "guest: Guest")])
    #expect(Self.kinds(changes) == [.kept, .reworded])
    for change in changes.cases {
      #expect((change.kind == .reworded) == (change.setup[0].value == "Guest"))
    }
  }

  @Test(arguments: [
    // A factor with a label, a factor with the same values, a value with a label; and all of them together.
    [("login", "account")], [("plan", "tier")], [("member", "user")],
    [("login", "account"), ("plan", "tier"), ("member", "user")],
  ])
  func `new names are recognised`(edits: [(String, String)]) throws {
    let changes = try Self.changes(edits)
    #expect(changes.renames.count == edits.count)
    #expect(changes.renames.allSatisfy { rename in edits.contains { $0.0 == rename.old } })
    #expect(Self.kinds(changes).isSubset(of: [.kept, .reworded]))
    #expect(changes.cases.allSatisfy { $0.standing == .stands })
  }

  @Test func `a yes or no in the place of another is a new factor`() throws {
    let before = try analysed(Self.base.replacing("data:", with: "data:\n  draft: {}"))
    let after = try analysed(Self.base.replacing("data:", with: "data:\n  urgent: {}"))
    let earlier = EarlierSuite(
      try before.cases(earlier: nil),
      of: before.specification,
      before.analysis
    )
    #expect(EarlierNames(earlier.factors, in: after.specification).renames.isEmpty)
    let changes = SuiteChanges(
      from: earlier,
      to: try after.cases(earlier: earlier),
      of: after.specification,
      after.analysis
    )
    #expect(changes.cases(.kept).isEmpty)
    #expect(!changes.cases(.setup).isEmpty)
    #expect(changes.cases(.setup).allSatisfy { $0.standing == .checkAgain })
    #expect(changes.cases(.setup).allSatisfy { $0.newSettings == [2] })
  }

  @Test func `a factor that goes leaves results alone`() throws {
    let changes = try Self.changes([
      ("  plan: {values: [free, premium], only_when: {login: member}}\n", "")
    ])
    #expect(!changes.cases(.setup).isEmpty)
    #expect(changes.cases(.setup).allSatisfy { $0.standing == .stands && $0.newSettings.isEmpty })
  }

  @Test func `retired cases say what they were`() throws {
    let changes = try Self.changes([("[none, one]", "[one]"), ("operations", "\noperations")])
    let retired = changes.cases(.retired)
    #expect(!retired.isEmpty)
    for change in retired {
      #expect(change.after == nil)
      #expect(change.setup.map(\.factor) == ["Login", "Plan", "Photos"])
      #expect(change.setup[2].value == "None")
      #expect(["Not logged in", "Logged in"].contains(change.setup[0].value))
    }
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
}
