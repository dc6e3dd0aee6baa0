import Specification
import Testing

@testable import TestDesign

/// What people read of comparisons, and what they paste.
struct ComparisonWordingTests {
  private static func upload(_ rules: String, language: String = "en") -> String {
    spec(
      """
      language: \(language)
      data:
        size: {label: \(language == "en" ? "File size" : "サイズ"), range: 1..500 MB}
        free: {label: \(language == "en" ? "Free space" : "空き容量"), range: 0..1000 MB}
      operations:
        send: \(language == "en" ? "Tap Send" : "送信ボタンをタップする")
      impossible:
        - {when: {size: invalid}, because: the picker says so}
        - {when: {free: invalid}, because: the disk says so}
      rules:
        send:
          \(rules)
      """
    )
  }

  @Test(arguments: [
    ("at most", "if “File size” is more than the free space", "more than free"),
    ("at least", "if “File size” is less than the free space", "less than free"),
    ("more than", "if “File size” is at most the free space", "at most free"),
    ("not same as", "if “File size” is the same as the free space", "same as free"),
    ("same as", "if “File size” is not the same as the free space", "not same as free"),
  ])
  func `a question names the relation`(said: String, asked: String, stub: String) throws {
    let text = Self.upload("- {when: {size: \(said) free}, then: It is sent}")
    let analysed = try analysed(text)
    let questions = analysed.analysis.findings.filter { $0.code == .undefinedCombination }
    #expect(questions.map(\.message).count == 1)
    #expect(questions[0].message == "On “Tap Send”, what happens \(asked)?")
    let wording = Wording(analysed.specification)
    let cubes = try #require(questions[0].cube.map { [$0] })
    let written = wording.stub(cubes)
    #expect(written.contains("  size:\n    \(stub): "), "\(written)")
  }

  @Test func `a condition has both a comparison and numbers`() throws {
    let rules = """
      - {when: {size: at most free}, then: It is sent}
          - {when: {size: ..99 and more than free}, then: A dialog offers more space}
      """
    let analysed = try analysed(Self.upload(rules))
    let questions = analysed.analysis.findings.filter { $0.code == .undefinedCombination }
    #expect(
      questions.map(\.message) == [
        "On “Tap Send”, what happens if “File size” is 100 to 500 MB and more than the free space?"
      ]
    )
    let stub = Wording(analysed.specification).stub([try #require(questions[0].cube)])
    #expect(stub.contains("size: 100..500 and more than free"), "\(stub)")
  }

  @Test func `Japanese says how two numbers compare`() throws {
    for (said, asked) in [
      ("at most", "サイズが空き容量より大きい状態で"), ("more than", "サイズが空き容量以下である状態で"),
      ("not same as", "サイズが空き容量と同じである状態で"), ("same as", "サイズが空き容量と異なる状態で"),
    ] {
      let rule = "- {when: {size: \(said) free}, then: 送信される}"
      let analysed = try analysed(Self.upload(rule, language: "ja"))
      let questions = analysed.analysis.findings.filter { $0.code == .undefinedCombination }
      #expect(questions.map(\.message.count).count == 1)
      #expect(questions[0].message.contains(asked), "\(questions[0].message)")
    }
  }

  @Test func `days are earlier or later`() throws {
    let text = spec(
      """
      data:
        returned: {label: Day of return, date: 2027-04-01..2027-04-30}
        due: {label: Due day, date: 2027-04-01..2027-04-30}
      operations:
        close: Tap Close
      rules:
        close:
          - {when: {returned: at most due}, then: No fee is shown}
          - {when: {returned: invalid}, then: The day turns red}
          - {when: {due: invalid}, then: The day turns red}
      """
    )
    let questions = try analysed(text).analysis.findings.filter { $0.code == .undefinedCombination }
    #expect(
      questions.map(\.message) == [
        "On “Tap Close”, what happens if “Day of return” is later than the due day?"
      ]
    )
  }
}
