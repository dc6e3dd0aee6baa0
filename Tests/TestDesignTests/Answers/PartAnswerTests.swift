import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Questions about one part of what is looked at together, and what their answers become.
struct PartAnswerTests {
  private static let english = """
    specmatrix: 1
    id: T
    feature: Profile
    traits: []
    states:
      login: [guest, member]
    data:
      name: {label: Name length, values: {short: Short, long: Long}}
      photos: {label: Photos, values: [none, one]}
    operations:
      show: {label: The screen opens, parts: {name: Name, photo: Photo, badge: Badge, likes: Likes}}
      back: Tap Back
    rules:
      show/name:
        name:
          short: The name is shown
      show/photo:
        - when: {photos: none}
          then: A silhouette is shown
        - when: {login: guest}
          then: The photo is blurred
        - when: {photos: one, login: member}
          then: The photo is shown
      show/badge:
        question: Is there a badge?
      show/likes: TBD
      back: The list is shown

    """

  private static let japanese = english.replacing("traits: []", with: "language: ja\ntraits: []")
    .replacing(
      "label: The screen opens, parts: {name: Name, photo: Photo, badge: Badge, likes: Likes}",
      with: "label: 画面を表示する, parts: {name: 名前, photo: 写真, badge: バッジ, likes: いいね数}"
    )
    .replacing(
      "label: Name length, values: {short: Short, long: Long}",
      with: "label: 名前の長さ, values: {short: 短い, long: 長い}"
    )
    .replacing(
      "login: [guest, member]",
      with: "login: {label: ログイン状態, values: {guest: 未ログイン, member: ログイン済み}}"
    )
    .replacing("label: Photos, values: [none, one]", with: "label: 写真, values: {none: なし, one: 1枚}")

  private func finding(
    _ code: FindingCode,
    _ text: String = english
  ) throws -> Finding {
    try #require(analysed(text).analysis.findings.first { $0.code == code })
  }

  /// The text after an answer, and what is left open of the part.
  private func answer(
    _ code: FindingCode,
    _ kind: QuestionAnswer.Kind,
    _ answer: String,
    in text: String = english
  ) throws -> (state: AnswerOutcome.State, text: String, added: [Substring]) {
    let finding = try finding(code, text)
    let result = try analysed(text).answered(
      [
        QuestionAnswer(
          question: finding.id,
          kind: kind,
          text: answer,
          author: "Sato",
          day: "2026-11-20",
          place: "T.csv:B2"
        )
      ],
      in: text
    )
    let old = text.split(separator: "\n")
    return (
      result.outcomes[0].state, result.text,
      result.text.split(separator: "\n").filter { !old.contains($0) }
    )
  }

