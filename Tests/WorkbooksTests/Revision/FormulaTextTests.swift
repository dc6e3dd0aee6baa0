import TestSupport
import Testing

@testable import Workbooks

/// References in formulas, found whatever stands around them.
@Suite struct FormulaTextTests {
  /// Two rows are inserted above row 5 of *Cases*, row 9 is deleted, and *Old* is gone.
  private var map: ReferenceMap {
    let rows: [Int?] = [0, 1, 2, 3, nil, nil] + (4..<20).filter { $0 != 8 }
    let plan = SheetPlan(
      name: "Cases",
      columns: [],
      rows: rows.map { _ in RowPlan() },
      filter: CellRange(
        first: CellPosition(row: 0, column: 0),
        last: CellPosition(row: rows.count - 1, column: 3)
      ),
      page: PagePlan(repeatedRows: nil, footer: "")
    )
    let alignment = SheetAlignment(saved: "Cases", rows: rows, columns: [], removedRows: [8])
    let layout = SheetLayout(plan, alignment, rowCount: 20, columnCount: 4)
    return ReferenceMap(layouts: ["cases": layout, "bob's": layout], removed: ["old"])
  }

  @Test(arguments: [
    ("A4+A5", "A4+A7"), ("$A$5:B$9", "$A$7:B$10"), ("A9", "#REF!"), ("A9:B9", "#REF!"),
    ("A9:A10", "A11:A11"), ("A8:A9", "A10:A10"), ("B:B", "B:B"), ("$2:$6", "$2:$8"),
    ("COUNTIF($C$2:$C$20,\"A5\")&\"A5\"", "COUNTIF($C$2:$C$21,\"A5\")&\"A5\""),
    ("Cases!A5+'Cases'!A5+CASES!A5", "Cases!A7+'Cases'!A7+CASES!A7"),
    ("'Bob''s'!A5", "'Bob''s'!A7"), ("Other!A5", "Other!A5"), ("Old!A5*2", "Old!#REF!*2"),
    ("[1]Cases!A5", "[1]Cases!A5"), ("'[b.xlsx]Cases'!A5", "'[b.xlsx]Cases'!A5"),
    ("Cases:Other!A5", "Cases:Other!A5"), ("LOG10(5)+1E5+A5", "LOG10(5)+1E5+A7"),
    ("Table1[[#All],[A5]]+Name.A5+_A5", "Table1[[#All],[A5]]+Name.A5+_A5"),
    ("A5:INDEX(A5:A7,2)", "A7:INDEX(A7:A9,2)"), ("A7:A5", "A9:A7"), ("a5", "A7"),
    ("SUM(A5 A6,A1048576)", "SUM(A7 A8,#REF!)"), ("A2:A1048576", "A2:A1048576"),
    ("TRUE+A5%", "TRUE+A7%"),
    ("IF(A5<>\"\"\"A5\",'x y'!A5,{1,2;3,4})", "IF(A7<>\"\"\"A5\",'x y'!A5,{1,2;3,4})"),
    ("ケース!A5+A5", "ケース!A5+A7"), ("XFE5+ABCD5", "XFE5+ABCD5"),
  ])
  func placesFollowTheirRows(formula: String, expected: String) {
    #expect(map.formula(formula, on: "Cases") == expected)
  }

  @Test func relativeFormulasKeepTheirDistance() {
    #expect(map.formula("$C5=\"NG\"", on: "Cases", movedBy: 2) == "$C7=\"NG\"")
    #expect(map.formula("$C5=$C$5", on: "Cases", movedBy: 4) == "$C9=$C$7")
    #expect(map.formula("$C5=Other!C5", on: "Cases", movedBy: 4) == "$C9=Other!C5")
  }

  @Test func dependenciesAreNamed() {
    #expect(FormulaText("SUM(Cases!A1,B2)").dependencies.sheets == ["Cases", nil])
    #expect(!FormulaText("SUM(Cases!A1,B2,TRUE)").dependencies.usesNames)
    for text in ["results", "SUM(INDIRECT(\"A1\"))", "Table1[A]", "[1]Cases!A1"] {
      #expect(FormulaText(text).dependencies.usesNames, "\(text)")
    }
  }

  /// Nothing is lost and nothing crashes, whatever stands there.
  @Test func anyTextIsTaken() {
    var random = SplitMix64(seed: 14)
    let pieces = [
      "A", "5", "$", "!", "'", "\"", ":", "(", "[", "]", "B7", " ", "Cases", ",", "_", "é",
    ]
    for _ in 0..<3_000 {
      let count = random.within(0...12)
      let text = (0..<count).map { _ in random.pick(pieces) }.joined()
      #expect(FormulaText(text).rewritten { _, _, _ in .same } == text)
      _ = map.formula(text, on: "Cases")
    }
  }
}

/// Where rows go, against a list from which rows are deleted and into which new ones are put one by one.
@Suite struct SheetLayoutTests {
  @Test func agreesWithAList() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<400 {
      let count = random.within(1...12)
      let removed = Set((0..<count).filter { _ in random.chance(25) })
      let left = (0..<count).filter { !removed.contains($0) }
      // Some rows are people's own, and people may have sorted.
      var named = left.filter { _ in random.chance(80) }
      if random.chance(50) { named = random.shuffled(named) }
      var rows: [Int?] = []
      for row in named {
        while random.chance(33) { rows.append(nil) }
        rows.append(row)
      }
      let plan = SheetPlan(
        name: "s",
        columns: [],
        rows: rows.map { _ in RowPlan() },
        page: PagePlan(repeatedRows: nil, footer: "")
      )
      let alignment = SheetAlignment(saved: "s", rows: rows, columns: [], removedRows: removed)
      let layout = SheetLayout(plan, alignment, rowCount: count, columnCount: 0)
      // By hand: saved rows in their order, each new one behind the planned row before it.
      var list = (0..<count).map { "s\($0)" }
      var previous: String?
      for (number, row) in rows.enumerated() {
        guard row == nil else {
          previous = "s\(row ?? 0)"
          continue
        }
        let first = list.firstIndex { $0.hasPrefix("s") && isOfPlan($0, named, removed) }
        let place =
          previous.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? first ?? list.count
        list.insert("p\(number)", at: place)
        previous = "p\(number)"
      }
      list.removeAll { removed.map { "s\($0)" }.contains($0) }
      for saved in 0..<count {
        #expect(layout.row(saved) == list.firstIndex(of: "s\(saved)"))
      }
      for (number, saved) in rows.enumerated() {
        #expect(
          layout.plannedRows[number] == list.firstIndex(of: saved.map { "s\($0)" } ?? "p\(number)")
        )
      }
      #expect(layout.row(count + 3) == list.count + 3)
    }
  }

  private func isOfPlan(_ name: String, _ named: [Int], _ removed: Set<Int>) -> Bool {
    guard let row = Int(name.dropFirst()) else { return false }
    return named.contains(row) || removed.contains(row)
  }
}
