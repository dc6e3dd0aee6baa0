import Specification
import TestDesign

/// The code of a spec in Kotlin: enums, a sealed outcome, the spec as a function, and tests for JUnit 5.
struct KotlinCode: CodeWriter {
  let model: CodeModel
  let names: CodeNames
  let style: CodeStyle

  /// From so many cases on each operation has a file of its own.
  static let splitLimit = 200
  /// So many cases fit into a function of the virtual machine, which ends at 64 KB.
  static let chunk = 50

  static let nameRules = KotlinSpelling.names

  /// Cases that one function lists.
  struct CaseList {
    var name: String
    var cases: ArraySlice<CodeModel.Case>
  }

  var files: [CodeFile] {
    let isSplit = model.cases.count > Self.splitLimit
    let operations = isSplit ? Array(specification.caseOperations.indices) : []
    let split = operations.map { operation in
      chunks(
        of: model.cases.filter { $0.operation == operation },
        names.operationFunctions[operation]
      )
    }
    let lists = isSplit ? split.flatMap(\.self) : chunks(of: model.cases, "")
    var code = CodeLines(step: "    ")
    addStart(to: &code)
    code.add(CodeText.documentation(specification.feature))
    code.block("object \(space) {") { code in
      addTypes(to: &code)
      addOutcome(to: &code)
      addDecision(to: &code)
      addWorld(to: &code)
      addCases(lists.map(\.name), to: &code)
      if !isSplit { for list in lists { add(list, "private fun \(list.name)", to: &code) } }
    }
    var files = [CodeFile(name: "\(space).cases.kt", text: code.text)]
    for (operation, lists) in zip(operations, split) where !lists.isEmpty {
      var code = CodeLines(step: "    ")
      addStart(to: &code)
      let types =
        ["Case", "Operation", "Outcome", "Rule", "Setup", "says"] + (hasParts ? ["Part"] : [])
        + names.types
      for type in types { code.add("import specmatrix.\(space).\(type)") }
      for list in lists { add(list, "internal fun \(space).\(list.name)", to: &code) }
      let name = names.operationFunctions[operation]
      files.append(CodeFile(name: "\(space).cases.\(name).kt", text: code.text))
    }
    return files + [CodeFile(name: "\(space)Tests.kt", text: tests)]
  }

  private func chunks(of cases: [CodeModel.Case], _ name: String) -> [CaseList] {
    stride(from: 0, to: cases.count, by: Self.chunk).map { start in
      let end = min(start + Self.chunk, cases.count)
      return CaseList(name: "cases\(name)\(start / Self.chunk + 1)", cases: cases[start..<end])
    }
  }

  private func addStart(to code: inout CodeLines) {
    addHead(to: &code, "//")
    code.add("package specmatrix")
    code.add()
  }

  // MARK: Types

  private func addTypes(to code: inout CodeLines) {
    for (number, factor) in specification.factors.enumerated() {
      let isNumeric = factor.values.allSatisfy { $0.number != nil }
      if number > 0 { code.add() }
      addEnum(
        names.types[number],
        factor.label,
        "val id: String, val label: String, val isInvalid: Boolean"
          + (isNumeric ? ", val number: Long" : ""),
        zip(names.values[number], factor.values).map { name, value in
          let note = value.note.map { " – \($0)" } ?? ""
          let arguments =
            [Self.literal(value.id), Self.literal(value.label), value.isInvalid ? "true" : "false"]
            + (isNumeric ? value.number.map { ["\($0)L"] } ?? [] : [])
          return (name, value.label + note, arguments)
        },
        to: &code
      )
    }
    code.add()
    addEnum(
      "Operation",
      "What happens: what the user does, or what befalls the feature.",
      "val id: String, val label: String",
      zip(names.operations, specification.caseOperations).map { name, operation in
        let label = label(of: operation)
        return (name, label, [Self.literal(operation.id), Self.literal(label)])
      },
      to: &code
    )
    if hasParts {
      code.add()
      addEnum(
        "Part",
        "What is looked at together with the other parts of its operation.",
        "val id: String",
        parts.map { value in
          let id = Self.literal(specification.operationValues[value].id)
          return (names.parts[value], label(ofPart: value), [id])
        },
        to: &code
      )
    }
    code.add()
    addEnum(
      "Rule",
      "What the spec decides. A test says for each how it looks in the app.",
      "val id: String, val results: List<String>",
      decidingRules.map { rule in
        let results = results(of: rule)
        let id = Self.literal(specification.rules[rule].id)
        return (names.rules[rule], results.joined(separator: "; "), [id, Self.literals(results)])
      },
      to: &code
    )
  }

  private func addEnum(
    _ name: String,
    _ text: String,
    _ properties: String,
    _ constants: [(name: String, note: String, arguments: [String])],
    to code: inout CodeLines
  ) {
    code.add(CodeText.documentation(text))
    code.block("enum class \(name)(\(properties)) {") { code in
      for constant in constants {
        code.add(CodeText.documentation(constant.note))
        code.add("\(constant.name)(\(constant.arguments.joined(separator: ", "))),")
      }
    }
  }

