import Specification
import Testing

@testable import TestDesign

/// Questions that say no more than their reader needs.
struct ReadableQuestionTests {
  /// Factors 0 plan, 1 list (for a lapsed plan), 2 photos (for a lapsed plan), 3 role; operation value 0 tap.
  private func wording(_ language: Language) -> Wording {
    var sketch = SpecificationSketch(language: language)
    sketch.factor("plan", "Plan", ["free", "plus", "lapsed=Plus that has lapsed"])
    sketch.factor("list", "List", ["normal", "full", "extra=Extra"], onlyWhen: (0, [2]))
    sketch.factor("photos", "Photos", ["1", "4", "9"], kind: .data, onlyWhen: (0, [2]))
    sketch.factor("role", "Role", ["owner", "editor", "viewer"])
    sketch.operation("tap", "Tap")
    return sketch.wording
  }

  @Test(
    arguments: [
      // As many letters as they are, or fewer.
      ([literal(0, [0, 2])], "if plan is anything except plus", "PlanがPlus以外の場合"),
      ([literal(3, [0, 1])], "if role is owner or editor", "RoleがownerまたはEditorの場合"),
      // Anything, also that it does not apply.
      (
        [literal(1, [0, 1], orNone: true)], "if list is anything except “Extra”", "ListがExtra以外の場合"
      ),
      // Nothing else is shorter than to name it.
      ([literal(2, [1], orNone: true)], "if photos is 4 or does not apply", "Photosが4または該当なしの場合"),
      // What decides is said.
      (
        [literal(0, [0, 2]), literal(2, [1], orNone: true)],
        "if plan is anything except plus and photos is 4", "PlanがPlus以外で、Photosが4の場合"
      ),
    ] as [([NamedCube.Literal], String, String)]
  )
  func condition(literals: [NamedCube.Literal], english: String, japanese: String) {
    #expect(wording(.english).condition(literals) == english)
    #expect(wording(.japanese).condition(literals).lowercased() == japanese.lowercased())
  }

  @Test func examplesTakeUsualValues() throws {
    let text = spec(
      """
      states:
        login: {values: [guest, member], usual: member}
        plan: {values: [free, plus, premium], usual: premium}
      data:
        photos: {range: 1..4, usual: 3}
        name: {values: {long: {label: Very long, invalid: true}, short: }}
      operations:
        submit: {variants: {slow: {label: Slow, invalid: true}, fast: }}
      impossible:
        - when: {login: member, plan: plus}
      rules:
        submit/any:
          plan: {not plus: Posted}
      """
    )
    let findings = try analysed(text).analysis.findings
    let finding = try #require(findings.first { $0.code == .undefinedCombination })
    let example = try #require(finding.question?.example)
    let photos = try #require(try specification(text).factors[2].values.firstIndex { $0.id == "3" })
    // Plus, so no member; else the usual value, or the first valid one.
    #expect(example.values == [0, 1, photos, 1])
    #expect(example.operation == 1)
  }
}
