/// Writes a saved workbook with the planned cells in it.
///
/// What people did to the file stays: parts that are not concerned are copied byte for byte, saved rows and columns keep their places,
/// cells that say what the plan says stay as they are. A revision that changes nothing gives the same bytes.
///
/// - Parameters:
///   - saved: The path of the saved workbook, which is only read.
///   - revision: The planned sheets, and where they lie in the saved ones.
///   - path: The file that is written over, which must not be the saved one.
///   - scratch: The folder for temporary files; `nil` for that of the file.
/// - Returns: What could not be kept, one phrase each: “2 pivot tables on “Cases””.
/// - Throws: `WorkbookError`; what the file holds after a failed write is not defined.
package func reviseWorkbook(
  _ saved: String,
  by revision: WorkbookRevision,
  to path: String,
  scratch: String? = nil
) throws(WorkbookError) -> [String] {
  try revise(saved, revision, to: path, scratch: scratch)
}

/// As `reviseWorkbook`; `touched` are by planned sheet the cells that are written, without their looks, `nil` for all, with them.
func revise(
  _ saved: String,
  _ revision: WorkbookRevision,
  touched: [Set<CellPosition>]? = nil,
  to path: String,
  scratch: String?
) throws(WorkbookError) -> [String] {
  try writeWorkbook(revision.plan, to: path, scratch: scratch)
  var written: Result<Void, WorkbookError> = .success(())
  let result: (isChanged: Bool, outcome: WorkbookReviser.Outcome)
  do throws(WorkbookProblem) {
    try FileBeginning.expectArchive(at: saved, limits: .standard)
    var donorParts = try PackageParts(path: path, limits: .standard)
    let donor = try DonorBook(&donorParts)
    var reviser = try WorkbookReviser(saved, revision, donor, touched)
    let outcome = try reviser.revise(&donorParts)
    result = (reviser.hasChanges, outcome)
    if result.isChanged {
      written = reviser.write(to: path)
    }
  } catch {
    throw .refused(step: "revise", reason: "\(error)")
  }
  try written.get()
  if result.isChanged {
    try result.outcome.proof.expect(at: path)
  } else {
    try copyFile(saved, to: path)
  }
  return result.isChanged ? result.outcome.lost : []
}

/// A saved workbook while planned sheets are put into it.
struct WorkbookReviser: ~Copyable {
  /// A sheet of the saved workbook.
  struct Sheet {
    var name: String
    /// `nil` for a sheet that is one chart.
    var document: SheetDocument?
    var relations: PartRelations
    /// The planned sheet that lies in it.
    var planned: Int?
    var layout: SheetLayout
    /// The relation that leads to a sheet that is new.
    var newID: String?
  }

  /// What could not be kept, and how to make sure of the rest.
  struct Outcome {
    var lost: [String]
    var proof: RevisionProof
  }

  let revision: WorkbookRevision
  let donor: DonorBook
  private let touched: [Set<CellPosition>]?
  var parts: PackageParts
  let book: WorkbookTree
  var sheets: [Sheet]
  let texts: SharedTexts
  let styles: StyleMerge
  private var room = ReadingRoom(.standard)
  private var lost: [String] = []
  /// What the workbook said before.
  let tables: SavedWorkbook

  var hasChanges: Bool { parts.hasChanges }

  init(
    _ path: String,
    _ revision: WorkbookRevision,
    _ donor: DonorBook,
    _ touched: [Set<CellPosition>]?
  ) throws(WorkbookProblem) {
    var parts = try PackageParts(path: path, limits: .standard)
    let book = try WorkbookTree(&parts)
    let texts = try SharedTexts(book.relations.first("sharedStrings")?.part ?? "", &parts)
    guard let stylesPart = book.relations.first("styles")?.part, parts.has(stylesPart) else {
      throw .damaged(part: book.part, reason: "it has no styles")
    }
    let styles = try StyleMerge(stylesPart, &parts, donor: donor.styles)
    var saved = try WorkbookReader(path: path, limits: .standard)
    let tables = try saved.workbook()
    let sheets = try Self.sheets(of: book, &parts)
    self.revision = revision.withAllColumns
    self.touched = touched
    self.donor = donor
    self.parts = parts
    self.book = book
    self.texts = texts
    self.styles = styles
    self.tables = tables
    self.sheets = sheets
  }

