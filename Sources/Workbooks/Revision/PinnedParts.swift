/// What people pinned to the cells of a sheet in parts of their own: pictures and charts, comments, tables.
///
/// Nothing of it is dropped with a row: what stood on a deleted row goes to the row that takes its place, on another sheet if a move
/// says so, else to the next one that remains.
final class PinnedParts {
  /// What leaves the sheet with a cell for a row of another one.
  struct Leaving {
    /// The saved row and column.
    var place: CellPosition
    var anchors: [XMLTree] = []
    var comment: XMLTree?
    var author = ""
    var shape: XMLTree?
    var thread: [XMLTree] = []
    var link: XMLTree?
  }

  private let map: ReferenceMap
  private let sheet: String
  private let layout: SheetLayout
  /// Saved rows whose parts go to another sheet.
  private let leavingRows: Set<Int>
  private(set) var leaving: [CellPosition: Leaving] = [:]
  /// Where the comments of cells go.
  private var comments: [CellPosition: CellPosition] = [:]
  private(set) var lost: [String] = []

  init(map: ReferenceMap, sheet: String, layout: SheetLayout, leavingRows: Set<Int>) {
    self.map = map
    self.sheet = sheet
    self.layout = layout
    self.leavingRows = leavingRows.filter { layout.row($0) == nil }
  }

  /// Moves what stands in the parts that a sheet leads to.
  func move(
    _ relations: PartRelations,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) {
    let all = relations.all.filter { !$0.isExternal && parts.has($0.part) }
    // The boxes of comments follow the comments.
    for kind in ["comments", "threadedComment", "drawing", "table", "pivotTable", "vmlDrawing"] {
      for relation in all where relation.kind == kind {
        switch kind {
        case "drawing": try parts.edit(relation.part) { moveAnchors($0) }
        case "comments": try parts.edit(relation.part) { moveComments($0) }
        case "threadedComment": try parts.edit(relation.part) { moveThreads($0) }
        case "table": try parts.edit(relation.part) { moveTable($0) }
        case "pivotTable": try parts.edit(relation.part) { movePivotTable($0) }
        default:
          // Some programs write markup here that is no XML.
          do throws(WorkbookProblem) {
            try parts.edit(relation.part) { moveShapes($0) }
          } catch {
            lost.append("the places of the boxes of comments on “\(sheet)”")
          }
        }
      }
    }
  }

  /// Takes the links of rows that leave, before they are deleted.
  func takeLinks(_ document: SheetDocument) {
    guard !leavingRows.isEmpty else { return }
    for link in document.root.first("hyperlinks")?.elements ?? [] {
      guard let place = link["ref"].flatMap({ CellPosition($0) }), leavingRows.contains(place.row)
      else { continue }
      let copy = link.copy
      copy.detach(from: document.root)
      if let location = link["location"], link.relation == nil {
        // One without a sheet's name leads to the sheet that it leaves.
        let destination = location.contains("!") ? nil : map.moves[sheet, place.row]?.sheet
        let moved = map.formula(location, on: sheet, to: destination)
        guard !moved.contains("#REF!") else { continue }
        copy["location"] = moved
      }
      leaving[place, default: Leaving(place: place)].link = copy
    }
  }

  private func moveAnchors(_ root: XMLTree) {
    root.remove { anchor in
      guard let from = anchor.first("from"), let row = from.first("row").flatMap({ Int($0.text) }),
        let column = from.first("col").flatMap({ Int($0.text) }), leavingRows.contains(row)
      else { return false }
      let place = CellPosition(row: row, column: column)
      anchor.detach(from: root)
      leaving[place, default: Leaving(place: place)].anchors.append(anchor)
      return true
    }
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
    guard let list = root.first("commentList") else { return }
    let authors = root.first("authors")?.elements.map(\.text) ?? []
    list.remove { comment in
      guard let place = comment["ref"].flatMap({ CellPosition($0) }),
        leavingRows.contains(place.row)
      else { return false }
      let author = comment["authorId"].flatMap { Int($0) } ?? -1
      comment.detach(from: root)
      leaving[place, default: Leaving(place: place)].comment = comment
      leaving[place]?.author = authors.indices.contains(author) ? authors[author] : ""
      return true
    }
    // Those whose rows stay keep their cells; two cannot be pinned to one.
    var taken: Set<CellPosition> = []
    let places = list.elements.compactMap { $0["ref"].flatMap { CellPosition($0) } }
    for place in places {
      guard let row = layout.row(place.row) else { continue }
      let new = CellPosition(row: row, column: place.column)
      taken.insert(new)
      comments[place] = new
    }
    var next: [CellPosition: Int] = [:]
    for place in places where layout.row(place.row) == nil {
      let start = CellPosition(row: layout.nextRow(place.row), column: place.column)
      var new = CellPosition(row: next[start] ?? start.row, column: place.column)
      while !taken.insert(new).inserted { new.row += 1 }
      next[start] = new.row
      comments[place] = new
    }
    for comment in list.elements {
      guard let place = comment["ref"].flatMap({ CellPosition($0) }), let new = comments[place],
        new != place
      else { continue }
      comment["ref"] = "\(new)"
    }
  }

