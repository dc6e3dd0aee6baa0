import Specification
import Text

/// What a tester's entry says of a case, however it is written.
package enum TestResult: CaseIterable, Hashable, Sendable {
  case passed, failed, blocked, notRun, notApplicable

  /// What people write for it beside the word of the drop-down: signs, and the words of other tools.
  private var otherWords: [String] {
    switch self {
    case .passed: ["Pass", "Passed", "Done", "○", "〇", "◯", "◎", "✓", "✔", "済", "合格", "問題なし"]
    case .failed: ["Fail", "Failed", "x", "×", "✕", "✖", "✗", "✘", "不合格", "問題あり"]
    case .blocked: ["Block", "On hold", "△", "▲", "保留", "実施不可"]
    case .notRun: ["Untested", "Not started", "To do", "未", "未着手"]
    case .notApplicable: ["NA", "Skip", "Skipped", "-", "ー", "−", "スキップ", "実施対象外"]
    }
  }

  /// Every text that means it, in either language.
  ///
  /// Latin letters stand also as wide ones; large and small letters make no difference and are not listed apart.
  package var words: [String] {
    let own = Language.allCases.map { ResultChoices($0).word(for: self) }
    var seen: Set<String> = []
    return (own + otherWords).flatMap { [$0, $0.widened] }
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// What an entry means; `nil` for an empty one and for anything that is none of the words.
  package init?(_ entry: String) {
    let entry = entry.lowercased()
    guard let meaning = Self.meanings[entry] else { return nil }
    self = meaning
  }

  private static let meanings = Dictionary(
    firstOf: allCases.flatMap { result in result.words.map { ($0.lowercased(), result) } }
  )
}

extension String {
  /// The text with every printable ASCII character as wide as a Japanese one (U+FF01 and on).
  fileprivate var widened: String {
    var text = ""
    for scalar in unicodeScalars {
      let wide = (0x21...0x7E).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xFEE0) : nil
      text.unicodeScalars.append(wide ?? (scalar == " " ? "\u{3000}" : scalar))
    }
    return text
  }
}
