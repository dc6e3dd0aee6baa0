import Diagnostics

/// The messages about characters that may not stand in a YAML text as they are, one a kind of character.
///
/// Besides those that YAML forbids these are the signs that only some programs take for a line break (U+0085, U+2028,
/// U+2029), and byte-order marks inside the text: nobody sees them, and they would shift lines or names.
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
  let digits = String(scalar.value, radix: 16, uppercase: true)
  let number = String(repeating: "0", count: 4 - digits.count) + digits
  let help =
    scalar == "\0"
    ? "remove it; is this a binary file, or UTF-16 text?"
    : "remove it, or write it as \\u\(number) in double quotes"
  return Diagnostic(
    code: "forbidden-character",
    message: "the character U+\(number) may not stand in a YAML file",
    span: span,
    help: [help]
  )
}
