import Specification

/// How Kotlin spells names, texts and conditions.
enum KotlinSpelling {
  static let names = NameRules(
    keywords: [
      "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
      "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
      "try", "typealias", "typeof", "val", "var", "when", "while",
    ],
    quoted: { name in
      // What no name of the virtual machine may hold.
      let isSaid = name.unicodeScalars.allSatisfy { scalar in
        !"`\\/()[]{}<>.:;,\"?*|%$".unicodeScalars.contains(scalar)
          && !scalar.properties.isPatternWhitespace
          && ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
      }
      return isSaid && !name.isEmpty ? "`\(name)`" : nil
    },
    taken: [
      "Operation", "Part", "Rule", "Setup", "Outcome", "Expected", "Open", "Contradictory", "Parts",
      "Impossible", "Case", "World", "Driver", "String", "Int", "Long", "Boolean", "List", "Map",
      "Any", "Unit", "Pair",
    ],
    constants: .capitals
  )
}

extension KotlinCode {
  static let logic = LogicSpelling()
  static let notApplicable = "null"

  static func literal(_ text: String) -> String {
    CodeText.literal(text, special: "$") { scalar in
      String(scalar).utf16.map { "\\u" + CodeText.hexadecimal($0, digits: 4) }.joined()
    }
  }

  static func list(_ items: [String]) -> String { "listOf(\(items.joined(separator: ", ")))" }

  func value(_ value: Int, of factor: Int) -> String {
    "\(names.types[factor]).\(names.values[factor][value])"
  }

  func operation(_ number: Int) -> String { "Operation.\(names.operations[number])" }
  func part(_ value: Int) -> String { "Part.\(names.parts[value])" }
  func rule(_ number: Int) -> String { "Rule.\(names.rules[number])" }

  func outcome(_ word: OutcomeWord, _ arguments: [String]) -> String {
    let name =
      switch word {
      case .says: "says"
      case .expected: "Outcome.Expected"
      case .open: "Outcome.Open"
      case .contradictory: "Outcome.Contradictory"
      case .impossible: "Outcome.Impossible"
      }
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  func isOne(_ subject: String, of values: [String]) -> String {
    values.count == 1
      ? "\(subject) == \(values[0])" : "(\(subject) in setOf(\(values.joined(separator: ", "))))"
  }

  func applies(_ property: String) -> String { "\(property) != null" }

  func isInvalid(_ factor: Int) -> String {
    let isOptional = specification.factors[factor].onlyWhen != nil
    return property(factor) + (isOptional ? "?.isInvalid == true" : ".isInvalid")
  }

  func result(_ expression: String) -> String { expression }

  func pattern(_ value: Int?, of factor: Int) -> String {
    value.map { self.value($0, of: factor) } ?? "null"
  }

  func addSwitch(
    over subject: String,
    to code: inout CodeLines,
    _ arms: (inout CodeLines) -> Void
  ) {
    code.block("when (\(subject)) {", arms)
  }

  func addArm(
    _ patterns: [String],
    result: String?,
    to code: inout CodeLines,
    _ body: (inout CodeLines) -> Void
  ) {
    let head = "\(patterns.joined(separator: ", ")) ->"
    if let result { code.add("\(head) \(result)") } else { code.block(head, closing: nil, body) }
  }
}
