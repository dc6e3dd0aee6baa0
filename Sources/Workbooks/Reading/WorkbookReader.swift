import Text

/// Reads what people saved in a workbook (`.xlsx`, `.xlsm`): the cells of every sheet, hidden ones too, in the order of the tabs.
///
/// - Parameters:
///   - path: The file; it is opened to be read only, and nothing is unpacked beside it.
///   - limits: How much is read at most. Whatever a file holds, time and memory stay within what these allow.
/// - Returns: The sheets, with what formulas gave when the workbook was saved.
/// - Throws: `WorkbookProblem` for a file that is not a workbook, is damaged, protected by a password, or beyond the limits.
package func readWorkbook(
  at path: String,
  limits: ReadingLimits = .standard
) throws(WorkbookProblem) -> SavedWorkbook {
  try FileBeginning.expectArchive(at: path, limits: limits)
  var reader = try WorkbookReader(path: path, limits: limits)
  return try reader.workbook()
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
    let name = try workbookPart()
    let book = try archive.tree(of: name)
    let list = book.first("sheets")?.all("sheet") ?? []
    guard list.count <= limits.sheets else { throw .tooLarge("\(limits.sheets) sheets") }
    let relations = try archive.relations(of: name)
    var context = try context(relations)
    if book.first("workbookPr")?.flag("date1904") == true { context.dateSystem = .from1904 }
    var room = ReadingRoom(limits)
    var result = SavedWorkbook(tables: [])
    for sheet in list {
      let title = SpreadsheetText.decoded(sheet["name"] ?? "")
      guard let relation = relations[sheet.relation ?? ""], !relation.isExternal else {
        throw .damaged(part: name, reason: "it names the sheet '\(title)' without its part")
      }
      guard relation.kind == "worksheet" else { continue }
      let part = relation.part
      let isHidden = sheet["state"].map { $0 != "visible" } ?? false
      var cells = SheetPart(
        SavedTable(name: title, isHidden: isHidden, rows: []),
        part: part,
        context: context,
        limits: limits,
        room: room
      )
      _ = try archive.tree(of: part) { element, around throws(WorkbookProblem) in
        try cells.take(element, in: around)
      }
      room = cells.room
      var table = cells.whole
      try addPinned(to: &table, of: part)
      result.tables.append(table)
    }
    return result
  }

  /// Adds the comments of a sheet, and where its drawings begin.
  private mutating func addPinned(
    to table: inout SavedTable,
    of part: String
  ) throws(WorkbookProblem) {
    for relation in try archive.relations(of: part).all where !relation.isExternal {
      if !["printerSettings", "drawing"].contains(relation.kind) { table.hasParts = true }
      switch relation.kind {
      case "comments":
        for comment in try archive.tree(of: relation.part).first("commentList")?.all("comment")
          ?? []
        {
          guard let place = comment["ref"].flatMap({ CellPosition($0) }),
            let item = comment.first("text")
          else { continue }
          let text = try SpreadsheetText.decoded(item, limits)
          guard !text.allSatisfy(\.isWhitespace) else { continue }
          table.comments.append(SavedComment(row: place.row, column: place.column, text: text))
        }
      // A part that is missing is nobody's loss here.
      case "drawing" where archive.has(relation.part):
        let bytes = try archive.bytes(of: relation.part)
        let tree = try XMLTree(bytes, part: relation.part, limits: limits)
        // LibreOffice writes an empty one for every sheet.
        if !tree.elements.isEmpty { table.hasParts = true }
        tree.forEach { element in
          guard element.word == "from", let row = element.first("row")?.text.trimmed else { return }
          if let number = Int(row) { table.drawings.insert(number) }
        }
      default: break
      }
    }
  }

  /// The name of the workbook's own part, from which all others are found.
  private mutating func workbookPart() throws(WorkbookProblem) -> String {
    let name = try archive.relations(of: "").first("officeDocument")?.part ?? "xl/workbook.xml"
    guard archive.has(name), !name.hasSuffix(".bin") else {
      if archive.has("xl/workbook.bin") { throw .otherFormat(.xlsb) }
      throw archive.has("META-INF/manifest.xml") && archive.has("content.xml")
        ? .otherFormat(.openDocument) : .notAWorkbook
    }
    return name
  }

  /// What the parts around the sheets say that all of these share.
  private mutating func context(
    _ relations: PartRelations
  ) throws(WorkbookProblem) -> WorkbookContext {
    var context = WorkbookContext()
    if let part = relations.first("sharedStrings")?.part {
      let limits = limits
      _ = try archive.tree(of: part) { element, around throws(WorkbookProblem) in
        guard element.name == "si" else { return false }
        context.unstruck[context.texts.count] = SpreadsheetText.unstruck(element)
        context.texts.append(try SpreadsheetText.decoded(element, limits))
        return true
      }
    }
    if let part = relations.first("styles")?.part {
      let tree = try archive.tree(of: part)
      var codes: [Int: NumberFormat] = [:]
      for format in tree.first("numFmts")?.all("numFmt") ?? [] {
        guard let id = format["numFmtId"].flatMap({ Int($0) }), let code = format["formatCode"]
        else { continue }
        codes[id] = NumberFormat(code: SpreadsheetText.decoded(code))
      }
      let looks = StyleLooks { tree.first($0)?.elements ?? [] }
      for (number, style) in (tree.first("cellXfs")?.all("xf") ?? []).enumerated() {
        let id = style["numFmtId"].flatMap { Int($0) } ?? 0
        context.styles.append(
          WorkbookContext.Style(
            format: codes[id] ?? NumberFormat(builtIn: id),
            isPersonal: looks.isPersonal(number),
            isStruck: looks.isStruck(number)
          )
        )
      }
    }
    return context
  }
}

/// What the parts around the sheets say, which cells refer to.
struct WorkbookContext {
  struct Style {
    var format = NumberFormat.plain
    /// True if a person gave it its look.
    var isPersonal = false
    /// True if its texts are struck through.
    var isStruck = false
  }

  var texts: [String] = []
  /// By number of a text with words that are struck through: the others.
  var unstruck: [Int: String] = [:]
  var styles: [Style] = []
  var dateSystem = DateSystem.from1900

  func style(_ number: Int?) -> Style {
    styles.indices.contains(number ?? 0) ? styles[number ?? 0] : Style()
  }
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
