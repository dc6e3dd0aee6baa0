package import Diagnostics
package import Specification
import YAMLSyntax

/// A finding of the analysis, with everything that the output formats show.
package struct Finding: Sendable {
  package var code: FindingCode
  /// The severity, if it differs from the usual one of the code.
  package var ownSeverity: Severity?
  /// `Q-` for a question or `F-` for any other finding, and eight hexadecimal digits derived from the meaning, not from the place.
  package var id: String
  /// One sentence, in the spec's language for questions and in English for all other findings.
  package var message: String
  package var span: SourceSpan
  /// Background and instructions, one phrase each, in English.
  package var help: [String] = []
  package var related: [Diagnostic.Related] = []
  /// The subject, if a single condition describes it.
  package var cube: NamedCube?
  /// The number of combinations concerned, in decimal, or `nil` if there are none in particular or they are not counted.
  package var combinations: String?
  /// The person to ask.
  package var ask: String?
  /// Indices into `Specification.rules` of the rules concerned, the subject first.
  package var rules: [Int] = []
  /// The ids of the catalogue entries concerned.
  package var entries: [String] = []
  /// YAML to paste as an answer, without a final line break.
  package var stub: String?
  /// The same YAML to paste under existing operations; empty if there is no `stub`.
  package var stubsInPlace: [StubInPlace] = []
  /// True if the question was put off until a day that has passed.
  package var isOverdue: Bool = false
  /// True if the question is whether results are added to others, which is answered with yes or no.
  package var isAboutAddition = false
  /// Further details, if the finding is a question.
  package var question: QuestionDetail?
  /// The questions of a checklist, one per entry; empty for all other findings.
  package var items: [Finding] = []

  package var severity: Severity {
    get { ownSeverity ?? code.usualSeverity }
    set { ownSeverity = newValue }
  }
  /// True if somebody must answer the finding.
  package var isQuestion: Bool { question != nil || !items.isEmpty }

  /// The rule whose `question` or placeholder the finding asks about, or `nil`.
  package var openRule: Int? {
    [.undecidedRule, .placeholderResult].contains(code) ? rules.first : nil
  }

  /// Sets the person to ask, unless the question names one.
  mutating func ask(_ owner: String?) {
    if isQuestion { ask = ask ?? owner }
    for number in items.indices { items[number].ask(owner) }
  }

  /// True if the finding is about a catalogue entry that the spec need not consider.
  package var isOptional: Bool { code == .unconsideredOperation && severity == .note }

  /// True if the finding is about a topic of the catalogue, which the spec's wording raised.
  package func isTopic(in specification: Specification) -> Bool {
    entries.first.flatMap { specification.catalogue.listing($0)?.kind } == .topic
  }

  /// True if "yes" is an answer.
  package var isConfirmation: Bool {
    isQuestion
      && [.unconfirmedDecision, .unreadFactor, .invalidLikeValid, .draftedRule].contains(code)
  }

  /// True if "yes" is the only answer.
  package var takesOnlyYes: Bool { code == .unreadFactor || question?.reason != nil }

  /// True if the question can be put off until a date, unlike one that only a change of the spec's text settles.
  package var canWait: Bool {
    !takesOnlyYes && ![.noSuchDay, .excludedRule, .fillerResult, .contestedDecision].contains(code)
  }

  /// True if the rules decide the outcome and the question asks to confirm it.
  var isAboutDecision: Bool {
    isQuestion && [.unconfirmedDecision, .contestedDecision].contains(code)
  }
}

