/// The bytes that a CSV document begins with.
package enum CSVEncoding: String, CaseIterable, Sendable {
  /// UTF-8 behind a byte-order mark, without which Excel takes Japanese for another encoding.
  case utf8WithMark = "utf-8-bom"
  case utf8 = "utf-8"
}

/// Comma-separated values (RFC 4180), safe to open in a spreadsheet.
///
/// Records end with CR LF unless LF is asked for, line breaks inside a field are LF, so that CR LF only ever ends a record; quotes are doubled. Text that a spreadsheet
/// could take for a formula gets a single quote in front, as OWASP ("CSV Injection") advises: text that begins with `=`, `+`, `-`, `@`, their
/// full-width forms (Japanese Excel reads these as formulas too), a tab, a line break or NUL. A negative number such as `-1` or `-1.5` is a
/// number and stays one. Where somebody wrote such a quote, it gets another, so that what is read back is what was written.
package struct CSVWriter: Sendable {
  private var text: String
  /// How many fields got a single quote in front.
  package private(set) var neutralised = 0

  private let lineBreak: String
  private let separator: Character

  /// - Parameters:
  ///   - encoding: What the document begins with.
  ///   - lineBreak: What ends a record: LF for a file that is kept in git.
  ///   - separator: What stands between fields: a comma or a semicolon.
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

  /// True if a spreadsheet could take the text for a formula.
  package static func isFormulaLike(_ field: some StringProtocol) -> Bool {
    beginsAFormula(field) && !isNegativeNumber(field)
  }

  private static func beginsAFormula(_ field: some StringProtocol) -> Bool {
    switch field.unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠": true
    default: false
    }
  }

  /// True if the text is a hyphen and digits, with a decimal point between them at most.
  private static func isNegativeNumber(_ field: some StringProtocol) -> Bool {
    guard field.utf8.first == UInt8(ascii: "-") else { return false }
    let parts = field.utf8.dropFirst().split(
      separator: UInt8(ascii: "."),
      omittingEmptySubsequences: false
    )
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) }
  }

  /// The field without the single quote that `safe` put in front.
  package static func meant(by field: String) -> String {
    guard field.utf8.first == quote else { return field }
    let rest = String(field.unicodeScalars.dropFirst())
    return isQuoted(rest) ? rest : field
  }

  private static let quote = UInt8(ascii: "'")

  /// True if `safe` puts a quote in front: of a formula, and of a formula behind quotes, which `meant` would else take for its own.
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
