import Specification

/// The measures of a language's type: which face, how high a line, how wide a character.
struct Typesetting {
  /// The face that Excel brings for the language on Windows and macOS.
  let font: String
  /// Points from line to line at 10 points.
  let lineHeight: Double
  /// Widths of columns in digits of the default font that a column of East-Asian width takes at 10 points.
  let widthPerColumn: Double

  init(_ language: Language) {
    switch language {
    case .japanese:
      font = "Yu Gothic"
      lineHeight = 17
      widthPerColumn = 0.95
    case .english:
      font = "Arial"
      lineHeight = 13.5
      widthPerColumn = 1
    }
  }

  /// A row's height for a number of lines, within what a row can be.
  func height(lines: Int) -> Double {
    min(Double(max(lines, 1)) * lineHeight + 4, SpreadsheetLimits.rowHeight)
  }

  /// The lines of a text in a column of some width; a margin is kept for faces wider than the one asked for.
  func lines(of text: String, width: Double) -> Int {
    WrappedText.lines(of: text, width: (width - 1) / widthPerColumn)
  }
}
