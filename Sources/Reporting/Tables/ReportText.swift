import Specification

/// Picks the words of the spec's language, both languages side by side where they are used.
struct ReportText {
  var language: Language

  func callAsFunction(_ english: String, _ japanese: String) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  /// Joins a label and what it is about: "Plan: free", 「会員種別：無料会員」.
  func labelled(_ label: String, _ text: String) -> String {
    label + self(": ", "：") + text
  }

  /// Adds a remark in brackets.
  func remark(_ text: String, _ remark: String) -> String {
    text + self(" (\(remark))", "（\(remark)）")
  }

  /// Lists texts within a sentence.
  func list(_ texts: [String]) -> String {
    texts.joined(separator: self(", ", "、"))
  }

  /// Lists texts in a cell: one stands alone, several get a line and a dot each.
  func lines(_ texts: [String]) -> String {
    guard texts.count > 1 else { return texts.first ?? "" }
    return texts.map { self("• ", "・") + $0 }.joined(separator: "\n")
  }

  func line(_ number: Int) -> String { self("line \(number)", "\(number)行目") }

  func characters(_ count: Int) -> String {
    self(count == 1 ? "1 character" : "\(count) characters", "\(count)文字")
  }
}
