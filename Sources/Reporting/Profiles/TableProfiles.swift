import Diagnostics
import Specification
import TestDesign
import Text

/// What each tool with an import of CSV makes of a case or a question. The columns are in the order that the tool expects.
extension ExportTable {
  /// Tests for the Test Case Importer of Xray Cloud, a row for each step.
  ///
  /// A byte-order mark and semicolons, as in the samples that Xray publishes (github.com/Xray-App/tutorial-test-case-importer, `cloud`); rows
  /// with the same `Issue Id` are one test, and `Issue key` updates one that is there.
  static let xray = ExportTable(
    encoding: .utf8WithMark,
    separator: ";",
    headings: [
      "Issue Id", "Issue key", "Test type", "Test Summary", "Test Priority", "Component", "Action",
      "Data", "Result", "Labels",
    ],
    ofCase: { suite, testCase, entry in
      let head = [
        "Issue key": entry.link, "Test Summary": entry.title,
        "Test Priority": testCase.priority("High", "Medium", "Low"), "Labels": testCase.openLabel,
      ]
      let check = ["Action": testCase.steps, "Result": testCase.expected]
      let prepare = [
        "Action": suite.text("Set up what the data say.", "前提条件を整える（データの欄を参照）"),
        "Data": testCase.setup,
      ]
      let steps = testCase.setup.isEmpty ? [check] : [prepare, check]
      return steps.enumerated().map { place, step in
        let common = ["Issue Id": String(entry.number), "Test type": "Manual"]
        return (place == 0 ? common.with(head) : common).with(step)
      }
    }
  )

  /// Test cases for the import of Azure Test Plans: a row for the case, then one for each step with empty `ID` and `Title`.
  ///
  /// Source: Microsoft, "Bulk import or export test cases": the six headings in their exact spelling, others are optional; a row with an `ID`
  /// updates that test case.
  static let azure = ExportTable(
    headings: [
      "ID", "Work Item Type", "Title", "Test Step", "Step Action", "Step Expected", "Priority",
      "Tags",
    ],
    ofCase: { suite, testCase, entry in
      let head = [
        "ID": entry.link, "Work Item Type": "Test Case", "Title": entry.title,
        "Priority": testCase.priority("1", "2", "3"), "Tags": testCase.openLabel,
      ]
      let check = ["Step Action": testCase.steps, "Step Expected": testCase.expected]
      let prepare = ["Step Action": suite.text("Set up:", "前提条件：") + "\n" + testCase.setup]
      let steps = testCase.setup.isEmpty ? [check] : [prepare, check]
      return [head]
        + steps.enumerated().map { place, step in step.with(["Test Step": String(place + 1)]) }
    }
  )

  /// Test cases for the import of Zephyr Scale, with the headings of its own export; a `Key` updates the test case.
  static let zephyrScale = ExportTable(
    headings: [
      "Key", "Name", "Status", "Precondition", "Objective", "Folder", "Priority", "Component",
      "Labels", "Owner", "Estimated Time", "Coverage (Issues)", "Coverage (Pages)",
      "Test Script (Step-by-Step) - Step", "Test Script (Step-by-Step) - Test Data",
      "Test Script (Step-by-Step) - Expected Result", "Test Script (Plain Text)",
      "Test Script (BDD)",
    ],
    ofCase: { suite, testCase, entry in
      [
        [
          "Key": entry.link, "Name": entry.title,
          "Status": testCase.isOpen ? "Draft" : "Approved", "Precondition": testCase.setup,
          "Folder": "/\("\(suite.id) \(suite.feature)".asFolder)/\(testCase.operation.asFolder)",
          "Priority": testCase.priority("High", "Normal", "Low"), "Labels": testCase.openLabel,
          "Test Script (Step-by-Step) - Step": testCase.steps,
          "Test Script (Step-by-Step) - Expected Result": testCase.expected,
        ]
      ]
    }
  )

  /// Cases for Qase, in version 2 of its CSV format.
  ///
  /// One row for each suite, then one for each case; steps are numbered lines in one cell, each a text as in JSON, so that a step may have several
  /// lines. The columns are matched by their place. With *Replace matching test cases*, a case whose `v2.id` is there is updated; without an id
  /// it is created. Its columns begin with the first byte, and its own files have LF. Source: Qase, "Working with the Qase CSV format", "Adding
  /// test steps", "Import: replace matching test cases".
  static let qase = ExportTable(
    lineBreak: "\n",
    headings: [
      "v2.id", "title", "description", "preconditions", "postconditions", "tags", "priority",
      "severity", "type", "behavior", "automation", "status", "is_flaky", "layer", "steps_type",
      "steps_actions", "steps_result", "steps_data", "milestone_id", "milestone", "suite_id",
      "suite_parent_id", "suite", "suite_without_cases", "parameters", "is_muted",
    ],
    // One flat list: its importer takes no suites inside of each other.
    leading: { suite in
      suite.operations.enumerated().map { place, operation in
        [
          "suite_id": String(place + 1), "suite": "\(suite.id) \(operation)",
          "suite_without_cases": "1",
        ]
      }
    },
    ofCase: { suite, testCase, entry in
      func step(_ text: String) -> String {
        "1. \"\(JSONValue.escaped(text.withPlainLineBreaks))\"\n"
      }
      let number = suite.operations.firstIndex(of: testCase.operation) ?? 0
      return [
        [
          "v2.id": entry.link,
          "title": entry.title,
          "preconditions": testCase.setup,
          "tags": testCase.openLabel,
          "priority": testCase.priority.rawValue,
          "severity": "undefined",
          "type": "functional",
          "behavior": [.failure, .invalidInput].contains(testCase.kind) ? "negative" : "positive",
          "automation": "is-not-automated",
          "status": testCase.isOpen ? "draft" : "actual",
          "is_flaky": "no",
          "layer": "unknown",
          "steps_type": "classic",
          "steps_actions": step(testCase.steps),
          "steps_result": step(testCase.expected),
          "steps_data": step(""),
          "suite_id": String(number + 1),
          "suite": "\(suite.id) \(testCase.operation)",
          "is_muted": "no",
        ]
      ]
    }
  )

  /// The questions that Jira does not have yet, for its CSV import.
  static let jira = ExportTable(
    headings: ["Summary", "Issue Type", "Description", "Priority", "Labels"],
    ofQuestion: { suite, question, entry in
      let priority =
        switch question.severity {
        case .error: "High"
        case .warning: "Medium"
        case .note: "Low"
        }
      return [
        [
          "Summary": entry.title, "Issue Type": "Task",
          "Description": suite.paragraphs(question).joined(separator: "\n\n"),
          // Blanks stand between labels.
          "Priority": priority, "Labels": "specmatrix \(suite.id)",
        ]
      ]
    }
  )
}

extension [String: String] {
  fileprivate func with(_ others: Self) -> Self { merging(others) { $1 } }
}

extension String {
  /// The text as the name of a folder, whose sign for one inside another it cannot have.
  fileprivate var asFolder: String { replacing("/", with: "／").replacing("\\", with: "＼") }
}
