package import Diagnostics

/// Decodes a file as UTF-8 within the size limit, without the byte-order mark.
///
/// Errors: `too-large`, and `not-utf8` at the first invalid byte. Characters that YAML forbids are rejected by `parseYAML`. To show the
/// message with its line, decode the bytes with repair: the text before the position is the same.
package func readSource(bytes: [UInt8], path: String) -> Checked<SourceFile> {
  if bytes.count > SyntaxLimits.bytes { return Checked(nil, diagnostics: [.tooLarge]) }
  if let text = String(validating: bytes, as: UTF8.self) {
    let isMarked = text.unicodeScalars.first == "\u{FEFF}"
    let unmarked = isMarked ? String(text.unicodeScalars.dropFirst()) : text
    return Checked(SourceFile(path: path, text: unmarked))
  }
  return Checked(nil, diagnostics: [notUTF8(bytes)])
}

extension Diagnostic {
  static let tooLarge = mistake(
    code: "too-large",
    "the file is larger than \(SyntaxLimits.bytes >> 20) MiB",
    at: nil
  )
}

private func notUTF8(_ bytes: [UInt8]) -> Diagnostic {
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
    return .mistake(code: "not-utf8", "the file is UTF-16, not UTF-8", at: nil)
      .advising("save it as UTF-8")
  }
  let valid = validPrefix(of: bytes)
  let before = SourceText(String(decoding: bytes[..<valid], as: UTF8.self))
  let place = before.position(at: before.scalars.count)
  let byte = "0x" + bytes[valid].inHex(digits: 2)
  return .mistake(
    code: "not-utf8",
    "the file is not UTF-8: byte \(byte) at line \(place.line), column \(place.column)",
    at: SourceSpan(start: place, end: place)
  ).advising("save it as UTF-8 (Shift_JIS and EUC-JP are not supported)")
}

/// Returns the length in bytes of the longest valid UTF-8 prefix.
private func validPrefix(of bytes: [UInt8]) -> Int {
  var decoder = UTF8()
  var rest = bytes.makeIterator()
  var length = 0
  while case .scalarValue(let scalar) = decoder.decode(&rest) {
    length += UTF8.width(scalar)
  }
  return min(length, bytes.count - 1)
}

/// Returns a diagnostic for each kind of character that is not allowed in a YAML text.
///
/// Besides the characters that YAML forbids, these are the ones that only some programs treat as line breaks (U+0085, U+2028, U+2029), and
/// byte-order marks inside the text: they are invisible and would shift lines or change names.
func forbiddenCharacters(in text: SourceText) -> [Diagnostic] {
  var seen: [Unicode.Scalar] = []
  var diagnostics: [Diagnostic] = []
  for index in text.scalars.indices {
    let scalar = text.scalars[index]
    guard isForbidden(scalar), !seen.contains(scalar) else { continue }
    seen.append(scalar)
    diagnostics.append(forbidden(scalar, at: text.span(index..<index + 1)))
    if seen.count == 10 { break }
  }
  return diagnostics
}

private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F, 0x09, 0x0A, 0x0D: false
  case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
  default: false
  }
}

private func forbidden(_ scalar: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
  let number = scalar.value.inHex(digits: 4)
  let help: Phrase =
    scalar == "\0"
    ? "remove it; is this a binary file, or UTF-16 text?"
    : "remove it, or write it as \\u\(number) in double quotes"
  let message: Phrase = "the character U+\(number) is not allowed in a YAML file"
  return .mistake(code: "forbidden-character", message, at: span).advising(help)
}
