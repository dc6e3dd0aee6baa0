import Diagnostics
import Specification
import TestDesign
import Text

/// The CSV format that a tool imports: its columns, and the rows for cases or questions.
struct ExportTable: Sendable {
  var encoding = CSVEncoding.utf8
  var separator: Character = ","
  var lineBreak = "\r\n"
  let headings: [String]
  /// A function that returns the rows above those of the cases.
  var leading: @Sendable (ExportedSuite) -> [Row] = { _ in [] }
  /// A function that returns the rows of a case, or none if the tool takes questions.
  var ofCase: @Sendable (ExportedSuite, ExportedSuite.Case, Entry) -> [Row] = { _, _, _ in [] }
  /// A function that returns the rows of a question that the tool does not have yet.
  var ofQuestion: @Sendable (ExportedSuite, ExportedSuite.Question, Entry) -> [Row] = { _, _, _ in
    []
  }

  /// The texts by heading; the other cells are empty.
  typealias Row = [String: String]

  /// The parts of a row that depend on the file and the tool.
  struct Entry {
    /// The number within the file, from 1.
    let number: Int
    /// The tool's id, or an empty text for a new entry.
    let link: String
    /// The title including the id, shortened to the tool's limit.
    let title: String
  }

  /// Returns the files, several if there are more cases than one import takes.
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

  /// Returns the document, and the number of cells prefixed with a quote.
  func csv(_ rows: [Row]) -> (bytes: [UInt8], neutralised: Int) {
    var writer = CSVWriter(encoding: encoding, lineBreak: lineBreak, separator: separator)
    writer.record(headings)
    for row in rows { writer.record(headings.map { writer.safe(row[$0] ?? "") }) }
    return (writer.bytes, writer.neutralised)
  }
}

extension String {
  /// Returns the title shortened to the tool's limit, and counts it if it is shortened.
  func fitting(_ profile: ExportProfile, _ shortened: inout Int) -> String {
    let title = self.shortened(toUTF16: profile.maxTitle)
    if title != self { shortened += 1 }
    return title
  }

  /// Returns the text, truncated between characters to `limit` UTF-16 units including an ellipsis.
  private func shortened(toUTF16 limit: Int) -> String {
    utf16.count <= limit ? self : prefix(upToUTF16: limit - 1) + "…"
  }
}

// MARK: - Recognising generated files

/// Tells generated files from others, so that no other file is ever replaced.
extension ExportedSuite {
  /// True if a file was generated for a tool, or is empty.
  ///
  /// `nil` stands for the Markdown by expected result. Formats with comments contain a mark. A table must have the generated headings and a
  /// generated id in each row with content; an export of the tool with more columns does not qualify.
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

  /// Returns a part without cases, or `nil` if the tool takes all cases at once.
  package func emptyPart(of profile: ExportProfile) -> [UInt8]? {
    guard profile.maxCases != nil, case .table(let table) = profile.form else { return nil }
    return table.csv([]).bytes
  }
}

/// The CSV formats, with columns in the order that each tool expects.
extension ExportTable {
  /// Tests for the Test Case Importer of Xray Cloud, a row per step.
  ///
  /// The file has a byte-order mark and semicolons, as in the samples published by Xray (github.com/Xray-App/tutorial-test-case-importer,
  /// `cloud`). Rows with the same `Issue Id` form one test, and `Issue key` updates an existing one.
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

  /// Test cases for Azure Test Plans: a row for the case, then a row for each step with empty `ID` and `Title`.
  ///
  /// The six headings need their exact spelling, others are optional, and a row with an `ID` updates that test case. Source: Microsoft,
  /// "Bulk import or export test cases".
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

  /// Test cases for Zephyr Scale, with the headings of its own export, where a `Key` updates an existing test case.
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
  /// There is a row for each suite, then one for each case. The steps are numbered lines in one cell, each a JSON string, so that a step
  /// may span several lines. Columns are matched by position. With *Replace matching test cases*, a case whose `v2.id` exists is updated;
  /// without an id it is created. The file has no byte-order mark and uses LF, like Qase's own files. Source: Qase, "Working with the Qase
  /// CSV format", "Adding test steps", "Import: replace matching test cases".
  static let qase = ExportTable(
    lineBreak: "\n",
    headings: [
      "v2.id", "title", "description", "preconditions", "postconditions", "tags", "priority",
      "severity", "type", "behavior", "automation", "status", "is_flaky", "layer", "steps_type",
      "steps_actions", "steps_result", "steps_data", "milestone_id", "milestone", "suite_id",
      "suite_parent_id", "suite", "suite_without_cases", "parameters", "is_muted",
    ],
    // The list is flat, since the importer does not accept nested suites.
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
          // Labels are separated by spaces.
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
  /// The text as the name of a folder, without path separators.
  fileprivate var asFolder: String { replacing("/", with: "／").replacing("\\", with: "＼") }
}
