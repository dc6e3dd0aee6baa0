/// What the styles say of dates.
struct StylesPart {
  /// By the number of a cell's style.
  private(set) var showsDate: [Bool] = []
  private var codes: [Int: Bool] = [:]
  private var formats: [Int] = []
  private var isInCellStyles = false

  mutating func take(_ event: XMLEvent) {
    switch event {
    case .start(let element):
      switch element.name {
      case .numFmt:
        if let id = element[.numFmtId].flatMap({ Int($0) }), let code = element[.formatCode] {
          codes[id] = NumberFormat.showsDate(SpreadsheetText.decoded(code))
        }
      case .cellXfs: isInCellStyles = true
      case .xf where isInCellStyles:
        formats.append(element[.numFmtId].flatMap { Int($0) } ?? 0)
      default: break
      }
    case .end(.cellXfs): isInCellStyles = false
    case .end(.styleSheet):
      showsDate = formats.map { codes[$0] ?? NumberFormat.showsDate(builtIn: $0) }
    case .end, .text: break
    }
  }
}
