/// The kind of a text that stands in for a result still to be written.
///
/// A placeholder is always the whole text, in English or Japanese. Case, width, white space, surrounding brackets and all punctuation are
/// ignored, as is a remark in brackets after it: `未定（法務に確認中）`. Text that is only punctuation (`...`, `―`, `?`) is a placeholder, too. Text
/// in quotation marks is what a screen shows, and never a placeholder.
package enum PlaceholderKind: String, Sendable {
  /// Not decided yet: `TBD`, 未定.
  case open
  /// Written elsewhere, where readers of the case do not find it: `same as above`, 仕様書参照.
  case elsewhere
  /// No result expected, because the case cannot happen or is excluded on purpose: `N/A`, 対象外.
  case excluded

  /// The texts used in place of a result in stubs; both are in the list of placeholders.
  package static let stubInEnglish = "Write the expected result here"
  package static let stubInJapanese = "ここに期待結果を書く"

  /// Recognises a placeholder; `nil` for any other text.
  package init?(of text: String) {
    guard !Self.quotes(text) else { return nil }
    let plain = CompatibilityForms.plain(text)
    let key = plain.wordsAlone
    if key.isEmpty {
      self = plain.contains { "〃↑".contains($0) } ? .elsewhere : .open
    } else if let kind = Self.kinds[whole: key] {
      self = kind
    } else if key.hasPrefix(Self.blindText) {
      self = .open
    } else if let kind = Self.kinds[whole: plain.withoutBrackets.wordsAlone], kind != .elsewhere {
      self = kind
    } else {
      return nil
    }
  }

  /// Recognises a placeholder in a result of a spec, where a question outside quotation marks is open as well.
  package init?(ofResult text: String) {
    if let kind = Self(of: text) {
      self = kind
    } else if Self.asks(text) {
      self = .open
    } else {
      return nil
    }
  }

  /// True if the text is a question outside quotation marks: “Is it shown?”.
  package static func asks(_ text: String) -> Bool {
    text.last { !$0.isWhitespace }.map("?？".contains) == true && !quotes(text)
      && !endsInAddress(text)
  }

  /// True if a question mark at the end belongs to an address: “Opens https://example.com/list?”, but not “Redirect to /list?”.
  package static func endsInAddress(_ text: String) -> Bool {
    guard let found = text.firstMatch(of: #/(^|\s)\w+:\/\/[!-~]*\?\s*$/#) else {
      return false
    }
    let lead = text[..<found.range.lowerBound].lowercased()
    let first = lead.prefix { !$0.isWhitespace }
    return lead.allSatisfy(\.isASCII) && !lead.hasSuffix(" or") && !openers.contains { $0 == first }
  }

  private static func quotes(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: marks.contains)
  }

  private static let marks = Set("「」『』“”‘\"«»".unicodeScalars)

  private static let openers: [String] = {
    let words = wordTable("Words/answers.yaml")
    return ["yes or no begins", "how or what begins"].flatMap { words[$0, default: []] }
  }()

  private static let blindText = "loremipsum"

  private static let kinds = WordList<PlaceholderKind>(resource: "Words/placeholders.yaml")
}

extension String {
  /// The text without bracketed parts.
  fileprivate var withoutBrackets: String {
    var depth = 0
    return String(
      String.UnicodeScalarView(
        unicodeScalars.filter { sign in
          if opening.contains(sign) { depth += 1 }
          defer { if closing.contains(sign) { depth = max(0, depth - 1) } }
          return depth == 0
        }
      )
    )
  }
}

private let opening = Set("([{【〔〈《<".unicodeScalars)
private let closing = Set(")]}】〕〉》>".unicodeScalars)
