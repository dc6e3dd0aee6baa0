/// A test manager or issue tracker to which cases or questions are exported.
package struct ExportProfile: Sendable {
  /// The name on the command line.
  package let name: String
  package let toolName: String
  var ending = "csv"
  /// True if the tool takes questions rather than cases.
  package var takesQuestions = false
  /// The maximum number of cases per import, or `nil` if no limit is known.
  var maxCases: Int?
  /// The maximum length of a title, in UTF-16 units.
  var maxTitle = 255
  /// The prefix added to ids that lack it: some exports of TestRail have `C12`, others `12`.
  var idPrefix = ""
  /// A regular expression for the tool's own ids, or `nil` if a later import cannot update entries by id.
  let idPattern: String?
  package let export: Export
  let form: Form

  /// The format that the tool imports.
  enum Form: Sendable {
    case table(ExportTable)
    /// A file with the whole suite and the number of shortened titles, given the suite and the tool's ids by case or question.
    case file(@Sendable (ExportedSuite, [String: String]) -> (ExportedFile.Content, shortened: Int))
  }

  /// The tool's export, from which its ids are read.
  package struct Export: Sendable {
    package enum Format: Sendable {
      /// CSV or a workbook.
      case table
      case tableOrXML
      case markdown, json
    }

    package let format: Format
    /// The headings of the columns for ids and titles, as the tool shows them.
    package let shown: (entry: String, title: String)
    /// The accepted headings, in lower case.
    package let entry: Set<String>
    package let title: Set<String>

    init(
      _ entry: String,
      or otherEntry: String? = nil,
      _ title: String,
      or otherTitle: String? = nil,
      format: Format = .table
    ) {
      (shown, self.format) = ((entry, title), format)
      self.entry = Set([entry.lowercased(), otherEntry].compactMap(\.self))
      self.title = Set([title.lowercased(), otherTitle].compactMap(\.self))
    }
  }

  /// All profiles, in the order of help texts and link files.
  package static let all = [
    testRail, xray, azure, qase, zephyrScale, qualityForward, testomat, jira, gitHub,
  ]

  /// Returns the file name after the spec's id: `azure.csv`, or `xray-2.csv` for a later part.
  package func suffix(part: Int = 1) -> String {
    "\(name)\(part == 1 ? "" : "-\(part)").\(ending)"
  }

  /// True if the tool's exports contain ids by which a later import can update entries.
  package var hasLinks: Bool { idPattern != nil }

  /// Returns the tool's id in its normal form, or `nil` if the tool would not assign such an id.
  ///
  /// Ids go into documents and commands, so nothing else may pass.
  package func entry(_ written: String) -> String? {
    let entry = written.hasPrefix(idPrefix) ? written : idPrefix + written
    guard let idPattern, let form = try? Regex(idPattern), entry.wholeMatch(of: form) != nil else {
      return nil
    }
    return entry
  }
}

extension ExportProfile {
  package init?(name: String) {
    guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
    self = profile
  }
}

extension ExportProfile: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - The profiles

extension ExportProfile {
  private static let number = "[1-9][0-9]{0,17}"
  private static let issueKey = "[A-Z][A-Z0-9_]{0,19}-[1-9][0-9]{0,17}"
  /// Jira's own export, or the imported table with the keys filled in.
  private static let issues = Export("Issue key", or: "key", "Summary", or: "test summary")

  package static let testRail = ExportProfile(
    name: "testrail",
    toolName: "TestRail",
    ending: "xml",
    maxTitle: 250,
    idPrefix: "C",
    idPattern: "C" + number,
    export: Export("ID", or: "case id", "Title", format: .tableOrXML),
    form: .file { $0.testRail($1) }
  )

  package static let xray = ExportProfile(
    name: "xray",
    toolName: "Xray",
    // "a maximum number limit of 1000 issues per import": Xray Cloud, "Importing Tests using Test Case Importer".
    maxCases: 1_000,
    idPattern: issueKey,
    export: issues,
    form: .table(.xray)
  )

  package static let azure = ExportProfile(
    name: "azure",
    toolName: "Azure Test Plans",
    // "The test case title length must not exceed 128 characters": Microsoft, "Bulk import or export test cases".
    maxTitle: 128,
    idPattern: number,
    export: Export("ID", "Title"),
    form: .table(.azure)
  )

  package static let qase = ExportProfile(
    name: "qase",
    toolName: "Qase",
    idPattern: number,
    export: Export("v2.id", or: "id", "title"),
    form: .table(.qase)
  )

  package static let zephyrScale = ExportProfile(
    name: "zephyr-scale",
    toolName: "Zephyr Scale",
    idPattern: "[A-Z][A-Z0-9_]{0,19}-T[1-9][0-9]{0,17}",
    export: Export("Key", "Name"),
    form: .table(.zephyrScale)
  )

  package static let qualityForward = ExportProfile(
    name: "qualityforward",
    toolName: "QualityForward",
    ending: "xlsx",
    idPattern: nil,
    export: Export("", ""),
    form: .file { suite, _ in suite.qualityForward() }
  )

  package static let testomat = ExportProfile(
    name: "testomat-markdown",
    toolName: "testomat.io",
    // The suffix that testomat.io's command-line program looks for.
    ending: "test.md",
    idPattern: "@T[0-9a-z]{8}",
    export: Export("ID", "Title", format: .markdown),
    form: .file { $0.testomat($1) }
  )

  package static let jira = ExportProfile(
    name: "jira",
    toolName: "Jira",
    takesQuestions: true,
    idPattern: issueKey,
    export: issues,
    form: .table(.jira)
  )

  package static let gitHub = ExportProfile(
    name: "github",
    toolName: "GitHub",
    ending: "sh",
    takesQuestions: true,
    idPattern: number,
    export: Export("number", "title", format: .json),
    form: .file { $0.gitHub($1) }
  )
}
