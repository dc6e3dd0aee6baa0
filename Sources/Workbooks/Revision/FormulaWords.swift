/// The references of a formula: to other sheets, to its own sheet, and to names.
package struct FormulaWords {
  /// The names of the sheets, in lower case.
  package private(set) var sheets: Set<String> = []
  /// True if the formula refers to cells without the name of a sheet.
  package private(set) var mentionsOwnSheet = false
  /// True if the formula may depend on any cell, because it refers to names, tables or several sheets at once, or builds references from
  /// texts.
  package private(set) var mentionsNames = false

  /// Analyses a formula, given without its equals sign.
  package init(_ formula: String) {
    let pieces = FormulaPiece.all(of: formula)
    // True after a sheet's exclamation mark, up to the end of the reference.
    var isQualified = false
    // A quoted name, in which two quotes stand for one.
    var quoted = ""
    for (number, piece) in pieces.enumerated() {
      let next = number + 1 < pieces.count ? pieces[number + 1].text : ""
      let before = number > 0 ? pieces[number - 1].text : ""
      switch piece.text.first {
      case _ where piece.isWord && next == "!": add(sheet: piece.text)
      case _ where piece.isWord:
        if isQualified { continue }
        take(piece.text, isFunction: next == "(", isRange: before == ":" || next == ":")
      case "'":
        quoted = (before.hasPrefix("'") ? quoted + "'" : "") + piece.text.dropFirst().dropLast()
        if next == "!" { add(sheet: quoted) }
        isQualified = false
      case "!": isQualified = true
      case ":": break
      default:
        if piece.text.hasPrefix("[") { mentionsNames = true }
        isQualified = false
      }
    }
  }

  /// Adds a sheet, or several at once as in `Jan:Mar` or `[1]Prices`.
  private mutating func add(sheet: String) {
    sheets.insert(sheet.lowercased())
    if sheet.contains(":") || sheet.contains("[") { mentionsNames = true }
  }

  private mutating func take(_ word: String, isFunction: Bool, isRange: Bool) {
    if isFunction {
      if ["INDIRECT", "OFFSET"].contains(word.uppercased()) { mentionsNames = true }
      return
    }
    let plain = word.filter { $0 != "$" }
    let letters = plain.prefix { $0.isASCII && $0.isLetter }
    let digits = plain.dropFirst(letters.count)
    let isNumber = letters.isEmpty && !isRange
    if isNumber || ["TRUE", "FALSE"].contains(plain.uppercased()) { return }
    let isCell = letters.count <= 3 && digits.allSatisfy(\.isNumber)
    if isCell, !digits.isEmpty || isRange {
      mentionsOwnSheet = true
    } else {
      mentionsNames = true
    }
  }

  /// Returns the formula without spaces and without quotes around the names of sheets, which programs write differently.
  package static func comparable(_ formula: String) -> String {
    var isText = false
    return String(
      formula.filter { character in
        if character == "\"" { isText.toggle() }
        return isText || !(character == "'" || character.isWhitespace)
      }
    )
  }
}

/// The cached values of formulas, which are removed if they may be outdated.
struct StaleValues {
  /// Removes the values of people's formulas that depend on changed sheets, directly or indirectly.
  ///
  /// Every program then recalculates them, whatever its settings. Dependencies are determined per sheet.
  static func remove(from sheets: [(name: String, document: SheetDocument)], changed: Set<String>) {
    guard !changed.isEmpty else { return }
    typealias Formula = (on: Set<String>, onAny: Bool)
    func formula(_ cell: SheetCell, _ sheet: String) -> Formula? {
      guard let formula = cell.formula, !cell.isPlanned else { return nil }
      // Only the first of the cells that share a formula has its text.
      guard !formula.text.isEmpty else { return ([], true) }
      let words = FormulaWords(formula.text)
      let own: Set<String> = words.mentionsOwnSheet ? [sheet.lowercased()] : []
      return (words.sheets.union(own), words.mentionsNames)
    }
    let formulas = sheets.map { sheet in
      sheet.document.rows.flatMap { $0.cells.map { formula($0, sheet.name) } }
    }
    // The sheets with formulas that depend on each sheet, and those that may depend on any.
    var dependents: [String: Set<Int>] = [:]
    var open: [Int] = []
    for number in sheets.indices {
      for case let formula? in formulas[number] {
        for name in formula.on { dependents[name, default: []].insert(number) }
        if formula.onAny { open.append(number) }
      }
    }
    var affected = changed
    for name in changed { open += dependents[name] ?? [] }
    while let number = open.popLast() {
      let name = sheets[number].name.lowercased()
      guard affected.insert(name).inserted else { continue }
      open += dependents[name] ?? []
    }
    for (formulas, sheet) in zip(formulas, sheets) {
      var rest = formulas[...]
      sheet.document.changeCells { cell, _ in
        guard let formula = rest.removeFirst(), cell.value != nil,
          formula.onAny || !formula.on.isDisjoint(with: affected)
        else { return }
        // Without a value, a cell has no type.
        (cell.value, cell.type) = (nil, nil)
      }
    }
  }
}
