import Specification
import TestDesign
import Testing

@testable import Reporting

/// The choices beside a question that is not about a result alone.
@Suite struct QuestionChoicesTests {
  private static let topic = """
    traits: [push]
    operations: {tap: Tap}
    rules: {tap: It goes to the manager for approval}
    dismissed: {push_open: none, push_received: none, back: none, one_person_decides: none, handed_over: none}
    """
  private static let unreached = """
    states: {locked: {label: The paper is sealed, start: no}}
    operations: {tap: Tap}
    rules: {tap: [{when: {locked: yes}, then: A, becomes: {locked: no}}, {when: {locked: no}, then: B}]}
    """

  @Test(arguments: [
    (topic, [QuestionAnswer.Kind.dismiss, .later]), (unreached, [.later]),
  ])
  func `what takes no choice of another kind offers none`(
    text: String,
    kinds: [QuestionAnswer.Kind]
  ) throws {
    let report = try RecordedReportTests.report("specmatrix: 1\nid: T\nfeature: Test\n" + text)
    let rows = try #require(report[.questions]).rows
    #expect(rows.map { $0.choices[.answerKind] } == [kinds.map { $0.name(.english) }])
  }
}
