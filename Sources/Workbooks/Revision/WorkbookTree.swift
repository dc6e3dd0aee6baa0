/// The workbook's own part: its sheets, its names, its settings.
final class WorkbookTree {
  let part: String
  let relations: PartRelations
  private let root: XMLTree
  private let before: [UInt8]

  init(_ parts: inout PackageParts) throws(WorkbookProblem) {
    let package = try parts.relations(of: "")
    part = package.first("officeDocument")?.part ?? "xl/workbook.xml"
    relations = try parts.relations(of: part)
    root = try parts.tree(of: part)
    before = root.document
  }

  /// The sheets' names and the relations that lead to their parts, in the order of the tabs.
  var sheets: [(name: String, id: String)] {
    (root.first("sheets")?.elements ?? []).map {
      (SpreadsheetText.decoded($0["name"] ?? ""), $0.relation ?? "")
    }
  }

  var countsFrom1904: Bool { root.first("workbookPr")?.flag("date1904") ?? false }

  private var names: [XMLTree] { root.first("definedNames")?.elements ?? [] }

  /// Moves what the names stand for.
  func move(_ map: ReferenceMap) {
    for name in names {
      let moved = map.formula(name.text, on: "")
      if moved != name.text { name.text = moved }
    }
  }

  /// Keeps the hidden names of filters with the filters, which are given by sheet.
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

  func write(to parts: inout PackageParts) {
    let after = root.document
    if after != before { parts.set(part, after) }
    parts.set(relations)
  }

  /// Has every program calculate all formulas when it opens the workbook.
  func recalculate(_ parts: inout PackageParts) throws(WorkbookProblem) {
    let settings = root.first("calcPr") ?? XMLTree(String(root.prefix) + "calcPr")
    if root.first("calcPr") == nil { insert(settings) }
    if !settings.flag("fullCalcOnLoad") { settings["fullCalcOnLoad"] = "1" }
    if let chain = relations.first("calcChain") {
      relations.remove(chain.id)
      parts.remove(chain.part)
      let types = try ContentTypes(&parts)
      types.remove(chain.part)
      types.write(to: &parts)
    }
    write(to: &parts)
  }

  /// The order of what a workbook consists of (ECMA-376-1, 18.2.27).
  private static let order = [
    "fileVersion", "fileSharing", "workbookPr", "AlternateContent", "revisionPtr",
    "workbookProtection", "bookViews", "sheets", "functionGroups", "externalReferences",
    "definedNames", "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr",
    "smartTagTypes", "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst",
  ]

  private func insert(_ element: XMLTree) {
    let rank = Self.order.firstIndex(of: String(element.word)) ?? Self.order.count
    let index = root.children.lastIndex {
      if case .element(let other) = $0 {
        (Self.order.firstIndex(of: String(other.word)) ?? 0) < rank
      } else {
        false
      }
    }
    root.children.insert(.element(element), at: index.map { $0 + 1 } ?? 0)
  }
}
