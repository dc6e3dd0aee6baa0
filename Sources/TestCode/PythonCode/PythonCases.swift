import Specification
import TestDesign

extension PythonCode {
  func addWorld(to code: inout CodeLines) {
    func method(_ head: String, _ text: String, to code: inout CodeLines) {
      code.add()
      code.add("@abstractmethod")
      code.block("def \(head) -> None:", closing: nil) { $0.add(Self.documentation(text)) }
    }
    code.add()
    code.add()
    code.block("class World(ABC):", closing: nil) { code in
      code.add("\"\"\"The data layer in memory, built anew for each case.\"\"\"")
      for (number, factor) in specification.factors.enumerated() {
        let type = names.types[number] + (factor.onlyWhen == nil ? "" : " | None")
        method("set_\(names.properties[number])(self, value: \(type))", factor.label, to: &code)
      }
    }
    code.add()
    code.add()
    code.block("class Driver(ABC):", closing: nil) { code in
      code.add("\"\"\"The app under test, made on a world that is set up.\"\"\"")
      method(
        "perform(self, operation: Operation)",
        "Does it, or lets it befall the app.",
        to: &code
      )
      method("check(self, rule: Rule)", "Expects what the rule says to be seen.", to: &code)
    }
  }

  func addCases(to code: inout CodeLines) {
    code.add()
    code.add()
    code.add("@dataclass(frozen=True)")
    code.block("class Case:", closing: nil) { code in
      code.add("\"\"\"A case of the suite.\"\"\"")
      code.add()
      for field in ["id: str", "title: str"] { code.add(field) }
      code.add("# Another one as soon as something of the case changes.")
      code.add("fingerprint: str")
      for field in ["setup: Setup", "operation: Operation", "outcome: Outcome"] { code.add(field) }
      code.add()
      code.add("@property")
      code.block("def waits_for(self) -> str | None:", closing: nil) { code in
        code.add("\"\"\"The questions without whose answers nothing of it can be tested.\"\"\"")
        code.block("if self.outcome.rules:", closing: nil) { $0.add("return None") }
        code.add(
          "questions = [f\"{id}: {QUESTIONS[id]}\" if id in QUESTIONS else id for id in self.outcome.open]"
        )
        code.add("return f\"specmatrix:{self.id} waits for: \" + \" | \".join(questions)")
      }
    }
    code.add()
    code.add()
    code.add("_World = TypeVar(\"_World\", bound=World)")
    code.add()
    code.add()
    code.block(
      "def run(case: Case, world: _World, driver_type: Callable[[_World], Driver]) -> None:",
      closing: nil
    ) { code in
      code.add(
        "\"\"\"Sets the world up, does what the case says, and expects what the spec says.\"\"\""
      )
      for property in names.properties {
        code.add("world.set_\(property)(case.setup.\(property))")
      }
      code.add("driver = driver_type(world)")
      code.add("driver.perform(case.operation)")
      code.block("for rule in case.outcome.rules:", closing: nil) { $0.add("driver.check(rule)") }
    }
    code.add()
    code.add()
    code.add("# The questions that are open, by id.")
    code.block("QUESTIONS: dict[str, str] = {") { code in
      for question in model.questions {
        code.add("\(Self.literal(question.id)): \(Self.literal(question.text)),")
      }
    }
    code.add()
    code.block("CASES: tuple[Case, ...] = (", closing: ")") { code in
      for entry in model.cases {
        code.block("Case(", closing: "),") { code in
          code.add("id=\(Self.literal(entry.testCase.id)),")
          code.add("title=\(Self.literal(entry.testCase.title)),")
          code.add("fingerprint=\(Self.literal(entry.fingerprint)),")
          let setup = setup(entry).map { "\($0.property)=\($0.value)" }
          code.add("setup=Setup(\(setup.joined(separator: ", "))),")
          code.add("operation=\(operation(entry.operation)),")
          let outcome = expectation(entry) { parts in
            "Parts({\(parts.map { "\($0.part): \($0.outcome)" }.joined(separator: ", "))})"
          }
          code.add("outcome=\(outcome),")
        }
      }
    }
  }

  /// The tests, apart from the cases, which servers in memory can use without pytest.
  var tests: String {
    var code = CodeLines(step: "    ")
    addHead(to: &code, "#")
    code.add("import pytest")
    code.add()
    code.add("from \(module)_cases import CASES, Case, run")
    code.add("from \(module)_driver import \(prefix)Driver, \(prefix)World")
    func addRun(_ name: String, to code: inout CodeLines) {
      code.block("if \(name).waits_for:", closing: nil) { $0.add("pytest.skip(\(name).waits_for)") }
      code.add("run(\(name), \(prefix)World(), \(prefix)Driver)")
    }
    if style == .functions {
      code.add()
      code.add()
      code.block("def check(case: Case) -> None:", closing: nil) { addRun("case", to: &$0) }
      for (number, entry) in model.cases.enumerated() {
        let testCase = entry.testCase
        code.add()
        code.add()
        code.block("def test_\(testCase.id.replacing("-", with: "_"))() -> None:", closing: nil) {
          code in
          code.add(Self.documentation("\(testCase.id) \(testCase.title)"))
          code.add("check(CASES[\(number)])")
        }
      }
    } else {
      code.add()
      code.add()
      code.add("@pytest.mark.parametrize(\"case\", CASES, ids=[case.id for case in CASES])")
      code.block("def test_\(module)(case: Case) -> None:", closing: nil) {
        addRun("case", to: &$0)
      }
    }
    return code.text
  }
}
