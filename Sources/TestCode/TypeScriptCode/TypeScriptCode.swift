import Specification

/// The code of a spec in TypeScript: unions of literals, the spec as a function, and tests for node's own runner.
///
/// Only types are to be taken out of it, so that node and Deno run it as it is.
struct TypeScriptCode: CodeWriter {
  let model: CodeModel
  let names: CodeNames
  let style: CodeStyle

  static let nameRules = TypeScriptSpelling.names

  var files: [CodeFile] {
    let own =
      switch style {
      case .playwright: playwright
      case .storybook: stories
      default: CodeFile(name: "\(space).test.ts", text: tests)
      }
    return [CodeFile(name: "\(space).cases.ts", text: cases), own]
  }

  private var cases: String {
    var code = CodeLines(step: "  ")
    addHead(to: &code, "//")
    code.add(CodeText.documentation(specification.feature))
    code.add("export const feature = \(Self.literal(specification.feature));")
    addTypes(to: &code)
    addOutcome(to: &code)
    addDecision(to: &code)
    addWorld(to: &code)
    addCases(to: &code)
    return code.text
  }

  // MARK: Types

  private func addTypes(to code: inout CodeLines) {
    for (number, factor) in specification.factors.enumerated() {
      let notes = factor.values.map { $0.label + ($0.note.map { " – \($0)" } ?? "") }
      let values = factor.values.indices.map { value($0, of: number) }
      let property = names.properties[number]
      addUnion(names.types[number], factor.label, values, notes, to: &code)
      add(
        "\(property)Labels",
        "Readonly<Record<\(names.types[number]), string>>",
        values,
        factor.values.map { Self.literal($0.label) },
        to: &code
      )
      let numbers = factor.values.compactMap(\.number)
      if numbers.count == values.count {
        add(
          "\(property)Numbers",
          "Readonly<Record<\(names.types[number]), number>>",
          values,
          numbers.map(String.init),
          to: &code
        )
      }
      let invalid = zip(values, factor.values).filter { $1.isInvalid }.map(\.0)
      if !invalid.isEmpty {
        code.add()
        code.add("/** What the feature must reject. */")
        let list = Self.list(invalid)
        code.add("export const \(property)Invalid: readonly \(names.types[number])[] = \(list);")
      }
    }
    let operations = specification.caseOperations
    addUnion(
      "Operation",
      "What happens: what the user does, or what befalls the feature.",
      operations.indices.map(operation),
      operations.map(label),
      to: &code
    )
    add(
      "operationLabels",
      "Readonly<Record<Operation, string>>",
      operations.indices.map(operation),
      operations.map { Self.literal(label(of: $0)) },
      to: &code
    )
    if hasParts {
      addUnion(
        "Part",
        "What is looked at together with the other parts of its operation.",
        parts.map(part),
        parts.map(label(ofPart:)),
        to: &code
      )
    }
    addUnion(
      "Rule",
      "What the spec decides. A test says for each how it looks in the app.",
      decidingRules.map(rule),
      decidingRules.map { results(of: $0).joined(separator: "; ") },
      to: &code
    )
    add(
      "results",
      "Readonly<Record<Rule, readonly string[]>>",
      decidingRules.map(rule),
      decidingRules.map { Self.literals(results(of: $0)) },
      to: &code
    )
  }

  private func addUnion(
    _ name: String,
    _ text: String,
    _ members: [String],
    _ notes: [String],
    to code: inout CodeLines
  ) {
    code.add()
    code.add(CodeText.documentation(text))
    guard !members.isEmpty else {
      code.add("export type \(name) = never;")
      return
    }
    code.block("export type \(name) =", closing: nil) { code in
      for (number, (member, note)) in zip(members, notes).enumerated() {
        code.add(CodeText.documentation(note))
        code.add("| \(member)\(number == members.count - 1 ? ";" : "")")
      }
    }
  }

  /// A constant that has a value for each member, or does not compile.
  private func add(
    _ name: String,
    _ type: String,
    _ members: [String],
    _ values: [String],
    to code: inout CodeLines
  ) {
    code.add()
    code.block("export const \(name): \(type) = {", closing: "};") { code in
      for (member, value) in zip(members, values) { code.add("\(member): \(value),") }
    }
  }

