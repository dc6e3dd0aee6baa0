/// Writes a saved workbook with the planned cells in it.
///
/// People's changes to the file are kept: unaffected parts are copied byte for byte, rows and columns keep their places, and cells with the
/// planned content stay as they are. A revision without changes gives the same bytes.
///
/// - Parameters:
///   - saved: The path of the saved workbook, which is only read.
///   - plan: The planned sheets. Those with an overlay are placed over the saved ones with their names; the others are new or replaced.
///   - path: The file to overwrite, which must not be the saved one.
///   - scratch: The folder for temporary files, or `nil` for that of the file.
/// - Returns: The things that could not be kept, one phrase each, such as “the digital signature”.
/// - Throws: `WorkbookError`; after a failed write, the contents of the file are undefined.
package func reviseWorkbook(
  _ saved: String,
  by plan: WorkbookPlan,
  to path: String,
  scratch: String? = nil
) throws(WorkbookError) -> [String] {
  try writeWorkbook(plan.forDonor, to: path, scratch: scratch)
  var reviser: WorkbookReviser
  do throws(WorkbookProblem) {
    try FileBeginning.expectArchive(at: saved, limits: .standard)
    reviser = try .revised(saved, plan, donorPath: path)
  } catch {
    throw .refused(step: "revise", reason: "\(error)")
  }
  guard reviser.parts.hasChanges else {
    try copyFile(saved, to: path)
    return []
  }
  try reviser.parts.write(to: path)
  try WorkbookProof(plan: plan, saved: reviser.tables).expect(at: path)
  return reviser.lost
}

extension WorkbookPlan {
  /// The plan, with sheets from which only cells are used renamed, since the library is stricter about names than other programs.
  fileprivate var forDonor: Self {
    var plan = self
    for number in sheets.indices where sheets[number].overlay?.isForContents == true {
      plan.sheets[number].name = "Sheet\(number + 1)"
    }
    return plan
  }
}

/// A saved workbook into which planned sheets are put.
struct WorkbookReviser: ~Copyable {
  struct Sheet {
    var name: String
    /// The document, or `nil` for a chart sheet.
    var document: SheetDocument?
    var relations: PartRelations
    /// The index of the planned sheet placed over it.
    var planned: Int?
    /// The relation to a new sheet.
    var newID: String?
    /// True if nothing of the sheet comes from the saved workbook.
    var isNew = false
  }

  let plan: WorkbookPlan
  let donor: DonorBook
  var parts: PackageParts
  let book: WorkbookTree
  var sheets: [Sheet]
  let texts: SharedTexts
  let styles: StyleMerge
  private(set) var lost: [String] = []
  /// The contents of the workbook before the revision.
  let tables: SavedWorkbook

  init(_ path: String, _ plan: WorkbookPlan, _ donor: DonorBook) throws(WorkbookProblem) {
    var parts = try PackageParts(path: path, limits: .standard)
    let book = try WorkbookTree(&parts)
    let texts = try SharedTexts(book.relations.first("sharedStrings")?.part, &parts)
    guard let stylesPart = book.relations.first("styles")?.part, parts.has(stylesPart) else {
      throw .damaged(part: book.part, reason: "it has no styles")
    }
    let styles = StyleMerge(try parts.tree(of: stylesPart), donor: donor.styles)
    var saved = try WorkbookReader(path: path, limits: .standard)
    let tables = try saved.workbook()
    let sheets = try Self.sheets(of: book, &parts)
    self.plan = plan
    self.donor = donor
    self.parts = parts
    self.book = book
    self.texts = texts
    self.styles = styles
    self.tables = tables
    self.sheets = sheets
  }