/// The kinds of findings, in the order in which they are explained.
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
  /// An index into `Specification.operations`, or `nil` for a question of the team, and for a rule's own question about several operations.
  package var operation: Int?
  /// The condition without the operation, as a phrase in the spec's language; empty if it always holds.
  package var condition = ""
  /// The combinations asked about as the sentence states them, or `nil` if that is a rule's own condition.
  package var asked: NamedCube?
  package var example: Combination?
  /// The number of changes from the ordinary setup to the most ordinary combination; larger than the number of factors for invalid values.
  package var distance = 0
  /// The combinations concerned, as a union of cubes; empty if there are none.
  package var region: [NamedCube] = []
  /// The closest rule, its result and its condition, as sentences in the spec's language, or `nil` if there is none.
  package var nearestRule: String?
  /// The index of the closest rule in `Specification.rules`.
  package var nearest: Int?
  /// The whole condition of the closest rule, as a phrase in the spec's language; empty if it names nothing.
  package var nearestCondition = ""
  /// The question without ids, for display beside its choices to readers without the spec, or `nil` if the finding's message serves.
  package var besideChoices: String?
  /// The catalogue's typical follow-up question, in the spec's language.
  package var followUp: String?
  /// Special circumstances under which the outcome is settled, in the spec's language; may be empty.
  package var settled: String = ""
  /// Special circumstances under which rules contradict each other, which another question covers; may be empty.
  package var disputed: String = ""
  /// The circumstances of `settled` that the question itself does not name.
  package var alsoSettled = ""
  /// The ordinary circumstances that the question is limited to, as a phrase in the spec's language; empty if it is not limited.
  package var assumed: String = ""
  /// The factors that nearby rules name and of which the question covers all values, as a sentence in the spec's language; may be empty.
  package var reach: String = ""
  /// The pairs of rules that disagree, in the order of the file; only the first ones if there are too many to list.
  package var disagreements: [Disagreement] = []
  /// True if `disagreements` is complete.
  package var listsAllDisagreements = true
  /// Answers to choose from besides the options that an author wrote, in the spec's language.
  package var choices: [String] = []
  /// `choices` in fewer words: each side's result.
  package var briefChoices: [String] = []
  /// Eight hexadecimal digits of the subject; an answer is valid as long as they stay the same.
  package var fingerprint: String = ""
  /// The drafted reason of an exclusion or dismissal to confirm, or `nil` for any other question.
  var reason: DraftedReason?
}

/// The unconfirmed reason of an entry of `impossible` or `dismissed`.
struct DraftedReason: Sendable {
  /// The path of the entry in the text of the spec, or of the pack that contains it.
  var map: [SyntaxStep]
  var key: String
  /// Empty if the text is only `draft`.
  var text: String
  var house: HouseOrigin?
}

/// Two rules that win together somewhere and have different results.
package struct Disagreement: Sendable {
  /// The maximum number of pairs shown with their conditions.
  package static let shownCount = 6

  /// Two indices into `Specification.rules`, ascending.
  package var rules: [Int]
  /// The number of combinations in which they disagree, in decimal, or `nil` if it is not counted.
  package var combinations: String?
  /// The conditions under which they disagree; empty beyond the first `shownCount` pairs.
  package var cubes: [NamedCube]
  /// `cubes` as a phrase in the spec's language; empty if it would say nothing.
  package var condition: String
  /// One of the combinations.
  package var example: Combination?
  /// The example's values of the factors that the rules name, in the spec's language.
  package var setup: String
  /// True if the condition fixes every value of the example.
  package var isSetupImplied: Bool
}

extension Finding {
  /// True if the choice that nothing happens is an answer: what is seen on a screen is shown or not, it does not happen.
  package func mayNothingHappen(in specification: Specification) -> Bool {
    code == .undefinedCombination
      && !specification.operations(of: self).contains { specification.operations[$0].hasParts }
  }
}

extension Specification {
  /// Returns the operations that a cube names, in ascending order, or an empty list if it covers all.
  package func operations(of question: Finding) -> [Int] {
    if let operation = question.question?.operation { return [operation] }
    let literals = (question.question?.asked ?? question.cube)?.literals ?? []
    guard let named = literals.first(where: { $0.factor == operationFactor }) else { return [] }
    var operations: [Int] = []
    for value in named.values.map({ operationValues[$0].operation }) where operations.last != value
    {
      operations.append(value)
    }
    return operations
  }
}
