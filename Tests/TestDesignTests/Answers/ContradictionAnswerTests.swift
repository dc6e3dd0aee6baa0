import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// Answers to what rules disagree on.
struct ContradictionAnswerTests {
  private static let two = spec(
    """
    states: {login: [guest, member], plan: [free, premium]}
    operations: {submit: Tap Post}
    rules:
      submit:
        - then: It is posted
        - {id: guests, when: {login: guest}, then: The login opens}
        - {id: free, when: {plan: free}, then: An ad is shown}
    """
  )

  private func contradiction(_ text: String) throws -> Finding {
    try #require(
      try analysed(text).analysis.findings.first { $0.code == .contradictoryRules },
      "\(text)"
    )
  }

  private func answered(
    _ text: String,
    _ answer: String,
    to finding: Finding
  ) throws -> (text: String, state: AnswerOutcome.State, answer: QuestionAnswer) {
    let answer = QuestionAnswer(
      question: finding.id,
      fingerprint: finding.question?.fingerprint,
      text: answer,
      author: "Sato",
      day: "2026-11-20",
      place: "T.csv:B2"
    )
    let result = try analysed(text).answered([answer], in: text)
    return (result.text, result.outcomes[0].state, answer)
  }

  /// The option that puts a rule first.
  private func choice(_ rule: String, of finding: Finding, in text: String) throws -> String {
    let specification = try analysed(text).specification
    let declared = try #require(specification.rules.first { $0.id == rule })
    let name = Wording(specification).outcome(of: declared)
    return try #require(finding.question?.choices.first { $0.contains(name) })
  }

  /// What an answer adds to the text; it closes the question, and given again it is known.
  private func closing(_ answer: String, _ text: String) throws -> String {
    let finding = try contradiction(text)
    let first = try answered(text, answer, to: finding)
    #expect(first.state.isApplied, "\(first.state)")
    let after = try analysed(first.text).analysis
    #expect(!after.findings.contains { $0.code == .contradictoryRules }, "\(first.text)")
    let second = try answered(first.text, answer, to: finding)
    #expect(second.state == .known, "\(answer): \(second.state)\n\(first.text)")
    #expect(second.text == first.text)
    let old = text.split(separator: "\n")
    return first.text.split(separator: "\n").filter { !old.contains($0) }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("“An ad is shown” wins", "[free, guests]"),
    ("“The login opens” wins", "[guests, free]"),
  ])
  func `a rule that is chosen comes first`(answer: String, list: String) throws {
    let id = try contradiction(Self.two).id
    let added = try closing(answer, Self.two).split(separator: "\n")
    #expect(
      added.first { $0.hasPrefix("prec") } == "precedence: \(list)  # \(id), Sato, 2026-11-20"
    )
    // The rule that comes first is not asked about again.
    #expect(added.count { $0.contains("because: \"\(id), Sato, 2026-11-20\"") } == 1, "\(added)")
  }

  @Test func `both may happen`() throws {
    let id = try contradiction(Self.two).id
    #expect(
      try closing("Both happen", Self.two)
        == "    - {id: submit-guest-free, when: {login: guest, plan: free}, then: [The login opens, An ad is shown], source: \"\(id), Sato, 2026-11-20\"}"
    )
  }

  @Test func `what comes on top is one word`() throws {
    let text = spec(
      """
      states: {child: A child, plan: [free, pro], late: It is late}
      operations: [lend]
      rules:
        lend:
          - {id: child, when: {child: yes}, then: A parent is asked}
          - {id: free, when: {plan: free}, then: It is lent}
          - {id: pro, when: {plan: pro}, then: It is sent}
          - {id: late, when: {late: yes}, then: A fee is added}
      """
    )
    let added = try closing("All of them happen", text)
    #expect(
      added.split(separator: "\n").map { $0.split(separator: ", source")[0].trimmed } == [
        "- {id: child, when: {child: yes}, adds: A parent is asked",
        "- {id: late, when: {late: yes}, adds: A fee is added",
      ]
    )
  }

  /// The plans never meet, so that they share a place.
  @Test(arguments: ["3, 2, 1", "③＞②＞①", "３、２、１"])
  func `the numbers of the options put all in order`(answer: String) throws {
    let text = spec(
      """
      states: {plan: [free, pro], late: It is late, vip: A VIP}
      operations: [pay]
      rules:
        pay:
          - {id: free, when: {plan: free}, then: A card is asked for}
          - {id: pro, when: {plan: pro}, then: The bill is sent}
          - {id: late, when: {late: yes}, then: Nothing but a fee is asked for}
          - {id: vip, when: {vip: yes}, then: The manager is called}
      """
    )
    let finding = try contradiction(text)
    #expect(
      finding.question?.choices == [
        "“A card is asked for” or “The bill is sent” wins",
        "“Nothing but a fee is asked for” wins", "“The manager is called” wins",
      ]
    )
    #expect(
      finding.help[0].contains("`late` (line 10), `vip` (line 11), `free`"),
      "\(finding.help)"
    )
    let specification = try analysed(text).specification
    let options = (finding.question?.choices ?? []).map { [$0] }
    let reading = AnswerReader(.english).read(
      answer,
      kind: nil,
      to: AnswerSetting(finding, options: options, in: specification)
    )
    guard case .said(.asWritten, let said) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(try closing(said, text).contains("precedence: [vip, late, free, pro]"))
  }

  @Test func `something else may happen`() throws {
    let id = try contradiction(Self.two).id
    #expect(
      try closing("Nothing, of course", Self.two)
        == "    - {id: submit-guest-free, when: {login: guest, plan: free}, then: \"Nothing, of course\", source: \"\(id), Sato, 2026-11-20\"}"
    )
  }

  @Test func `of several rules one may come first, and the rest is asked again`() throws {
    let finding = try contradiction(DisagreementTests.invitation)
    let result = try answered(
      DisagreementTests.invitation,
      try choice("revoked", of: finding, in: DisagreementTests.invitation),
      to: finding
    )
    #expect(result.state == .applied("revoked comes first in `precedence`"))
    #expect(
      try analysed(result.text).specification.precedence.map { $0.entries.compactMap(\.rule) }
        == [[2, 1], [2, 3], [2, 4], [2, 5]]
    )
    let rest = try contradiction(result.text)
    #expect(rest.rules == [1, 3, 4, 5])
  }

  @Test func `that all happen is refused where it takes more than a word`() throws {
    let finding = try contradiction(DisagreementTests.invitation)
    guard
      case .refused = try answered(DisagreementTests.invitation, "All of them happen", to: finding)
        .state
    else {
      Issue.record("it is applied")
      return
    }
  }

  /// What precedence says already leads from one rule to the other: a rule says what a list cannot.
  @Test func `no list closes a circle`() throws {
    let text = spec(
      """
      states: {a: [a0, a1], b: [b0, b1], c: [c0, c1]}
      operations: [tap]
      precedence: [[one, between], [between, two]]
      rules:
        tap:
          - {id: one, when: {a: a0}, then: One}
          - {id: two, when: {b: b0}, then: Two}
          - {id: between, when: {c: c0}, then: Three}
          - {when: {a: a1, b: b1, c: c1}, then: Four}
      """
    )
    let question = try contradiction(text)
    let added = try closing(try choice("two", of: question, in: text), text)
    #expect(added.contains("[[one, between]") == false)
    #expect(added.contains("id: tap-a0-b0"))
    #expect(added.contains("then: Two"))
    #expect(try closing(try choice("one", of: question, in: text), text).contains("[one, two]"))
  }

  /// `guests` kept `all` from winning: where it is out, `all` must be, too.
  @Test func `what a list would revive comes behind`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium], photos: [none, some]}
      operations: {submit: Tap Post}
      rules:
        submit:
          - {id: all, when: {login: guest}, then: It is kept}
          - {id: some, when: {login: guest, photos: some}, then: The login opens}
          - {id: free, when: {plan: free, photos: some}, then: An ad is shown}
          - {id: rest, when: {login: member}, then: It is posted}
      precedence: [free, rest]
      """
    )
    let finding = try contradiction(text)
    #expect(finding.rules == [1, 2])
    let added = try closing(try choice("free", of: finding, in: text), text)
    #expect(added.contains("[free, some, all]"))
  }

  @Test func `a question rule is decided with its place`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium]}
      operations: {submit: Tap Post}
      rules:
        submit:
          - then: It is posted
          - {id: guests, when: {login: guest}, question: "Where to?", options: [Login, Home]}
          - {id: free, when: {plan: free}, then: An ad is shown}
      """
    )
    let finding = try #require(
      try analysed(text).analysis.findings.first { $0.code == .undecidedRule }
    )
    for (answer, list, results) in [
      ("Home", "[guests, free]", "Home"),
      ("Login\nThe answer wins", "[guests, free]", "Login"),
      ("Login\n“An ad is shown” wins", "[free, guests]", "Login"),
      ("The shop\n“An ad is shown” wins", "[free, guests]", "The shop"),
    ] {
      let result = try answered(text, answer, to: finding)
      #expect(result.state.isApplied, "\(answer): \(result.state)")
      let after = try analysed(result.text)
      #expect(after.specification.rules[1].results == [results])
      #expect(result.text.contains("precedence: \(list)  # \(finding.id)"), "\(result.text)")
      #expect(after.analysis.counts.contradictory == "0")
      #expect(after.analysis.counts.undecided == "0")
      let second = try answered(result.text, answer, to: finding)
      #expect(second.state == .known, "\(answer): \(second.state)")
    }
    #expect(
      try answered(text, "The answer wins", to: finding).state
        == .refused("the answer says which one wins, but not what happens")
    )
  }

  /// Every question of random specs answered, each differently, until none is left: never a contradiction that was not there before.
  ///
  /// Of what is undefined an operation is asked one question a round: two that overlap cannot be answered differently.
  @Test(arguments: 0..<4)
  func `answers make no new contradictions`(part: Int) throws {
    var tally = (specs: 0, decisions: 0, questions: 0, rounds: 0, refused: 0, most: 0)
    for seed in stride(from: part, to: Seeds.share(200), by: 4) {
      var text = RandomSpec.make(seed: UInt64(seed)).yaml()
      guard try analysedIfValid(text) != nil else { continue }
      var random = SplitMix64(seed: UInt64(seed) &+ 5)
      tally.specs += 1
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
          tally.questions += 1
          if finding.code == .contradictoryRules { tally.decisions += 1 }
          return answer(
            to: finding,
            result: "Answer \(round).\(number)",
            &random
          )
        }
        let result = now.answered(answers, in: text)
        // An answer may be refused beside others, but some of a round must be applied; what the editor cannot write is left to a person.
        for outcome in result.outcomes {
          guard case .refused(let reason) = outcome.state else { continue }
          tally.refused += 1
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
      tally.rounds += round
      tally.most = max(tally.most, round)
      if byHand.isEmpty { #expect(try analysed(text).analysis.counts.contradictory == "0") }
    }
    print("decided: \(tally)")
    #expect(tally.decisions >= Seeds.count / 20)
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

  @Test func `a rule that comes first decides nothing where an exception has its place`() throws {
    let text = spec(
      """
      states: {login: [guest, member], network: [online, slow, offline]}
      operations: {submit: Tap Post}
      rules:
        submit:
          - {id: guests, when: {login: guest}, then: The login opens}
          - {id: reachable, when: {network: not slow}, then: It is posted}
          - {id: connected, when: {login: guest, network: not offline}, then: A draft is kept}
          - {id: waiting, when: {login: member, network: slow}, then: Nothing happens}
      """
    )
    let finding = try contradiction(text)
    #expect(finding.rules == [0, 1, 2])
    let new = try answered(text, "The other results win", to: finding)
    #expect(new.state.isApplied, "\(new.state)")
    let after = try analysed(new.text)
    #expect(!after.analysis.findings.contains { $0.code == .contradictoryRules }, "\(new.text)")
    #expect(
      after.specification.precedence.map { $0.entries.compactMap(\.rule) } == [[0, 1], [2, 1]]
    )
    let second = try answered(new.text, "The other results win", to: finding)
    #expect(second.state == .known, "\(second.state)")
    #expect(second.text == new.text)
  }

  /// A drop-down shows what a side says alone where there is no room for more, and a semicolon for each comma.
  @Test(arguments: [
    "② The login opens; and closes", "② The login opens, and closes",
  ])
  func `a choice in the brief form of the drop-down is that choice`(answer: String) throws {
    let text = Self.two.replacing(
      "then: The login opens",
      with: "then: \"The login opens, and closes\""
    )
    let finding = try contradiction(text)
    #expect(finding.question?.briefChoices.contains("The login opens, and closes") == true)
    let number = try #require(
      finding.question?.choices.firstIndex { $0.contains("The login opens") }
    )
    let chosen = answer.replacing("②", with: (number + 1).asChoice)
    let options = (finding.question?.choices ?? []).map { [$0] }
    let specification = try analysed(text).specification
    let reading = AnswerReader(specification.language).read(
      chosen,
      kind: nil,
      to: AnswerSetting(finding, options: options, in: specification)
    )
    guard case .said(.asWritten, let said) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(said == options[number][0])
    let result = try answered(text, said, to: finding)
    #expect(result.state.isApplied, "\(result.state)")
    #expect(result.text.contains("precedence: [guests, "), "\(result.text)")
  }
}
