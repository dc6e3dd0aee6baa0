/// The planned workbook as written by the library, from which cells, styles and sheets are copied into the saved one.
struct DonorBook {
  let sheets: [SheetDocument]
  let styles: XMLTree
  private let texts: SharedTexts

  init(_ parts: inout PackageParts) throws(WorkbookProblem) {
    let book = "xl/workbook.xml"
    let relations = try parts.relations(of: book)
    let tree = try parts.tree(of: book)
    var sheets: [SheetDocument] = []
    for sheet in tree.first("sheets")?.elements ?? [] {
      guard let part = sheet.relation.flatMap({ relations[$0] })?.part else {
        throw .damaged(part: book, reason: "it names a sheet without its part")
      }
      sheets.append(try SheetDocument(parts.bytes(of: part), part: part, limits: parts.limits))
    }
    self.sheets = sheets
    styles = try parts.tree(of: "xl/styles.xml")
    texts = try SharedTexts(relations.first("sharedStrings")?.part, &parts)
  }

  /// Returns a copy of a planned cell for another workbook, with its text not yet shared.
  func cell(_ cell: SheetCell) -> SheetCell {
    var copy = SheetCell(column: cell.column, style: cell.style)
    copy.formula = cell.formula?.copy
    copy.type = cell.type
    copy.value = cell.value
    if cell.type == "s" {
      copy.type = nil
      copy.value = nil
      copy.newText = cell.value.flatMap { Int($0) }.map { texts.raw[$0] } ?? ""
    }
    return copy
  }

  func text(of cell: SheetCell) -> String { Self.text(of: cell, texts.texts) }

  /// Returns the text of a cell, with numbers as stored.
  static func text(of cell: SheetCell, _ texts: [String]) -> String {
    if let text = cell.newText { return SpreadsheetText.decoded(text) }
    let content = try? cell.content(in: WorkbookContext(texts: texts), .standard)
    return content?.plainText ?? ""
  }
}
