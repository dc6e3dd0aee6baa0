/// Texts in place of a result that is still to be written, by what is to be done about them.
///
/// A placeholder is always the whole text, in either language: case, width, blanks, brackets around it and all signs make no difference, nor
/// does a remark in brackets behind it, `未定（法務に確認中）`. Nothing but signs (`...`, `―`, `?`) is one as well. A text in quotation marks is
/// what a screen shows, and never a placeholder.
package enum PlaceholderKind: String, Sendable {
  /// Nobody has decided: `TBD`, 未定.
  case open
  /// The result is written elsewhere, where a reader of the case does not find it: `same as above`, 仕様書参照.
  case elsewhere
  /// Nothing is expected, since the case cannot happen or is left out on purpose: `N/A`, 対象外.
  case excluded

  /// The text of a stub in place of the result; both are in the list.
  package static let stubInEnglish = "Write the expected result here"
  package static let stubInJapanese = "ここに期待結果を書く"

  /// The kind of a text that is a placeholder; `nil` for any other.
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

  /// The kind of a result of a spec: a question without quotation marks is open as well.
  package init?(ofResult text: String) {
    if let kind = Self(of: text) {
      self = kind
    } else if Self.asks(text) {
      self = .open
    } else {
      return nil
    }
  }

  /// True of a question that is not in quotation marks: “Is it shown?”.
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
  /// The text without what stands in brackets.
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
