/// What the sheets of a workbook together may still take up in memory beyond what their parts hold.
struct ReadingRoom {
  private var cells: Int
  private var formulaBytes: Int

  init(_ limits: ReadingLimits) {
    cells = limits.cells
    formulaBytes = limits.formulaBytes
  }

  /// Takes room for cells and rows.
  mutating func take(cells count: Int, _ limits: ReadingLimits) throws(WorkbookProblem) {
    cells -= count
    guard cells >= 0 else { throw .tooLarge("\(limits.cells) rows and cells") }
  }

  /// Takes room for the text of a formula that a file has once for many cells.
  mutating func take(formulaBytes count: Int, _ limits: ReadingLimits) throws(WorkbookProblem) {
    formulaBytes -= count
    guard formulaBytes >= 0 else {
      throw .tooLarge("\(limits.formulaBytes >> 10) KB of shared formulas")
    }
  }
}
