import Text

/// Cases as CSV with a row for each step: what is to be set up is the first of them, where the tool has no place of its own for it.
extension ExportedSuite {
  private struct Step {
    var action: String
    var data = ""
    var expected = ""
  }

  // MARK: Xray

  /// Tests for the Test Case Importer of Xray Cloud.
  ///
  /// A byte-order mark and semicolons, as in the samples that Xray publishes (github.com/Xray-App/tutorial-test-case-importer, `cloud`); rows
  /// with the same `Issue Id` are one test, and `Issue key` updates one that is there.
  func xray(_ links: [String: String]) -> [ExportedFile] {
    let most = ExportProfile.xray.mostCases ?? max(cases.count, 1)
    let starts = cases.isEmpty ? [0] : Array(stride(from: 0, to: cases.count, by: most))
    return starts.enumerated().map { part, start in
      let some = cases[start..<min(start + most, cases.count)]
      var writer = CSVWriter(encoding: .utf8WithMark, separator: ";")
      var shortened = 0
      writer.record(Self.xrayHeadings)
      for (number, testCase) in some.enumerated() {
        let title = title(of: testCase, for: .xray, &shortened)
        for (place, step) in steps(of: testCase).enumerated() {
          let isFirst = place == 0
          writer.record([
            String(number + 1),
            isFirst ? links[testCase.id] ?? "" : "",
            "Manual",
            isFirst ? writer.safe(title) : "",
            isFirst ? Self.priority(testCase, "High", "Medium", "Low") : "",
            "",
            writer.safe(step.action), writer.safe(step.data), writer.safe(step.expected),
            isFirst && testCase.isOpen ? Self.openMark : "",
          ])
        }
      }
      return ExportedFile(
        suffix: ExportProfile.xray.suffix(part: part + 1),
        content: .bytes(writer.bytes),
        neutralised: writer.neutralised,
        shortened: shortened
      )
    }
  }

  static let xrayHeadings = [
    "Issue Id", "Issue key", "Test type", "Test Summary", "Test Priority", "Component", "Action",
    "Data", "Result", "Labels",
  ]

  private func steps(of testCase: Case) -> [Step] {
    let check = Step(action: testCase.steps, expected: testCase.expected)
    guard !testCase.setup.isEmpty else { return [check] }
    let prepare = text("Set up what the data say.", "前提条件を整える（データの欄を参照）")
    return [Step(action: prepare, data: testCase.setup), check]
  }

  // MARK: Azure

  /// Test cases for the import of Azure Test Plans: a row for the case, then one for each step with empty `ID` and `Title`.
  ///
  /// Source: Microsoft, "Bulk import or export test cases": the six headings in their exact spelling, others are optional; a row with an `ID`
  /// updates that test case.
  func azure(_ links: [String: String]) -> ExportedFile {
    var writer = CSVWriter(encoding: .utf8)
    var shortened = 0
    writer.record(Self.azureHeadings)
    for testCase in cases {
      let title = title(of: testCase, for: .azure, &shortened)
      writer.record([
        links[testCase.id] ?? "", "Test Case", writer.safe(title), "", "", "",
        Self.priority(testCase, "1", "2", "3"), testCase.isOpen ? Self.openMark : "",
      ])
      let check = Step(action: testCase.steps, expected: testCase.expected)
      let setUp = text("Set up:", "前提条件：") + "\n" + testCase.setup
      let steps = testCase.setup.isEmpty ? [check] : [Step(action: setUp), check]
      for (place, step) in steps.enumerated() {
        writer.record([
          "", "", "", String(place + 1), writer.safe(step.action), writer.safe(step.expected), "",
          "",
        ])
      }
    }
    return ExportedFile(
      suffix: ExportProfile.azure.suffix(),
      content: .bytes(writer.bytes),
      neutralised: writer.neutralised,
      shortened: shortened
    )
  }

  static let azureHeadings = [
    "ID", "Work Item Type", "Title", "Test Step", "Step Action", "Step Expected", "Priority",
    "Tags",
  ]

  // MARK: Zephyr Scale

  /// Test cases for the import of Zephyr Scale, with the headings of its own export; a `Key` updates the test case.
  func zephyrScale(_ links: [String: String]) -> ExportedFile {
    var writer = CSVWriter(encoding: .utf8)
    var shortened = 0
    writer.record(Self.zephyrScaleHeadings)
    for testCase in cases {
      let title = title(of: testCase, for: .zephyrScale, &shortened)
      writer.record([
        links[testCase.id] ?? "", writer.safe(title), testCase.isOpen ? "Draft" : "Approved",
        writer.safe(testCase.setup), "",
        writer.safe("/\("\(id) \(feature)".asFolder)/\(testCase.operation.asFolder)"),
        Self.priority(testCase, "High", "Normal", "Low"), "",
        testCase.isOpen ? Self.openMark : "", "", "", "", "",
        writer.safe(testCase.steps), "", writer.safe(testCase.expected), "", "",
      ])
    }
    return ExportedFile(
      suffix: ExportProfile.zephyrScale.suffix(),
      content: .bytes(writer.bytes),
      neutralised: writer.neutralised,
      shortened: shortened
    )
  }

  static let zephyrScaleHeadings = [
    "Key", "Name", "Status", "Precondition", "Objective", "Folder", "Priority", "Component",
    "Labels", "Owner", "Estimated Time", "Coverage (Issues)", "Coverage (Pages)",
    "Test Script (Step-by-Step) - Step", "Test Script (Step-by-Step) - Test Data",
    "Test Script (Step-by-Step) - Expected Result", "Test Script (Plain Text)", "Test Script (BDD)",
  ]

  // MARK: Words

  /// The label or tag of a case that waits for an answer.
  static let openMark = "open"

  /// The tool's word for a case's priority; that in the middle where no rule says.
  static func priority(_ testCase: Case, _ high: String, _ medium: String, _ low: String) -> String
  {
    switch testCase.priority {
    case "high": high
    case "low": low
    default: medium
    }
  }
}

extension String {
  /// The text as the name of a folder, whose sign for one inside another it cannot have.
  fileprivate var asFolder: String { replacing("/", with: "／").replacing("\\", with: "＼") }
}