  /// Returns the workbook with its parts changed; the planned workbook must have been written to `donorPath`.
  fileprivate static func revised(
    _ path: String,
    _ plan: WorkbookPlan,
    donorPath: String
  ) throws(WorkbookProblem) -> Self {
    var donorParts = try PackageParts(path: donorPath, limits: .standard)
    let donor = try DonorBook(&donorParts)
    var reviser = try Self(path, plan, donor)
    try reviser.revise(&donorParts)
    return reviser
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
      sheets.append(Sheet(name: name, document: document, relations: relations))
    }
    return sheets
  }

  mutating func revise(_ donorParts: inout PackageParts) throws(WorkbookProblem) {
    for (number, planned) in plan.sheets.enumerated() {
      guard let index = sheets.firstIndex(where: { $0.name == planned.name }),
        let document = sheets[index].document
      else {
        guard planned.overlay == nil else {
          throw .damaged(part: book.part, reason: "it has no sheet '\(planned.name)'")
        }
        continue
      }
      if let overlay = planned.overlay {
        sheets[index].planned = number
        book.growPrintArea(ofSheet: index, document, planned, overlay)
        try revise(number, planned, overlay, document, sheets[index].relations)
      } else if !planned.isHidden {
        let before = try parts.reachable()
        parts.remove(PartName.relations(of: document.part))
        try parts.removeUnreachable(of: before)
        let relations = PartRelations(of: document.part)
        let anew = try self.document(number, part: document.part, relations, &donorParts)
        (sheets[index].document, sheets[index].relations) = (anew, relations)
        (sheets[index].planned, sheets[index].isNew) = (number, true)
      }
    }
    try addSheets(&donorParts)
    book.add(plan.definedNames, hidden: plan.sheets.filter(\.isHidden).map(\.name))
    try finish()
  }

  private mutating func revise(
    _ number: Int,
    _ plan: SheetPlan,
    _ overlay: SheetOverlay,
    _ document: SheetDocument,
    _ relations: PartRelations
  ) throws(WorkbookProblem) {
    let donorSheet = donor.sheets[number]
    let cells = SheetCells(
      plan: plan,
      overlay: overlay,
      donorSheet: donorSheet,
      donor: donor,
      styles: styles,
      texts: texts.texts,
      saved: tables.tables.first { $0.name == plan.name },
      dayShift: book.countsFrom1904 ? 1_462 : 0
    )
    let replaced = cells.apply(to: document)
    try reviseTables(relations, document, plan, replaced)
    if overlay.isForContents { return }
    for row in document.rows { document.fitOutline(of: row) }
    SheetColumns.apply(to: document, donor: donorSheet, overlay)
    if let filter = plan.filter {
      document.root.first("autoFilter")?.growRange(with: filter, takesColumns: true)
    }
    SheetLinks.apply(to: document, plan: plan, relations, replaced: replaced)
    var validations = SheetValidations(
      donorSheet,
      of: plan,
      restates: overlay.replacesValidations
    )
    try validations.apply(to: document)
    SheetFormats(document: document, donor: donorSheet, styles: styles).apply()
    if let chart = plan.chart { try parts.setChart(chart, of: plan.name, relations) }
  }

  /// Extends the tables that people created and updates their column names to the headings, as programs treat a mismatch as damage.
  private mutating func reviseTables(
    _ relations: PartRelations,
    _ document: SheetDocument,
    _ plan: SheetPlan,
    _ replaced: Set<CellPosition>
  ) throws(WorkbookProblem) {
    for relation in relations.all where relation.kind == "table" && parts.has(relation.part) {
      let root = try parts.tree(of: relation.part)
      if let filter = plan.filter, root["totalsRowCount"].flatMap({ Int($0) }) ?? 0 == 0 {
        for element in [root] + root.all("autoFilter") { element.growRange(with: filter) }
      }
      guard let range = root["ref"].flatMap({ CellRange($0) }),
        let row = document.rows.first(where: { $0.number == range.first.row })
      else { continue }
      for (offset, column) in (root.first("tableColumns")?.elements ?? []).enumerated() {
        let place = CellPosition(row: row.number, column: range.first.column + offset)
        let (index, isThere) = row.place(of: place.column)
        guard isThere, replaced.contains(place) else { continue }
        let text = DonorBook.text(of: row.cells[index], texts.texts)
        if !text.isEmpty {
          column["name"] = text.split(separator: "\n").joined(separator: "_x000a_")
        }
      }
    }
  }

  /// Serialises the changes, and updates everything that depends on them.
  private mutating func finish() throws(WorkbookProblem) {
    let documents = sheets.compactMap(\.document)
    var changed: Set<String> = []
    for sheet in sheets where sheet.isNew || sheet.document?.changedDocument != nil {
      changed.insert(sheet.name.lowercased())
    }
    StaleValues.remove(
      from: sheets.compactMap { sheet in sheet.document.map { (sheet.name, $0) } },
      changed: changed
    )
    texts.settle(documents)
    for sheet in sheets {
      if let document = sheet.document, sheet.isNew || document.changedDocument != nil {
        document.fitDimension()
        parts.set(document.part, document.document)
      }
      parts.set(sheet.relations)
    }
    texts.recount(documents)
    book.fitFilters(sheets.map { $0.document?.root.first("autoFilter")?["ref"] })
    parts.set(book.relations)
    parts.settle()
    guard parts.hasChanges else { return }
    try refreshPivots(changed)
    lost += try parts.unseal(book.relations)
    try book.recalculate(&parts)
    parts.settle()
  }

  /// Makes programs refresh the pivot tables of changed sheets when they open the workbook.
  private mutating func refreshPivots(_ changed: Set<String>) throws(WorkbookProblem) {
    for relation in book.relations.all
    where relation.kind == "pivotCacheDefinition" && parts.has(relation.part) {
      let root = try parts.tree(of: relation.part)
      guard let source = root.first("cacheSource")?.first("worksheetSource") else { continue }
      let sheet = source["sheet"] ?? ""
      // A source given by name follows that name.
      guard changed.contains(sheet.lowercased()) || sheet.isEmpty else { continue }
      if let filter = plan.sheets.first(where: { $0.name == sheet })?.filter {
        source.growRange(with: filter)
      }
      if !root.flag("refreshOnLoad") { root["refreshOnLoad"] = "1" }
    }
  }
}
