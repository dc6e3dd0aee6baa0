import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// Answers to contradictions in random specs; examples are in `Specs/contradiction-answers.md`.
struct ContradictionAnswerTests {
  /// Answers every question of random specs differently, until none is left: no new contradiction ever appears.
  ///
  /// Each operation gets one undefined question per round, since overlapping ones cannot be answered differently.
  @Test(arguments: 0..<4)
  func `answers make no new contradictions`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.share(200), by: 4) {
      var text = RandomSpec.make(seed: UInt64(seed)).yaml()
      guard try analysedIfValid(text) != nil else { continue }
      var random = SplitMix64(seed: UInt64(seed) &+ 5)
      tally.count("specs")
      var round = 0
      var byHand: Set<String> = []
      while true {
        let now = try analysed(text)
        var operations: Set<Int> = []
        let questions = now.analysis.findings.filter { finding in
          if byHand.contains(finding.id) { return false }
          switch finding.code {
          case .contradictoryRules, .undecidedRule: return true
          case .undefinedCombination:
            return operations.insert(finding.question?.operation ?? -1).inserted
          default: return false
          }
        }
        guard !questions.isEmpty else { break }
        round += 1
        try #require(round < 60, "seed \(seed) does not end\n\(text)")
        let answers = questions.enumerated().map { number, finding in
          tally.count(finding.code.rawValue)
          return answer(
            to: finding,
            result: "Answer \(round).\(number)",
            &random
          )
        }
        let result = now.answered(answers, in: text)
        // Some answers of a round may be refused because of others, but not all; what the editor cannot write is left to a person.
        for outcome in result.outcomes {
          guard case .refused(let reason) = outcome.state else { continue }
          tally.count("refused")
          if reason.english.hasPrefix("could not edit") { byHand.insert(outcome.answer.question) }
        }
        #expect(byHand.count < 2, "seed \(seed)")
        if result.text == text, !byHand.isEmpty { continue }
        try #require(result.text != text, "seed \(seed): \(result.outcomes)\n\(text)")
        let after = try analysed(result.text)
        let before = now.analysis.counts.contradictory.flatMap { Int($0) } ?? 0
        let left = after.analysis.counts.contradictory.flatMap { Int($0) } ?? 0
        #expect(left <= before, "seed \(seed), round \(round)\n\(text)\n\(result.text)")
        text = result.text
      }
      tally.count("rounds", round)
      if byHand.isEmpty { #expect(try analysed(text).analysis.counts.contradictory == "0") }
    }
    print("decided:", tally.summary)
    #expect(tally["contradictory-expectations"] >= Seeds.count / 20)
  }

  private func answer(
    to finding: Finding,
    result: String,
    _ random: inout SplitMix64
  ) -> QuestionAnswer {
    let choices = finding.question?.choices ?? []
    var text = result
    if finding.code == .contradictoryRules {
      text = random.pick([
        result, random.pick(choices), choices[0], choices[choices.count - 1],
      ])
    } else if !choices.isEmpty, random.chance(60) {
      text += "\n" + random.pick(choices)
    }
    return QuestionAnswer(
      question: finding.id,
      fingerprint: finding.question?.fingerprint,
      text: text,
      place: "B.xlsx:Questions!M2"
    )
  }
}
