package import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// Returns the report as JUnit XML: a suite per spec, and a test case per operation that fails with the operation's questions.
  ///
  /// Messages that concern no single operation form a last test case. No times are written, since they would differ between runs. Findings
  /// of a severity of `threshold` or above are failures; lesser ones are reported without failing. `nil` fails nothing.
  package func junit(failingFrom threshold: Severity?) -> String {
    let suites =
      failedPaths.map { failed in
        let report = CheckReport(specs: [], failedPaths: [failed])
        return JUnitSuite(unread: failed.path, report.messages)
      }
      + specs.map { JUnitSuite($0, CheckReport(specs: [$0]).messages, threshold) }
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.count(.failed) }
    let errors = suites.reduce(0) { $0 + $1.count(.error) }
    let counts = #"name="specmatrix" tests="\#(tests)" failures="\#(failures)" errors="\#(errors)""#
    let lines = XMLText.element("testsuites", attributes: counts, suites.flatMap(\.lines))
    return ([#"<?xml version="1.0" encoding="UTF-8"?>"#] + lines).map { $0 + "\n" }.joined()
  }
}

/// The test cases of a spec.
private struct JUnitSuite {
  var name: String
  var cases: [Case] = []
  var settings: AppliedSettings?

  /// An operation, or the messages that belong to no single operation.
  struct Case {
    enum Outcome { case passed, failed, error, skipped }

    var name: String
    var outcome: Outcome
    var messages: [CheckMessage]
  }

  func count(_ outcome: Case.Outcome) -> Int { cases.count { $0.outcome == outcome } }

  /// Creates a suite for a path or spec that could not be read.
  init(unread path: String, _ messages: [CheckMessage]) {
    name = path
    cases = [Case(name: "the spec is read", outcome: .error, messages: messages)]
  }

  init(_ spec: SpecCheck, _ messages: [CheckMessage], _ threshold: Severity?) {
    guard let specification = spec.specification else {
      self = JUnitSuite(unread: spec.source.path, messages)
      settings = spec.settings
      return
    }
    func testCase(_ name: String, _ messages: [CheckMessage]) -> Case {
      let fails = messages.contains { message in threshold.map { message.severity >= $0 } ?? false }
      return Case(name: name, outcome: fails ? .failed : .passed, messages: messages)
    }
    name = specification.id
    cases = specification.operations.indices.map { number in
      testCase(
        specification.operations[number].id,
        messages.filter { $0.finding?.question?.operation == number }
      )
    }
    let others = messages.filter { $0.finding?.question?.operation == nil }
    cases.append(testCase("the spec as a whole", others))
    settings = spec.settings
    if spec.switchedOffCount > 0 {
      cases.append(Case(name: "what the settings switch off", outcome: .skipped, messages: []))
    }
  }

  var lines: [String] {
    var counts =
      #"tests="\#(cases.count)" failures="\#(count(.failed))" errors="\#(count(.error))""#
    if count(.skipped) > 0 { counts += #" skipped="\#(count(.skipped))""# }
    let properties = settings.map { settings in
      let line = XMLText.line(settings.line())
      return XMLText.element("properties", [#"<property name="settings" value="\#(line)"/>"#])
    }
    let attributes = #"name="\#(XMLText.line(name))" \#(counts)"#
    return XMLText.element(
      "testsuite",
      attributes: attributes,
      (properties ?? []) + cases.flatMap(lines)
    )
  }

  private func lines(of testCase: Case) -> [String] {
    let names =
      #"classname="\#(XMLText.line(name))" name="\#(XMLText.line(testCase.name))""#
    if testCase.outcome == .skipped {
      let message = XMLText.line(settings?.line() ?? "")
      return XMLText.element("testcase", attributes: names, [#"<skipped message="\#(message)"/>"#])
    }
    guard !testCase.messages.isEmpty else { return ["<testcase \(names)/>"] }
    let told = testCase.messages.flatMap(\.plainLines).map { XMLText.line($0) }
    let element: String
    var attributes = ""
    switch testCase.outcome {
    case .passed, .skipped: element = "system-out"
    case .failed, .error:
      element = testCase.outcome == .failed ? "failure" : "error"
      let mostSevere = testCase.messages.max { $0.severity < $1.severity } ?? testCase.messages[0]
      let more = testCase.messages.count - 1
      let title = mostSevere.diagnostic.message + (more > 0 ? " (and \(more) more)" : "")
      attributes = #" message="\#(XMLText.line(title))" type="\#(XMLText.line(mostSevere.code))""#
    }
    let content = ["<\(element)\(attributes)>\(told.joined(separator: "\n"))", "</\(element)>"]
    return XMLText.element("testcase", attributes: names, content)
  }
}

extension CheckMessage {
  /// The headline with its place, followed by the indented help.
  fileprivate var plainLines: [String] {
    let place = diagnostic.span.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    let headline = "\(path)\(place): \(severity.rawValue)[\(code)]: \(diagnostic.message)"
    return [headline] + help.flatMap { SourceLines($0).lines.map { "  \($0)" } }
  }
}
