/// A planned sheet that the saved workbook does not have: its part comes from the donor, and what it leads to along with it.
struct GraftedSheet {
  let number: Int
  let donor: DonorBook
  let styles: StyleMerge

  /// The sheet as a part of the saved workbook under a name; its texts are not shared yet.
  func document(
    part: String,
    relations: PartRelations,
    _ donorParts: inout PackageParts,
    _ parts: inout PackageParts,
    _ types: ContentTypes
  ) throws(WorkbookProblem) -> SheetDocument {
    let source = donor.sheets[number]
    let document = try SheetDocument(
      donorParts.bytes(of: source.part),
      part: part,
      limits: parts.limits
    )
    document.changeCells { cell, _ in
      cell = donor.cell(cell)
      cell.style = cell.style.map(styles.style)
      cell.isPlanned = cell.formula != nil
    }
    let donorRelations = try donorParts.relations(of: source.part)
    for element in document.root.elements {
      element.forEach { element in
        switch element.word {
        case "cfRule":
          if let style = element["dxfId"].flatMap({ Int($0) }) {
            element["dxfId"] = String(styles.differentialStyle(style))
          }
        case "sheetView": element["tabSelected"] = nil
        default: break
        }
      }
    }
    for relation in donorRelations.all {
      let id: String
      switch relation.kind {
      case "drawing":
        let drawing = try drawing(relation.part, &donorParts, &parts, types)
        id = relations.add(type: relation.type, target: "/" + drawing)
      case _ where relation.isExternal:
        id = relations.add(type: relation.type, target: relation.target, isExternal: true)
      default: continue
      }
      guard id != relation.id else { continue }
      for element in document.root.elements where element.word != "sheetData" {
        element.forEach { if $0.relation == relation.id { $0["pending"] = id } }
      }
    }
    document.root.forEach { element in
      guard let id = element["pending"] else { return }
      element.relation = id
      element["pending"] = nil
    }
    return document
  }

  /// A drawing of the donor with its charts, under names that the saved workbook does not have.
  private func drawing(
    _ source: String,
    _ donorParts: inout PackageParts,
    _ parts: inout PackageParts,
    _ types: ContentTypes
  ) throws(WorkbookProblem) -> String {
    let name = parts.unusedName("xl/drawings/drawing", ".xml")
    parts.set(name, try donorParts.bytes(of: source))
    types.set(name, "application/vnd.openxmlformats-officedocument.drawing+xml")
    let relations = PartRelations(of: name)
    let tree = try donorParts.tree(of: source)
    for relation in try donorParts.relations(of: source).all where relation.kind == "chart" {
      let chart = parts.unusedName("xl/charts/chart", ".xml")
      parts.set(chart, try donorParts.bytes(of: relation.part))
      types.set(chart, "application/vnd.openxmlformats-officedocument.drawingml.chart+xml")
      let id = relations.add(type: relation.type, target: "/" + chart)
      tree.forEach { if $0.relation == relation.id { $0.relation = id } }
    }
    parts.set(name, tree.document)
    parts.set(relations)
    return name
  }
}
