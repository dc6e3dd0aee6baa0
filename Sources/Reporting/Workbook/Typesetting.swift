import Diagnostics
import Specification
import Workbooks

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

/// How many lines a text takes in a column, so that rows can be made high enough.
enum WrappedText {
  /// The widest line of a text as written, in columns of East-Asian width.
  static func width(of text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { DisplayWidth.columns(of: $0) }
      .max() ?? 0
  }

  /// The lines of the text where each holds `width` columns.
  ///
  /// Words break at blanks, wide characters anywhere, words longer than a line wherever the line ends. Costs time linear in the text.
  static func lines(of text: String, width: Double) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + lines(ofParagraph: $1, width: max(width, 2)) }
  }

  private static func lines(ofParagraph paragraph: Substring, width: Double) -> Int {
    var lines = 1
    var used = 0.0
    var word = 0.0
    func place(_ wide: Double) {
      if used + wide <= width {
        used += wide
      } else if wide <= width {
        lines += 1
        used = wide
      } else {
        let overflow = used + wide
        lines += Int((overflow / width).rounded(.up)) - 1
        used = overflow.truncatingRemainder(dividingBy: width)
      }
    }
    for character in paragraph {
      let columns = DisplayWidth.columns(of: character)
      if columns == 1, character != " " {
        word += 1
        continue
      }
      if word > 0 { place(word) }
      word = 0
      // A blank at the end of a line needs no room there.
      if character == " " || character == "\t" {
        used += 1
      } else {
        place(Double(columns))
      }
    }
    if word > 0 { place(word) }
    return lines
  }
}

/// The width of a table's column: by what people will write there, or by its content up to a limit that keeps the sheet readable.
enum ColumnMeasure {
  private static let widest = 90.0

  static func width(
    of column: ReportColumn,
    texts: [String],
    typesetting: Typesetting
  ) -> Double {
    let room = column.room
    if column.kind == .people { return room.width.upperBound }
    let longest = texts.map(WrappedText.width).max() ?? 0
    // The heading may break once, and has a button beside it.
    let heading = Double(WrappedText.width(of: column.heading)) / 2 + 4
    let natural = max(Double(longest) * typesetting.widthPerColumn + 2.5, heading)
    var width = min(max(natural, room.width.lowerBound), room.width.upperBound)
    while width < widest,
      texts.contains(where: { text in
        let lines = typesetting.lines(of: text, width: width)
        // A text's own line breaks stay, however wide the column.
        return lines > room.maxLines && lines > text.count { $0 == "\n" } + 1
      })
    {
      width += 8
    }
    return width.rounded(.up)
  }
}
