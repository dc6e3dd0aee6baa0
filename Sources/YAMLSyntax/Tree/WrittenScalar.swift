import Diagnostics

extension String {
  /// The text as a YAML key or value in flow style: plain if every reader reads it back unchanged, otherwise in double quotes.
  ///
  /// Numbers, `yes` and `no` are plain, because the language uses scalars as written.
  ///
  /// Source: YAML 1.2.2, §7.3.1 and §7.3.3.
  package var asFlowScalar: String { isPlainInFlow ? self : inDoubleQuotes }

  /// The text as a YAML scalar at the end of a line in block style: plain if it is read back unchanged, otherwise in double quotes.
  var asBlockScalar: String { isPlainInFlow || isPlainInBlock ? self : inDoubleQuotes }

  var asJSONString: String {
    "\"\(unicodeScalars.map { $0.value > 0xFFFF ? String($0) : Self.escaped($0) }.joined())\""
  }

  private var inDoubleQuotes: String { "\"\(unicodeScalars.map(Self.escaped).joined())\"" }

  /// True if every YAML reader reads the text, written without quotes in block style, back unchanged.
  ///
  /// It must begin with a letter, a digit or an opening bracket that is not YAML syntax, consist of visible characters, and contain nothing
  /// that ends a key or begins a comment.
  private var isPlainInBlock: Bool {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last, last != " ",
      last != ":", !Self.reserved.contains(self), !contains(": "), !contains(" #")
    else { return false }
    let beginsWell =
      Self.isWord(first)
      || !first.isASCII
        && [.openPunctuation, .initialPunctuation].contains(first.properties.generalCategory)
    return beginsWell && !contains("\t")
      && unicodeScalars.allSatisfy { $0 == "\"" || $0 == "\\" || Self.escaped($0) == String($0) }
  }

  private var isPlainInFlow: Bool {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      Self.isWord(first) || first == "-" && Int(self) != nil, last != " ",
      !Self.reserved.contains(self)
    else { return false }
    return unicodeScalars.allSatisfy { Self.isWord($0) || " -./+%()".unicodeScalars.contains($0) }
  }

  /// Plain scalars that the core schema resolves to something other than text.
  private static let reserved: Set<String> = [
    "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE",
  ]

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: scalar == "_"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    case "\u{200D}": return String(scalar)  // joins the parts of an emoji
    default: break
    }
    let isShown =
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
      case .spaceSeparator: scalar == " " || scalar == "\u{3000}"
      default: true
      }
    guard !isShown else { return String(scalar) }
    let isShort = scalar.value <= 0xFFFF
    return isShort ? "\\u" + scalar.value.inHex(digits: 4) : "\\U" + scalar.value.inHex(digits: 8)
  }
}
