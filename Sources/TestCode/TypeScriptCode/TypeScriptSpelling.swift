import Specification

/// How TypeScript spells names, texts and conditions: values are their ids, as unions of literals.
enum TypeScriptSpelling {
  static let names = NameRules(
    keywords: [],
    quoted: { _ in nil },
    taken: [
      "Operation", "Part", "Rule", "Setup", "Outcome", "Case", "World", "Driver", "App", "Record",
      "Promise", "Error", "String", "Number", "Boolean", "Object", "Array", "Set", "Partial",
    ],
    constants: .text
  )
}

extension TypeScriptCode {
  static let logic = LogicSpelling(differ: " !== ")
  static let notApplicable = "null"

  static func literal(_ text: String) -> String {
    CodeText.literal(text, CodeText.bracedNumber)
  }

  static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  func value(_ value: Int, of factor: Int) -> String { Self.literal(names.values[factor][value]) }
  func operation(_ number: Int) -> String { Self.literal(names.operations[number]) }
  func part(_ value: Int) -> String { Self.literal(names.parts[value]) }
  func rule(_ number: Int) -> String { Self.literal(names.rules[number]) }

  func outcome(_ word: OutcomeWord, _ arguments: [String]) -> String {
    switch word {
    case .says: "says(\(arguments[0]))"
    case .expected: "{ kind: \"expected\", rule: \(arguments[0]), results: \(arguments[1]) }"
    case .open: "{ kind: \"open\", questions: \(arguments[0]) }"
    case .contradictory: "{ kind: \"contradictory\", sides: \(arguments[0]) }"
    case .impossible: "{ kind: \"impossible\" }"
    }
  }

  func isOne(_ subject: String, of values: [String]) -> String {
    "isOne(\(subject), \(values.joined(separator: ", ")))"
  }

  func applies(_ property: String) -> String { "\(property) !== null" }

  func isInvalid(_ factor: Int) -> String {
    let values = specification.factors[factor].values
    let invalid = values.indices.filter { values[$0].isInvalid }
    return isOne(property(factor), of: invalid.map { value($0, of: factor) })
  }

  func result(_ expression: String) -> String { "return \(expression);" }

  func pattern(_ value: Int?, of factor: Int) -> String {
    value.map { self.value($0, of: factor) } ?? "null"
  }

  func addSwitch(
    over subject: String,
    to code: inout CodeLines,
    _ arms: (inout CodeLines) -> Void
  ) {
    code.block("switch (\(subject)) {") { code in
      arms(&code)
      code.block("default:", closing: nil) { $0.add("return never(\(subject));") }
    }
  }

  func addArm(
    _ patterns: [String],
    result: String?,
    to code: inout CodeLines,
    _ body: (inout CodeLines) -> Void
  ) {
    for pattern in patterns.dropLast() { code.add("case \(pattern):") }
    code.block("case \(patterns.last ?? "null"):", closing: nil, body)
  }
}
