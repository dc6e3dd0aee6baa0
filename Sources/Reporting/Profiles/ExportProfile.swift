/// A test manager or tracker that cases or questions are exported to, with all that is known of it.
package struct ExportProfile: Sendable {
  /// The name on the command line.
  package let name: String
  package let toolName: String
  var ending = "csv"
  /// True if questions go there, and no cases.
  package var takesQuestions = false
  /// How many cases one import takes at most; `nil` if no limit is known.
  var maxCases: Int?
  /// The longest title, in UTF-16 units.
  var maxTitle = 255
  /// Put in front of ids that lack it: some exports of TestRail have `C12`, others `12`.
  var idPrefix = ""
  /// A regular expression for the ids that the tool gives out; `nil` if it has none that a later import could update by.
  let idPattern: String?
  package let export: Export
  let form: Form

  /// How the tool takes cases or questions.
  enum Form: Sendable {
    case table(ExportTable)
    /// Makes a file of the whole suite with the tool's ids of cases or questions, and counts the titles that it shortens.
    case file(@Sendable (ExportedSuite, [String: String]) -> (ExportedFile.Content, shortened: Int))
  }

  /// An export of the tool, in which its ids are found.
  package struct Export: Sendable {
    package enum Format: Sendable {
      /// CSV or a workbook.
      case table
      case tableOrXML
      case markdown, json
    }

    package let format: Format
    /// The headings over ids and titles, as the tool shows them.
    package let shown: (entry: String, title: String)
    /// All that it may have there, in lower case.
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

  /// In the order of their names in help and in files of links.
  package static let all = [
    testRail, xray, azure, qase, zephyrScale, qualityForward, testomat, jira, gitHub,
  ]

  /// The file's name behind the spec's id: `azure.csv`; of the second and later parts `xray-2.csv`.
  package func suffix(part: Int = 1) -> String {
    "\(name)\(part == 1 ? "" : "-\(part)").\(ending)"
  }

  /// True if exports of the tool say what it calls its entries, so that a later import can update them.
  package var hasLinks: Bool { idPattern != nil }

  /// The tool's own id in the form in which it is kept; `nil` for what the tool would not give out.
  ///
  /// It goes into documents and commands, so nothing else may pass.
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

// MARK: - The table

extension ExportProfile {
  private static let number = "[1-9][0-9]{0,17}"
  private static let issueKey = "[A-Z][A-Z0-9_]{0,19}-[1-9][0-9]{0,17}"
  /// Jira's own export, or the table that went in with keys filled in.
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
    // What its own program looks for.
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
