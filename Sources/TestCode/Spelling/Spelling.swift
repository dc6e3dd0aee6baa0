import Diagnostics
import Text

/// How the words of an id become one name.
enum WordStyle: Sendable {
  /// `veryLong`.
  case camel
  /// `VeryLong`.
  case pascal
  /// `very_long`.
  case snake
  /// `VERY_LONG`.
  case capitals
  /// The id itself, where the language names it by a text.
  case text
}

/// Words with blanks between them.
struct WordList: ExpressibleByStringLiteral, Sendable {
  private let words: Set<String>

  init(stringLiteral text: String) {
    words = Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  func contains(_ word: String) -> Bool { words.contains(word) }
}

/// How a language spells names, texts and conditions.
struct Spelling: Sendable {
  // MARK: Names

  var keywords: WordList
  /// Types that the code declares or uses itself.
  var taken: WordList
  /// What even a name in backticks cannot be, the signs it cannot hold, and whether it needs more than signs; `nil` if there are none.
  var quotes: (names: WordList, signs: String, needsLetter: Bool)?
  /// The keywords that need backticks as the label of an argument too; `nil` for all.
  var quotedLabels: WordList?
  var properties = WordStyle.camel
  /// Values, operations, parts and rules.
  var constants = WordStyle.camel
  /// True if the language takes signs that differ in width alone for the same.
  var hasOneWidth = false

  // MARK: Texts

  /// Signs that need a backslash in literals besides `"` and `\`.
  var special = ""
  var number: @Sendable (Unicode.Scalar) -> String = {
    "\\u{\($0.value.inHex())}"
  }

  // MARK: Expressions

  /// A value, an operation, a part or a rule.
  var member: @Sendable (_ type: String, _ name: String) -> String
  /// What stands for a factor that does not apply, and what a factor is compared with that does.
  var none: String
  var applies: String
  var logic = (and: " && ", or: " || ", not: "!", differ: " != ", yes: "true")
  /// That an expression has one of some values.
  var isOne: @Sendable (_ subject: String, _ values: [String]) -> String
  var isInvalid: @Sendable (_ factor: String, _ isOptional: Bool, _ values: [String]) -> String = {
    factor,
    isOptional,
    _ in factor + (isOptional ? "?.isInvalid == true" : ".isInvalid")
  }

  func escaped(_ text: String) -> String { CodeText.escaped(text, special: special, number) }

  /// What templates can write a text as.
  var forms: [String: @Sendable (String) -> String] {
    CodeText.forms.merging(["escaped": { escaped($0) }, "literal": { "\"\(escaped($0))\"" }]) { $1 }
  }

  fileprivate static func list(_ items: [String]) -> String { items.joined(separator: ", ") }
}

extension Spelling {
  static let swift = Spelling(
    // Then members of the types; `none` and `some` mean another thing where a factor does not always apply.
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
    // What no name of the virtual machine may hold.
    quotes: ("", "`\\/()[]{}<>.:;,\"?*|%$", false),
    constants: .capitals,
    special: "$",
    number: { String($0).utf16.map { "\\u" + $0.inHex(digits: 4) }.joined() },
    member: { "\($0).\($1)" },
    none: "null",
    applies: " != null",
    isOne: { $1.count == 1 ? "\($0) == \($1[0])" : "(\($0) in setOf(\(list($1))))" }
  )

  /// Values are their ids, as unions of literals.
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
  /// A text for a literal in quotes: in one line, and nothing in it that an editor does not show.
  ///
  /// Besides `"` and `\` the `special` signs get a backslash; `number` writes a scalar by its number.
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

  /// A text for a comment: in one line, and nothing in it that an editor does not show.
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

  /// A text in a tag of Gherkin, which ends at a blank.
  static func tag(_ text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "#" && $0 != "@" }
  }

  /// What templates can write a text as in every language.
  static let forms: [String: @Sendable (String) -> String] = [
    "line": { line($0) },
    // In a comment of the kind that ends with a sign.
    "comment": { line($0).replacing("*/", with: "* /").replacing("/*", with: "/ *") },
    "markdown": { MarkdownText.line($0) },
    // In a cell of a table of Gherkin.
    "cell": { line($0).replacing("\\", with: "\\\\").replacing("|", with: "\\|") },
    "tag": { tag($0) },
  ]
}
