/// How Swift spells names and texts.
enum SwiftSpelling {
  /// What Swift makes of names.
  static let names = NameRules(
    keywords: members.union([
      "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
      "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
      "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
      "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "Protocol",
      "protocol", "public", "repeat", "rethrows", "return", "Self", "self", "static", "struct",
      "subscript", "super", "switch", "throw", "throws", "true", "try", "Type", "typealias", "var",
      "where", "while",
    ]),
    quoted: { name in
      // `init`, `self` and `Type` cannot be a member even in quotes where the name stands behind a full stop.
      if ["init", "self", "Self", "Type", "Protocol"].contains(name) || members.contains(name) {
        return nil
      }
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
      "Operation", "Part", "Rule", "Setup", "Outcome", "Case", "World", "Driver", "Decision",
      "PartDecision", "Cases", "String", "Int", "Bool", "Type", "Protocol", "Self", "Equatable",
      "Hashable", "Sendable", "SendableMetatype", "CaseIterable", "Identifiable",
      "CustomTestStringConvertible", "TaskLocal", "Test", "Issue", "IssueHandlingTrait",
      "PreviewScreen", "SnapshotDriver",
      "SnapshotTaker",
    ]
  )

  /// What the types have already; `none` and `some` mean another thing where a factor does not always apply.
  private static let members: Set = [
    "allCases", "hash", "hashValue", "isInvalid", "label", "none", "number", "rawValue", "results",
    "some", "testDescription",
  ]

  /// A name before the colon of an argument, where nearly every keyword goes without quotes.
  static func argument(_ name: String) -> String {
    let bare = name.filter { $0 != "`" }
    let isBare = names.keywords.contains(bare) && !["inout", "let", "var"].contains(bare)
    return isBare ? bare : name
  }

  /// A text as a documentation comment.
  static func comment(_ text: String) -> String { "/// " + CodeText.line(text) }
}
