import Specification

/// How Python spells names, texts and conditions.
enum PythonSpelling {
  static let names = NameRules(
    keywords: [
      "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
      "continue",
      "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
      "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
      "with", "yield", "match", "case", "type",
    ],
    quoted: { _ in nil },
    taken: [
      "ABC", "Any", "Enum", "Operation", "Part", "Rule", "Setup", "Expected", "Open",
      "Contradictory", "Parts", "Impossible", "Outcome", "Case", "CASES", "QUESTIONS", "World",
      "Driver", "None", "True", "False",
    ],
    properties: .snake,
    constants: .capitals,
    hasOneWidth: true
  )
}

extension PythonCode {
  static let logic = LogicSpelling(and: " and ", or: " or ", not: "not ", yes: "True")
  static let notApplicable = "None"

  static func literal(_ text: String) -> String {
    CodeText.literal(text) { scalar in
      scalar.value > 0xFFFF
        ? "\\U" + CodeText.hexadecimal(scalar.value, digits: 8)
        : "\\u" + CodeText.hexadecimal(scalar.value, digits: 4)
    }
  }

  static func documentation(_ text: String) -> String {
    "\"\"\(literal(CodeText.line(text)))\"\""
  }

  static func list(_ items: [String]) -> String {
    items.count == 1 ? "(\(items[0]),)" : "(\(items.joined(separator: ", ")))"
  }

  func value(_ value: Int, of factor: Int) -> String {
    "\(names.types[factor]).\(names.values[factor][value])"
  }

  func operation(_ number: Int) -> String { "Operation.\(names.operations[number])" }
  func part(_ value: Int) -> String { "Part.\(names.parts[value])" }
  func rule(_ number: Int) -> String { "Rule.\(names.rules[number])" }

  func outcome(_ word: OutcomeWord, _ arguments: [String]) -> String {
    let name =
      switch word {
      case .says: "_says"
      case .expected: "Expected"
      case .open: "Open"
      case .contradictory: "Contradictory"
      case .impossible: "Impossible"
      }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  func isOne(_ subject: String, of values: [String]) -> String {
    values.count == 1 ? "\(subject) is \(values[0])" : "\(subject) in \(Self.list(values))"
  }

  func applies(_ property: String) -> String { "\(property) is not None" }

  func isInvalid(_ factor: Int) -> String {
    let property = property(factor)
    return specification.factors[factor].onlyWhen == nil
      ? "\(property).is_invalid" : "(\(property) is not None and \(property).is_invalid)"
  }

  func result(_ expression: String) -> String { "return \(expression)" }

  func pattern(_ value: Int?, of factor: Int) -> String {
    value.map { self.value($0, of: factor) } ?? "None"
  }

  func addSwitch(
    over subject: String,
    to code: inout CodeLines,
    _ arms: (inout CodeLines) -> Void
  ) {
    code.block("match \(subject):", closing: nil) { code in
      arms(&code)
      code.block("case _:", closing: nil) { $0.add("assert_never(\(subject))") }
    }
  }

  func addArm(
    _ patterns: [String],
    result: String?,
    to code: inout CodeLines,
    _ body: (inout CodeLines) -> Void
  ) {
    code.block("case \(patterns.joined(separator: " | ")):", closing: nil, body)
  }
}
