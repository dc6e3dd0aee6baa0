/// The encoding of a CSV document.
package enum CSVEncoding: String, CaseIterable, Sendable {
  /// UTF-8 with a byte-order mark, without which Excel misreads Japanese.
  case utf8WithMark = "utf-8-bom"
  case utf8 = "utf-8"
}

/// A writer of comma-separated values (RFC 4180) that are safe to open in a spreadsheet.
///
/// Records end with CR LF unless LF is requested, and line breaks inside a field are LF, so that CR LF only ever ends a record; quotes are
/// doubled. Text that a spreadsheet could interpret as a formula is prefixed with a single quote, as OWASP ("CSV Injection") advises: text
/// that begins with `=`, `+`, `-`, `@`, their full-width forms (which Japanese Excel accepts, too), a tab, a line break or NUL. A negative
/// number such as `-1` or `-1.5` is left as it is. If the text already begins with such a quote, another one is added, so that reading
/// yields what was written.
package struct CSVWriter: Sendable {
  private var text: String
  /// The number of fields that were prefixed with a single quote.
  package private(set) var neutralised = 0

  private let lineBreak: String
  private let separator: Character

  /// Creates a writer; `lineBreak` ends each record and is LF for a file that is kept in git.
  package init(
    encoding: CSVEncoding,
    lineBreak: String = "\r\n",
    separator: Character = ","
  ) {
    self.lineBreak = lineBreak
    self.separator = separator
    text = encoding == .utf8WithMark ? "\u{FEFF}" : ""
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  package mutating func safe(_ field: String) -> String {
    let field = field.withPlainLineBreaks
    guard Self.isQuoted(field) else { return field }
    if Self.isFormulaLike(field) { neutralised += 1 }
    return "'" + field
  }

  package mutating func record(_ fields: [String]) {
    text += fields.map(quoted).joined(separator: String(separator)) + lineBreak
  }

  /// True if a spreadsheet could interpret the text as a formula.
  package static func isFormulaLike(_ field: some StringProtocol) -> Bool {
    beginsAFormula(field) && !isNegativeNumber(field)
  }

  private static func beginsAFormula(_ field: some StringProtocol) -> Bool {
    switch field.unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠": true
    default: false
    }
  }

  /// True if the text is a hyphen and digits with at most one decimal point between them.
  private static func isNegativeNumber(_ field: some StringProtocol) -> Bool {
    guard field.utf8.first == UInt8(ascii: "-") else { return false }
    let parts = field.utf8.dropFirst().split(
      separator: UInt8(ascii: "."),
      omittingEmptySubsequences: false
    )
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) }
  }

  /// Returns the field without the single quote that `safe` adds.
  package static func meant(by field: String) -> String {
    guard field.utf8.first == quote else { return field }
    let rest = String(field.unicodeScalars.dropFirst())
    return isQuoted(rest) ? rest : field
  }

  private static let quote = UInt8(ascii: "'")

  /// True if `safe` adds a quote: for a formula, and for a formula after quotes, one of which `meant` would otherwise remove.
  private static func isQuoted(_ field: String) -> Bool {
    isFormulaLike(String(field.unicodeScalars.drop { $0 == "'" }))
  }

  func quoted(_ field: String) -> String {
    let special = [0x22, 0x0A, 0x0D] + Array(separator.utf8)
    let needsQuotes = field.utf8.contains { special.contains($0) }
    guard needsQuotes else { return field }
    var result = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
