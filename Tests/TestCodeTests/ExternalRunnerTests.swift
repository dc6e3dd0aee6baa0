import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing

@testable import TestCode
@testable import TestDesign

@Suite(.tags(.external), .external)
struct ExternalRunnerTests {
  private static let payment = "specs/payment-confirmation.yaml"
  private static let hasDeno = Tool("deno") != nil

  @Test(
    .external(
      Tool.succeeds(["python3", "-c", "import pytest, enum; enum.StrEnum"]),
      "needs pytest"
    ),
    arguments: CodeLanguage.python.styles
  )
  func `pytest runs the cases, and skips those that wait with their question`(
    style: CodeStyle
  ) throws {
    let code = try GeneratedCode(.python, style, team: "pytest")
    try code.add(CodeSpecs.sample(Self.payment))
    let cases = code.entries[0].model.cases
    let waiting = cases.count { !$0.isDecided }
    // The driver of these tests violates one rule.
    let wrong = cases.filter { entry in
      entry.outcomes.contains { $0.outcome.results.joined().contains("transfer has expired") }
    }
    try #require(waiting > 0 && !wrong.isEmpty)
    let failure = try #require(throws: Tool.Failure.self) {
      try code.run("python3 -m pytest -q -rs -W error -p no:cacheprovider --junitxml=junit.xml")
    }
    let output = failure.description
    let passed = cases.count - waiting - wrong.count + code.entries[0].model.flows.count
    let summary = "\(wrong.count) failed, \(passed) passed, \(waiting) skipped"
    #expect(output.contains(summary), "\(output.suffix(2000))")
    for entry in wrong {
      let id = entry.testCase.id
      let function = "test_\(id.replacing("-", with: "_"))_accept_"
      #expect(output.contains(style == .arguments ? "test_pay[\(id)-accept_" : function))
      // A plain assert of the driver shows its values, and the failure shows its case.
      #expect(output.contains("specmatrix:\(id)#\(entry.fingerprint) \(entry.testCase.title)"))
    }
    let page = CodeSpecs.root.appending(path: "Documentation/code-languages.md")
    let shown = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("E ") || $0.hasPrefix(">  ") }
    #expect(shown.count == 8)
    for line in shown { #expect(output.contains("\(line)\n"), "\(line)") }
    // In an end-to-end case, the failed step is named.
    let script = """
      from pay_cases import FLOWS
      for flow in FLOWS:
          number = len(flow.steps)
          first, last = (flow.account(step).splitlines()[0] for step in (0, number))
          assert first == (f"{last}, step 1 of {number + 1}" if number else last)
      """
    try Data(script.utf8).write(to: code.folder.appending(path: "account.py"))
    try code.run("python3 account.py")
    let report = try String(contentsOf: code.folder.appending(path: "junit.xml"), encoding: .utf8)
    for entry in cases {
      let mark = "\(entry.testCase.id)#\(entry.fingerprint)"
      #expect(report.contains(#"<property name="specmatrix" value="\#(mark)" />"#))
    }
  }

  @Test(.external(hasDeno, "needs deno"), arguments: [CodeStyle.arguments, .functions])
  func `node's runner runs the cases, and skips those that wait`(style: CodeStyle) throws {
    let code = try GeneratedCode(.typescript, style, team: "node")
    try code.add(CodeSpecs.sample(Self.payment))
    let cases = code.entries[0].model.cases
    let waiting = cases.count { !$0.isDecided }
    let output = try code.run("deno test --quiet --allow-all PAY.test.ts")
    for entry in cases { #expect(output.contains("\(entry.testCase.id) ")) }
    #expect(output.matches(of: /PAY-[2-9A-Z]+ .* \.\.\. .*ignored/).count == waiting, "\(output)")
    #expect(output.matches(of: /PAY-[2-9A-Z]+ .* \.\.\. .*ok/).count == cases.count - waiting)
  }

  private static let changes: [([(String, String)], complaint: String)] = [
    ([], ""),
    (
      [("with the same account}", "with the same account}\n      lost: Lost")],
      "'\"lost\"' is not assignable to type 'never'"
    ),
    (
      [
        ("  back: The list", "  cancelled_later: Nothing\n  back: The list"),
        ("  back:\n", "  cancelled_later: Later\n  back:\n"),
      ],
      "'\"cancelled_later\"' is not assignable to type 'never'"
    ),
    ([("data:\n", "data:\n  currency: [eur, usd]\n")], "'setCurrency' is missing"),
  ]

  /// The team's code for the sample, against the generated code of an extended spec.
  @Test(.external(hasDeno, "needs deno"), arguments: changes)
  func `a new value, a new rule and a new factor each break the build`(
    changes: [(String, String)],
    complaint: String
  ) throws {
    let code = try GeneratedCode(.typescript, team: "breaking")
    try code.add(CodeSpecs.sample(Self.payment))
    let changed = try CodeSpecs.model(of: CodeSpecs.sample(Self.payment, replacing: changes))
    try code.write(#require(changed.code(in: .typescript, .arguments, .raw).value))
    var output = ""
    do {
      try code.run("deno check --quiet PAY.driver.ts")
    } catch let failure as Tool.Failure {
      output = failure.description
    }
    #expect(complaint.isEmpty ? output.isEmpty : output.contains(complaint), "\(output)")
  }

  @Test(.external(hasDeno, "needs deno"))
  func `Playwright gets a test for each case, with its fixture and its version`() throws {
    let code = try GeneratedCode(.typescript, .playwright, team: "playwright")
    try code.addAll(randomSpecs: 6)
    try code.run("deno check --quiet *.spec.ts")
    let model = try #require(code.entries.map(\.model).first { $0.space == "PAY" })
    let output = try code.run("deno test --allow-all PAY.spec.ts")
    let lines = output.split(separator: "\n").map(String.init)
    for one in model.cases {
      let id = one.testCase.id
      let name = "\(id) \(one.testCase.title) specmatrix=\(id)#\(one.fingerprint)"
      let said =
        one.isDecided ? "TEST \(name)" : "SKIP \(name) skip=specmatrix:\(id) waits for: "
      #expect(lines.contains { $0.hasPrefix(said) }, "\(said)")
    }
    let decided = model.cases.count(where: \.isDecided)
    let steps = model.flows.map(\.steps.count).reduce(decided, +)
    #expect(lines.count { $0.hasPrefix("DOES ") } == steps)
    #expect(lines.count { $0.hasPrefix("SEES ") } >= decided)
    // A fixture of another type does not compile.
    try code.replace("{ app: App<Data> }", with: "{ app: string }", in: "PAY.fixtures.ts")
    #expect(throws: Tool.Failure.self) { try code.run("deno check --quiet PAY.spec.ts") }
  }

  @Test(.external(hasDeno, "needs deno"))
  func `Storybook gets a story for each case under its id`() throws {
    let code = try GeneratedCode(.typescript, .storybook, team: "storybook")
    try code.addAll(randomSpecs: 6)
    try code.run("deno check --quiet *.stories.ts")
    let names = code.entries.map { $0.files[1] }.joined(separator: " ")
    let output = try code.run("deno run --quiet --no-check --allow-read main.ts \(names)")
    var lines = output.split(separator: "\n")
      .map { $0.split(separator: "\t").map(String.init) }[...]
    for entry in code.entries {
      let cases = entry.model.cases
      // A module lists its exports by name.
      let listed = Dictionary(uniqueKeysWithValues: lines.prefix(cases.count).map { ($0[0], $0) })
      lines = lines.dropFirst(cases.count)
      for one in cases {
        let id = one.testCase.id
        let story = try #require(listed[id.replacing("-", with: "_")], "\(id)")
        #expect(story[2].hasPrefix("\(id) ") && story[3] == id)
        #expect(story[4] == (one.isDecided ? "-" : "open !test"))
      }
    }
    #expect(lines.isEmpty)
  }
}
