import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// Random edits by people, then random changes of the plan: everything attached to a case stays with it.
@Suite(.enabled(if: Python.hasOpenPyXL)) struct RandomRevisionTests {
  /// Returns a script that sorts the rows, inserts new ones, and decorates each case differently.
  private static func edits(seed: Int) -> String {
    """
    import random
    from openpyxl.comments import Comment
    from openpyxl.styles import Font, PatternFill
    draw = random.Random(\(seed))
    sheet = book['Cases']
    rows = [[cell.value for cell in row[:4]] for row in sheet.iter_rows(min_row=2)]
    if draw.random() < 0.5: draw.shuffle(rows)
    for number, row in enumerate(rows):
      for column, value in enumerate(row): sheet.cell(number + 2, column + 1).value = value
    for _ in range(draw.randint(0, 2)):
      place = draw.randint(1, sheet.max_row)
      sheet.insert_rows(place)
      sheet.cell(place, 2).value = 'a row of mine'
    own = book.create_sheet('Own')
    for row in range(1, sheet.max_row + 1):
      name = sheet.cell(row, 1).value
      if not name or name == 'Case': continue
      own.append([name, f'=Cases!B{row}', f'=SUM(Cases!$B${row},1)'])
      if draw.random() < 0.5: sheet.cell(row, 2).fill = PatternFill('solid', fgColor=f'FF00{row:02X}00')
      if draw.random() < 0.3: sheet.cell(row, 4).font = Font(color=f'FF0000{row:02X}', strike=True)
      if draw.random() < 0.5: sheet.cell(row, 4).comment = Comment('on ' + name, 'me')
      if draw.random() < 0.5:
        sheet.cell(row, 5).value = 'log'
        sheet.cell(row, 5).hyperlink = 'https://example.org/' + name
      if draw.random() < 0.5: sheet.cell(row, 6).value = f'=B{row}&"!"'
      if draw.random() < 0.3: sheet.row_dimensions[row].hidden = True
      if draw.random() < 0.3: sheet.merge_cells(f'H{row}:I{row}')
    """
  }

  /// A script that prints the facts of each case by name.
  private static let facts = """
    sheet = book['Cases']
    names = {}
    for row in range(1, sheet.max_row + 1):
      name = sheet.cell(row, 1).value
      if not name:
        if sheet.cell(row, 2).value: print('mine', sheet.cell(row, 2).value)
        continue
      names[row] = name
      title, note = sheet.cell(row, 2), sheet.cell(row, 4)
      print(name, 'fill', title.fill.fgColor.rgb if title.fill.fill_type else None)
      print(name, 'font', note.font.color.rgb if note.font.color else None, note.font.strike)
      print(name, 'comment', note.comment and note.comment.text)
      print(name, 'link', sheet.cell(row, 5).hyperlink and sheet.cell(row, 5).hyperlink.target)
      print(name, 'formula', (sheet.cell(row, 6).value or '').replace(str(row), '#'))
      print(name, 'hidden', sheet.row_dimensions[row].hidden)
      print(name, 'merged', f'H{row}:I{row}' in [str(item) for item in sheet.merged_cells.ranges])
    for name, one, other in book['Own'].iter_rows(values_only=True):
      def at(formula): return names.get(int(''.join(c for c in formula.split('B')[1].split(',')[0] if c.isdigit())))
      print(name, 'own', at(one), at(other))
    """

  @Test(arguments: 1...5)
  func everythingStaysWithItsCase(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var cases = (1...10).map {
      RevisedBook.Case(id: "c\($0)x", title: "case \($0)", note: "n\($0)")
    }
    let book = try RevisedBook(cases)
    try book.edit(Self.edits(seed: seed))
    let before = try Python.run(
      "import sys, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1])\n" + Self.facts,
      [book.path]
    ).split(separator: "\n").map(String.init)
    let gone = Set(cases.map(\.id).filter { _ in random.chance(20) })
    cases.removeAll { gone.contains($0.id) }
    for number in cases.indices where random.chance(20) { cases[number].title += ", changed" }
    for number in 0..<random.within(0...4) {
      cases.insert(.init(id: "n\(number)x", title: "new"), at: random.within(0...cases.count))
    }
    #expect(try book.revise(cases).isEmpty)
    let after = Set(try book.inspect(Self.facts).split(separator: "\n").map(String.init))
    for fact in before { #expect(after.contains(fact), "seed \(seed)") }
    try book.accept()
    try book.revise(cases)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
  }
}