  private func addOutcome(to code: inout CodeLines) {
    code.add()
    code.add("/** What is the case before something happens. */")
    code.block("export interface Setup {") { code in
      for (number, factor) in specification.factors.enumerated() {
        let type = names.types[number] + (factor.onlyWhen == nil ? "" : " | null")
        code.add("readonly \(names.properties[number]): \(type);")
      }
    }
    code.add()
    code.add("/** What the spec says of a setup and an operation. */")
    code.block("export type Outcome =", closing: nil) { code in
      code.add("/** The rule that decides, and what must be seen. */")
      code.add("| { kind: \"expected\"; rule: Rule; results: readonly string[] }")
      code.add("/** The ids of the questions that are open. */")
      code.add("| { kind: \"open\"; questions: readonly string[] }")
      code.add("/** Rules that disagree, with what each says. */")
      code.add("| { kind: \"contradictory\"; sides: readonly string[] }")
      if hasParts {
        code.add("/** By part that can be seen. */")
        code.add("| { kind: \"parts\"; parts: Readonly<Partial<Record<Part, Outcome>>> }")
      }
      code.add("/** The spec says that it cannot happen. */")
      code.add("| { kind: \"impossible\" };")
    }
    code.add()
    code.block("function says(rule: Rule): Outcome {") { code in
      code.add("return { kind: \"expected\", rule, results: results[rule] };")
    }
    func function(_ name: String, _ type: String, _ text: String, _ word: String, _ value: String) {
      code.add()
      code.add(CodeText.documentation(text))
      code.block("export function \(name)(outcome: Outcome): readonly \(type)[] {") { code in
        code.block("switch (outcome.kind) {") { code in
          func arm(_ kind: String, _ value: String) {
            code.block("case \"\(kind)\":", closing: nil) { $0.add("return \(value);") }
          }
          arm("expected", word == "rules" ? value : "[]")
          arm("open", word == "rules" ? "[]" : "outcome.questions")
          arm("contradictory", word == "rules" ? "[]" : "outcome.sides")
          if hasParts { arm("parts", "Object.values(outcome.parts).flatMap(\(name))") }
          arm("impossible", "[]")
          code.block("default:", closing: nil) { $0.add("return never(outcome);") }
        }
      }
    }
    function("rulesOf", "Rule", "The rules that decide.", "rules", "[outcome.rule]")
    function(
      "openOf",
      "string",
      "Why nothing can be tested: the questions that are open, or what contradicts itself.",
      "open",
      ""
    )
    code.add()
    code.block("function never(value: never): never {") { code in
      code.add("throw new Error(`unknown value ${String(value)}`);")
    }
  }

  // MARK: Decision

  private func addDecision(to code: inout CodeLines) {
    code.add()
    code.add("/** What the spec says of an operation, exact for every setup. */")
    code.block("export function decide(setup: Setup, operation: Operation): Outcome {") { code in
      code.block("switch (operation) {") { code in
        for (number, operation) in specification.caseOperations.enumerated() {
          let brace = operation.hasParts ? " {" : ""
          code.block(
            "case \(self.operation(number)):\(brace)",
            closing: operation.hasParts ? "}" : nil
          ) { code in
            guard operation.hasParts else {
              let decision = "decide\(names.functions[operation.value])(setup)"
              code.add("return allows(setup, operation) ? \(decision) : { kind: \"impossible\" };")
              return
            }
            code.add("const parts: Partial<Record<Part, Outcome>> = {};")
            for value in operation.values {
              code.block("if (allows(setup, operation, \(self.part(value)))) {") { code in
                code.add("parts[\(self.part(value))] = decide\(names.functions[value])(setup);")
              }
            }
            code.add(
              "return Object.keys(parts).length > 0 ? { kind: \"parts\", parts } : { kind: \"impossible\" };"
            )
          }
        }
        code.block("default:", closing: nil) { $0.add("return never(operation);") }
      }
    }
    code.add()
    code.add("/** Whether the spec lets it happen. */")
    code.block("export function canHappen(setup: Setup, operation: Operation): boolean {") { code in
      code.add("return decide(setup, operation).kind !== \"impossible\";")
    }
    code.add()
    code.add("/** What applies, what is impossible, and one invalid value at most. */")
    let parameter = hasParts ? ", part: Part | null = null" : ""
    code.block(
      "function allows(setup: Setup, operation: Operation\(parameter)): boolean {"
    ) { code in
      let possibility = CodePossibility(specification)
      for (condition, reason) in possibility.refusals {
        if let reason { code.add("// \(CodeText.line(reason))") }
        code.add("if (\(text(condition))) return false;")
      }
      if possibility.invalidities.count > 1 {
        let invalid = Self.list(possibility.invalidities.map(text))
        code.add("if (\(invalid).filter(Boolean).length > 1) return false;")
      }
      code.add("return true;")
    }
    code.add()
    code.block("function isOne<Value>(value: Value, ...values: readonly Value[]): boolean {") {
      code in
      code.add("return values.includes(value);")
    }
    for value in specification.operationValues.indices {
      code.add()
      code.block("function decide\(names.functions[value])(setup: Setup): Outcome {") { code in
        add(model.decisions[value], to: &code)
      }
    }
  }
}
