package import Diagnostics
package import Specification
import YAMLSyntax

/// A finding of the analysis with everything that any format shows of it.
package struct Finding: Sendable {
  package var code: FindingCode
  /// The severity, if it is not the usual one of the code.
  package var ownSeverity: Severity?
  /// `Q-` (a question somebody must answer) or `F-` and eight hexadecimal digits, derived from the meaning, not from the place.
  package var id: String
  /// One sentence.
  ///
  /// Of questions it is in the spec's language, of all others in English.
  package var message: String
  package var span: SourceSpan
  /// What to know and what to do, one phrase each, in English.
  package var help: [String] = []
  package var related: [Diagnostic.Related] = []
  /// The subject, if one condition describes it.
  package var cube: NamedCube?
  /// How many combinations it stands for, in decimal; `nil` if it stands for none in particular, or they are
  /// not counted.
  package var combinations: String?
  /// Who is asked.
  package var ask: String?
  /// The rules concerned, the subject first: numbers in `Specification.rules`.
  package var rules: [Int] = []
  /// The ids of the catalogue's entries that it is about.
  package var entries: [String] = []
  /// YAML to paste that would answer it, no line break at the end.
  package var stub: String?
  /// The same as it fits what stands under its operations already; none if there is no stub.
  package var stubsInPlace: [StubInPlace] = []
  /// True if it is a question that somebody put off until a day that has passed.
  package var isOverdue: Bool = false
  /// For a question: what else its reader wants to see.
  package var question: QuestionDetail?
  /// The questions that a checklist stands for, one for each of its entries; empty for everything else.
  package var items: [Finding] = []

  package var severity: Severity {
    get { ownSeverity ?? code.usualSeverity }
    set { ownSeverity = newValue }
  }
  /// True if somebody must answer it.
  package var isQuestion: Bool { question != nil || !items.isEmpty }

  /// The rule whose `question` or placeholder it asks about; `nil` for any other finding.
  package var openRule: Int? {
    [.undecidedRule, .placeholderResult].contains(code) ? rules.first : nil
  }

  /// Asks somebody unless a question names who is asked.
  mutating func ask(_ owner: String?) {
    if isQuestion { ask = ask ?? owner }
    for number in items.indices { items[number].ask(owner) }
  }

  /// True if it is an entry of the catalogue that the spec need not consider.
  package var isOptional: Bool { code == .unconsideredOperation && severity == .note }

  /// True if words of the spec raise it.
  package func isTopic(in specification: Specification) -> Bool {
    entries.first.flatMap { specification.catalogue.listing($0)?.kind } == .topic
  }

  /// True if yes answers it.
  package var isConfirmation: Bool {
    isQuestion
      && [.unconfirmedDecision, .unreadFactor, .invalidLikeValid, .draftedRule].contains(code)
  }

  /// True if nothing but yes answers it.
  package var takesOnlyYes: Bool { code == .unreadFactor || question?.reason != nil }

  /// True if it can be put off until a date: not what only another text of the spec settles.
  package var canWait: Bool {
    !takesOnlyYes && ![.noSuchDay, .excludedRule, .fillerResult].contains(code)
  }

  /// True if the rules say what happens and somebody is asked to confirm it.
  var isAboutDecision: Bool {
    isQuestion && [.unconfirmedDecision, .contestedDecision].contains(code)
  }
}

/// What the analysis can find, in the order in which findings are explained.
package enum FindingCode: String, CaseIterable, Sendable {
  case undefinedCombination = "undefined-expectation"
  case contradictoryRules = "contradictory-expectations"
  case contestedDecision = "contested-decision"
  case unconfirmedDecision = "unconfirmed-decision"
  case invalidLikeValid = "invalid-like-valid"
  case undecidedRule = "undecided-expectation"
  case placeholderResult = "placeholder-expectation"
  case fillerResult = "filler-expectation"
  case draftedRule = "drafted-rule"
  case openQuestion = "open-question"
  case unconsideredOperation = "unconsidered-operation"
  case unreachableRule = "unreachable-expectation"
  case excludedRule = "excluded-expectation"
  case partlyUnreachable = "partly-unreachable"
  case impossibleValue = "impossible-value"
  case redundantConstraint = "redundant-constraint"
  case unreadCombination = "unread-combination"
  case hiddenControl = "hidden-control"
  case noSuchDay = "no-such-day"
  case unreachedValue = "unreached-value"
  case breaksImpossible = "breaks-impossible"
  case neverReached = "never-reached"
  case unnamedTrigger = "unnamed-trigger"
  case unreadFactor = "unread-factor"
  case vagueResult = "vague-expectation"
}

