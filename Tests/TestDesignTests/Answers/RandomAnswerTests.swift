import Foundation
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Random answers to the questions of random specs, written in every style.
///
/// An applied answer closes its question and changes nothing else; applied again it changes nothing at all.
struct RandomAnswerTests {
  /// Trials of the ordinary run; `SPECMATRIX_TRIALS=500` in release makes the long one.
  private static let trials =
    ProcessInfo.processInfo.environment["SPECMATRIX_TRIALS"].flatMap(Int.init) ?? 24

  @Test(arguments: 0..<4)
  func `an answer closes its question and nothing else changes`(part: Int) throws {
    var tally = AnswerTally()
    for seed in stride(from: part, to: Self.trials, by: 4) {
      let text = RandomSpec.make(seed: UInt64(seed)).yaml()
      guard let before = try analysedIfValid(text) else { continue }
      var random = SplitMix64(seed: UInt64(seed) &+ 77)
      let questions = before.analysis.findings.filter(\.isQuestion)
      let answers = questions.map { randomAnswer(to: $0, of: before.specification, &random) }
      for answer in random.sample(min(2, answers.count), of: answers) {
        try expectApplied(answer, before, text, seed, &tally)
      }
      try expectOnce(answers, before, text, seed, &tally)
    }
    print("answers: \(tally)")
    #expect(tally.applied > tally.refused)
  }

  /// One answer alone: only its own bytes are new, and exactly its combinations are settled.
  private func expectApplied(
    _ answer: QuestionAnswer,
    _ before: AnalysedSpecification,
    _ text: String,
    _ seed: Int,
    _ tally: inout AnswerTally
  ) throws {
    let result = before.answered([answer], in: text, catalogue: .standard, today: testDay)
    let comment: Comment = "seed \(seed): \(answer)\n\(result.outcomes[0].state)\n\(result.text)"
    guard case .applied = result.outcomes[0].state else {
      #expect(result.text == text, comment)
      tally.count(result.outcomes[0].state)
      return
    }
    tally.applied += 1
    let finding = try #require(before.analysis.findings.first { $0.id == answer.question })
    let after = try analysed(result.text).analysis
    if finding.code != .undecidedRule {
      #expect(isInsertion(result.text, into: text), comment)
    }
    let isPutOff = answer.kind == .later && finding.code == .undecidedRule
    #expect(after.findings.contains { $0.id == answer.question } == isPutOff, comment)
    guard let own = finding.combinations.flatMap({ Int($0) }) else { return }
    let (old, new) = (before.analysis.counts, after.counts)
    func change(_ count: (Analysis.Counts) -> String?) -> Int {
      (count(new).flatMap { Int($0) } ?? 0) - (count(old).flatMap { Int($0) } ?? 0)
    }
    let isGone = answer.kind == .notPossible || answer.kind == .outOfScope
    #expect(change(\.combinations) == (isGone ? -own : 0), comment)
    let isUndefined = finding.code == .undefinedCombination
    #expect(change(\.undefined) == (isUndefined ? -own : 0), comment)
    // What is an exception of what depends on the space, so that a constraint may bring rules into disagreement elsewhere.
    guard !isGone, finding.code != .undecidedRule else { return }
    let settled = isUndefined ? 0 : -own
    #expect(change(\.contradictory) == settled, comment)
  }

  /// All answers together, and then once more.
  private func expectOnce(
    _ answers: [QuestionAnswer],
    _ before: AnalysedSpecification,
    _ text: String,
    _ seed: Int,
    _ tally: inout AnswerTally
  ) throws {
    let first = before.answered(answers, in: text, catalogue: .standard, today: testDay)
    let after = try analysed(first.text)
    let open = Set(after.analysis.findings.map(\.id))
    for outcome in first.outcomes {
      guard case .applied = outcome.state else { continue }
      let isPutOff = outcome.answer.kind == .later
      #expect(
        isPutOff || !open.contains(outcome.answer.question),
        "seed \(seed): \(outcome)\n\(first.text)"
      )
    }
    let second = after.answered(answers, in: first.text, catalogue: .standard, today: testDay)
    #expect(second.text == first.text, "seed \(seed)\n\(first.text)")
    for (one, two) in zip(first.outcomes, second.outcomes) {
      guard case .applied = one.state else { continue }
      tally.twice += 1
      #expect(two.state == .known, "seed \(seed): \(two)\n\(first.text)")
    }
  }

  /// Whether the new text is the old one with one stretch put in, or two of which the first is a comma.
  private func isInsertion(_ new: String, into old: String) -> Bool {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    return prefix + suffix >= old.count
  }

  private func randomAnswer(
    to question: Finding,
    of specification: Specification,
    _ random: inout SplitMix64
  ) -> QuestionAnswer {
    let kind = random.pick(QuestionAnswer.Kind.allCases + [.asWritten, .asWritten])
    let texts = [
      "結果を表示する", "- dash: \"x\" #1", "・一つ目\n・二つ目", "it's {odd}, [very] odd", "👨‍👩‍👧\u{200B}\\n",
      "a: b\n\nc",
      "1", "null", String(repeating: "とても長い文", count: 15) + "\nb",
    ]
    let text =
      switch kind {
      case .later: random.pick(["2099-12-31", "2099年1月31日まで", "いつか"])
      case .depends:
        random.pick(
          specification.factors.flatMap { factor in
            [factor.label, factor.name, "\(factor.label)が\(factor.values[0].label)なら", "?"]
          } + ["?"]
        )
      case .notPossible, .outOfScope: random.pick(["", "理由: x", "「なぜ」\n二行"])
      case .asWritten: random.pick(texts)
      }
    return QuestionAnswer(
      question: question.id,
      fingerprint: random.chance(70) ? question.question?.fingerprint : nil,
      kind: kind,
      text: text,
      author: random.pick(["", "佐藤", "A: B"]),
      day: random.pick(["", "2026-11-20"]),
      comment: random.pick(["", "", "コメント # x", "two\nlines"]),
      place: "B.xlsx:Questions!M2"
    )
  }
}

/// How many answers ended how.
private struct AnswerTally: CustomStringConvertible {
  var applied = 0
  var refused = 0
  var other = 0
  var twice = 0
  var reasons: [String: Int] = [:]

  mutating func count(_ state: AnswerOutcome.State) {
    guard case .refused(let reason) = state else {
      other += 1
      return
    }
    refused += 1
    reasons[String(reason.prefix(40)), default: 0] += 1
  }

  var description: String {
    let reasons = reasons.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    return
      "\(applied) applied alone, \(refused) refused, \(other) others, \(twice) applied twice; \(reasons)"
  }
}
