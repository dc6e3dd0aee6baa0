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
