import Reporting

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
      tables.append(
        SavedTable(
          name: sheet.name,
          isHidden: sheet.isHidden,
          rows: cells.rows,
          widths: cells.widths
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
      context.showsDate = styles.showsDate
    }
    return context
  }
}
