import TestDesign
import Text

/// Cases for Qase, in version 2 of its CSV format.
///
/// One row for each suite, then one for each case; steps are numbered lines in one cell, each a text as in JSON, so that a step may have several
/// lines. The columns are matched by their place. With *Replace matching test cases*, a case whose `v2.id` is there is updated; without an id
/// it is created. Source: Qase, "Working with the Qase CSV format", "Adding test steps", "Import: replace matching test cases".
extension ExportedSuite {
  static let qaseHeadings = [
    "v2.id", "title", "description", "preconditions", "postconditions", "tags", "priority",
    "severity", "type", "behavior", "automation", "status", "is_flaky", "layer", "steps_type",
    "steps_actions", "steps_result", "steps_data", "milestone_id", "milestone", "suite_id",
    "suite_parent_id", "suite", "suite_without_cases", "parameters", "is_muted",
  ]

  func qase(_ links: [String: String]) -> ExportedFile {
    // Its columns begin with the first byte, and its own files have LF.
    var writer = CSVWriter(encoding: .utf8, lineBreak: "\n")
    var shortened = 0
    writer.record(Self.qaseHeadings)
    // One flat list: its importer takes no suites inside of each other.
    var suites: [String] = []
    var numbers: [String: Int] = [:]
    for testCase in cases where numbers[testCase.operation] == nil {
      suites.append(testCase.operation)
      numbers[testCase.operation] = suites.count
    }
    for (place, operation) in suites.enumerated() {
      write(
        [
          "suite_id": String(place + 1), "suite": writer.safe(suite(operation)),
          "suite_without_cases": "1",
        ],
        to: &writer
      )
    }
    for testCase in cases {
      let title = title(of: testCase, for: .qase, &shortened)
      write(
        [
          "v2.id": links[testCase.id] ?? "",
          "title": writer.safe(title),
          "preconditions": writer.safe(testCase.setup),
          "tags": testCase.isOpen ? Self.openMark : "",
          "priority": testCase.priority ?? "undefined",
          "severity": "undefined",
          "type": "functional",
          "behavior": testCase.kind == .normal ? "positive" : "negative",
          "automation": "is-not-automated",
          "status": testCase.isOpen ? "draft" : "actual",
          "is_flaky": "no",
          "layer": "unknown",
          "steps_type": "classic",
          "steps_actions": step(testCase.steps),
          "steps_result": step(testCase.expected),
          "steps_data": step(""),
          "suite_id": numbers[testCase.operation].map { String($0) } ?? "",
          "suite": writer.safe(suite(testCase.operation)),
          "is_muted": "no",
        ],
        to: &writer
      )
    }
    return ExportedFile(
      suffix: ExportProfile.qase.suffix(),
      content: .bytes(writer.bytes),
      neutralised: writer.neutralised,
      shortened: shortened
    )
  }

  private func write(_ fields: [String: String], to writer: inout CSVWriter) {
    writer.record(Self.qaseHeadings.map { fields[$0] ?? "" })
  }

  private func suite(_ operation: String) -> String { "\(id) \(operation)" }

  /// The only step of a case: `1. "Tap Send"` and a line break.
  private func step(_ text: String) -> String {
    "1. \"\(JSONValue.escaped(text.withPlainLineBreaks))\"\n"
  }
}