  private func moveThreads(_ root: XMLTree) {
    root.remove { comment in
      guard let place = comment["ref"].flatMap({ CellPosition($0) }),
        leavingRows.contains(place.row)
      else { return false }
      comment.detach(from: root)
      leaving[place, default: Leaving(place: place)].thread.append(comment)
      return true
    }
    for comment in root.elements {
      guard let place = comment["ref"].flatMap({ CellPosition($0) }) else { continue }
      let row = layout.nextRow(place.row)
      let new = comments[place] ?? CellPosition(row: row, column: place.column)
      if new != place { comment["ref"] = "\(new)" }
    }
  }

  private func moveShapes(_ root: XMLTree) {
    root.remove { shape in
      guard let place = Self.place(of: shape), leavingRows.contains(place.row),
        leaving[place]?.comment != nil
      else { return false }
      shape.detach(from: root)
      leaving[place]?.shape = shape
      return true
    }
    for shape in root.elements {
      guard let place = Self.place(of: shape) else { continue }
      let row = layout.nextRow(place.row)
      Self.put(shape, at: comments[place] ?? CellPosition(row: row, column: place.column))
    }
  }

  /// The cell that a comment's box belongs to.
  static func place(of shape: XMLTree) -> CellPosition? {
    func number(_ word: String) -> Int? {
      let text = shape.first("ClientData")?.first(word)?.text
      return text.flatMap { Int($0.filter { !$0.isWhitespace }) }
    }
    guard shape.word == "shape", let row = number("Row"), let column = number("Column") else {
      return nil
    }
    return CellPosition(row: row, column: column)
  }

  /// Puts a comment's box beside a cell.
  static func put(_ shape: XMLTree, at new: CellPosition) {
    guard let old = place(of: shape), old != new, let data = shape.first("ClientData") else {
      return
    }
    data.first("Row")?.text = String(new.row)
    data.first("Column")?.text = String(new.column)
    // Left column, offset, top row, offset, right column, offset, bottom row, offset.
    guard let anchor = data.first("Anchor") else { return }
    var numbers = anchor.text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    guard numbers.count == 8 else { return }
    for (index, move) in [
      (0, new.column - old.column), (2, new.row - old.row), (4, new.column - old.column),
      (6, new.row - old.row),
    ] {
      numbers[index] = String(max((Int(numbers[index]) ?? 0) + move, 0))
    }
    anchor.text = numbers.joined(separator: ", ")
  }

  /// Moves what the tables of a sheet name on others, where their own rows stay.
  func moveTables(_ relations: PartRelations, _ parts: inout PackageParts) throws(WorkbookProblem) {
    for relation in relations.all
    where relation.kind == "table" && !relation.isExternal && parts.has(relation.part) {
      try parts.edit(relation.part) { moveTable($0) }
    }
  }

  private func moveTable(_ root: XMLTree) {
    root.forEach { element in
      if let text = element["ref"] { element["ref"] = map.range(text, of: layout) ?? text }
      if element.word == "calculatedColumnFormula" || element.word == "totalsRowFormula" {
        let moved = map.formula(element.text, on: sheet)
        if moved != element.text { element.text = moved }
      }
    }
  }

  private func movePivotTable(_ root: XMLTree) {
    guard let location = root.first("location"), let text = location["ref"] else { return }
    location["ref"] = map.range(text, of: layout) ?? text
  }
}
