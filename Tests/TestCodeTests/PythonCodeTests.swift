import Foundation
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// Generated Python, run by the Python of this machine.
struct PythonCodeTests {
  private static let python = Tool("python3")
  private static let isNew =
    (try? python?.run(
      ["-c", "import sys; assert sys.version_info >= (3, 11)"],
      in: FileManager.default.temporaryDirectory
    )) != nil
  private static let hasPytest =
    isNew
    && (try? python?.run(["-c", "import pytest"], in: FileManager.default.temporaryDirectory))
      != nil

  /// Prints what each module decides on every setup.
  private static let program = #"""
    import importlib, json, sys

    def text(outcome):
        match type(outcome).__name__:
            case "Expected":
                return "=" + "; ".join(outcome.results)
            case "Open":
                assert all(id in module.QUESTIONS for id in outcome.questions), outcome
                return "?"
            case "Contradictory":
                return "!" + " | ".join(sorted(outcome.sides, key=lambda side: side.encode()))
            case "Parts":
                return " & ".join(f"{part.value} {text(one)}" for part, one in outcome.parts.items())

    sys.path.insert(0, ".")
    for spec in json.load(open("catalogue.json", encoding="utf-8")):
        module = importlib.import_module(spec["module"].removesuffix(".py"))
        fields = list(module.Setup.__annotations__.items())
        assert [name for name, _ in fields] == [factor["property"] for factor in spec["factors"]]
        types = [getattr(module, kind.removesuffix(" | None")) for _, kind in fields]
        for number in spec["numbers"]:
            rest, values = number, []
            for kind, factor in zip(types, spec["factors"]):
                rest, value = divmod(rest, len(factor["values"]))
                id = factor["values"][value]
                values.append(None if id is None else kind(id))
            setup = module.Setup(*values)
            for operation in module.Operation:
                outcome = module.decide(setup, operation)
                assert module.can_happen(setup, operation) == (type(outcome) is not module.Impossible)
                if type(outcome) is not module.Impossible:
                    print(spec["id"], number, operation.value, text(outcome))
        for case in module.CASES:
            assert module.decide(case.setup, case.operation) == case.outcome, case.id
    """#

  /// `SPECMATRIX_SEEDS=200` for the figure of the issue.
  @Test(.enabled(if: isNew, "needs Python 3.11"))
  func `decides every combination as the analysis and brute force do`() throws {
    let code = try GeneratedCode(.python, PythonSpelling.names)
    try code.addAll(randomSpecs: 12)
    try code.write(try code.catalogue(), to: "catalogue.json")
    let python = try #require(Self.python)
    code.expect(try python.run(["-c", Self.program], in: code.folder))
    _ = try python.run(["-m", "compileall", "-q", "."], in: code.folder)
  }

  @Test(.enabled(if: hasPytest, "needs pytest"), arguments: CodeLanguage.python.styles)
  func `pytest runs the cases, and skips those that wait with their question`(
    style: CodeStyle
  ) throws {
    let code = try GeneratedCode(.python, PythonSpelling.names)
    try code.add(DecisionSpecs.sample("specs/payment-confirmation.yaml"), style: style)
    let names = code.entries[0].names
    let setters = names.properties.map { "    def set_\($0)(self, value): pass" }
    try code.write(
      """
      from pay_cases import Driver, Operation, Rule, World

      class PayWorld(World):
      \(setters.joined(separator: "\n"))

      class PayDriver(Driver):
          def __init__(self, world): pass
          def perform(self, operation): pass
          def check(self, rule):
              assert rule is not Rule.ACCEPT_EXPIRED, "wrong"

      """,
      to: "pay_driver.py"
    )
    let cases = code.entries[0].model.cases
    let waiting = cases.count { !$0.isDecided }
    let wrong = cases.filter { entry in
      entry.outcomes.contains {
        $0.outcome.text.contains("This transfer has expired") && $0.outcome.text.hasPrefix("=")
      }
    }
    try #require(waiting > 0 && !wrong.isEmpty)
    let python = try #require(Self.python)
    do {
      _ = try python.run(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"], in: code.folder)
      Issue.record("nothing fails")
    } catch let failure as Tool.Failure {
      let passed = cases.count - waiting - wrong.count
      #expect(
        failure.output.contains("\(wrong.count) failed, \(passed) passed, \(waiting) skipped"),
        "\(failure.output.suffix(2000))"
      )
      for entry in wrong {
        let id = entry.testCase.id
        let name = style == .arguments ? "test_pay[\(id)]" : "test_\(id.replacing("-", with: "_"))"
        #expect(failure.output.contains(name))
      }
      #expect(failure.output.contains("specmatrix:PAY-"))
    }
  }
}
