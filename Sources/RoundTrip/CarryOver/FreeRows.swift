import Reporting
import Specification
import Text
import Workbooks

/// Rows that have no id, such as the front page and what stands above headings: they are told by what they say, and whatever was not
/// generated there was written by people.
struct FreeRows {
  /// How the rows of two generations belong together.
  enum Order {
    /// By what stands in their first cell.
    case words
    /// By their number.
    case numbers
    /// By their number in a grid with the same names; with other names, the new ones replace the old ones.
    case grid
    /// Not at all: the new ones replace the old ones.
    case none
  }

  /// By planned row: the saved row; `nil` for a new one.
  private(set) var rows: [Int?]
  /// Saved rows that the program wrote and does not plan.
  private(set) var removed: Set<Int> = []
  /// What people wrote in planned rows where nothing is planned, by its place in the plan.
  private(set) var entries: [CellPosition: SavedCell] = [:]
  /// What people wrote over planned cells, and in rows that go, by its place in the saved sheet.
  private(set) var displaced: [CellPosition] = []

  /// Aligns planned rows with some rows of a saved sheet.
  ///
  /// - Parameters:
  ///   - planned: The rows.
  ///   - saved: The sheet as it was saved.
  ///   - range: The rows of the saved sheet in question.
  ///   - columns: By planned column: where it stands in the saved sheet.
  ///   - digests: Of all the cells that the program wrote there.
  ///   - order: How the rows of two generations belong together.
  init(
    _ planned: ArraySlice<RowPlan>,
    in saved: SavedTable,
    _ range: Range<Int>,
    columns: [Int?],
    digests: [String],
    by order: Order
  ) {
    let plannedColumns = Dictionary(
      columns.enumerated().compactMap { number, column in column.map { ($0, number) } }
    ) { first, _ in first }
    let range = range.clamped(to: saved.rows.indices)
    let own = Self.own(in: saved, range, digests)
    rows = Self.aligned(planned, saved, range, own, by: order)
    let matched = Dictionary(
      zip(rows, rows.indices).compactMap { row, number in row.map { ($0, number) } }
    ) { first, _ in first }
    for row in range {
      let cells = saved.rows[row].indices.filter { !saved.rows[row][$0].isBlank }
      let written = cells.filter { !own.contains(CellPosition(row: row, column: $0)) }
      guard let number = matched[row] else {
        guard written.count < cells.count else { continue }
        removed.insert(row)
        displaced += written.map { CellPosition(row: row, column: $0) }
        continue
      }
      let plans = planned[planned.startIndex + number].cells
      for column in written {
        // Where nothing is planned, nothing is touched.
        guard let place = plannedColumns[column], plans.indices.contains(place) else { continue }
        switch plans[place].content {
        case .blank:
          entries[CellPosition(row: number, column: place)] = saved.rows[row][column]
        case .formula: break
        default:
          if plans[place].plainText != saved.rows[row][column].plainText {
            displaced.append(CellPosition(row: row, column: column))
          }
        }
      }
    }
  }

  /// The saved sheet that was written with these digests; it may have another name now, and says mostly the same.
  static func index(of sheet: ReportMetadata.Sheet, in saved: [SavedTable]) -> Int? {
    if let same = saved.firstIndex(where: { $0.name == sheet.title }) { return same }
    guard !sheet.digests.isEmpty else { return nil }
    return saved.indices.first { index in
      let table = saved[index]
      return own(in: table, table.rows.indices, sheet.digests).count * 10
        > sheet.digests.count * 6
    }
  }

  /// The cells that the program wrote.
  private static func own(
    in saved: SavedTable,
    _ range: Range<Int>,
    _ digests: [String]
  ) -> Set<CellPosition> {
    var expected: [String: Int] = [:]
    for digest in digests { expected[digest, default: 0] += 1 }
    var own: Set<CellPosition> = []
    for row in range {
      for (column, cell) in saved.rows[row].enumerated() where !cell.isBlank {
        let digest = cell.writtenDigest
        guard let count = expected[digest], count > 0 else { continue }
        expected[digest] = count - 1
        own.insert(CellPosition(row: row, column: column))
      }
    }
    return own
  }

  /// True if all names of a grid stand where they are planned, and the program wrote nothing elsewhere.
  private static func isSameGrid(
    _ planned: ArraySlice<RowPlan>,
    _ saved: SavedTable,
    _ own: Set<CellPosition>
  ) -> Bool {
    let isPlanned = own.allSatisfy { place in
      planned.indices.contains(place.row)
        && planned[place.row].cells.indices.contains(place.column)
        && planned[place.row].cells[place.column].content != .blank
    }
    return isPlanned
      && planned.indices.allSatisfy { row in
        planned[row].cells.enumerated().allSatisfy { column, cell in
          guard case .text = cell.content, cell.style != .gridImpossible else { return true }
          return saved[row: row, column: column].plainText == cell.plainText
        }
      }
  }

  private static func aligned(
    _ planned: ArraySlice<RowPlan>,
    _ saved: SavedTable,
    _ range: Range<Int>,
    _ own: Set<CellPosition>,
    by order: Order
  ) -> [Int?] {
    switch order {
    case .grid:
      let order = isSameGrid(planned, saved, own) ? Order.numbers : .none
      return aligned(planned, saved, range, own, by: order)
    case .none: return Array(repeating: nil, count: planned.count)
    case .numbers:
      return planned.indices.map { number in
        let row = range.lowerBound + number - planned.startIndex
        return range.contains(row) ? row : nil
      }
    case .words:
      let words = planned.map { row in
        row.cells.lazy.map(\.plainText).first { !$0.isEmpty } ?? ""
      }
      let old = range.map { row in
        saved.rows[row].lazy.map(\.plainText).first { !$0.isEmpty } ?? ""
      }
      var rows = [Int?](repeating: nil, count: planned.count)
      let change = words.difference(from: old)
      let new = Set(
        change.insertions.map { insertion -> Int in
          if case .insert(let offset, _, _) = insertion { offset } else { -1 }
        }
      )
      let gone = Set(
        change.removals.map { removal -> Int in
          if case .remove(let offset, _, _) = removal { offset } else { -1 }
        }
      )
      let kept = old.indices.filter { !gone.contains($0) }
      for (number, row) in zip(words.indices.filter { !new.contains($0) }, kept) {
        rows[number] = range.lowerBound + row
      }
      return rows
    }
  }
}

extension SavedCell {
  /// The digest of what was entered in the cell: of any formula the same, since its references move with the cells.
  var writtenDigest: String {
    if case .formula = self { TextDigest.cell("=") } else { TextDigest.cell(plainText) }
  }
}

extension SavedTable {
  /// What stands in a cell and has no place any more.
  func displaced(_ place: CellPosition, _ language: Language) -> RetiredRow {
    let text = ReportText(language: language)
    let row = place.row + 1
    let column = place.column + 1
    return RetiredRow(
      about: [
        .origin: name,
        .change: text(
          "Written in row \(row), column \(column)",
          "\(row)行\(column)列目への書き込み"
        ),
      ],
      entries: [
        RetiredRow.Entry(role: .note, heading: "", cell: self[row: place.row, column: place.column])
      ]
    )
  }
}
