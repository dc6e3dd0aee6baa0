import Combinatorics
import Diagnostics
import Specification
import Text

/// Findings about unconfirmed and contested decisions.
extension FindingWriter {
  /// The maximum number of decisions quoted in the note.
  private static let shownDecisions = 3

  /// Returns an error for each contested decision, a question for each that is asked individually, and one note for all others.
  mutating func findings(of decisions: [Decision]) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    var open: [Decision] = []
    for decision in decisions {
      // A contested answer reopens its question instead; see `openQuestions(besides:)`.
      guard let winner = decision.winner else { continue }
      switch decision.state {
      case .agreed, .reasoned: break
      case .contested(let entry): findings.append(contested(decision, of: winner, entry))
      case _ where decision.isAsked: findings.append(try asked(decision, of: winner))
      case .open, .changed: open.append(decision)
      }
    }
    guard !open.isEmpty else { return findings }
    return findings + [
      Finding(
        code: .unconfirmedDecision,
        ownSeverity: .note,
        id: ids.next("F", ["decisions", specification.id]),
        message: open.count == 1
          ? say("1 decision to confirm") : say("\(open.count) decisions to confirm"),
        span: specification.featureSpan,
        help: open.prefix(Self.shownDecisions).map(\.sentence)
          + [
            open.count > Self.shownDecisions
              ? say("`specmatrix show --decisions \(specification.path)` lists all") : nil,
            say(
              "confirm one with a reason, `because: …` beside `then`, or in the workbook or on the page"
            ),
          ].compactMap(\.self),
        ask: specification.owner
      )
    ]
  }

  private mutating func asked(
    _ decision: Decision,
    of winner: Int
  ) throws(LimitExceeded) -> Finding {
    let isAddition = decision.kinds == [.addition]
    let why =
      decision.absoluteWord.map { say("“\($0)” leaves no room for another result") }
      ?? (isAddition
        ? say("as written, both results hold at once")
        : say("the rule comes before all `others`, and no reason is given"))
    var finding = finding(
      decision,
      of: winner,
      code: .unconfirmedDecision,
      message: wording.overrideQuestion(winner, decision.beaten, decision.kinds[0]),
      help: [
        why,
        say("if that is meant, say why: `because: …` beside `\(isAddition ? "adds" : "then")`"),
        isAddition
          ? say("if not, narrow the `when` of the rule")
          : say("if not, narrow the `when` of the rule, or say in `precedence` what comes first"),
      ]
    )
    finding.isAboutAddition = isAddition
    if isAddition, try regions.rest(ofAddition: winner, beside: decision.beaten) != nil {
      finding.question?.choices = [wording.language.choose("No", "いいえ")]
    }
    return finding
  }

  private mutating func contested(
    _ decision: Decision,
    of winner: Int,
    _ entry: AgreementLedger.Entry
  ) -> Finding {
    let who = [entry.by, entry.on].map(\.onOneLine).filter { !$0.isEmpty }.joined(separator: ", ")
    let wanted = entry.comment.onOneLine
    let sentence = decision.sentence
    let message =
      (wanted.isEmpty ? sentence : say("\(sentence). Wanted instead: “\(wanted)”"))
      + (who.isEmpty ? "" : wording.bracketed(who))
    let was = entry.outcomes.onOneLine
    let change =
      decision.hasChanged
      ? [
        was.isEmpty || was == sentence
          ? say("a result or the combinations have changed since the objection")
          : say("the decision has changed since; the objection was to \(wording.quoted(was))")
      ] : []
    let rules =
      decision.kinds == [.crossing]
      ? say(
        "to let one of two win, give it a rule with the same `then` and `becomes` in the state that the other one leads to, then agree to what is left"
      ) : say("change the rules so that they say what is wanted")
    let verdict =
      decision.hasChanged
      ? say("if it is right as it is now, agree to it; otherwise object again")
      : say("if the decision is right after all, agree to it")
    return finding(
      decision,
      of: winner,
      code: .contestedDecision,
      message: message,
      help: change + [rules, verdict]
    )
  }

  private mutating func finding(
    _ decision: Decision,
    of winner: Int,
    code: FindingCode,
    message: String,
    help: [String]
  ) -> Finding {
    func role(_ id: String) -> String {
      switch decision.kinds.first {
      case .addition?: say("`\(id)` does not go with it")
      case .beside?: say("`\(id)` is seen beside it")
      case .crossing?: say("`\(id)` may come first")
      default: say("`\(id)` gives way")
      }
    }
    return Finding(
      code: code,
      id: ids.next("Q", idParts(ofContested: winner)),
      message: message,
      span: decision.span,
      help: help,
      related: decision.beaten.prefix(3).map {
        Diagnostic.Related(
          span: specification.rules[$0].span,
          message: role(specification.rules[$0].id)
        )
      },
      combinations: decision.combinations,
      rules: [winner] + decision.beaten,
      question: QuestionDetail(
        operation: decision.operations.count == 1 ? decision.operations.first : nil,
        condition: wording.condition(of: specification.rules[winner].when),
        example: decision.example,
        fingerprint: Self.fingerprint(["settled"], of: [decision.fingerprint])
      )
    )
  }
}