  private static func sheets(
    of book: WorkbookTree,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) -> [Sheet] {
    var sheets: [Sheet] = []
    for (name, id) in book.sheets {
      guard let relation = book.relations[id] else {
        throw .damaged(part: book.part, reason: "it names the sheet '\(name)' without its part")
      }
      let relations = try parts.relations(of: relation.part)
      var document: SheetDocument?
      if relation.kind == "worksheet" {
        document = try SheetDocument(
          parts.bytes(of: relation.part),
          part: relation.part,
          limits: parts.limits
        )
      }
      sheets.append(
        Sheet(name: name, document: document, relations: relations, layout: SheetLayout())
      )
    }
    return sheets
  }

  /// Changes the parts; returns what could not be kept.
  mutating func revise(_ donorParts: inout PackageParts) throws(WorkbookProblem) -> Outcome {
    try align()
    let removed = Set(revision.removedSheets.map { $0.lowercased() })
    var names = revision.plan.sheets.map(\.name)
    var layouts = revision.plan.sheets.map { SheetLayout(new: $0) }
    for sheet in sheets {
      guard let planned = sheet.planned else { continue }
      names[planned] = sheet.name
      layouts[planned] = sheet.layout
    }
    var taken = Set(sheets.map { $0.name.lowercased() }).subtracting(removed)
    for planned in names.indices where revision.sheets[planned] == nil {
      names[planned] = Self.freeName(names[planned], &taken)
    }
    let places = PlannedPlaces(revision.plan, layouts: layouts, names: names)
    var map = ReferenceMap(
      layouts: Dictionary(
        sheets.map { ($0.name.lowercased(), $0.layout) },
        uniquingKeysWith: { first, _ in first }
      ),
      removed: removed
    )
    map.moves = RowMoves(revision, sheets.map { ($0.name, $0.layout, end(of: $0.name)) }, places)
    var leaving: [(sheet: String, rows: LeavingRows)] = []
    for sheet in sheets where !removed.contains(sheet.name.lowercased()) {
      guard let document = sheet.document else { continue }
      let formulas = CellFormulas(
        map: map,
        sheet: sheet.name,
        layout: sheet.layout,
        limits: parts.limits
      )
      try formulas.move(document, &room)
      let pinned = PinnedParts(
        map: map,
        sheet: sheet.name,
        layout: sheet.layout,
        leavingRows: Set(map.moves.rows(of: sheet.name).keys)
      )
      var left = LeavingRows(relations: sheet.relations)
      left.rows = document.rows.filter { map.moves[sheet.name, $0.number] != nil }
      pinned.takeLinks(document)
      SheetSurroundings(map: map, sheet: sheet.name, layout: sheet.layout).move(document)
      if sheet.layout.keepsRows {
        try pinned.moveTables(sheet.relations, &parts)
      } else {
        try pinned.move(sheet.relations, &parts)
      }
      lost += pinned.lost
      left.parts = pinned.leaving
      if !left.rows.isEmpty || !left.parts.isEmpty { leaving.append((sheet.name, left)) }
      if let planned = sheet.planned {
        try revise(planned, document, sheet.relations, places, map)
      }
    }
    book.move(map)
    var carried = CarriedParts(map)
    if touched == nil {
      try carried.moveCharts(&parts)
      try setSheets(places, removed, &donorParts)
      book.add(revision.plan.definedNames, places)
      try settle(leaving, map.moves)
    }
    try finish(places, &carried)
    lost += carried.lost
    let proof = RevisionProof(revision, saved: tables, places, map, touched: touched)
    return Outcome(lost: lost, proof: proof)
  }

  /// The last column of a saved sheet.
  private func end(of sheet: String) -> Int {
    (tables.tables.first { $0.name == sheet }?.rows.map(\.count).max() ?? 1) - 1
  }

  /// Finds the sheets that the plan lies in, and where its rows go.
  private mutating func align() throws(WorkbookProblem) {
    for (planned, alignment) in revision.sheets.enumerated() {
      guard let alignment else { continue }
      guard let index = sheets.firstIndex(where: { $0.name == alignment.saved }),
        let document = sheets[index].document
      else {
        throw .damaged(part: book.part, reason: "it has no sheet '\(alignment.saved)'")
      }
      let columns = document.rows.flatMap { row in
        row.cells.last { $0.value != nil || $0.formula != nil || $0.inline != nil }.map(\.column)
          .map { [$0] } ?? []
      }
      let layout = SheetLayout(
        revision.plan.sheets[planned],
        alignment,
        rowCount: (document.rows.last?.number ?? -1) + 1,
        columnCount: (columns.max() ?? -1) + 1
      )
      let last = layout.nextRow((document.rows.last?.number ?? 0))
      guard max(last, layout.newRows.last?.row ?? 0) < SpreadsheetLimits.rows else {
        throw .tooLarge("\(SpreadsheetLimits.rows) rows on '\(alignment.saved)'")
      }
      guard layout.plannedColumns.max() ?? 0 < SpreadsheetLimits.columns else {
        throw .tooLarge("\(SpreadsheetLimits.columns) columns on '\(alignment.saved)'")
      }
      sheets[index].planned = planned
      sheets[index].layout = layout
    }
  }

