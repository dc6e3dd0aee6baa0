package enum WorkbookProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be opened or read, usually with the system's message.
  case unreadable(String)
  case notRegular
  /// The file is a spreadsheet in an unsupported format.
  case otherFormat(SpreadsheetFormat)
  /// The file is neither a workbook nor in any other known format.
  case notAWorkbook
  /// The archive has no table of contents, since the file was truncated or overwritten.
  case cutOff
  /// The archive is damaged; `part` is the file inside of it.
  case damaged(part: String, reason: String)
  case malformed(part: String, line: Int, reason: String)
  /// A part contains something that no workbook needs but attacks use.
  case forbidden(part: String, what: String)
  /// The workbook contains macros, which cannot be carried over to another one.
  case macros
  /// A limit is exceeded, named by a phrase to follow "more than".
  case tooLarge(String)

  package var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .notRegular: "it is not a regular file"
    case .otherFormat(let format): format.description
    case .notAWorkbook: "it is not a workbook; save it as an Excel workbook (.xlsx)"
    case .cutOff:
      "the file is cut off or damaged: the archive's table of contents is missing; take an earlier copy, or fetch it again"
    case .damaged(let part, let reason):
      "the file is damaged: \(part): \(reason); open it in a spreadsheet program, which may repair it, and save it as .xlsx"
    case .malformed(let part, let line, let reason):
      "the file is damaged: \(part), line \(line): \(reason); open it in a spreadsheet program, which may repair it, and save it as .xlsx"
    case .forbidden(let part, let what):
      "\(part) has \(what), which no spreadsheet program writes; open it in one that you trust and save it again"
    case .macros: "it has macros; save it as an Excel workbook without macros (.xlsx)"
    case .tooLarge(let what): "it has more than \(what), which exceeds the limit"
    }
  }
}

/// The limits for reading a workbook, far above people's workbooks, as a defence against malicious files.
///
/// They are all counts, not times, so that every machine accepts or refuses the same files.
package struct ReadingLimits: Hashable, Sendable {
  package var fileBytes = 64 << 20
  /// The maximum number of uncompressed bytes of all parts read, which stops zip bombs of any ratio.
  package var bytes = 48 << 20
  /// The maximum number of files in the archive.
  package var entries = 10_000
  package var sheets = 1_000
  /// The maximum number of cells, where rows count as one, too, as do the empty cells in front of a filled one, which take memory.
  package var cells = 2_000_000
  /// The maximum number of bytes of shared formulas, counted in every cell that uses them.
  package var formulaBytes = 4 << 20
  /// The maximum length of a text, in bytes of UTF-8.
  package var textBytes = 1 << 20
  /// The maximum length of a tag with its attributes, or of a comment.
  package var tagBytes = 1 << 18
  /// The maximum nesting of elements.
  package var depth = 100

  package static let standard = Self()

  package init() {}
}
