package import Specification
import Text

/// What somebody answered to a question, as it came back.
package struct QuestionAnswer: Hashable, Sendable {
  /// What an answer is meant to be; the order of the drop-down.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The text is the expected result, one a line.
    case asWritten
    /// The combinations cannot occur.
    case notPossible
    /// The combinations are left out on purpose.
    case outOfScope
    /// The question stays open until a day.
    case later
    /// The answer differs with a factor that the text names.
    case depends
    /// The entry of the catalogue matters; the text, if there is one, says what happens on the operation.
    case select
    /// The entry is left out for the reason that the text gives.
    case dismiss

    /// What the drop-down calls it.
    package func name(_ language: Language) -> String {
      let (english, japanese) =
        switch self {
        case .asWritten: ("Another result", "別の結果")
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
  /// The fingerprint that the question had when it went out; `nil` where it got lost.
  package var fingerprint: String?
  /// The question as its reader saw it; `nil` where it got lost.
  package var sentence: String?
  package var kind: Kind
  /// With LF between its lines.
  package var text: String
  package var author: String
  /// When it was answered, as written.
  package var day: String
  package var comment: String
  /// Where it stands: `POST.xlsx:Questions!M7`.
  package var place: String
  /// The question, where somebody wrote it themselves; `nil` for one that the spec asked.
  package var ownQuestion: String?
  /// Why the text says no answer; `nil` where it says one.
  package var refusal: AnswerReason?
  /// The question who owns the spec, where it names nobody.
  package static let owner = "owner"
  /// Who is to answer a question of somebody's own; empty where nobody is named.
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

  /// The same with another text.
  func saying(_ text: String) -> QuestionAnswer {
    var answer = self
    answer.text = text
    return answer
  }

  /// The answer as text, if its choice is “cannot happen” or “out of scope”.
  func written(_ language: Language) -> QuestionAnswer {
    guard [.notPossible, .outOfScope].contains(kind) else { return self }
    let reason = StatedReason.alone((text.isEmpty ? comment : text).onOneLine)
    var answer = saying(kind.name(language) + language.choose(": ", "：") + reason)
    answer.kind = .asWritten
    return answer
  }

  /// The expected results that the text lists: its lines, without the bullets that people type.
  var results: [String] { ListedLines.texts(in: text) }

  /// True if the text says some results: as a list of them, or on one line as the sheet shows an option.
  func says(_ texts: [String]) -> Bool {
    results == texts
      || ["\n", " / ", "／"].contains { separator in
        text.folded == texts.map(\.onOneLine).joined(separator: separator).folded
      }
  }

  /// Where the answer comes from, in one line: `Q-3F9A2C7D, Sato, 2026-11-20`.
  var origin: String {
    [question, author.onOneLine, day.onOneLine].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// True if a source is the origin of an answer.
  static func isOrigin(_ source: String) -> Bool {
    source.prefixMatch(of: /Q-[0-9A-F]{8}\b/) != nil
  }

  /// Where it comes from, and what else was said.
  func note(_ more: String = "") -> String {
    let remarks = [more, comment].map { $0.onOneLine }.filter { !$0.isEmpty }
    return ([origin] + remarks).joined(separator: " – ")
  }
}

/// What became of an answer.
package struct AnswerOutcome: Hashable, Sendable {
  /// How far it came.
  package enum State: Hashable, Sendable {
    /// The spec says it now; how, in one phrase.
    case applied(String)
    /// The spec said it before.
    case known
    /// The spec has moved on since the question went out; what it asks or says now.
    case stale(now: AnswerReason)
    /// Why it cannot be applied, and what to do.
    case refused(AnswerReason)

    /// True if the spec says it because of this run.
    package var isApplied: Bool { if case .applied = self { true } else { false } }
  }

  package var answer: QuestionAnswer
  package var state: State
}

/// The text of a spec with answers put into it, and what became of each.
package struct AnsweredText: Sendable {
  package var text: String
  /// In the order of the answers.
  package var outcomes: [AnswerOutcome]
}

/// Why an answer cannot be applied, and what to do: one phrase in each language, without a full stop.
///
/// It is told in the language of the spec, on a terminal as in a workbook. The English phrase tells reasons apart.
package struct AnswerReason: Error, ExpressibleByStringInterpolation, CustomStringConvertible {
  package let english: String
  /// `nil` where it is about the text of the spec, whose messages are English in every language.
  private let japanese: String?

  package init(_ english: String, _ japanese: String? = nil) {
    self.english = english
    self.japanese = japanese
  }

  package init(stringLiteral english: String) {
    self.init(english)
  }

  package var description: String { english }

  /// The phrase in a language.
  package func text(_ language: Language) -> String {
    language.choose(english, japanese ?? english)
  }
}

extension AnswerReason {
  static let empty = AnswerReason("the answer is empty", "回答が空です")
  /// Beside *Cannot happen* or *Out of scope*.
  package static let withoutReason = AnswerReason(
    "the reason is missing: write beside the choice why that cannot happen, or why it is left out",
    "理由がありません。なぜ起こり得ないか、または対象外とするかを、選択の横に書いてください"
  )
  static let beyondLimits = AnswerReason(
    "the spec would outgrow the limits of the analysis",
    "反映すると組み合わせが多くなりすぎ、解析できません"
  )
}

extension AnswerReason: Hashable {
  package static func == (left: AnswerReason, right: AnswerReason) -> Bool {
    left.english == right.english
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(english) }
}