  @Test func `a part's undefined combinations are answered below the part`() throws {
    #expect(
      try finding(.undefinedCombination).message
        == "On “The screen opens”, for “Name”, what happens if “Name length” is “Long”?"
    )
    #expect(
      try finding(.undefinedCombination, Self.japanese).message
        == "名前の長さが「長い」で、画面を表示した場合、名前については、どうなりますか？"
    )
    let (_, text, added) = try answer(.undefinedCombination, .asWritten, "It is cut")
    #expect(added.first?.contains("long:") == true)
    let after = try analysed(text)
    #expect(!after.analysis.findings.contains { $0.code == .undefinedCombination })
    // The rule is one of the part alone.
    let rule = try #require(after.specification.rules.first { $0.results == ["It is cut"] })
    let values = rule.when.alternatives.flatMap(\.terms)
      .filter { $0.factor == after.specification.operationFactor }.flatMap(\.values)
    #expect(values.map { after.specification.operationValues[$0].id } == ["show/name"])
  }

  @Test func `what cannot happen is impossible for the part`() throws {
    let (state, text, _) = try answer(.undefinedCombination, .notPossible, "Names are short")
    guard case .applied = state else { return #expect(Bool(false), "\(state)") }
    #expect(try !analysed(text).analysis.findings.contains { $0.code == .undefinedCombination })
  }

  @Test func `a contradiction of a part is decided`() throws {
    let question = try finding(.contradictoryRules)
    #expect(question.message.hasPrefix("On “The screen opens”, for “Photo”"))
    #expect(try finding(.contradictoryRules, Self.japanese).message.contains("画面を表示した場合、写真については、"))
    for answer in ["A silhouette is shown", "Nothing is shown"] {
      let (state, text, _) = try self.answer(.contradictoryRules, .asWritten, answer)
      guard case .applied = state else { return #expect(Bool(false), "\(state)") }
      #expect(try !analysed(text).analysis.findings.contains { $0.code == .contradictoryRules })
    }
  }

  @Test func `a part's own question is decided where it stands`() throws {
    #expect(
      try finding(.undecidedRule).message == "On “The screen opens”, for “Badge”: Is there a badge?"
    )
    #expect(
      try finding(.undecidedRule, Self.japanese).message
        == "画面を表示した場合、バッジについては：Is there a badge?"
    )
    let (_, text, added) = try answer(.undecidedRule, .asWritten, "A star is shown")
    #expect(added.contains { $0.contains("A star is shown") })
    #expect(try !analysed(text).analysis.findings.contains { $0.code == .undecidedRule })
  }

  @Test func `a placeholder of a part is replaced`() throws {
    let (_, text, _) = try answer(.placeholderResult, .asWritten, "The number of likes is shown")
    #expect(
      text.contains("show/likes: The number of likes is shown")
        || text.contains("then: The number of likes is shown")
    )
    #expect(try !analysed(text).analysis.findings.contains { $0.code == .placeholderResult })
  }

  @Test func `a factor that no part reads is confirmed`() throws {
    let text = Self.english.replacing(
      "data:\n",
      with: "data:\n  theme: [light, dark]\n"
    )
    let (state, answered, _) = try answer(.unreadFactor, .asWritten, "yes", in: text)
    guard case .applied = state else { return #expect(Bool(false), "\(state)") }
    let after = try analysed(answered)
    #expect(!after.analysis.findings.contains { $0.code == .unreadFactor })
    #expect(after.analysis.counts.combinations == (try analysed(text)).analysis.counts.combinations)
  }

  @Test func `an entry of the catalogue is selected beside parts`() throws {
    let text = Self.english.replacing("traits: []", with: "traits: [mobile]")
    let before = try analysed(text).analysis.findings.filter { $0.code == .unconsideredOperation }
    #expect(!before.isEmpty)
    // Opening a screen with parts is no entry of the catalogue: nothing of it counts as considered.
    #expect(before.contains { $0.entries.contains("background") })
  }

  /// What a case must be names the whole screen, whichever part it says.
  @Test(arguments: ["show/name", "show/photo", "show"])
  func `a case of a part is one of the whole screen`(operation: String) throws {
    let text =
      Self.english + "cases:\n  - when: {operation: \(operation), login: guest, name: long}\n"
    let specification = try analysed(text).specification
    let row = specification.coverage.include[0].row
    let values = row.terms.first { $0.factor == specification.operationFactor }?.values ?? []
    #expect(
      values.map { specification.operationValues[$0].id } == [
        "show/name", "show/photo", "show/badge", "show/likes",
      ]
    )
    let back = try analysed(
      Self.english + "cases:\n  - when: {operation: back, login: guest}\n"
    ).specification.coverage.include[0].row
    #expect(back.terms.contains { $0.values == [4] })
  }

  @Test func `every is warned of where no operation reads its factors together`() throws {
    func warnings(_ every: String) throws -> [Finding] {
      try analysed(Self.english + "cases:\n  - every: [\(every)]\n").analysis.findings
        .filter { $0.code == .unreadCombination }
    }
    #expect(try warnings("login, photos, operation").isEmpty)
    #expect(try warnings("login, photos").isEmpty)
    #expect(try warnings("name").isEmpty)
    let together = try warnings("name, photos, operation")
    #expect(together.map(\.severity) == [.warning])
    #expect(together[0].message.hasPrefix("no operation reads `name` and `photos` together:"))
    #expect(try warnings("name, photos").map(\.id) == together.map(\.id))
    #expect(try warnings("operation").isEmpty)
  }

  @Test func `each part has its own explanation`() throws {
    let analysed = try analysed(Self.english)
    let explanations = analysed.explanations(
      of: Combination(values: [0, 0, 0], operation: 0)
    )
    #expect(explanations.map(\.operationValue) == [0, 1, 2, 3])
    #expect(
      explanations.map(\.explanation.status)
        == [.defined, .contradictory, .undecided, .undecided]
    )
    #expect(explanations[0].explanation.winners.count == 1)
    // What is said of one part says nothing of another.
    #expect(explanations.map { $0.explanation.near.count } == [0, 1, 0, 0])
    #expect(
      analysed.explanations(of: Combination(values: [0, 0, 0], operation: 4)).map(\.operationValue)
        == [4]
    )
    let photo = try analysed.explanation(ofOperationValue: 1)
    #expect(photo.reads == [0, 2] && photo.rules.count == 3 && photo.questions.count == 1)
  }

  @Test func `the grid of pairs has whole operations`() throws {
    let analysed = try analysed(Self.english)
    let matrix = TestMatrix(
      strength: 2,
      cases: [
        TestCase(
          id: "T-001",
          state: .new,
          combination: Combination(values: [0, 0, 0], operation: 0),
          status: .defined,
          expected: [],
          rules: [],
          questions: [],
          kind: .normal,
          priority: .medium
        )
      ],
      retired: []
    )
    let coverage = try analysed.pairCoverage(of: matrix)
    let operations = coverage.values.filter { $0.factor == 3 }
    #expect(operations.map(\.number) == [0, 4])
    let show = try #require(coverage.values.firstIndex { $0.factor == 3 && $0.number == 0 })
    let guest = try #require(coverage.values.firstIndex { $0.factor == 0 && $0.number == 0 })
    #expect(coverage.cases[show][guest] == 1 && coverage.cases[show][guest + 1] == 0)
  }
}
