/// A class of text that is often forgotten in input fields, which adds a value to a `length`.
enum TextKind: String, CaseIterable {
  case emoji
  case whitespace
  case newline
  case fullWidth = "full_width"
  case halfWidthKana = "half_width_kana"
  case combining
  case rightToLeft = "right_to_left"
  case zeroWidth = "zero_width"
  case control
  case markup
  case edgeSpaces = "edge_spaces"

  func label(_ language: Language) -> String {
    Scale.phrase(rawValue, language) ?? rawValue
  }
}

/// Texts for testers to paste, with an exact length in grapheme clusters.
struct TextSample {
  var language: Language

  /// The maximum length; longer ones are not pasted from cells, and spreadsheets truncate them.
  static let longest = 5_000

  /// Returns a plain text of a length, or `nil` beyond the maximum.
  func plain(_ length: Int) -> String? {
    guard length <= Self.longest else { return nil }
    return String(filler(length))
  }

  /// Returns a text of a kind, as short as is natural within the valid lengths, or `nil` if these are beyond the maximum.
  func text(_ kind: TextKind, within line: NumberLine?) -> String? {
    var length = kind == .markup ? 12 : 5
    length = min(length, max(1, line?.to ?? length))
    length = max(length, line?.from ?? length)
    return length <= Self.longest ? text(kind, length: length) : nil
  }

  /// Returns a text of a kind; `length` is at least 1.
  func text(_ kind: TextKind, length: Int) -> String {
    switch kind {
    case .emoji: cycle(["😀", "👨‍👩‍👧‍👦", "👍🏽", "🇯🇵", "❤️"], length)
    case .whitespace: cycle(language.choose([" "], [" ", "\u{3000}"]), length)
    case .newline: filler(length, with: "\n")
    case .fullWidth: cycle(["Ａ", "Ｂ", "Ｃ", "１", "２", "３"], length)
    case .halfWidthKana: cycle(["ｱ", "ｶﾞ", "ﾊﾟ", "ｯ", "ｰ"], length)
    case .combining: cycle(["e\u{301}", "か\u{3099}", "は\u{309A}", "n\u{303}"], length)
    case .rightToLeft: cycle(["م", "ر", "ح", "ب", "ا"], length)
    case .zeroWidth: filler(length, with: "\u{200B}")
    case .control: filler(length, with: "\u{7F}")
    case .markup: markup(length)
    case .edgeSpaces: edgeSpaces(length)
    }
  }

  private func markup(_ length: Int) -> String {
    let brackets = "<b></b>"
    guard length > brackets.count else { return String(brackets.prefix(length)) }
    return "<b>" + String(filler(length - brackets.count)) + "</b>"
  }

  private func edgeSpaces(_ length: Int) -> String {
    guard length > 2 else { return String(" a".prefix(length)) }
    return " " + String(filler(length - 2)) + " "
  }

  /// Returns a plain text with the character in its middle replaced.
  private func filler(_ length: Int, with character: Character) -> String {
    var characters = filler(length)
    if length > 0 { characters[length / 2] = character }
    return String(characters)
  }

  private func filler(_ length: Int) -> [Character] {
    let letters = language.choose(Self.latin, Self.kana)
    return (0..<length).map { letters[$0 % letters.count] }
  }

  private func cycle(_ clusters: [Character], _ length: Int) -> String {
    String((0..<length).map { clusters[$0 % clusters.count] })
  }

  private static let latin = Array("abcdefghijklmnopqrstuvwxyz")
  private static let kana = Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん")
}
