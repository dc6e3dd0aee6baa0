import Specification
import TestDesign

extension KotlinCode {
  func addWorld(to code: inout CodeLines) {
    code.add()
    code.add("/** The data layer in memory, built anew for each case. */")
    code.block("interface World {") { code in
      for (number, factor) in specification.factors.enumerated() {
        code.add(CodeText.documentation(factor.label))
        let type = names.types[number] + (factor.onlyWhen == nil ? "" : "?")
        code.add("fun set(\(names.properties[number]): \(type))")
      }
    }
    code.add()
    code.add("/** The app under test, made on a world that is set up. */")
    code.block("interface Driver {") { code in
      code.add("/** Does it, or lets it befall the app. */")
      code.add("fun perform(operation: Operation)")
      code.add("/** Expects what the rule says to be seen. */")
      code.add("fun check(rule: Rule)")
    }
    code.add()
    code.add("/** Sets the world up, does what the case says, and expects what the spec says. */")
    code.block("fun <Data : World> run(case: Case, world: Data, makeDriver: (Data) -> Driver) {") {
      code in
      for property in names.properties { code.add("world.set(case.setup.\(property))") }
      code.add("val driver = makeDriver(world)")
      code.add("driver.perform(case.operation)")
      code.add("for (rule in case.outcome.rules) driver.check(rule)")
    }
  }

  func addCases(_ lists: [String], to code: inout CodeLines) {
    code.add()
    code.add("/** A case of the suite. */")
    code.block("data class Case(", closing: ") {") { code in
      code.add("val id: String,")
      code.add("val title: String,")
      code.add("/** Another one as soon as something of the case changes. */")
      code.add("val fingerprint: String,")
      code.add("val setup: Setup,")
      code.add("val operation: Operation,")
      code.add("val outcome: Outcome,")
    }
    code.add("    override fun toString() = \"$id $title\"")
    code.add()
    code.add("    /** The questions without whose answers nothing of it can be tested. */")
    code.add("    val waitsFor: String?")
    code.add("        get() {")
    code.add("            if (outcome.rules.isNotEmpty()) return null")
    code.add(
      "            val open = outcome.open.map { id -> questions[id]?.let { \"$id: $it\" } ?: id }"
    )
    code.add("            return \"specmatrix:$id waits for: ${open.joinToString(\" | \")}\"")
    code.add("        }")
    code.add("}")
    code.add()
    code.add("/** The questions that are open, by id. */")
    code.block("val questions: Map<String, String> = mapOf(", closing: ")") { code in
      for question in model.questions {
        code.add("\(Self.literal(question.id)) to \(Self.literal(question.text)),")
      }
    }
    code.add()
    let all = lists.map { "\($0)()" }.joined(separator: " + ")
    code.add(
      "val cases: List<Case> by lazy { \(all.isEmpty ? "emptyList()" : lists.count == 1 ? all : "(\(all)).sortedWith(compareBy({ it.id.length }, { it.id }))") }"
    )
  }

  /// A function that lists cases.
  func add(_ list: CaseList, _ head: String, to code: inout CodeLines) {
    code.add()
    code.block("\(head)(): List<Case> = listOf(", closing: ")") { code in
      for entry in list.cases {
        code.block("Case(", closing: "),") { code in
          code.add("id = \(Self.literal(entry.testCase.id)),")
          code.add("title = \(Self.literal(entry.testCase.title)),")
          code.add("fingerprint = \(Self.literal(entry.fingerprint)),")
          let setup = setup(entry).map { "\($0.property) = \($0.value)" }
          code.add("setup = Setup(\(setup.joined(separator: ", "))),")
          code.add("operation = \(operation(entry.operation)),")
          let outcome = expectation(entry) { parts in
            let parts = parts.map { "\($0.part) to \($0.outcome)" }.joined(separator: ", ")
            return "Outcome.Parts(mapOf(\(parts)))"
          }
          code.add("outcome = \(outcome),")
        }
      }
    }
  }

  /// The tests, apart from the cases, which servers in memory can use without JUnit.
  var tests: String {
    var code = CodeLines(step: "    ")
    addHead(to: &code, "//")
    code.add("package specmatrix")
    code.add()
    code.add("import org.junit.jupiter.api.Assumptions")
    code.add("import org.junit.jupiter.api.DisplayName")
    if style == .functions {
      code.add("import org.junit.jupiter.api.Test")
    } else {
      code.add("import org.junit.jupiter.params.ParameterizedTest")
      code.add("import org.junit.jupiter.params.provider.MethodSource")
    }
    code.add()
    code.add("@DisplayName(\(Self.literal(specification.feature)))")
    code.block("class \(space)Tests {") { code in
      if style == .functions {
        for (number, entry) in model.cases.enumerated() {
          let testCase = entry.testCase
          let id = Self.literal(testCase.id)
          if number > 0 { code.add() }
          code.add("@Test")
          code.add("@DisplayName(\(Self.literal("\(testCase.id) \(testCase.title)")))")
          let name = testCase.id.replacing("-", with: "_")
          code.add("fun \(name)() = check(\(space).cases.first { it.id == \(id) })")
        }
      } else {
        code.add("@ParameterizedTest(name = \"{0}\")")
        code.add("@MethodSource(\"cases\")")
        code.add("fun case(case: \(space).Case) = check(case)")
        code.add()
        code.block("companion object {") { code in
          code.add("@JvmStatic")
          code.add("fun cases(): List<\(space).Case> = \(space).cases")
        }
      }
      code.add()
      code.block("private fun check(case: \(space).Case) {") { code in
        code.add("case.waitsFor?.let { Assumptions.abort<Unit>(it) }")
        code.add("\(space).run(case, \(space)World(), ::\(space)Driver)")
      }
    }
    return code.text
  }
}
