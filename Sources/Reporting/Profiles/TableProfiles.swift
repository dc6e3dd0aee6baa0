import Diagnostics
import Specification
import TestDesign
import Text

/// The CSV that a tool imports: its columns, and the rows that cases or questions make.
struct ExportTable: Sendable {
  var encoding = CSVEncoding.utf8
  var separator: Character = ","
  var lineBreak = "\r\n"
  let headings: [String]
  /// Rows above those of the cases.
  var leading: @Sendable (ExportedSuite) -> [Row] = { _ in [] }
  /// The rows of a case; none if the tool takes questions.
  var ofCase: @Sendable (ExportedSuite, ExportedSuite.Case, Entry) -> [Row] = { _, _, _ in [] }
  /// The rows of a question that the tool does not have.
  var ofQuestion: @Sendable (ExportedSuite, ExportedSuite.Question, Entry) -> [Row] = { _, _, _ in
    []
  }

  /// Texts by heading; the others are empty.
  typealias Row = [String: String]

  /// The parts of a row that depend on the file and the tool.
  struct Entry {
    /// From 1, within a file.
    let number: Int
    /// The tool's id; empty if it is new there.
    let link: String
    /// With the id, no longer than the tool takes.
    let title: String
  }

  /// The files: several if one import takes only so many cases.
  func files(
    _ suite: ExportedSuite,
    for profile: ExportProfile,
    links: [String: String]
  ) -> [ExportedFile] {
    if profile.takesQuestions {
      return [
        file(suite, suite.questions.filter { links[$0.id] == nil }, \.title, profile) {
          question,
          title,
          number in
          ofQuestion(suite, question, Entry(number: number, link: "", title: title))
        }
      ]
    }
    let cases = suite.cases
    let most = profile.maxCases ?? max(cases.count, 1)
    let starts = cases.isEmpty ? [0] : Array(stride(from: 0, to: cases.count, by: most))
    return starts.enumerated().map { part, start in
      let some = Array(cases[start..<min(start + most, cases.count)])
      return file(suite, some, \.title, profile, part: part + 1) { testCase, title, number in
        let link = links[testCase.id] ?? ""
        return ofCase(suite, testCase, Entry(number: number, link: link, title: title))
      }
    }
  }

  private func file<Subject>(
    _ suite: ExportedSuite,
    _ subjects: [Subject],
    _ title: (Subject) -> String,
    _ profile: ExportProfile,
    part: Int = 1,
    rows: (Subject, _ title: String, _ number: Int) -> [Row]
  ) -> ExportedFile {
    var shortened = 0
    let all = subjects.enumerated().flatMap { number, subject in
      rows(subject, title(subject).fitting(profile, &shortened), number + 1)
    }
    let (bytes, neutralised) = csv(leading(suite) + all)
    return ExportedFile(
      suffix: profile.suffix(part: part),
      content: .bytes(bytes),
      neutralised: neutralised,
      shortened: shortened
    )
  }

  /// The document, and how many cells got a quote in front.
  func csv(_ rows: [Row]) -> (bytes: [UInt8], neutralised: Int) {
    var writer = CSVWriter(encoding: encoding, lineBreak: lineBreak, separator: separator)
    writer.record(headings)
    for row in rows { writer.record(headings.map { writer.safe(row[$0] ?? "") }) }
    return (writer.bytes, writer.neutralised)
  }
}

extension String {
  /// A title that a tool takes; one that is cut is counted.
  func fitting(_ profile: ExportProfile, _ shortened: inout Int) -> String {
    let title = self.shortened(toUTF16: profile.maxTitle)
    if title != self { shortened += 1 }
    return title
  }

  /// The text with at most so many UTF-16 units, cut between characters and with an ellipsis.
  private func shortened(toUTF16 limit: Int) -> String {
    utf16.count <= limit ? self : prefix(upToUTF16: limit - 1) + "…"
  }
}

// MARK: - Our files

/// Telling our files from those of others, so that none of theirs is ever replaced.
extension ExportedSuite {
  /// True if a file is one that was written for a tool (`nil`: the Markdown for people), or holds nothing.
  ///
  /// Formats with comments have a mark. A table has our headings and, in each row that names anything, an id of ours: an export of the tool
  /// with more columns is not one.
  package func wrote(_ bytes: [UInt8], for profile: ExportProfile?) -> Bool {
    if bytes.isEmpty { return true }
    guard case .table(let table)? = profile?.form else {
      return String(decoding: bytes.prefix(400), as: UTF8.self).contains(Self.mark)
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      let records = try? CSVRecords(
        text.first == "\u{FEFF}" ? String(text.dropFirst()) : text,
        cellLimit: 20_000_000
      )
    else { return false }
    return hasOurs(records.rows, below: table.headings)
  }

  package func wroteQualityForward(_ rows: [[String]]) -> Bool {
    rows.isEmpty || hasOurs(rows, below: qualityForwardHeadings)
  }

  private func hasOurs(_ rows: [[String]], below headings: [String]) -> Bool {
    guard rows.first == headings else { return false }
    return rows.count == 1
      || rows.dropFirst().contains { row in
        row.contains { $0.hasPrefix(id + "-") || $0.hasPrefix("Q-") }
      }
  }

  /// A part without cases; `nil` if the tool takes all of them at once.
  package func emptyPart(of profile: ExportProfile) -> [UInt8]? {
    guard profile.maxCases != nil, case .table(let table) = profile.form else { return nil }
    return table.csv([]).bytes
  }
}

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
      let check = [
        "Action": testCase.steps, "Data": testCase.data, "Result": testCase.expected,
      ]
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
      let check = ["Step Action": testCase.stepsWithData, "Step Expected": testCase.expected]
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
          "Test Script (Step-by-Step) - Test Data": testCase.data,
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
          "steps_data": step(testCase.data),
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
