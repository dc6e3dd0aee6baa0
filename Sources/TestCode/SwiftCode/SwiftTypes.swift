import Specification

extension SwiftCode {
  /// The types that name what the spec names: factors, operations, parts and rules.
  func addTypes(to code: inout CodeLines) {
    for (number, factor) in specification.factors.enumerated() {
      let type = names.types[number]
      let names = names.values[number]
      if number > 0 { code.add() }
      code.add(SwiftSpelling.comment(factor.label))
      code.block("enum \(type): String, CaseIterable, Hashable, Sendable {") { code in
        for (name, value) in zip(names, factor.values) {
          let note = value.note.map { " – \($0)" } ?? ""
          code.add(SwiftSpelling.comment(value.label + note))
          code.add(declaration(name, of: value.id))
        }
        code.add()
        add(
          "label",
          "String",
          zip(names, factor.values.map { Self.literal($0.label) }),
          to: &code
        )
        let invalid = zip(names, factor.values).filter { $1.isInvalid }.map(\.0)
        code.add()
        code.add("/// Whether the feature must reject it.")
        if invalid.isEmpty || invalid.count == names.count {
          code.add("var isInvalid: Bool { \(invalid.isEmpty ? "false" : "true") }")
        } else {
          add(
            "isInvalid",
            "Bool",
            zip(names, factor.values.map { $0.isInvalid ? "true" : "false" }),
            to: &code
          )
        }
        let numbers = factor.values.compactMap(\.number)
        if numbers.count == names.count {
          code.add()
          add("number", "Int", zip(names, numbers.map(String.init)), to: &code)
        }
      }
    }
    addOperations(to: &code)
    addRules(to: &code)
  }

  private func addOperations(to code: inout CodeLines) {
    let operations = specification.caseOperations
    code.add()
    code.add("/// What happens: what the user does, or what befalls the feature.")
    code.block("enum Operation: String, CaseIterable, Hashable, Sendable {") { code in
      for (name, operation) in zip(names.operations, operations) {
        code.add(SwiftSpelling.comment(label(of: operation)))
        code.add(declaration(name, of: operation.id))
      }
      code.add()
      add(
        "label",
        "String",
        zip(names.operations, operations.map { Self.literal(label(of: $0)) }),
        to: &code
      )
    }
    guard hasParts else { return }
    code.add()
    code.add("/// What is looked at together with the other parts of its operation.")
    code.block("enum Part: String, CaseIterable, Hashable, Sendable {") { code in
      for value in parts {
        code.add(SwiftSpelling.comment(label(ofPart: value)))
        code.add(declaration(names.parts[value], of: specification.operationValues[value].id))
      }
    }
  }

  private func addRules(to code: inout CodeLines) {
    code.add()
    code.add("/// What the spec decides. A test says for each how it looks in the app.")
    // Without cases there is no raw type.
    let raw = decidingRules.isEmpty ? "" : "String, "
    code.block("enum Rule: \(raw)CaseIterable, Hashable, Sendable {") { code in
      if decidingRules.isEmpty { code.add("var rawValue: String { switch self {} }") }
      for number in decidingRules {
        let rule = specification.rules[number]
        for result in results(of: number) { code.add(SwiftSpelling.comment(result)) }
        code.add(declaration(names.rules[number], of: rule.id))
      }
      code.add()
      code.add("/// What must be seen.")
      add(
        "results",
        "[String]",
        zip(
          decidingRules.map { names.rules[$0] },
          decidingRules.map { Self.literals(results(of: $0)) }
        ),
        to: &code
      )
    }
  }

  /// A case with the id as its raw value.
  private func declaration(_ name: String, of id: String) -> String {
    name == id ? "case \(name)" : "case \(name) = \(Self.literal(id))"
  }

  /// A property with a text of its own for each case.
  private func add(
    _ property: String,
    _ type: String,
    _ texts: some Sequence<(String, String)>,
    to code: inout CodeLines
  ) {
    let texts = Array(texts)
    guard !texts.isEmpty else {
      code.block("var \(property): \(type) {") { $0.add("switch self {}") }
      return
    }
    code.block("var \(property): \(type) {") { code in
      code.add("switch self {")
      for (name, text) in texts { code.add("case .\(name): \(text)") }
      code.add("}")
    }
  }
}
