/// Puts what was pinned to deleted rows of other sheets onto the rows of a sheet, which may have had nothing of the kind.
///
/// The parts that it goes into are read once, however many rows come, and written once in the end.
final class PinnedMoves {
  private let document: SheetDocument
  private let relations: PartRelations
  private let types: ContentTypes
  /// Parts that have been read, by name.
  private var trees: [String: XMLTree] = [:]
  private var names: [String] = []
  /// The relations of the drawing.
  private var drawingRelations: PartRelations?
  /// The highest number of a shape in the drawing.
  private var highestShape = 0
  private var shapes = 0
  private var links: Set<String>?
  private var comments: CommentList?

  /// The comments of the sheet, as far as they decide where another one can go.
  private struct CommentList {
    let list: XMLTree
    let authors: XMLTree
    var taken: Set<String>
    var numbers: [String: Int]
    /// By the wanted cell: the first column at its right that may be free.
    var next: [CellPosition: Int] = [:]
  }

  init(document: SheetDocument, relations: PartRelations, types: ContentTypes) {
    self.document = document
    self.relations = relations
    self.types = types
  }

  /// Writes down the parts that something came into.
  func write(to parts: inout PackageParts) {
    for name in names { trees[name].map { parts.set(name, $0.document) } }
    if let drawingRelations { parts.set(drawingRelations) }
  }

  /// The tree of a part, which is written again in the end.
  private func tree(_ part: String, _ parts: inout PackageParts) throws(WorkbookProblem) -> XMLTree
  {
    if let known = trees[part] { return known }
    let tree = try parts.tree(of: part)
    trees[part] = tree
    names.append(part)
    return tree
  }

  /// Puts onto a cell what left another one; the relations are those of its sheet and of its drawing.
  func put(
    _ item: PinnedParts.Leaving,
    from source: (sheet: PartRelations, drawing: PartRelations),
    at place: CellPosition,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) {
    try put(item.anchors, from: source.drawing, at: place, &parts)
    if let comment = item.comment {
      let cell = try put(comment, by: item.author, shape: item.shape, at: place, &parts)
      try put(thread: item.thread, at: cell, &parts)
    }
    if let link = item.link { put(link, from: source.sheet, at: place) }
  }

  /// Puts pictures and charts onto a cell.
  private func put(
    _ anchors: [XMLTree],
    from source: PartRelations,
    at place: CellPosition,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) {
    guard !anchors.isEmpty else { return }
    let part = try drawing(&parts)
    let root = try tree(part, &parts)
    let own: PartRelations
    if let known = drawingRelations {
      own = known
    } else {
      own = try parts.relations(of: part)
      drawingRelations = own
      root.forEach { element in
        if element.word == "cNvPr" {
          highestShape = max(highestShape, element["id"].flatMap { Int($0) } ?? 0)
        }
      }
    }
    for anchor in anchors {
      anchor.forEach { element in
        if element.word == "cNvPr" {
          highestShape += 1
          element["id"] = String(highestShape)
        }
        for index in element.attributes.indices {
          let attribute = element.attributes[index]
          // `r:embed`, `r:link`, `r:id` name relations of the old drawing.
          guard attribute.name.contains(":"), !attribute.name.hasPrefix("xml"),
            let relation = source[attribute.value]
          else { continue }
          element.attributes[index].value = own.add(
            type: relation.type,
            target: relation.isExternal ? relation.target : "/" + relation.part,
            isExternal: relation.isExternal
          )
        }
      }
      move(anchor, to: place)
      root.append(anchor)
    }
  }

  private func move(_ anchor: XMLTree, to place: CellPosition) {
    func number(_ corner: String, _ word: String) -> Int? {
      anchor.first(corner)?.first(word).flatMap { Int($0.text) }
    }
    guard let row = number("from", "row"), let column = number("from", "col") else { return }
    for corner in ["from", "to"] {
      if let old = number(corner, "row") {
        anchor.first(corner)?.first("row")?.text = String(old - row + place.row)
      }
      if let old = number(corner, "col") {
        anchor.first(corner)?.first("col")?.text = String(old - column + place.column)
      }
    }
  }

