/// What people pinned to the cells of a sheet in parts of their own: pictures and charts, comments, tables.
///
/// Nothing of it is dropped with a row: what stood on a deleted row goes to the next one that remains.
struct PinnedParts {
  let map: ReferenceMap
  let sheet: String
  let layout: SheetLayout

  /// Moves what stands in the parts that a sheet leads to; returns what could not be moved.
  func move(
    _ relations: PartRelations,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) -> [String] {
    var lost: [String] = []
    for relation in relations.all where !relation.isExternal && parts.has(relation.part) {
      switch relation.kind {
      case "drawing": try parts.edit(relation.part) { moveAnchors($0) }
      case "comments", "threadedComment": try parts.edit(relation.part) { moveComments($0) }
      case "table": try parts.edit(relation.part) { moveTable($0) }
      case "vmlDrawing":
        // Some programs write markup here that is no XML.
        do throws(WorkbookProblem) {
          try parts.edit(relation.part) { moveShapes($0) }
        } catch {
          lost.append("the places of boxes of comments on “\(sheet)”")
        }
      case "pivotTable": try parts.edit(relation.part) { movePivotTable($0) }
      case "queryTable": break
      default: break
      }
    }
    return lost
  }

  private func moveAnchors(_ root: XMLTree) {
    for anchor in root.elements {
      guard let from = anchor.first("from")?.first("row"), let row = Int(from.text) else {
        continue
      }
      let new = layout.nextRow(row)
      if new != row { from.text = String(new) }
      guard let to = anchor.first("to")?.first("row"), let last = Int(to.text) else { continue }
      let keepsSize = anchor["editAs"] == "oneCell" || layout.row(row) == nil
      let end = keepsSize ? new + max(last - row, 0) : max(layout.nextRow(last), new)
      if end != last { to.text = String(end) }
    }
  }

  private func moveComments(_ root: XMLTree) {
    var taken: Set<String> = []
    root.forEach { element in
      guard element.word == "comment" || element.word == "threadedComment",
        let text = element["ref"], let place = CellPosition(text)
      else { return }
      var new = CellPosition(row: layout.nextRow(place.row), column: place.column)
      // Two notes cannot be pinned to one cell; the answers of a thread stand on that of its beginning.
      if element.word == "comment" {
        while !taken.insert("\(new)").inserted { new.row += 1 }
      }
      element["ref"] = "\(new)"
    }
  }

  private func moveShapes(_ root: XMLTree) {
    for shape in root.elements where shape.word == "shape" {
      guard let data = shape.first("ClientData"), let row = data.first("Row"),
        let number = Int(row.text.filter { !$0.isWhitespace })
      else { continue }
      let new = layout.nextRow(number)
      guard new != number else { continue }
      row.text = String(new)
      // Left column, offset, top row, offset, right column, offset, bottom row, offset.
      guard let anchor = data.first("Anchor") else { continue }
      var numbers = anchor.text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
      guard numbers.count == 8, let top = Int(numbers[2]), let bottom = Int(numbers[6]) else {
        continue
      }
      let first = max(top + new - number, 0)
      numbers[2] = String(first)
      numbers[6] = String(first + bottom - top)
      anchor.text = numbers.joined(separator: ", ")
    }
  }

  private func moveTable(_ root: XMLTree) {
    root.forEach { element in
      if let text = element["ref"] { element["ref"] = map.range(text, of: layout) ?? text }
      if element.word == "calculatedColumnFormula" || element.word == "totalsRowFormula" {
        element.text = map.formula(element.text, on: sheet)
      }
    }
  }

  private func movePivotTable(_ root: XMLTree) {
    guard let location = root.first("location"), let text = location["ref"] else { return }
    location["ref"] = map.range(text, of: layout) ?? text
  }
}
