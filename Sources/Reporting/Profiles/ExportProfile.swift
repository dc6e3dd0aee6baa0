import Specification
import Text
import YAMLSyntax

/// A test manager or issue tracker to which cases or questions are exported, from `managers.yaml`.
package struct ExportProfile: Sendable {
  /// The name on the command line.
  package let name: String
  package let toolName: String
  private let ending: String
  /// True if the tool takes questions rather than cases.
  package let takesQuestions: Bool
  /// The maximum number of cases per import, or `nil` if no limit is known.
  let maxCases: Int?
  /// The maximum length of a title, in UTF-16 units.
  let maxTitle: Int
  /// The prefix added to ids that lack it: some exports of TestRail have `C12`, others `12`.
  private let idPrefix: String
  /// A regular expression for the tool's own ids, or `nil` if a later import cannot update entries by id.
  private let idPattern: String?
  package let export: Export
  /// The table that the tool imports, or `nil` for a file of its own format.
  let table: ExportTable?

  /// The tool's export, from which its ids are read.
  package struct Export: Sendable {
    package enum Format: String, Sendable {
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
  }

  /// All profiles, in the order of help texts and link files.
  package static let all = tree(ofResource: "Profiles/managers.yaml").entries.map { entry in
    ExportProfile(entry.key, entry.value)
  }

  private init(_ name: String, _ node: SyntaxNode) {
    self.name = name
    toolName = node.text("tool") ?? name
    ending = node.text("ending") ?? "csv"
    takesQuestions = node.text("questions") != nil
    maxCases = node.text("part").flatMap { Int($0) }
    maxTitle = node.text("title").flatMap { Int($0) } ?? 255
    idPrefix = node.text("prefix") ?? ""
    idPattern = node.text("ids")
    let (read, others) = (node.texts("read") + ["", ""], node.texts("also read"))
    export = Export(
      format: node.text("format").flatMap(Export.Format.init) ?? .table,
      shown: (read[0], read[1]),
      entry: Set([read[0].lowercased()] + others.prefix(1)),
      title: Set([read[1].lowercased()] + others.dropFirst())
    )
    table = ExportTable(node)
  }

  package init?(name: String) {
    guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
    self = profile
  }

  /// Returns the file name after the spec's id: `azure.csv`, or `xray-2.csv` for a later part.
  package func suffix(part: Int = 1) -> String {
    "\(name)\(part == 1 ? "" : "-\(part)").\(ending)"
  }

  package var isWorkbook: Bool { ending == "xlsx" }

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

extension ExportProfile: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
