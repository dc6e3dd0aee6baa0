import Text

/// Reads a saved workbook (`.xlsx`, `.xlsm`): the cells of every sheet, including hidden ones, in the order of the tabs.
///
/// - Parameters:
///   - path: The file, which is only read, without unpacking anything beside it.
///   - limits: The limits, which bound time and memory whatever the file contains.
/// - Returns: The sheets, with the values that formulas had when the workbook was saved.
/// - Throws: `WorkbookProblem` for a file that is not a workbook, is damaged, protected by a password, or beyond the limits.
package func readWorkbook(
  at path: String,
  limits: ReadingLimits = .standard
) throws(WorkbookProblem) -> SavedWorkbook {
  try FileBeginning.expectArchive(at: path, limits: limits)
  var reader = try WorkbookReader(path: path, limits: limits)
  return try reader.workbook()
}

struct WorkbookReader: ~Copyable {
  private var archive: ZipArchive
  private let limits: ReadingLimits

  init(path: String, limits: ReadingLimits) throws(WorkbookProblem) {
    archive = try ZipArchive(path: path, limits: limits)
    self.limits = limits
  }

  /// Returns all sheets with cells, including hidden ones but no chart sheets, in the order of their tabs.
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

  /// Adds the comments of a sheet, and the rows in which its drawings start.
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
          let saved = SavedComment(row: place.row, column: place.column, text: text)
          if !saved.text.isEmpty { table.comments.append(saved) }
        }
      // A missing part does no harm here.
      case "drawing" where archive.has(relation.part):
        let bytes = try archive.bytes(of: relation.part)
        let tree = try XMLTree(bytes, part: relation.part, limits: limits)
        // LibreOffice writes an empty drawing for every sheet.
        if !tree.elements.isEmpty { table.hasParts = true }
        let parts = try archive.relations(of: relation.part)
        tree.forEach { anchor in
          guard let from = anchor.first("from"),
            let row = from.first("row").flatMap({ Int($0.text.trimmed) }),
            (0..<SpreadsheetLimits.rows).contains(row)
          else { return }
          table.drawings.insert(row)
          let column = from.first("col").flatMap { UInt16($0.text.trimmed) } ?? 0
          let position = CellPosition(row: row, column: Int(column))
          table.pictures.append(picture(anchor, at: position, parts))
        }
      default: break
      }
    }
  }

  /// Returns a picture, identified by the parts to which it refers, or a shape, identified by its column, form and text.
  private func picture(
    _ anchor: XMLTree,
    at position: CellPosition,
    _ relations: PartRelations
  ) -> SavedPicture {
    var kind = SavedPicture.Kind.drawing
    var parts: [String] = []
    var shape = ["\(position.column)"]
    var texts: [String] = []
    anchor.forEach { element in
      switch element.word {
      case "pic": kind = .picture
      case "chart": kind = .chart
      case "prstGeom": shape.append(element["prst"] ?? "")
      case "t": texts.append(element.text)
      default: break
      }
      for attribute in element.attributes where attribute.name.contains(":") {
        guard let relation = relations[attribute.value] else { continue }
        let contents = relation.isExternal ? nil : archive.identity(of: relation.part)
        parts.append(contents ?? relation.target)
      }
    }
    let identity = ((parts.isEmpty ? shape : parts) + texts).joined(separator: "\n")
    return SavedPicture(position: position, kind: kind, identity: identity)
  }

  /// Returns the workbook's main part, from which all others are found.
  private mutating func workbookPart() throws(WorkbookProblem) -> String {
    let name = try archive.relations(of: "").first("officeDocument")?.part ?? "xl/workbook.xml"
    guard archive.has(name), !name.hasSuffix(".bin") else {
      if archive.has("xl/workbook.bin") { throw .otherFormat(.xlsb) }
      throw archive.has("META-INF/manifest.xml") && archive.has("content.xml")
        ? .otherFormat(.openDocument) : .notAWorkbook
    }
    return name
  }

  /// Reads the parts shared by all sheets.
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

/// The shared texts and styles to which cells refer.
struct WorkbookContext {
  struct Style {
    var format = NumberFormat.plain
    /// True if people formatted the style.
    var isPersonal = false
    var isStruck = false
  }

  var texts: [String] = []
  /// The remaining words of texts that are struck through in part, by index.
  var unstruck: [Int: String] = [:]
  var styles: [Style] = []
  var dateSystem = DateSystem.from1900

  func style(_ number: Int?) -> Style {
    styles.indices.contains(number ?? 0) ? styles[number ?? 0] : Style()
  }
}

/// The memory that the sheets of a workbook may still take beyond the size of their parts.
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

  /// Reserves memory for a shared formula in one more cell.
  mutating func take(formulaBytes count: Int, _ limits: ReadingLimits) throws(WorkbookProblem) {
    formulaBytes -= count
    guard formulaBytes >= 0 else {
      throw .tooLarge("\(limits.formulaBytes >> 10) KB of shared formulas")
    }
  }
}
