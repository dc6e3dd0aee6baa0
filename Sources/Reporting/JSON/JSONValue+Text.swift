extension JSONValue {
  /// The value as text with a line break at the end, the same for equal values.
  ///
  /// `depth` levels of arrays and objects, from the outermost, put each member on a line of its own; what lies deeper stands on one
  /// line. So a list of cases gives one line a case, which a comparison of versions shows well.
  package func text(spreading depth: Int) -> String {
    var output = ""
    write(to: &output, depth: depth, indentation: "")
    output += "\n"
    return output
  }

  private func write(to output: inout String, depth: Int, indentation: String) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    case .string(let text): Self.write(text, to: &output)
    case .array(let elements):
      Self.write(elements, between: ("[", "]"), to: &output, depth: depth, indentation) {
        element,
        output,
        indentation in
        element.write(to: &output, depth: depth - 1, indentation: indentation)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &output, depth: depth, indentation) {
        member,
        output,
        indentation in
        Self.write(member.key, to: &output)
        output += ": "
        member.value.write(to: &output, depth: depth - 1, indentation: indentation)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element],
    between brackets: (String, String),
    to output: inout String,
    depth: Int,
    _ indentation: String,
    each: (Element, inout String, String) -> Void
  ) {
    let isSpread = depth > 0 && !elements.isEmpty
    let inner = isSpread ? indentation + "  " : indentation
    output += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { output += isSpread ? "," : ", " }
      if isSpread { output += "\n" + inner }
      each(element, &output, inner)
    }
    if isSpread { output += "\n" + indentation }
    output += brackets.1
  }

  /// Writes a string in quotes.
  ///
  /// Besides what JSON demands, the controls of C1, the separators U+2028 and U+2029 and the byte-order mark are escaped: some readers
  /// take them for commands or ends of lines, or drop them (Foundation does drop a mark that begins a string).
  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
