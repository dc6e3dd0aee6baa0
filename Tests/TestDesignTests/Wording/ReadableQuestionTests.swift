import Specification
import Testing

@testable import TestDesign

struct ReadableQuestionTests {
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
    // Plus, so not a member; else the usual value, or the first valid one.
    #expect(example.values == [0, 1, photos, 1])
    #expect(example.operation == 1)
  }
}
