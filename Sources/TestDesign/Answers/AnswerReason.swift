package import Specification

/// Why an answer cannot be applied, and what to do: one phrase in each language, without a full stop.
///
/// Messages on a terminal are English; what goes back into a workbook is in its language. The English phrase tells reasons apart.
package struct AnswerReason: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
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
    switch language {
    case .english: english
    case .japanese: japanese ?? english
    }
  }
}

extension AnswerReason {
  static let empty = AnswerReason("the answer is empty", "回答が空です")
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
