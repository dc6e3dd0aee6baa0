/// Names of sheets as spreadsheets allow them.
enum SheetName {
  /// The names in order: without `[]:*?/\`, no apostrophe at either end, at most 31 UTF-16 units, never empty, all different.
  static func valid(_ titles: [String]) -> [String] {
    var taken: [String] = []
    var names: [String] = []
    for title in titles {
      let base = cleaned(title)
      var name = shortened(base, to: SpreadsheetLimits.sheetNameLength)
      var number = 2
      while taken.contains(name.lowercased()) {
        let suffix = " \(number)"
        name =
          shortened(base, to: SpreadsheetLimits.sheetNameLength - suffix.utf16.count) + suffix
        number += 1
      }
      taken.append(name.lowercased())
      names.append(name)
    }
    return names
  }

  private static func cleaned(_ title: String) -> String {
    let kept = CellText.fitted(title).map { "[]:*?/\\\n\t".contains($0) ? " " : $0 }
    var name = Substring(String(kept))
    while let first = name.first, first == "'" || first == " " { name.removeFirst() }
    while let last = name.last, last == "'" || last == " " { name.removeLast() }
    // Excel keeps this name for itself.
    if name.lowercased() == "history" { return "History_" }
    return name.isEmpty ? "Sheet" : String(name)
  }

  private static func shortened(_ name: String, to limit: Int) -> String {
    guard name.utf16.count > limit else { return name }
    return CellText.fitted(name, limit: limit)
  }
}
