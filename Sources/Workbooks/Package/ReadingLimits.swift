package enum WorkbookProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system does not give the file; its own words.
  case unreadable(String)
  case notRegular
  /// A spreadsheet, of a format that is not read.
  case otherFormat(SpreadsheetFormat)
  /// Neither a workbook nor anything else that is known.
  case notAWorkbook
  /// The archive has no table of contents: the file was cut off, or overwritten.
  case cutOff
  /// Something in the archive is not as it must be; `part` is the file inside of it.
  case damaged(part: String, reason: String)
  case malformed(part: String, line: Int, reason: String)
  /// A part has what no workbook needs and attacks use.
  case forbidden(part: String, what: String)
  /// The workbook has programs in it, which cannot be carried over into another one.
  case macros
  /// More than is read, to be put behind "more than".
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

/// The limits on what is read of a workbook.
///
/// People's workbooks stay far below; what is above was made to stop programs. All of it is counted, nothing is timed, so that a file
/// is read or refused alike on every machine.
package struct ReadingLimits: Hashable, Sendable {
  package var fileBytes = 64 << 20
  /// Of all parts that are read, once they are uncompressed: a zip bomb ends here, whatever its ratio.
  package var bytes = 48 << 20
  /// Files in the archive.
  package var entries = 10_000
  package var sheets = 1_000
  /// Rows count as one cell each, and so do the empty cells in front of a filled one, since these take memory too.
  package var cells = 2_000_000
  /// Of formulas that a file has once for many cells, in all of these.
  package var formulaBytes = 4 << 20
  /// Of one text, in bytes of UTF-8.
  package var textBytes = 1 << 20
  /// Of one tag with its attributes, or one comment.
  package var tagBytes = 1 << 18
  /// Elements inside one another.
  package var depth = 100

  package static let standard = Self()

  package init() {}
}