  private mutating func revise(
    _ planned: Int,
    _ document: SheetDocument,
    _ relations: PartRelations,
    _ places: PlannedPlaces,
    _ map: ReferenceMap
  ) throws(WorkbookProblem) {
    guard let alignment = revision.sheets[planned] else { return }
    let plan = revision.plan.sheets[planned]
    let layout = places.layouts[planned]
    let cells = SheetCells(
      number: planned,
      plan: plan,
      alignment: alignment,
      layout: layout,
      donor: donor,
      places: places,
      map: map,
      styles: styles,
      texts: texts.texts,
      saved: tables.tables.first { $0.name == alignment.saved },
      dayShift: book.countsFrom1904 ? 1_462 : 0,
      touched: touched?[planned]
    )
    let outcome = cells.apply(to: document)
    try nameTableColumns(relations, document, outcome.replaced)
    if touched != nil { return }
    SheetColumns.apply(to: document, donor: donor.sheets[planned], alignment, layout)
    SheetFilter.apply(to: document, plan: plan, number: planned, places)
    SheetLinks.apply(
      to: document,
      plan: plan,
      number: planned,
      places,
      relations,
      replaced: outcome.replaced
    )
    var validations = SheetValidations(
      donor.sheets[planned],
      number: planned,
      places,
      restates: alignment.restatesValidations
    )
    try validations.apply(to: document)
    SheetFormats(
      document: document,
      donor: donor.sheets[planned],
      number: planned,
      places: places,
      styles: styles
    ).apply()
  }

  /// Has tables of a sheet call their columns what now stands above these; programs take a file for damaged where they do not.
  private mutating func nameTableColumns(
    _ relations: PartRelations,
    _ document: SheetDocument,
    _ replaced: Set<CellPosition>
  ) throws(WorkbookProblem) {
    for relation in relations.all where relation.kind == "table" && parts.has(relation.part) {
      let texts = texts.texts
      try parts.edit(relation.part) { root in
        guard let range = root["ref"].flatMap({ CellRange($0) }),
          let row = document.rows.first(where: { $0.number == range.first.row })
        else { return }
        for (offset, column) in (root.first("tableColumns")?.elements ?? []).enumerated() {
          let place = CellPosition(row: row.number, column: range.first.column + offset)
          let (index, isThere) = row.place(of: place.column)
          guard isThere, replaced.contains(place) else { continue }
          let text = DonorBook.text(of: row.cells[index], texts)
          if !text.isEmpty {
            column["name"] = text.split(separator: "\n").joined(separator: "_x000a_")
          }
        }
      }
    }
  }

  /// Writes down what changed, and what follows from that.
  private mutating func finish(
    _ places: PlannedPlaces,
    _ carried: inout CarriedParts
  ) throws(WorkbookProblem) {
    let documents = sheets.compactMap(\.document)
    var changed: Set<String> = []
    for sheet in sheets where sheet.newID != nil || sheet.document?.changedDocument != nil {
      changed.insert(sheet.name.lowercased())
    }
    StaleValues.remove(
      from: sheets.compactMap { sheet in sheet.document.map { (sheet.name, $0) } },
      changed: changed
    )
    texts.settle(documents)
    for sheet in sheets {
      if let document = sheet.document, sheet.newID != nil || document.changedDocument != nil {
        document.fitDimension()
        parts.set(document.part, document.document)
      }
      parts.set(sheet.relations)
    }
    texts.write(to: &parts, documents)
    styles.write(to: &parts)
    book.fitFilters(sheets.map { $0.document?.root.first("autoFilter")?["ref"] })
    book.write(to: &parts)
    guard parts.hasChanges else { return }
    try carried.movePivots(book.relations, changed: changed, &parts)
    try carried.unseal(book.relations, &parts)
    try book.recalculate(&parts)
  }

  mutating func write(to path: String) -> Result<Void, WorkbookError> {
    do throws(WorkbookError) {
      try parts.write(to: path)
      return .success(())
    } catch {
      return .failure(error)
    }
  }
}
