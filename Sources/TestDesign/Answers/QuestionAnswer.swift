package import Diagnostics
package import Specification
import Text

/// An answer to a question, as received.
package struct QuestionAnswer: Hashable, Sendable {
  /// The kind of an answer, in the order of the drop-down.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The text lists the expected results, one a line.
    case asWritten
    /// The result is that nothing happens; the reader turns it into that text.
    case nothing
    /// The combinations cannot occur.
    case notPossible
    /// The combinations are left out on purpose.
    case outOfScope
    /// The question stays open until a day.
    case later
    /// The answer depends on a factor that the text names.
    case depends
    /// The entry of the catalogue matters; the text, if any, gives the result of the operation.
    case select
    /// The entry is left out for the reason in the text.
    case dismiss

    /// Returns the name in the drop-down.
    package func name(_ language: Language) -> String {
      let (english, japanese) =
        switch self {
        case .asWritten: ("Another result", "別の結果")
        case .nothing: ("Nothing happens", "何も起こらない")
        case .notPossible: ("Cannot happen", "起こり得ない")
        case .outOfScope: ("Out of scope", "今回は対象外")
        case .later: ("Decide later", "後日決定")
        case .depends: ("Depends on …", "他の条件による")
        case .select: ("Yes", "はい")
        case .dismiss: ("Does not matter: why", "関係しない：理由")
        }
      return language == .english ? english : japanese
    }
  }

  /// The question's id, such as `Q-3F9A2C7D`.
  package var question: String
  /// The fingerprint of the question when it was sent, or `nil` if it is lost.
  package var fingerprint: String?
  /// The question as its reader saw it, or `nil` if it is lost.
  package var sentence: String?
  package var kind: Kind
  /// With LF between its lines.
  package var text: String
  package var author: String
  /// The day of the answer, as written.
  package var day: String
  package var comment: String
  /// The place of the answer: `POST.xlsx:Questions!M7`.
  package var place: String
  /// The text of a question that the author of the answer asks, or `nil` for a question of the spec.
  package var ownQuestion: String?
  /// The reason why the text is not an answer, or `nil` if it is one.
  package var refusal: AnswerReason?
  /// The id of the question “Who owns the spec?”, which is asked if the spec names nobody.
  package static let owner = "owner"
  /// The person to answer an own question; empty if nobody is named.
  package var ask = ""

  package init(
    question: String,
    fingerprint: String? = nil,
    sentence: String? = nil,
    kind: Kind = .asWritten,
    text: String,
    author: String = "",
    day: String = "",
    comment: String = "",
    place: String
  ) {
    self.question = question
    self.fingerprint = fingerprint
    self.sentence = sentence
    self.kind = kind
    self.text = text
    self.author = author
    self.day = day
    self.comment = comment
    self.place = place
  }

  /// Returns the answer with another text.
  func saying(_ text: String) -> QuestionAnswer {
    var answer = self
    answer.text = text
    return answer
  }

  /// Turns an answer of the kind “cannot happen” or “out of scope” into text.
  func written(_ language: Language) -> QuestionAnswer {
    guard [.notPossible, .outOfScope].contains(kind) else { return self }
    let reason = StatedReason.alone((text.isEmpty ? comment : text).onOneLine)
    var answer = saying(kind.name(language) + language.choose(": ", "：") + reason)
    answer.kind = .asWritten
    return answer
  }

  /// The expected results in the text: its lines, without typed bullets.
  var results: [String] { ListedLines.texts(in: text) }

  /// True if the text gives the results, as a list or on one line as the sheet shows an option.
  func says(_ texts: [String]) -> Bool {
    results == texts
      || ["\n", " / ", "／"].contains { separator in
        text.folded == texts.map(\.onOneLine).joined(separator: separator).folded
      }
  }

  /// The origin of the answer on one line: `Q-3F9A2C7D, Sato, 2026-11-20`.
  var origin: String {
    [question, author.onOneLine, day.onOneLine].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// True if a source is the origin of an answer.
  static func isOrigin(_ source: String) -> Bool {
    source.prefixMatch(of: /Q-[0-9A-F]{8}\b/) != nil
  }

  /// Returns the origin with further remarks.
  func note(_ more: String = "") -> String {
    let remarks = [more, comment].map { $0.onOneLine }.filter { !$0.isEmpty }
    return ([origin] + remarks).joined(separator: " – ")
  }
}

/// The result of applying an answer.
package struct AnswerOutcome: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// The spec was changed, as described in a phrase.
    case applied(String)
    /// The spec already said so.
    case known
    /// The spec has changed since the question was sent, and now asks or says this.
    case stale(now: AnswerReason)
    /// The answer cannot be applied, for this reason and with this remedy.
    case refused(AnswerReason)

    /// True if this run changed the spec accordingly.
    package var isApplied: Bool { if case .applied = self { true } else { false } }
  }

  package var answer: QuestionAnswer
  package var state: State
}

/// The text of a spec with answers applied, and the state of each.
package struct AnsweredText: Sendable {
  package var text: String
  /// In the order of the answers.
  package var outcomes: [AnswerOutcome]
}

/// The reason why an answer cannot be applied, and the remedy: a phrase without a full stop.
///
/// It is shown in the language of the spec, on a terminal as well as in a workbook.
package struct AnswerReason: Error, ExpressibleByStringInterpolation {
  private let phrase: Phrase
  /// The Japanese text, or `nil` for that of the phrase.
  private let japanese: String?

  package init(_ phrase: Phrase) { (self.phrase, japanese) = (phrase, nil) }

  /// Creates a reason whose values are not the same in both languages.
  package init(_ english: String, _ japanese: String) {
    (phrase, self.japanese) = ("\(english)", japanese)
  }

  package init(stringLiteral text: String) { self.init(Phrase(stringLiteral: text)) }

  package init(stringInterpolation: Phrase.StringInterpolation) {
    self.init(Phrase(stringInterpolation: stringInterpolation))
  }

  package var english: String { phrase.english }

  package func text(_ language: Language) -> String {
    language == .japanese ? japanese ?? language.say(phrase) : english
  }
}

/// Reasons are equal if their English texts are.
extension AnswerReason: CustomStringConvertible, Hashable {
  package var description: String { english }

  package static func == (left: AnswerReason, right: AnswerReason) -> Bool {
    left.english == right.english
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(english) }
}

extension AnswerReason {
  static let empty = AnswerReason("the answer is empty")
  /// The refusal of *Cannot happen* or *Out of scope* without a reason.
  package static let withoutReason = AnswerReason(
    "the reason is missing: write beside the choice why that cannot happen, or why it is left out"
  )
  static let beyondLimits = AnswerReason("the spec would outgrow the limits of the analysis")
}
