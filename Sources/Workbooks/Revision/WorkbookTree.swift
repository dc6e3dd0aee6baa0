/// The workbook's main part: its sheets, names and settings.
final class WorkbookTree {
  let part: String
  let relations: PartRelations
  private let root: XMLTree

  init(_ parts: inout PackageParts) throws(WorkbookProblem) {
    let package = try parts.relations(of: "")
    part = package.first("officeDocument")?.part ?? "xl/workbook.xml"
    relations = try parts.relations(of: part)
    root = try parts.tree(of: part)
  }

  /// The names of the sheets and their relations, in the order of the tabs.
  var sheets: [(name: String, id: String)] {
    (root.first("sheets")?.elements ?? []).map {
      (SpreadsheetText.decoded($0["name"] ?? ""), $0.relation ?? "")
    }
  }

  var countsFrom1904: Bool { root.first("workbookPr")?.flag("date1904") ?? false }

  private var names: [XMLTree] { root.first("definedNames")?.elements ?? [] }

  /// Sets the sheets in the order of the tabs, and updates everything that refers to sheets by index.
  ///
  /// `saved` is the former index of an existing sheet; `id` is the relation of a new one.
  func setSheets(_ order: [(saved: Int?, name: String, isHidden: Bool, id: String)]) {
    guard let list = root.first("sheets") else { return }
    let old = list.elements
    var taken = Set(old.compactMap { $0["sheetId"].flatMap { Int($0) } })
    var next = (taken.max() ?? 0) + 1
    var places: [Int: Int] = [:]
    var elements: [XMLTree] = []
    for (place, tab) in order.enumerated() {
      if let number = tab.saved {
        places[number] = place
        elements.append(old[number])
        continue
      }
      while !taken.insert(next).inserted { next += 1 }
      let element = XMLTree(
        String(list.prefix) + "sheet",
        [("name", tab.name), ("sheetId", String(next))]
      )
      if tab.isHidden { element["state"] = "hidden" }
      // Some programs declare the prefix at each sheet.
      for attribute in old.first?.attributes ?? [] where attribute.name.hasPrefix("xmlns:") {
        element[attribute.name] = attribute.value
      }
      element[old.first?.relationName ?? "r:id"] = tab.id
      elements.append(element)
    }
    list.children = elements.map { .element($0) }
    if let names = root.first("definedNames") {
      for name in names.elements {
        guard let sheet = name["localSheetId"].flatMap({ Int($0) }) else { continue }
        name["localSheetId"] = String(places[sheet] ?? sheet)
      }
    }
    for view in root.first("bookViews")?.elements ?? [] {
      for attribute in ["activeTab", "firstSheet"] {
        guard let sheet = view[attribute].flatMap({ Int($0) }) else { continue }
        view[attribute] = String(places[sheet] ?? sheet)
      }
    }
  }

  /// Adds the planned names that are missing, and extends existing ones to all rows of their column unless people changed them.
  ///
  /// Names that refer to our hidden sheets are always ours.
  func add(_ planned: [DefinedNamePlan], hidden: [String]) {
    var there: [String: XMLTree] = [:]
    for name in names where name["localSheetId"] == nil {
      if let word = name["name"]?.lowercased() { there[word] = name }
    }
    for name in planned {
      let range = name.range.absolute(in: name.sheet)
      if let saved = there[name.name.lowercased()] {
        let place = saved.text.split(separator: "!").last ?? ""
        let named = CellRange(place.filter { $0 != "$" })
        let isHidden = hidden.contains { sheet in
          [sheet, CellRange.quoted(sheet)].contains { saved.text.hasPrefix($0 + "!") }
        }
        let isOurs = isHidden || named?.columns == name.range.columns
        if saved.text.contains("#REF!") || isOurs && named != name.range { saved.text = range }
      } else {
        set(name.name, range, sheet: nil)
      }
    }
  }

  private func name(_ name: String, ofSheet sheet: Int?) -> XMLTree? {
    names.first { $0["name"] == name && $0["localSheetId"] == sheet.map { String($0) } }
  }

  /// Extends the print area of a sheet to its new rows, and to the last planned column if that is new.
  func growPrintArea(
    ofSheet sheet: Int,
    _ saved: SheetDocument,
    _ plan: SheetPlan,
    _ overlay: SheetOverlay
  ) {
    guard let planned = plan.printArea, let name = name("_xlnm.Print_Area", ofSheet: sheet),
      let place = name.text.split(separator: "!").last,
      var range = CellRange(place.filter { $0 != "$" }), !name.text.contains(","),
      range.first == planned.first
    else { return }
    let before = range
    if planned.last.row > saved.rows.last?.number ?? 0 {
      range.last.row = max(range.last.row, planned.last.row)
    }
    if overlay.newColumns.contains(planned.last.column) {
      range.last.column = max(range.last.column, planned.last.column)
    }
    if range != before { name.text = range.absolute(in: plan.name) }
  }

  /// Defines a name of a sheet, given by the index of its tab.
  func set(_ name: String, _ formula: String, sheet: Int?, isHidden: Bool = false) {
    if let saved = self.name(name, ofSheet: sheet) { return saved.text = formula }
    let list = root.first("definedNames") ?? XMLTree(String(root.prefix) + "definedNames")
    if root.first("definedNames") == nil { insert(list) }
    let element = XMLTree(String(root.prefix) + "definedName", [("name", name)])
    if let sheet { element["localSheetId"] = String(sheet) }
    if isHidden { element["hidden"] = "1" }
    element.text = formula
    list.append(element)
  }

  /// Updates the hidden names of filters, given by sheet.
  func fitFilters(_ filters: [String?]) {
    let sheetNames = sheets.map(\.name)
    for name in names where name["name"] == "_xlnm._FilterDatabase" {
      guard let sheet = name["localSheetId"].flatMap({ Int($0) }), filters.indices.contains(sheet),
        sheetNames.indices.contains(sheet), let range = filters[sheet].flatMap({ CellRange($0) })
      else { continue }
      let old = name.text.split(separator: "!").last.flatMap { CellRange($0) }
      if old != range { name.text = range.absolute(in: sheetNames[sheet]) }
    }
  }

  /// Makes every program recalculate all formulas when it opens the workbook.
  func recalculate(_ parts: inout PackageParts) throws(WorkbookProblem) {
    let settings = root.first("calcPr") ?? XMLTree(String(root.prefix) + "calcPr")
    if root.first("calcPr") == nil { insert(settings) }
    if !settings.flag("fullCalcOnLoad") { settings["fullCalcOnLoad"] = "1" }
    if let chain = relations.first("calcChain") {
      relations.remove(chain.id)
      parts.set(relations)
      parts.remove(chain.part)
      try ContentTypes(&parts).remove(chain.part)
    }
  }

  /// The order of the elements of a workbook (ECMA-376-1, 18.2.27).
  private static let order = [
    "fileVersion", "fileSharing", "workbookPr", "AlternateContent", "revisionPtr",
    "workbookProtection", "bookViews", "sheets", "functionGroups", "externalReferences",
    "definedNames", "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr",
    "smartTagTypes", "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst",
  ]

  private func insert(_ element: XMLTree) { root.insert(element, in: Self.order, others: 0) }
}
