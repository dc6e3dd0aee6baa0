import TestSupport
import Testing

@testable import TestDesign

/// Different answers to all undefined combinations of random specs.
extension RandomAnswerTests {
  @Test(arguments: 0..<4)
  func `answers to all that is undefined contradict nothing`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      let spec = RandomSpec.make(seed: UInt64(seed), hasPack: seed % 3 == 1)
      guard let sample = try WrittenSample(spec, seed: seed) else { continue }
      var random = SplitMix64(seed: UInt64(seed) &+ 79)
      let answers = random.shuffled(Self.differentAnswers(to: sample))
      guard !answers.isEmpty else { continue }
      tally.count("questions", answers.count)
      try expectTogether(answers, sample)
      try expectOneByOne(answers, sample, &tally)
    }
    print("all answered:", tally.summary)
    #expect(tally["questions"] > 0)
  }

  /// Out of scope leaves out what is decided; a rule for the rest would ask about its invalid values again.
  @Test func `no answer opens again what another one closes`() throws {
    let text = spec(
      """
      states: {plan: [free, paid]}
      data: {file: {label: File, values: {broken: {invalid: true}, empty: {invalid: true}}}}
      operations: [send]
      rules: {send: [{when: {plan: free}, then: The file is sent}]}
      """
    )
    let sample = try #require(try WrittenSample(text, seed: 0))
    let asked = sample.analysed.analysis.findings.filter(\.isQuestion)
    let invalid = try #require(asked.first { $0.code == .invalidLikeValid })
    let asks = "On send, if “File” is invalid: is “The file is sent” right?"
    #expect(invalid.message.hasPrefix(asks))
    let hole = try #require(asked.first { $0.code == .undefinedCombination })
    let answers = [
      QuestionAnswer(question: invalid.id, kind: .outOfScope, text: "no such files", place: "M2"),
      QuestionAnswer(question: hole.id, text: "The file is kept", place: "M3"),
    ]
    let first = sample.answered(answers)
    #expect(first.outcomes.map(\.state.isApplied) == [true, false])
    guard case .refused(let reason) = first.outcomes[1].state else {
      Issue.record("not refused: \(first.outcomes[1].state)")
      return
    }
    #expect(reason.english.hasPrefix("a question settled by another answer would be open again"))
    let second = try #require(try sample.reading(first.text)).answered([answers[0]])
    #expect(second.outcomes.map(\.state) == [.known] && second.text == first.text)
  }

  private static func differentAnswers(to sample: WrittenSample) -> [QuestionAnswer] {
    sample.analysed.analysis.findings.filter { $0.code == .undefinedCombination }.map { finding in
      QuestionAnswer(
        question: finding.id,
        fingerprint: finding.question?.fingerprint,
        text: "Result of \(finding.id)",
        place: "B.xlsx:Questions!M2"
      )
    }
  }

  /// Applies all at once: every question is closed, nothing contradicts, and repeating the answers changes nothing.
  private func expectTogether(_ answers: [QuestionAnswer], _ sample: WrittenSample) throws {
    let result = sample.answered(answers)
    let comment: Comment = "seed \(sample.seed)\n\(result.text)"
    for outcome in result.outcomes { #expect(outcome.state.isApplied, "\(outcome)\n\(comment)") }
    let after = try #require(try sample.reading(result.text), comment)
    #expect(after.analysed.analysis.counts.undefined == "0", comment)
    expectNoContradiction(after, sample, comment)
    let second = after.answered(answers)
    #expect(second.text == result.text, comment)
    #expect(second.outcomes.allSatisfy { $0.state == .known }, comment)
  }

  /// Applies one after the other, each to the result of the previous ones.
  private func expectOneByOne(
    _ answers: [QuestionAnswer],
    _ sample: WrittenSample,
    _ tally: inout Tally
  ) throws {
    var current = sample
    var open = answers
    while let answer = open.first {
      let result = current.answered([answer])
      let asked = sample.analysed.analysis.findings.first { $0.id == answer.question }?.question
      if !result.outcomes[0].state.isApplied, let asked {
        // The question now covers other combinations, and no question covers exactly the old ones.
        #expect(
          !current.analysed.analysis.questions.contains { $0.question?.region == asked.region },
          "seed \(sample.seed): \(result.outcomes[0])"
        )
      }
      tally.count(result.outcomes[0].state.isApplied ? "applied" : "asked otherwise by then")
      let comment: Comment = "seed \(sample.seed)\n\(result.text)"
      current = try #require(try current.reading(result.text), comment)
      expectNoContradiction(current, sample, comment)
      open.removeFirst()
      // Questions that change once others are answered are answered in their new form.
      if open.isEmpty {
        open = Self.differentAnswers(to: current)
        tally.count("asked anew", open.count)
      }
    }
    #expect(current.analysed.analysis.counts.undefined == "0", "seed \(sample.seed)")
  }

  private func expectNoContradiction(
    _ after: WrittenSample,
    _ before: WrittenSample,
    _ comment: Comment
  ) {
    let (now, then) = (after.analysed.analysis.counts, before.analysed.analysis.counts)
    #expect(now.contradictory == then.contradictory, comment)
  }
}