/// The details of a question besides its sentence.
package struct QuestionDetail: Sendable {
  /// The operation asked about (number in `Specification.operations`); `nil` for a rule's own question that spans several, and for one
  /// of the team.
  package var operation: Int?
  /// The condition alone, without the operation, as a phrase in the spec's language; empty where it always holds.
  package var condition: String
  /// What is asked about, as its sentence says it; `nil` if that is a rule's own condition.
  package var asked: NamedCube?
  /// One combination that the question stands for.
  package var example: Combination?
  /// How many changes lie between the ordinary setup and the most ordinary combination; more than there are factors for what is invalid.
  package var distance = 0
  /// The combinations that it is about, as cubes of which one must hold; empty where it is about none.
  package var region: [NamedCube] = []
  /// The rule that comes nearest, with what it says and where, as sentences in the spec's language; `nil` if there is none.
  package var nearestRule: String?
  /// The number of that rule in `Specification.rules`.
  package var nearest: Int?
  /// All of that rule's condition as a phrase in the spec's language; empty where it names nothing.
  package var nearestCondition = ""
  /// The question as those read it who see no spec, with its choices and without ids; `nil` if that is the finding's message.
  package var besideChoices: String?
  /// The catalogue's typical follow-up, in the spec's language.
  package var followUp: String?
  /// Special circumstances under which it is settled what happens, in the spec's language; empty where there are none.
  package var settled: String = ""
  /// Special circumstances under which rules contradict each other, which another question asks about; empty where there are none.
  package var disputed: String = ""
  /// True if the question itself names them.
  package var namesSettled = false
  /// The ordinary circumstances that it is about alone, as a phrase in the spec's language; empty where it is about all.
  package var assumed: String = ""
  /// The factors that it does not name and that rules nearby do, where it is about all their values, as a sentence in the spec's language; empty
  /// where there are none.
  package var reach: String = ""
  /// The pairs of rules that disagree in a decision, in the order of the file; only the first if there are too many to list.
  package var disagreements: [Disagreement] = []
  /// True if `disagreements` are all that there are.
  package var listsAllDisagreements = true
  /// Answers to choose from besides the options that a person wrote, in the spec's language.
  package var choices: [String] = []
  /// The same in fewer words: what each side says.
  package var briefChoices: [String] = []
  /// Eight hexadecimal digits of what is asked: an answer is valid as long as they are the same.
  package var fingerprint: String = ""
  /// The reason that was drafted for what is excluded or left out; `nil` for any other question.
  var reason: DraftedReason?
}

/// Why something is `impossible` or `dismissed`, as nobody has confirmed it.
struct DraftedReason: Sendable {
  /// Where it stands in the text of the spec, or of the pack that holds it.
  var map: [SyntaxStep]
  var key: String
  /// Empty if it is nothing but `draft`.
  var text: String
  var house: HouseOrigin?
}

/// Two rules that win together somewhere and say different things.
package struct Disagreement: Sendable {
  /// How many pairs a reader is shown with their conditions.
  package static let shownCount = 6

  /// Two numbers in `Specification.rules`, ascending.
  package var rules: [Int]
  /// How many combinations they disagree in, in decimal; `nil` if they are not counted.
  package var combinations: String?
  /// The conditions under which they do; empty beyond the first `shownCount` pairs.
  package var cubes: [NamedCube]
  /// The same as a phrase in the spec's language; empty where it would say nothing.
  package var condition: String
  /// One of the combinations.
  package var example: Combination?
  /// What the example is of the factors that the rules name, in the spec's language.
  package var setup: String
  /// True if the condition leaves nothing else that the example could be.
  package var isSetupImplied: Bool
}
