import Diagnostics
import Specification
import TestDesign
import Text
import YAMLSyntax

/// The CSV format that a tool imports: its columns, and the rows for cases or questions.
struct ExportTable: Sendable {
  /// The templates of a row by heading; the other cells are empty.
  private typealias Row = [String: String]

  private let encoding: CSVEncoding
  private let separator: Character
  private let lineBreak: String
  let headings: [String]
  /// The tool's terms for a priority, for open and decided cases, and for failures and other cases.
  private let priorities, statuses, behaviors: [String]
  /// The cells of all rows of a case, and of its first one.
  private let each, first: Row
  /// The row before the steps, or no cells if the first step is in the first row.
  private let head: Row
  /// The rows of a case; the first of several is left out without a setup.
  private let steps: [Row]
  /// The row of an operation above those of the cases, or no cells if the tool knows no suites.
  private let suites: Row

  /// Reads the entry of a profile; `nil` if the tool imports no table.
  init?(_ node: SyntaxNode) {
    guard node.entry("headings") != nil else { return nil }
    func row(_ node: SyntaxNode?) -> Row {
      Row(firstOf: (node?.entries ?? []).map { ($0.key, $0.value.writtenScalar?.text ?? "") })
    }
    encoding = node.text("encoding").flatMap(CSVEncoding.init) ?? .utf8
    separator = node.text("separator")?.first ?? ","
    lineBreak = node.text("line break") ?? "\r\n"
    headings = node.texts("headings")
    priorities = node.texts("priority")
    statuses = node.texts("status")
    behaviors = node.texts("behavior")
    (each, first) = (row(node.entry("each")?.value), row(node.entry("first")?.value))
    (head, suites) = (row(node.entry("head")?.value), row(node.entry("suites")?.value))
    steps = node.entry("steps")?.value.items.map(row) ?? [[:]]
  }

  /// Returns the files, several if there are more cases than one import takes.
  func files(
    _ suite: ExportedSuite,
    for profile: ExportProfile,
    links: [String: String]
  ) -> [ExportedFile] {
    func file(_ part: Int, _ rows: (inout Int) -> [Row]) -> ExportedFile {
      var shortened = 0
      let (bytes, neutralised) = csv(leading(suite) + rows(&shortened))
      return ExportedFile(
        suffix: profile.suffix(part: part),
        content: .bytes(bytes),
        neutralised: neutralised,
        shortened: shortened
      )
    }
    if profile.takesQuestions {
      let questions = suite.questions.filter { links[$0.id] == nil }
      return [
        file(1) { shortened in
          questions.map { filled(first, texts(of: $0, suite, profile, &shortened)) }
        }
      ]
    }
    let most = profile.maxCases ?? max(suite.cases.count, 1)
    let places = Dictionary(firstOf: suite.operations.enumerated().map { ($1, $0 + 1) })
    let starts = stride(from: 0, to: max(suite.cases.count, 1), by: most)
    return starts.enumerated().map { part, start in
      file(part + 1) { shortened in
        suite.cases[start...].prefix(most).enumerated().flatMap { number, testCase in
          var texts = texts(of: testCase, suite, profile, &shortened)
          texts["number"] = String(number + 1)
          texts["link"] = links[testCase.id] ?? ""
          texts["operation number"] = places[testCase.operation].map(String.init)
          return rows(texts)
        }
      }
    }
  }

  /// Returns the rows of a case.
  private func rows(_ texts: [String: String]) -> [Row] {
    let steps = steps.count > 1 && texts["setup"] == "" ? steps.dropFirst() : steps[...]
    let rows = steps.enumerated().map { place, step in
      var row = each.merging(step) { $1 }
      if place == 0 { row.merge(first) { $1 } }
      return filled(row, texts.merging(["step": String(place + 1)]) { $1 })
    }
    return (head.isEmpty ? [] : [filled(head, texts)]) + rows
  }

  /// Returns the rows above those of the cases.
  private func leading(_ suite: ExportedSuite) -> [Row] {
    guard !suites.isEmpty else { return [] }
    return suite.operations.enumerated().map { place, operation in
      filled(
        suites,
        ["number": String(place + 1), "spec": suite.id, "operation": operation]
      )
    }
  }

  /// Returns the texts for the templates of a case.
  private func texts(
    of testCase: ExportedSuite.Case,
    _ suite: ExportedSuite,
    _ profile: ExportProfile,
    _ shortened: inout Int
  ) -> [String: String] {
    let isFailure = [.failure, .invalidInput].contains(testCase.kind)
    return [
      "title": testCase.title.fitting(profile, &shortened), "spec": suite.id,
      "setup": testCase.setup, "steps": testCase.steps, "data": testCase.data,
      "steps with data": testCase.stepsWithData, "expected": testCase.expected,
      "set up": suite.text("Set up:", "前提条件："),
      "set up data": suite.text("Set up what the data say.", "前提条件を整える（データの欄を参照）"),
      "label": testCase.openLabel,
      "priority": priorities.isEmpty
        ? "" : testCase.priority(priorities[0], priorities[1], priorities[2]),
      "status": statuses.isEmpty ? "" : statuses[testCase.isOpen ? 0 : 1],
      "behavior": behaviors.isEmpty ? "" : behaviors[isFailure ? 0 : 1],
      "operation": testCase.operation,
      "operation folder": testCase.operation.asFolder,
      "feature folder": "\(suite.id) \(suite.feature)".asFolder,
    ]
  }

  /// Returns the texts for the templates of a question.
  private func texts(
    of question: ExportedSuite.Question,
    _ suite: ExportedSuite,
    _ profile: ExportProfile,
    _ shortened: inout Int
  ) -> [String: String] {
    [
      "title": question.title.fitting(profile, &shortened), "spec": suite.id,
      "description": suite.paragraphs(question).joined(separator: "\n\n"),
      "priority": zip([.error, .warning, .note], priorities).first { $0.0 == question.severity }?.1
        ?? "",
    ]
  }

  private func filled(_ row: Row, _ texts: [String: String]) -> Row {
    row.mapValues { template in
      let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
      return pieces.dropFirst().reduce(into: String(pieces[0])) { filled, piece in
        let (name, rest) = (piece.prefix { $0 != "}" }, piece.drop { $0 != "}" }.dropFirst())
        let isJSON = name.hasPrefix("json ")
        let text = texts[String(isJSON ? name.dropFirst("json ".count) : name)] ?? ""
        filled += (isJSON ? JSONValue.escaped(text.withPlainLineBreaks) : text) + rest
      }
    }
  }

  /// Returns the document, and the number of cells prefixed with a quote.
  private func csv(_ rows: [Row]) -> (bytes: [UInt8], neutralised: Int) {
    var writer = CSVWriter(encoding: encoding, lineBreak: lineBreak, separator: separator)
    writer.record(headings)
    for row in rows { writer.record(headings.map { writer.safe(row[$0] ?? "") }) }
    return (writer.bytes, writer.neutralised)
  }

  /// The document without cases.
  var empty: [UInt8] { csv([]).bytes }
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
    guard let table = profile?.table else {
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
    profile.maxCases == nil ? nil : profile.table?.empty
  }
}

extension String {
  /// The text as the name of a folder, without path separators.
  fileprivate var asFolder: String { replacing("/", with: "／").replacing("\\", with: "＼") }
}
