import Diagnostics

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