  private func addSetup(to code: inout CodeLines) {
    guard !specification.factors.isEmpty else {
      // A data class must have a property.
      code.block("class Setup {") { code in
        code.add("override fun equals(other: Any?) = other is Setup")
        code.add("override fun hashCode() = 0")
        code.add("override fun toString() = \"Setup()\"")
      }
      return
    }
    code.block("data class Setup(", closing: ")") { code in
      for (number, factor) in specification.factors.enumerated() {
        let type = names.types[number] + (factor.onlyWhen == nil ? "" : "?")
        code.add("val \(names.properties[number]): \(type),")
      }
    }
  }

  private func addOutcome(to code: inout CodeLines) {
    code.add()
    code.add("/** What is the case before something happens. */")
    addSetup(to: &code)
    code.add()
    code.add("/** What the spec says of a setup and an operation. */")
    code.block("sealed interface Outcome {") { code in
      code.add("/** The rule that decides, and what must be seen. */")
      code.add("data class Expected(val rule: Rule, val results: List<String>) : Outcome")
      code.add()
      code.add("/** The ids of the questions that are open. */")
      code.add("data class Open(val questions: List<String>) : Outcome")
      code.add()
      code.add("/** Rules that disagree, with what each says. */")
      code.add("data class Contradictory(val sides: List<String>) : Outcome")
      if hasParts {
        code.add()
        code.add("/** By part that can be seen. */")
        code.add("data class Parts(val parts: Map<Part, Outcome>) : Outcome")
      }
      code.add()
      code.add("/** The spec says that it cannot happen. */")
      code.add("data object Impossible : Outcome")
      code.add()
      code.add("/** The rules that decide. */")
      code.add("val rules: List<Rule>")
      code.block("    get() = when (this) {", closing: "    }") { code in
        code.add("    is Expected -> listOf(rule)")
        if hasParts { code.add("    is Parts -> parts.values.flatMap { it.rules }") }
        code.add("    is Open, is Contradictory, Impossible -> emptyList()")
      }
      code.add()
      code.add(
        "/** Why nothing can be tested: the questions that are open, or what contradicts itself. */"
      )
      code.add("val open: List<String>")
      code.block("    get() = when (this) {", closing: "    }") { code in
        code.add("    is Open -> questions")
        code.add("    is Contradictory -> sides")
        if hasParts { code.add("    is Parts -> parts.values.flatMap { it.open }") }
        code.add("    is Expected, Impossible -> emptyList()")
      }
    }
    code.add()
    code.add("internal fun says(rule: Rule): Outcome = Outcome.Expected(rule, rule.results)")
  }

  // MARK: Decision

  private func addDecision(to code: inout CodeLines) {
    code.add()
    code.add("/** What the spec says of an operation, exact for every setup. */")
    code.block("fun decide(setup: Setup, operation: Operation): Outcome = when (operation) {") {
      code in
      for (number, operation) in specification.caseOperations.enumerated() {
        guard operation.hasParts else {
          let decision = "decide\(names.functions[operation.value])(setup)"
          code.add(
            "\(self.operation(number)) -> if (allows(setup, operation)) \(decision) else Outcome.Impossible"
          )
          continue
        }
        code.block("\(self.operation(number)) -> {") { code in
          code.add("val parts = linkedMapOf<Part, Outcome>()")
          for value in operation.values {
            let decision = "decide\(names.functions[value])(setup)"
            code.add(
              "if (allows(setup, operation, \(self.part(value)))) parts[\(self.part(value))] = \(decision)"
            )
          }
          code.add("if (parts.isEmpty()) Outcome.Impossible else Outcome.Parts(parts)")
        }
      }
    }
    code.add()
    code.add("/** Whether the spec lets it happen. */")
    code.block("fun canHappen(setup: Setup, operation: Operation): Boolean {") { code in
      code.add("return decide(setup, operation) != Outcome.Impossible")
    }
    code.add()
    code.add("/** What applies, what is impossible, and one invalid value at most. */")
    let parameter = hasParts ? ", part: Part? = null" : ""
    code.block("private fun allows(setup: Setup, operation: Operation\(parameter)): Boolean {") {
      code in
      let possibility = CodePossibility(specification)
      for (condition, reason) in possibility.refusals {
        if let reason { code.add("// \(CodeText.line(reason))") }
        code.add("if (\(text(condition))) return false")
      }
      if possibility.invalidities.count > 1 {
        code.add(
          "if (\(Self.list(possibility.invalidities.map(text))).count { it } > 1) return false"
        )
      }
      code.add("return true")
    }
    for value in specification.operationValues.indices {
      code.add()
      code.block(
        "private fun decide\(names.functions[value])(setup: Setup): Outcome =",
        closing: nil
      ) { add(model.decisions[value], to: &$0) }
    }
  }
}
