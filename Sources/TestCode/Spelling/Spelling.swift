import Diagnostics
import Text

/// The style in which the words of an id are joined.
enum WordStyle: Sendable {
  /// The style `veryLong`.
  case camel
  /// The style `VeryLong`.
  case pascal
  /// The style `very_long`.
  case snake
  /// The style `VERY_LONG`.
  case capitals
  /// The id itself, in languages that use string literals.
  case text
}

/// A list of words, separated by spaces in a literal.
struct WordList: ExpressibleByStringLiteral, Sendable {
  private let words: Set<String>

  init(stringLiteral text: String) {
    words = Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  /// Reads the list that follows a line `-- name --` of a resource with templates.
  init(_ name: String, in resource: [UInt8]) {
    let text = String(decoding: resource, as: UTF8.self)
    let list = text.split(separator: "-- \(name) --\n", maxSplits: 1).last ?? ""
    self.init(stringLiteral: String(list.split(separator: "\n-- ", maxSplits: 1)[0]))
  }

  func contains(_ word: String) -> Bool { words.contains(word) }
}

/// The spelling of names, texts and conditions in a language.
struct Spelling: Sendable {
  // MARK: Names

  var keywords: WordList
  /// The types that the code declares or uses itself.
  var taken: WordList
  /// The names not allowed even in backticks, the characters not allowed there, and whether a letter or digit is needed, or `nil` for a
  /// language without such quotes.
  var quotes: (names: WordList, signs: String, needsLetter: Bool)?
  /// The keywords that also need backticks as argument labels, or `nil` for all.
  var quotedLabels: WordList?
  var properties = WordStyle.camel
  /// The style of values, operations, parts and rules.
  var constants = WordStyle.camel
  /// True if the language treats characters that differ only in width as equal.
  var hasOneWidth = false

  // MARK: Texts

  /// The characters besides `"` and `\` that need a backslash in literals.
  var special = ""
  var number: @Sendable (Unicode.Scalar) -> String = {
    "\\u{\($0.value.inHex())}"
  }

  // MARK: Expressions

  /// A function that returns the expression for a value, an operation, a part or a rule.
  var member: @Sendable (_ type: String, _ name: String) -> String
  /// The value for a factor that does not apply, and the comparison that tests whether it does.
  var none: String
  var applies: String
  var logic = (and: " && ", or: " || ", not: "!", differ: " != ", yes: "true")
  /// A function that returns the condition that an expression has one of some values.
  var isOne: @Sendable (_ subject: String, _ values: [String]) -> String
  var isInvalid: @Sendable (_ factor: String, _ isOptional: Bool, _ values: [String]) -> String = {
    factor,
    isOptional,
    _ in factor + (isOptional ? "?.isInvalid == true" : ".isInvalid")
  }

  func escaped(_ text: String) -> String { CodeText.escaped(text, special: special, number) }

  /// The forms in which templates can write a text.
  var forms: [String: @Sendable (String) -> String] {
    CodeText.forms.merging(["escaped": { escaped($0) }, "literal": { "\"\(escaped($0))\"" }]) { $1 }
  }

  fileprivate static func list(_ items: [String]) -> String { items.joined(separator: ", ") }
}

extension Spelling {
  static let swift = Spelling(
    keywords: WordList("keywords", in: PackageResources.swift_mustache),
    taken: WordList("taken", in: PackageResources.swift_mustache),
    // Signs alone would be an operator.
    quotes: (
      WordList("unquotable", in: PackageResources.swift_mustache), "`\\/()[]{}<>.:;", true
    ),
    quotedLabels: "inout let var",
    member: { ".\($1)" },
    none: "nil",
    applies: " != nil",
    isOne: { "one(\($0), of: \(list($1)))" }
  )

  static let kotlin = Spelling(
    keywords: WordList("keywords", in: PackageResources.kotlin_mustache),
    taken: WordList("taken", in: PackageResources.kotlin_mustache),
    // The characters not allowed in names by the Java virtual machine.
    quotes: ("", "`\\/()[]{}<>.:;,\"?*|%$", false),
    constants: .capitals,
    special: "$",
    number: { String($0).utf16.map { "\\u" + $0.inHex(digits: 4) }.joined() },
    member: { "\($0).\($1)" },
    none: "null",
    applies: " != null",
    isOne: { $1.count == 1 ? "\($0) == \($1[0])" : "(\($0) in setOf(\(list($1))))" }
  )

  /// The spelling of TypeScript, where values are string literals with their ids, in union types.
  static let typescript: Spelling = Spelling(
    keywords: "",
    taken: WordList("taken", in: PackageResources.typescript_mustache),
    constants: .text,
    member: { "\"\(typescript.escaped($1))\"" },
    none: "null",
    applies: " !== null",
    logic: (and: " && ", or: " || ", not: "!", differ: " !== ", yes: "true"),
    isOne: { "isOne(\($0), \(list($1)))" },
    isInvalid: { factor, _, values in "isOne(\(factor), \(list(values)))" }
  )

  static let python = Spelling(
    keywords: WordList("keywords", in: PackageResources.python_mustache),
    taken: WordList("taken", in: PackageResources.python_mustache),
    properties: .snake,
    constants: .capitals,
    hasOneWidth: true,
    number: { scalar in
      let isLong = scalar.value > 0xFFFF
      return (isLong ? "\\U" : "\\u") + scalar.value.inHex(digits: isLong ? 8 : 4)
    },
    member: { "\($0).\($1)" },
    none: "None",
    applies: " is not None",
    logic: (and: " and ", or: " or ", not: "not ", differ: " != ", yes: "True"),
    isOne: { $1.count == 1 ? "\($0) is \($1[0])" : "\($0) in (\(list($1)))" },
    isInvalid: { factor, isOptional, _ in
      isOptional ? "(\(factor) is not None and \(factor).is_invalid)" : "\(factor).is_invalid"
    }
  )
}

enum CodeText {
  /// Returns a text for a string literal, on one line and without invisible characters.
  ///
  /// Besides `"` and `\`, the `special` characters get a backslash; `number` writes a scalar by its number.
  static func escaped(
    _ text: String,
    special: String = "",
    _ number: (Unicode.Scalar) -> String
  ) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\"", "\\": "\\\(scalar)"
      case _ where special.unicodeScalars.contains(scalar): "\\\(scalar)"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          number(scalar)
        default: String(scalar)
        }
      }
    }.joined()
  }

  /// Returns a text for a comment, on one line and without invisible characters.
  static func line(_ text: String) -> String {
    let shown = text.unicodeScalars.map { scalar -> String in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      case .format: ""
      default: String(scalar)
      }
    }.joined()
    return shown.split(separator: " ").joined(separator: " ")
  }

  /// Returns a text for a tag in Gherkin, which ends at whitespace.
  static func tag(_ text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "#" && $0 != "@" }
  }

  /// The forms in which templates can write a text in every language.
  static let forms: [String: @Sendable (String) -> String] = [
    "line": { line($0) },
    // For a block comment.
    "comment": { line($0).replacing("*/", with: "* /").replacing("/*", with: "/ *") },
    "markdown": { MarkdownText.line($0) },
    // For a cell of a table in Gherkin.
    "cell": { line($0).replacing("\\", with: "\\\\").replacing("|", with: "\\|") },
    "tag": { tag($0) },
  ]
}
