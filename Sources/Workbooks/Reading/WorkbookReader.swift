/// Reads what people saved in a workbook (`.xlsx`, `.xlsm`): the cells of every sheet, hidden ones too, in the order of the tabs.
///
/// - Parameters:
///   - path: The file; it is opened to be read only, and nothing is unpacked beside it.
///   - limits: How much is read at most. Whatever a file holds, time and memory stay within what these allow.
/// - Returns: The sheets, with what formulas gave when the workbook was saved.
/// - Throws: `WorkbookReadError` for a file that is no workbook, damaged, protected by a password, or beyond the limits.
package func readWorkbook(
  at path: String,
  limits: ReadingLimits = .standard
) throws(WorkbookReadError) -> SavedWorkbook {
  do throws(WorkbookProblem) {
    try FileBeginning.expectArchive(at: path, limits: limits)
    var reader = try WorkbookReader(path: path, limits: limits)
    return SavedWorkbook(tables: try reader.tables())
  } catch {
    throw WorkbookReadError(path: path, problem: error)
  }
}

/// A workbook in its archive, on its way to the tables that it holds.
struct WorkbookReader: ~Copyable {
  private var archive: ZipArchive
  private let limits: ReadingLimits

  init(path: String, limits: ReadingLimits) throws(WorkbookProblem) {
    archive = try ZipArchive(path: path, limits: limits)
    self.limits = limits
  }

  /// All sheets that have cells, hidden ones too, in the order of their tabs; sheets that are one chart have none.
  mutating func tables() throws(WorkbookProblem) -> [SavedTable] {
    let limits = limits
    let name = try workbookPart()
    var book = WorkbookPart()
    try archive.forEachEvent(of: name, limits: limits) { book.take($0) }
    guard book.sheets.count <= limits.sheets else { throw .tooLarge("\(limits.sheets) sheets") }
    let relations = try archive.relations(of: name, limits: limits)
    let context = try context(of: book, relations)
    var room = ReadingRoom(limits)
    var tables: [SavedTable] = []
    for sheet in book.sheets {
      guard let relation = relations.first(where: { $0.id == sheet.relation }) else {
        throw .damaged(part: name, reason: "it names the sheet '\(sheet.name)' without its part")
      }
      guard relation.kind == "worksheet" else { continue }
      let part = relation.part
      var cells = SheetPart(part: part, context: context, limits: limits, room: room)
      try archive.forEachEvent(of: part, limits: limits) { event throws(WorkbookProblem) in
        try cells.take(event)
      }
      room = cells.room
      var comments = CommentsPart(limits: limits)
      for relation in try archive.relations(of: part, limits: limits)
      where relation.kind == "comments" {
        try archive.forEachEvent(of: relation.part, limits: limits) {
          event throws(WorkbookProblem) in
          try comments.take(event)
        }
      }
      tables.append(
        SavedTable(
          name: sheet.name,
          isHidden: sheet.isHidden,
          rows: cells.rows,
          widths: cells.widths,
          comments: comments.comments
        )
      )
    }
    return tables
  }

  /// The name of the workbook's own part, from which all others are found.
  private mutating func workbookPart() throws(WorkbookProblem) -> String {
    let relations = try archive.relations(of: "", limits: limits)
    let name = relations.first { $0.kind == "officeDocument" }?.part ?? "xl/workbook.xml"
    guard archive.has(name), !name.hasSuffix(".bin") else {
      if archive.has("xl/workbook.bin") { throw .otherFormat(.xlsb) }
      throw archive.has("META-INF/manifest.xml") && archive.has("content.xml")
        ? .otherFormat(.openDocument) : .notAWorkbook
    }
    return name
  }

  /// What the parts of the given workbook say that all sheets share.
  private mutating func context(
    of book: WorkbookPart,
    _ relations: [PartRelation]
  ) throws(WorkbookProblem) -> WorkbookContext {
    var context = WorkbookContext(dateSystem: book.dateSystem)
    if let part = relations.first(where: { $0.kind == "sharedStrings" })?.part {
      var strings = SharedStringsPart(limits: limits)
      try archive.forEachEvent(of: part, limits: limits) { event throws(WorkbookProblem) in
        try strings.take(event)
      }
      context.texts = strings.texts
    }
    if let part = relations.first(where: { $0.kind == "styles" })?.part {
      var styles = StylesPart()
      try archive.forEachEvent(of: part, limits: limits) { styles.take($0) }
      context.numberFormats = styles.numberFormats
    }
    return context
  }
}

/// What the parts around the sheets say, which cells refer to.
struct WorkbookContext {
  var texts: [String] = []
  /// By the number of a cell's style.
  var numberFormats: [NumberFormat] = []
  var dateSystem = DateSystem.from1900
}

/// Why a workbook could not be read, with what to do about it.
package struct WorkbookReadError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  package var problem: WorkbookProblem

  package init(path: String, problem: WorkbookProblem) {
    self.path = path
    self.problem = problem
  }

  package var description: String { "cannot read '\(path)': \(problem)" }
}

/// What keeps a workbook from being read.
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
  /// A part is no XML.
  case malformed(part: String, line: Int, reason: String)
  /// A part has what no workbook needs and attacks use.
  case forbidden(part: String, what: String)
  /// More than is read, to be put behind "more than".
  case tooLarge(String)

  package var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .notRegular: "it is no regular file"
    case .otherFormat(let format): format.description
    case .notAWorkbook: "it is no workbook; save it as an Excel workbook (.xlsx)"
    case .cutOff:
      "the file is cut off or damaged: the archive's table of contents is missing; take an earlier copy, or fetch it again"
    case .damaged(let part, let reason):
      "the file is damaged: \(part): \(reason); open it in a spreadsheet program, which may repair it, and save it as .xlsx"
    case .malformed(let part, let line, let reason):
      "the file is damaged: \(part), line \(line): \(reason); open it in a spreadsheet program, which may repair it, and save it as .xlsx"
    case .forbidden(let part, let what):
      "\(part) has \(what), which no spreadsheet program writes; open it in one that you trust and save it anew"
    case .tooLarge(let what): "it has more than \(what), which is more than is read"
    }
  }
}

/// What is read of a workbook at most.
///
/// People's workbooks stay far below; what is above was made to stop programs. All of it is counted, nothing is timed, so that a file
/// is read or refused alike on every machine.
package struct ReadingLimits: Hashable, Sendable {
  /// Of the file itself.
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

/// What the sheets of a workbook together may still take up in memory beyond what their parts hold.
struct ReadingRoom {
  private var cells: Int
  private var formulaBytes: Int

  init(_ limits: ReadingLimits) {
    cells = limits.cells
    formulaBytes = limits.formulaBytes
  }

  /// Takes room for cells and rows.
  mutating func take(cells count: Int, _ limits: ReadingLimits) throws(WorkbookProblem) {
    cells -= count
    guard cells >= 0 else { throw .tooLarge("\(limits.cells) rows and cells") }
  }

  /// Takes room for the text of a formula that a file has once for many cells.
  mutating func take(formulaBytes count: Int, _ limits: ReadingLimits) throws(WorkbookProblem) {
    formulaBytes -= count
    guard formulaBytes >= 0 else {
      throw .tooLarge("\(limits.formulaBytes >> 10) KB of shared formulas")
    }
  }
}
