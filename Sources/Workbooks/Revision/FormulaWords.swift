/// What a formula mentions: other sheets, its own, names.
package struct FormulaWords {
  /// In lower case.
  package private(set) var sheets: Set<String> = []
  /// True if it mentions cells without the name of a sheet.
  package private(set) var mentionsOwnSheet = false
  /// True if it may depend on any cell: it mentions names, tables or several sheets at once, or makes references of texts.
  package private(set) var mentionsNames = false

  /// Without the equals sign.
  package init(_ formula: String) {
    let pieces = FormulaPiece.all(of: formula)
    // True behind the exclamation mark of a sheet, up to the end of the reference.
    var isQualified = false
    // A name in quotes, in which two stand for one.
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

  /// Names a sheet, or several at once: `Jan:Mar`, `[1]Prices`.
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

  /// The formula without what programs write in their own ways: blanks, and quotes around the names of sheets.
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

/// The values that programs have kept of formulas, which go if they may no longer be right.
struct StaleValues {
  /// Takes the values away from people's formulas that depend on sheets that changed, directly or through others.
  ///
  /// Every program then calculates them anew, whatever its settings are. What depends on what is decided sheet by sheet.
  static func remove(from sheets: [(name: String, document: SheetDocument)], changed: Set<String>) {
    guard !changed.isEmpty else { return }
    typealias Formula = (on: Set<String>, onAny: Bool)
    func formula(_ cell: SheetCell, _ sheet: String) -> Formula? {
      guard let formula = cell.formula, !cell.isPlanned else { return nil }
      // The text stands in the first of the cells that share it.
      guard !formula.text.isEmpty else { return ([], true) }
      let words = FormulaWords(formula.text)
      let own: Set<String> = words.mentionsOwnSheet ? [sheet.lowercased()] : []
      return (words.sheets.union(own), words.mentionsNames)
    }
    let formulas = sheets.map { sheet in
      sheet.document.rows.flatMap { $0.cells.map { formula($0, sheet.name) } }
    }
    // Sheets whose formulas go stale when one that they depend on does, and those that may depend on any.
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
        // Without a value no cell says of what kind it is.
        (cell.value, cell.type) = (nil, nil)
      }
    }
  }
}
