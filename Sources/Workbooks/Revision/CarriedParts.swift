extension PackageParts {
  /// Updates the ranges of the program's chart on a sheet, which is the one that shows rows of the planned columns.
  mutating func setChart(
    _ plan: ChartPlan,
    of sheet: String,
    _ relations: PartRelations
  ) throws(WorkbookProblem) {
    /// Returns the cells of the sheet to which a formula refers, or `nil` for any other formula.
    func range(of formula: String) -> CellRange? {
      guard FormulaWords(formula).sheets == [sheet.lowercased()] else { return nil }
      return formula.split(separator: "!").last.flatMap { CellRange($0) }
    }
    for drawing in relations.all where drawing.kind == "drawing" && has(drawing.part) {
      for chart in try self.relations(of: drawing.part).all
      where chart.kind == "chart" && has(chart.part) {
        var formulas: [XMLTree] = []
        try tree(of: chart.part).forEach {
          if $0.word == "f", $0.elements.isEmpty { formulas.append($0) }
        }
        let ranges = formulas.map { range(of: $0.text) }
        let shown = [plan.categories, plan.values]
        guard ranges.count == 2,
          zip(ranges, shown).allSatisfy({ $0?.columns == $1.columns }),
          ranges[0]?.rows == ranges[1]?.rows
        else { continue }
        for (formula, range) in zip(formulas, shown) {
          let text = range.absolute(in: sheet)
          if FormulaWords.comparable(formula.text) != FormulaWords.comparable(text) {
            formula.text = text
          }
        }
      }
    }
  }

  /// Removes parts that a change invalidates, the signatures and the history of a shared workbook, and returns what they were.
  mutating func unseal(_ book: PartRelations) throws(WorkbookProblem) -> [String] {
    let root = try relations(of: "")
    let signatures = root.all.filter { $0.type.contains("/digital-signature/") }
    let histories = book.all.filter { $0.kind == "revisionHeaders" || $0.kind == "usernames" }
    guard !signatures.isEmpty || !histories.isEmpty else { return [] }
    let before = try reachable()
    for signature in signatures { root.remove(signature.id) }
    for history in histories { book.remove(history.id) }
    set(root)
    set(book)
    try removeUnreachable(of: before)
    return (signatures.isEmpty ? [] : ["the digital signature"])
      + (histories.isEmpty ? [] : ["the history of changes of a shared workbook"])
  }

  /// Updates the titles of the sheets in the document properties, which other programs show without opening the workbook.
  ///
  /// `names` are in the order of the tabs, of which `old` existed before.
  mutating func setTitles(_ names: [String], old: Int) throws(WorkbookProblem) {
    guard let part = try relations(of: "").first("extended-properties")?.part, has(part)
    else { return }
    let root = try tree(of: part)
    guard let titles = root.first("TitlesOfParts")?.first("vector"),
      let pairs = root.first("HeadingPairs")?.first("vector")
    else { return }
    let count = pairs.elements.dropFirst().first?.elements.first
    guard let count, Int(count.text) == old, titles.elements.count >= old else {
      // Both may be omitted.
      root.remove { $0.word == "TitlesOfParts" || $0.word == "HeadingPairs" }
      return
    }
    count.text = String(names.count)
    let new = names.map { XMLTree("\(titles.prefix)lpstr", [], [.text($0)]) }
    titles.children = (new + titles.elements.dropFirst(old)).map { .element($0) }
    titles["size"] = String(titles.elements.count)
  }

  /// Removes parts that were reachable before and no longer are.
  mutating func removeUnreachable(of before: Set<String>) throws(WorkbookProblem) {
    let left = try reachable()
    let types = try ContentTypes(&self)
    for name in names where before.contains(name.lowercased()) {
      guard !left.contains(name.lowercased()), has(name) else { continue }
      remove(name)
      remove(PartName.relations(of: name))
      types.remove(name)
    }
  }
}
