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
    // After the keywords, the list has members of the types; `none` and `some` would be ambiguous for optional factors.
    keywords: """
      actor as associatedtype async await break case catch class continue default defer deinit do
      else enum extension fallthrough false fileprivate for func guard if import in init inout
      internal is let nil operator precedencegroup private Protocol protocol public repeat
      rethrows return Self self static struct subscript super switch throw throws true try Type
      typealias var where while
      allCases hash hashValue isInvalid label none number rawValue results some testDescription
      """,
    taken: """
      Operation Part Rule Setup Outcome Case World Driver Decision PartDecision Cases String Int
      Bool Type Protocol Self Equatable Hashable Sendable SendableMetatype CaseIterable
      Identifiable CustomTestStringConvertible TaskLocal Test Issue IssueHandlingTrait
      PreviewScreen SnapshotDriver SnapshotTaker
      """,
    // Signs alone would be an operator.
    quotes: (
      """
      init self Self Type Protocol
      allCases hash hashValue isInvalid label none number rawValue results some testDescription
      """, "`\\/()[]{}<>.:;", true
    ),
    quotedLabels: "inout let var",
    member: { ".\($1)" },
    none: "nil",
    applies: " != nil",
    isOne: { "one(\($0), of: \(list($1)))" }
  )

  static let kotlin = Spelling(
    keywords: """
      as break class continue do else false for fun if in interface is null object package return
      super this throw true try typealias typeof val var when while
      """,
    taken: """
      Operation Part Rule Setup Outcome Expected Open Contradictory Parts Impossible Case World
      Driver String Int Long Boolean List Map Any Unit Pair
      """,
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
    taken: """
      Operation Part Rule Setup Outcome Case World Driver App Record Promise Error String Number
      Boolean Object Array Set Partial Compared
      """,
    constants: .text,
    member: { "\"\(typescript.escaped($1))\"" },
    none: "null",
    applies: " !== null",
    logic: (and: " && ", or: " || ", not: "!", differ: " !== ", yes: "true"),
    isOne: { "isOne(\($0), \(list($1)))" },
    isInvalid: { factor, _, values in "isOne(\(factor), \(list(values)))" }
  )

  static let python = Spelling(
    keywords: """
      False None True and as assert async await break class continue def del elif else except
      finally for from global if import in is lambda nonlocal not or pass raise return try while
      with yield match case type
      """,
    taken: """
      ABC Any Enum Operation Part Rule Setup Expected Open Contradictory Parts Impossible Outcome
      Case CASES QUESTIONS World Driver None True False
      """,
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
