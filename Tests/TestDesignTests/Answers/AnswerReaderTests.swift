import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// Readings that need a setting of their own; texts beside an answer are in `Specs/answer-reasons.md`, answers as directors type them in
/// `Specs/non-results.md`.
struct AnswerReaderTests {
  private static func isRefused(_ reading: AnswerReading) -> Bool {
    if case .refused = reading { true } else { false }
  }

  @Test(arguments: [QuestionAnswer.Kind.notPossible, .outOfScope])
  func `an option is no reason`(kind: QuestionAnswer.Kind) {
    let setting = AnswerSetting(options: [["An email"], ["A letter"]])
    #expect(Self.isRefused(AnswerReader(.english).read("an email", kind: kind, to: setting)))
  }

  @Test func `no comment objects to nothing`() {
    #expect(!StatedReason.objects(""))
  }

  /// It may be the answer, or mean that the topic does not matter.
  @Test func `no chooses nothing for a topic`() throws {
    let analysed = try analysed(
      spec("traits: [push]\noperations: [send]\nrules:\n  send: It goes to approval")
    )
    let note = try #require(analysed.analysis.findings.first { !$0.items.isEmpty })
    let topic = try #require(note.items.first { $0.isTopic(in: analysed.specification) })
    let setting = AnswerSetting(topic, options: [], in: analysed.specification)
    for reply in ["no", "いいえ"] {
      #expect(
        AnswerReader(.english).read("Nothing waits for it", beside: reply, to: setting) == nil
      )
    }
    let whole = QuestionAnswer.Kind.dismiss
    #expect(
      AnswerReader(.english).read("Nothing waits for it", kind: whole, to: setting)
        == .said(.dismiss, text: "Nothing waits for it")
    )
  }

  @Test(arguments: [
    ("Yes: a message is shown", "a message is shown"), ("あります。エラーを表示する", "エラーを表示する"),
    ("A message is shown", "A message is shown"), ("No – they open 72 hours before", nil),
    ("Can't be, they open 72 hours before", nil), ("ならない。上限は10冊", nil), ("なりません", nil),
  ])
  func `whether something can occur is answered beside what happens`(
    answer: String,
    result: String?
  ) {
    let setting = AnswerSetting(options: [], asked: "Can x be 6 or more? If so, what happens?")
    let reading = AnswerReader(.english).read(answer, kind: nil, to: setting)
    if let result {
      #expect(reading == .said(.asWritten, text: result))
    } else if case .refused(let reason) = reading {
      #expect(reason.english.contains("“Cannot happen”"))
    } else {
      Issue.record("\(reading)")
    }
  }

  @Test func `a bare number is unclear among options that begin with one`() {
    let options = AnswerSetting(options: [["3 times"], ["1 time"], ["2"]])
    for answer in ["3", "1"] {
      #expect(Self.isRefused(AnswerReader(.english).read(answer, kind: nil, to: options)))
    }
    for answer in ["③", "③ 2", "2"] {
      #expect(
        AnswerReader(.english).read(answer, kind: nil, to: options) == .said(.asWritten, text: "2"),
        "\(answer)"
      )
    }
  }
}