  private func drawing(_ parts: inout PackageParts) throws(WorkbookProblem) -> String {
    if let there = relations.first("drawing") { return there.part }
    let part = parts.unusedName("xl/drawings/drawing", ".xml")
    let namespace = "http://schemas.openxmlformats.org/drawingml/2006/"
    let root = XMLTree(
      "xdr:wsDr",
      [
        ("xmlns:xdr", namespace + "spreadsheetDrawing"), ("xmlns:a", namespace + "main"),
        ("xmlns:r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
      ]
    )
    parts.set(part, root.document)
    types.set(part, "application/vnd.openxmlformats-officedocument.drawing+xml")
    let id = relations.add(type: PackageTypes.relations + "drawing", target: "/" + part)
    let element = document.element("drawing")
    element[SheetLinks.relationName(document)] = id
    document.insert(element)
    return part
  }

  /// Pins a comment to a cell, or to the next one at its right that has none; returns the cell.
  private func put(
    _ comment: XMLTree,
    by author: String,
    shape: XMLTree?,
    at wanted: CellPosition,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) -> CellPosition {
    var place = wanted
    if var known = try commentList(&parts) {
      place.column = known.next[wanted] ?? wanted.column
      while !known.taken.insert("\(place)").inserted { place.column += 1 }
      known.next[wanted] = place.column + 1
      if known.numbers[author] == nil {
        let element = XMLTree("\(known.authors.prefix)author")
        element.text = author
        known.authors.append(element)
        known.numbers[author] = known.numbers.count
      }
      comment["ref"] = "\(place)"
      comment["authorId"] = String(known.numbers[author] ?? 0)
      known.list.append(comment)
      comments = known
    }
    let boxes = try tree(boxes(&parts), &parts)
    if shapes == 0 { shapes = boxes.elements.count }
    let box = shape ?? Self.box(at: place)
    PinnedParts.put(box, at: place)
    box["id"] = "_x0000_s\(5_000 + shapes)"
    shapes += 1
    // The number stands for a shape of the old part as well.
    box.attributes.removeAll { $0.name == "o:spid" }
    boxes.append(box)
    return place
  }

  private func commentList(_ parts: inout PackageParts) throws(WorkbookProblem) -> CommentList? {
    if let comments { return comments }
    let root = try tree(commentsPart(&parts), &parts)
    guard let list = root.first("commentList"), let authors = root.first("authors") else {
      return nil
    }
    comments = CommentList(
      list: list,
      authors: authors,
      taken: Set(list.elements.compactMap { $0["ref"] }),
      numbers: Dictionary(
        authors.elements.enumerated().map { ($1.text, $0) },
        uniquingKeysWith: { first, _ in first }
      )
    )
    return comments
  }

  private func commentsPart(_ parts: inout PackageParts) throws(WorkbookProblem) -> String {
    if let there = relations.first("comments") { return there.part }
    let part = parts.unusedName("xl/comments", ".xml")
    let root = XMLTree(
      "comments",
      [("xmlns", "http://schemas.openxmlformats.org/spreadsheetml/2006/main")],
      [.element(XMLTree("authors")), .element(XMLTree("commentList"))]
    )
    parts.set(part, root.document)
    types.set(part, PackageTypes.spreadsheet + "comments+xml")
    relations.add(type: PackageTypes.relations + "comments", target: "/" + part)
    return part
  }

  /// The part with the boxes that comments are shown in.
  private func boxes(_ parts: inout PackageParts) throws(WorkbookProblem) -> String {
    let id = document.root.first("legacyDrawing")?.relation
    if let there = id.flatMap({ relations[$0] })?.part { return there }
    let part = parts.unusedName("xl/drawings/vmlDrawing", ".vml")
    let root = XMLTree(
      "xml",
      [
        ("xmlns:v", "urn:schemas-microsoft-com:vml"),
        ("xmlns:o", "urn:schemas-microsoft-com:office:office"),
        ("xmlns:x", "urn:schemas-microsoft-com:office:excel"),
      ]
    )
    let type = XMLTree(
      "v:shapetype",
      [
        ("id", "_x0000_t202"), ("coordsize", "21600,21600"), ("o:spt", "202"),
        ("path", "m,l,21600r21600,l21600,xe"),
      ],
      [
        .element(XMLTree("v:stroke", [("joinstyle", "miter")])),
        .element(XMLTree("v:path", [("gradientshapeok", "t"), ("o:connecttype", "rect")])),
      ]
    )
    root.append(type)
    var bytes: [UInt8] = []
    root.write(to: &bytes)
    parts.set(part, bytes)
    types.setDefault("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    let relation = relations.add(type: PackageTypes.relations + "vmlDrawing", target: "/" + part)
    let element = document.element("legacyDrawing")
    element[SheetLinks.relationName(document)] = relation
    document.insert(element)
    return part
  }

  /// A box as spreadsheet programs draw it.
  private static func box(at place: CellPosition) -> XMLTree {
    func element(_ name: String, _ text: String) -> XMLTree.Child {
      .element(XMLTree(name, [], text.isEmpty ? [] : [.text(text)]))
    }
    let (row, column) = (place.row, place.column)
    let anchor = "\(column + 1), 15, \(max(row - 1, 0)), 10, \(column + 3), 15, \(row + 3), 4"
    let data = XMLTree(
      "x:ClientData",
      [("ObjectType", "Note")],
      [
        element("x:MoveWithCells", ""), element("x:SizeWithCells", ""), element("x:Anchor", anchor),
        element("x:AutoFill", "False"), element("x:Row", "\(row)"),
        element("x:Column", "\(column)"),
      ]
    )
    return XMLTree(
      "v:shape",
      [
        ("type", "#_x0000_t202"), ("style", "position:absolute;visibility:hidden"),
        ("fillcolor", "#ffffe1"), ("o:insetmode", "auto"),
      ],
      [.element(XMLTree("v:fill", [("color2", "#ffffe1")])), .element(data)]
    )
  }

  /// Puts the comments of a thread onto a cell.
  private func put(
    thread: [XMLTree],
    at place: CellPosition,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) {
    guard !thread.isEmpty else { return }
    let part: String
    if let there = relations.first("threadedComment") {
      part = there.part
    } else {
      part = parts.unusedName("xl/threadedComments/threadedComment", ".xml")
      let uri = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
      let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
      parts.set(part, XMLTree("ThreadedComments", [("xmlns", uri), ("xmlns:x", main)]).document)
      types.set(part, "application/vnd.ms-excel.threadedcomments+xml")
      let type = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
      relations.add(type: type, target: "/" + part)
    }
    let root = try tree(part, &parts)
    for comment in thread {
      comment["ref"] = "\(place)"
      root.append(comment)
    }
  }

  /// Gives a cell a link; one that has a link keeps it.
  private func put(_ link: XMLTree, from source: PartRelations, at place: CellPosition) {
    let list = document.root.first("hyperlinks") ?? document.element("hyperlinks")
    var taken = links ?? Set(list.elements.compactMap { $0["ref"] })
    defer { links = taken }
    guard taken.insert("\(place)").inserted else { return }
    if let id = link.relation {
      guard let relation = source[id] else { return }
      link.relation = relations.add(
        type: PackageTypes.relations + "hyperlink",
        target: relation.target,
        isExternal: relation.isExternal
      )
    }
    if document.root.first("hyperlinks") == nil { document.insert(list) }
    link["ref"] = "\(place)"
    list.append(link)
  }
}
