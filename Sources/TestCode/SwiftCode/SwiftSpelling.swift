/// How Swift spells names and texts.
enum SwiftSpelling {
  /// What Swift makes of names.
  static let names = NameRules(
    keywords: [
      "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
      "continue", "default",
      "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
      "for", "func",
      "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "none",
      "operator",
      "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
      "Self", "some",
      "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
      "typealias", "Type",
      "Protocol", "var", "where", "while",
    ],
    quoted: { name in
      // `init`, `self` and `Type` cannot be a member even in quotes where the name stands behind a full stop.
      if ["init", "self", "Self", "Type", "Protocol"].contains(name) { return nil }
      let isSaid = name.unicodeScalars.allSatisfy { scalar in
        !"`\\/()[]{}<>.:;".unicodeScalars.contains(scalar)
          && !scalar.properties.isPatternWhitespace && scalar.properties.generalCategory != .control
          && scalar.properties.generalCategory != .format
          && scalar.properties.generalCategory != .lineSeparator
      }
      // Signs alone would be an operator.
      let hasLetter = name.unicodeScalars.contains { $0.properties.isXIDContinue }
      return isSaid && hasLetter ? "`\(name)`" : nil
    },
    taken: [
      "Operation", "Part", "Rule", "Setup", "Outcome", "Case", "World", "Driver", "String", "Int",
      "Bool", "Type",
    ]
  )

  /// A text as a documentation comment.
  static func comment(_ text: String) -> String { "/// " + CodeText.line(text) }
}
