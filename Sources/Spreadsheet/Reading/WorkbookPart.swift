/// What the workbook's own part says: which sheets there are and how days are counted.
struct WorkbookPart {
  private(set) var sheets: [SheetReference] = []
  private(set) var dateSystem = DateSystem.from1900

  mutating func take(_ event: XMLEvent) {
    guard case .start(let element) = event else { return }
    switch element.name {
    case .workbookPr: if element.flag(.date1904) == true { dateSystem = .from1904 }
    case .sheet:
      sheets.append(
        SheetReference(
          name: SpreadsheetText.decoded(element[.name] ?? ""),
          isHidden: element[.state].map { $0 != "visible" } ?? false,
          relation: element[.id, .relation] ?? ""
        )
      )
    default: break
    }
  }
}
