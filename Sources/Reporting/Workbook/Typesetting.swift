import Diagnostics
import Specification
import Workbooks

/// The typographic measures for a language: font, line height and character width.
struct Typesetting {
  /// A font that Excel provides for the language on Windows and macOS.
  let font: String
  /// The line spacing in points, for text of 10 points.
  let lineHeight: Double
  /// The column width, in digits of the default font, for one East Asian column of text at 10 points.
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

  /// Returns the height of a row with a number of lines, limited to the maximum height.
  func height(lines: Int) -> Double {
    min(Double(max(lines, 1)) * lineHeight + 4, SpreadsheetLimits.rowHeight)
  }

  /// Returns the number of lines of a text in a column, with a margin for fonts wider than the requested one.
  func lines(of text: String, width: Double) -> Int {
    WrappedText.lines(of: text, width: (width - 1) / widthPerColumn)
  }
}

/// An estimate of the number of lines of wrapped text, so that rows are high enough.
enum WrappedText {
  /// Returns the width of the widest line, in East Asian columns.
  static func width(of text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { DisplayWidth.columns(of: $0) }
      .max() ?? 0
  }

  /// Returns the number of lines if each has `width` columns.
  ///
  /// Lines break at spaces, at any wide character, and within words longer than a line. The cost is linear in the length of the text.
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
      // A space at the end of a line takes no room.
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

/// The width of a column: fixed if people fill it, or else that of its content up to a limit that keeps the sheet readable.
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
    // The heading may wrap once, and has a filter button beside it.
    let heading = Double(WrappedText.width(of: column.heading)) / 2 + 4
    let natural = max(Double(longest) * typesetting.widthPerColumn + 2.5, heading)
    var width = min(max(natural, room.width.lowerBound), room.width.upperBound)
    while width < widest, room.shownLines == nil,
      texts.contains(where: { text in
        let lines = typesetting.lines(of: text, width: width)
        // A text's own line breaks remain, however wide the column.
        return lines > room.maxLines && lines > text.count { $0 == "\n" } + 1
      })
    {
      width += 8
    }
    return width.rounded(.up)
  }
}
