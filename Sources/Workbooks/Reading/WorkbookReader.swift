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
    return try reader.workbook()
  } catch {
    throw WorkbookReadError(path: path, problem: error)
  }
}

/// A workbook in its archive, on its way to what it holds.
struct WorkbookReader: ~Copyable {
  private var archive: ZipArchive
  private let limits: ReadingLimits

  init(path: String, limits: ReadingLimits) throws(WorkbookProblem) {
    archive = try ZipArchive(path: path, limits: limits)
    self.limits = limits
  }

  /// All sheets that have cells, hidden ones too, in the order of their tabs; sheets that are one chart have none.
  mutating func workbook() throws(WorkbookProblem) -> SavedWorkbook {
    let limits = limits
    let name = try workbookPart()
    var book = WorkbookPart()
    try archive.forEachEvent(of: name, limits: limits) { book.take($0) }
    guard book.sheets.count <= limits.sheets else { throw .tooLarge("\(limits.sheets) sheets") }
    let relations = try archive.relations(of: name, limits: limits)
    let context = try context(of: book, relations)
    var room = ReadingRoom(limits)
    var result = SavedWorkbook(tables: [])
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
      var drawings = DrawingPart()
      for relation in try archive.relations(of: part, limits: limits) {
        switch relation.kind {
        case "comments":
          try archive.forEachEvent(of: relation.part, limits: limits) {
            event throws(WorkbookProblem) in
            try comments.take(event)
          }
        // A part that is missing is nobody's loss here.
        case "drawing" where archive.has(relation.part):
          try archive.forEachEvent(of: relation.part, limits: limits) { drawings.take($0) }
        default: break
        }
      }
      result.tables.append(
        SavedTable(
          name: sheet.name,
          isHidden: sheet.isHidden,
          rows: cells.rows,
          widths: cells.widths,
          comments: comments.comments,
          drawings: drawings.rows,
          styledRows: cells.styledRows,
          struckCells: cells.struckCells,
          merges: cells.merges,
          hiddenRows: cells.hiddenRows,
          groupedRows: cells.groupedRows
        )
      )
    }
    return result
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
      let tree = try XMLTree(archive.bytes(of: part), part: part, limits: limits)
      let looks = StyleLooks { tree.first($0)?.elements ?? [] }
      context.personalStyles = styles.numberFormats.indices.map(looks.isPersonal)
      context.struckStyles = Set(styles.numberFormats.indices.filter(looks.isStruck))
    }
    return context
  }
}

/// What the parts around the sheets say, which cells refer to.
struct WorkbookContext {
  var texts: [String] = []
  /// By the number of a cell's style.
  var numberFormats: [NumberFormat] = []
  /// By the number of a cell's style: true if a person gave it its look.
  var personalStyles: [Bool] = []
  /// The numbers of the styles whose texts are struck through.
  var struckStyles: Set<Int> = []
  var dateSystem = DateSystem.from1900

  func isPersonal(_ style: Int) -> Bool {
    personalStyles.indices.contains(style) && personalStyles[style]
  }
}

/// Why a workbook could not be read, with what to do about it.
package struct WorkbookReadError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  package var problem: WorkbookProblem

  package var description: String { "cannot read '\(path)': \(problem)" }
}

/// What the sheets of a workbook together may still take up in memory beyond what their parts hold.
struct ReadingRoom {
  private var cells: Int
  private var formulaBytes: Int

  init(_ limits: ReadingLimits) {
    cells = limits.cells
    formulaBytes = limits.formulaBytes
  }

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
