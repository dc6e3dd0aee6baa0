import Specification
import Testing

@testable import TestDesign

/// What is said in English, word for word.
struct EnglishWordingTests {
  private let wording = SpecificationSketch.englishRecipe.wording

  @Test func labels() {
    #expect(wording.operation(1) == "Network error (offline)")
    #expect(wording.operation(3) == "done")
    #expect(
      wording.setup(Combination(values: [0, nil, 3, 1], operation: 0))
        == "login: guest / Number of photos: 4 / Sender's name: Very long"
    )
    #expect(wording.followUp(operation: 1) == "Is what was entered kept?")
  }

  @Test(
    arguments: [
      ([], ""),
      ([literal(1, [1])], "if plan is “Premium member”"),
      ([literal(1, [0])], "if plan is “Free members”"),
      ([literal(1, [0, 1])], "if login is member"),
      ([literal(1, [])], "if plan has no value"),
      ([literal(1, [], orNone: true)], "if login is guest"),
      ([literal(1, [1], orNone: true)], "if plan is anything except “Free members”"),
      ([literal(0, [1])], "if login is member"),
      ([literal(2, [3])], "if “Number of photos” is 4"),
      ([literal(2, [1, 2, 3])], "if “Number of photos” is 1, 2 or 4"),
      ([literal(2, [1, 2, 3, 4])], "if “Number of photos” is anything except 0"),
      ([literal(3, [1])], "if “Sender's name” is “Very long”"),
      (
        [literal(0, [1]), literal(1, [1]), literal(2, [3])],
        "if plan is “Premium member” and “Number of photos” is 4"
      ),
      (
        [literal(0, [1]), literal(2, [1, 3]), literal(3, [0])],
        "if login is member, and “Number of photos” is 1 or 4, and “Sender's name” is “Short”"
      ),
    ] as [([NamedCube.Literal], String)]
  )
  func condition(literals: [NamedCube.Literal], phrase: String) {
    #expect(wording.condition([literal(4, [0])] + literals) == phrase)
  }

  @Test func applicabilityThatNoSingleFactorDecides() {
    var sketch = SpecificationSketch.englishRecipe
    sketch.factors[1].onlyWhen = SpecificationSketch.condition([[literal(0, [1]), literal(2, [1])]])
    let wording = sketch.wording
    #expect(wording.condition([literal(1, [0, 1])]) == "if plan applies")
    #expect(wording.condition([literal(1, [], orNone: true)]) == "if plan does not apply")
  }

  @Test(arguments: [
    ([0], "on “Tap Submit”"),
    ([1], "when the network fails (offline)"),
    ([1, 2], "when the network fails"),
    ([3], "on done"),
    ([0, 2], "on “Tap Submit” or when the network fails (timeout)"),
    ([0, 1, 3], "on “Tap Submit”, “Network error” (offline) or “done”"),
    ([0, 1, 2, 3], "on “Tap Submit”, “Network error” or “done”"),
  ])
  func clause(values: [Int], clause: String) {
    #expect(wording.operationClause(literal(4, values)) == clause)
  }

  @Test func clauseOfACatalogueEntryWithAnotherLabel() {
    var sketch = SpecificationSketch.englishRecipe
    sketch.operations[1].label = "Network error while “accepting”"
    #expect(
      sketch.wording.operationClause(literal(4, [1]))
        == "on ‘Network error while “accepting”’ (offline)"
    )
  }

  @Test(arguments: [
    ("Yes", "if plan is “Yes”"),
    ("Visa", "if plan is “Visa”"),
    ("Japanese text", "if plan is “Japanese text”"),
    ("Not paid", "if plan is “Not paid”"),
    ("Would exceed the limit", "if plan is “Would exceed the limit”"),
    ("Stays below the limit", "if plan is “Stays below the limit”"),
    ("free or paid", "if plan is “free or paid”"),
    ("Paid, yearly", "if plan is “Paid, yearly”"),
    ("Really paid?", "if plan is “Really paid?”"),
    ("paid (yearly)", "if plan is paid (yearly)"),
    ("paid (yearly", "if plan is “paid (yearly”"),
    ("👑", "if plan is “👑”"),
    ("عضو", "if plan is “عضو”"),
    ("two\nlines", "if plan is two lines"),
    ("The guest", "if plan is “The guest”"),
    ("", "if plan is “”"),
  ])
  func oddLabels(label: String, phrase: String) {
    var sketch = SpecificationSketch.englishRecipe
    sketch.factors[1].values[1].label = label
    #expect(sketch.wording.condition([literal(1, [1])]) == phrase)
  }

  @Test(arguments: [
    (["Empty", "Written"], "if plan is “Empty” or “Written”"),
    (["Shown", "Hidden"], "if plan is “Shown” or “Hidden”"),
    (["Sent", "Unsent"], "if plan is “Sent” or “Unsent”"),
    (["Unknown", "Lost"], "if plan is “Unknown” or “Lost”"),
    (["Paid", "Visa"], "if plan is “Paid” or “Visa”"),
  ])
  func labelsInAList(labels: [String], phrase: String) {
    var sketch = SpecificationSketch.englishRecipe
    sketch.factors[1].kind = .data
    for (value, label) in labels.enumerated() { sketch.factors[1].values[value].label = label }
    let more = sketch.factors[1].values[1]
    sketch.factors[1].values.append(more)
    #expect(sketch.wording.condition([literal(1, [0, 1])]) == phrase)
  }

  @Test(arguments: [
    ("Status of the account", "if “Status of the account” is “Visa”"),
    ("Photos", "if “Photos” is “Visa”"),
    ("Has photos", "if “Has photos” is “Visa”"),
    ("The plan", "if “The plan” is “Visa”"),
    ("URL length", "if “URL length” is “Visa”"),
    ("Paid yet?", "if “Paid yet?” is “Visa”"),
  ])
  func factorLabels(label: String, phrase: String) {
    var sketch = SpecificationSketch.englishRecipe
    sketch.factors[1].label = label
    sketch.factors[1].values[1].label = "Visa"
    #expect(sketch.wording.condition([literal(1, [1])]) == phrase)
  }

  @Test func yesOrNo() {
    var sketch = SpecificationSketch.englishRecipe
    sketch.factor("pending", "Offline edits are pending", ["yes=Yes", "no=No"], isYesNo: true)
    sketch.factor("registered", nil, ["yes=Yes", "no=No"], isYesNo: true, onlyWhen: (0, [0, 1]))
    let wording = sketch.wording
    #expect(wording.condition([literal(4, [1])]) == "if offline edits are not pending")
    #expect(wording.condition([literal(5, [0])]) == "if “registered” is yes")
    #expect(
      wording.condition([literal(0, [1]), literal(4, [0])])
        == "if login is member and offline edits are pending"
    )
    sketch.rule("sync", line: 9, [[literal(6, [0]), literal(4, [0])]], then: ["Wait"])
    #expect(
      sketch.wording.nearest(NamedCube(literals: [literal(6, [0]), literal(4, [1])]))?.phrase
        == "`sync` (line 9) says: Wait. It decides this only if offline edits are pending."
    )
  }

  @Test func labelsThatAreIdsInWords() {
    var sketch = SpecificationSketch(language: .english)
    sketch.factor("sender_name", "Sender name", ["very_long", "URL_only=URL only"])
    sketch.factors[0].values[0].label = "Very long"
    sketch.operation("send_off")
    sketch.operations[0].label = "Send off"
    let wording = sketch.wording
    #expect(wording.condition([literal(0, [0])]) == "if sender name is very long")
    #expect(wording.condition([literal(0, [1])]) == "if sender name is “URL only”")
    #expect(wording.operationClause(literal(1, [0])) == "on send off")
  }

  @Test func houseRules() {
    var sketch = SpecificationSketch.englishRecipe
    let pack = HouseOrigin(path: "company.yaml", line: 12)
    sketch.rule("offline", [[literal(4, [1])]], then: ["A banner"], house: pack)
    sketch.rule("error", [[literal(4, [1, 2])]], then: ["A dialog"], house: pack)
    #expect(
      sketch.wording.contradictionQuestion([literal(4, [1])], .between([0, 1]))
        == "When the network fails (offline): which one wins, “A banner” or “A dialog”? Or do both happen?"
    )
    #expect(
      sketch.wording.nearest(NamedCube(literals: [literal(4, [2])]))?.phrase
        == "house rule error (company.yaml:12) says: A dialog. It does not apply here."
    )
  }

  @Test func questions() {
    var sketch = SpecificationSketch.englishRecipe
    sketch.rule("banner", [[literal(4, [1, 2])]], then: ["Show a banner.", "Keep the text"])
    let shown = "“Network error” is shown"
    sketch.rule("dialog", [[literal(4, [1, 2]), literal(1, [1])]], then: [shown])
    sketch.rule("retry", [[literal(1, [1])]], question: "Is it sent again?")
    let wording = sketch.wording
    let cube = NamedCube(literals: [literal(4, [1]), literal(1, [1]), literal(2, [3])])
    #expect(
      wording.undefinedQuestion(cube)
        == "When the network fails (offline), what happens if plan is “Premium member” and “Number of photos” is 4?"
    )
    #expect(
      wording.undefinedQuestion(NamedCube(literals: [literal(4, [0])]))
        == "On “Tap Submit”, what happens?"
    )
    #expect(
      wording.contradictionQuestion([literal(4, [1])], .between([0, 1]))
        == "When the network fails (offline): which one wins, “Show a banner; Keep the text” or ‘“Network error” is shown’? Or do both happen?"
    )
    #expect(
      wording.contradictionQuestion([literal(4, [1]), literal(1, [1])], .between([0, 1]))
        == "When the network fails (offline), if plan is “Premium member”: which one wins, “Show a banner; Keep the text” or ‘“Network error” is shown’? Or do both happen?"
    )
    #expect(
      wording.undecidedQuestion(2, sharing: [1])
        == "If plan is “Premium member”: Is it sent again? Where ‘“Network error” is shown’ applies too, which one wins?"
    )
    #expect(
      wording.orderChoices(ofQuestionSharing: [1]) == [
        "The answer wins", "‘“Network error” is shown’ wins",
      ]
    )
    #expect(wording.undecidedQuestion(2) == "If plan is “Premium member”: Is it sent again?")
  }

  @Test func writtenConditions() {
    func words(_ alternatives: [[NamedCube.Literal]]) -> String {
      wording.condition(of: SpecificationSketch.condition(alternatives))
    }
    #expect(
      words([[literal(0, [1]), literal(4, [0])], [literal(1, [1])]])
        == "on “Tap Submit”, if login is member, or if plan is “Premium member”"
    )
    #expect(words([[]]) == "always")
  }

  @Test func nearestRule() {
    var sketch = SpecificationSketch.englishRecipe
    sketch.rule("timeout", line: 8, [[literal(4, [2])]], then: ["Wait"])
    sketch.rule("done", line: 12, [[literal(4, [3])]], then: ["Wait"])
    sketch.rule("free", line: 41, [[literal(4, [1, 2]), literal(1, [0])]], then: ["Wait"])
    let wording = sketch.wording
    let offline = literal(4, [1])
    #expect(
      wording.nearest(NamedCube(literals: [offline, literal(1, [1])]))?.phrase
        == "`free` (line 41) says: Wait. It decides this only if plan is “Free members”."
    )
    #expect(
      wording.nearest(NamedCube(literals: [offline]))?.phrase
        == "`free` (line 41) says: Wait. It decides this only if plan is “Free members”."
    )
    sketch.rules.removeFirst()
    #expect(
      sketch.wording.nearest(NamedCube(literals: [offline, literal(1, [1])]))?.phrase
        == "`free` (line 41) says: Wait. It decides this only if plan is “Free members”."
    )
    sketch.rule("short", line: 50, [[literal(4, [0]), literal(3, [0])]], then: ["Wait"])
    #expect(
      sketch.wording.nearest(NamedCube(literals: [literal(4, [0]), literal(3, [1])]))?.phrase
        == "`short` (line 50) says: Wait. It decides this only if “Sender's name” is “Short”."
    )
    #expect(
      sketch.wording.nearest(NamedCube(literals: [literal(4, [3]), literal(1, [1])]))?.rule == 0
    )
    #expect(
      sketch.wording.nearest(NamedCube(literals: [offline, literal(0, [1])]))?.phrase
        == "`free` (line 41) says: Wait. It decides this only if plan is “Free members”."
    )
  }

  @Test func nearestRuleSharesMoreAndLiesCloser() {
    var sketch = SpecificationSketch.englishRecipe
    sketch.factors[2].values.indices.forEach { sketch.factors[2].values[$0].number = $0 }
    sketch.rule("timeout", line: 8, [[literal(4, [2])]], then: ["Wait"])
    sketch.rule("none", line: 9, [[literal(4, [1]), literal(2, [0])]], then: ["Wait"])
    sketch.rule("some", line: 10, [[literal(4, [1]), literal(2, [2, 3])]], then: ["Wait"])
    sketch.rule("free", line: 11, [[literal(4, [1]), literal(2, [0]), literal(1, [0])]], then: [])
    let many = NamedCube(literals: [literal(4, [1]), literal(2, [4])])
    #expect(
      sketch.wording.nearest(many)?.phrase
        == "`some` (line 10) says: Wait. It decides this only if “Number of photos” is 2 or 4."
    )
    #expect(
      sketch.wording.nearest(NamedCube(literals: many.literals + [literal(1, [0])]))?.rule == 3
    )
    let offline = NamedCube(literals: [literal(4, [1])])
    sketch.rules.removeLast(3)
    #expect(
      sketch.wording.nearest(offline)?.phrase
        == "`timeout` (line 8) says: Wait. It decides this only on “Network error” (timeout)."
    )
  }
}
