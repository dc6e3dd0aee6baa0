import Reporting
import Specification
import Text
import Workbooks

/// A sheet whose rows do not stay, such as the front page: whatever was not generated was written by people.
enum FreeSheet {
  /// The saved sheet that was written; it may have another name now, and says mostly the same.
  static func index(of sheet: ReportMetadata.Sheet, in saved: [SavedTable]) -> Int? {
    if let same = saved.firstIndex(where: { $0.name == sheet.title }) { return same }
    guard !sheet.digests.isEmpty else { return nil }
    return saved.indices.first { index in
      let kept = sheet.digests.count - beside(sheet, cells(of: saved[index])).missing
      return kept * 10 > sheet.digests.count * 6
    }
  }

  /// What stands on a sheet and was not generated.
  static func written(
    on saved: SavedTable,
    beside sheet: ReportMetadata.Sheet,
    _ language: Language
  ) -> [RetiredRow] {
    beside(sheet, cells(of: saved)).surplus.map {
      $0.retired(from: saved.name, ReportText(language: language))
    }
  }

  /// A cell and where it stands.
  struct Cell {
    var row: Int
    var column: Int
    var cell: SavedCell

    func retired(from sheet: String, _ text: ReportText) -> RetiredRow {
      let row = row + 1
      let column = column + 1
      return RetiredRow(
        about: [
          .origin: sheet,
          .change: text(
            "Written in row \(row), column \(column)",
            "\(row)行\(column)列目への書き込み"
          ),
        ],
        entries: [RetiredRow.Entry(role: .note, heading: "", cell: cell)]
      )
    }
  }

  static func cells(of saved: SavedTable, rows: Range<Int>? = nil) -> [Cell] {
    (rows ?? saved.rows.indices).flatMap { row in
      saved.rows[row].indices.compactMap { column in
        let cell = saved.rows[row][column]
        return cell.isBlank ? nil : Cell(row: row, column: column, cell: cell)
      }
    }
  }

  /// The cells that the program did not write, and how many of its own are missing.
  static func beside(
    _ sheet: ReportMetadata.Sheet,
    _ cells: [Cell]
  ) -> (surplus: [Cell], missing: Int) {
    var expected: [String: Int] = [:]
    for digest in sheet.digests { expected[digest, default: 0] += 1 }
    let surplus = cells.filter { cell in
      let digest = TextDigest.cell(cell.cell.written)
      guard let count = expected[digest], count > 0 else { return true }
      expected[digest] = count - 1
      return false
    }
    return (surplus, expected.values.reduce(0, +))
  }
}

extension SavedCell {
  /// What was entered in the cell; a formula without the signs that programs add or drop.
  fileprivate var written: String {
    guard case .formula(let formula, _) = self else { return plainText }
    return TextDigest.formula(formula)
  }
}

extension SavedSheet {
  /// What people wrote above the headings and has no cell there; what they filled in beside a label goes beside it again.
  func cellsAbove(_ head: inout [ReportTable.HeadRow], _ language: Language) -> [RetiredRow] {
    var written = FreeSheet.cells(of: saved, rows: 0..<headingRow)
    for row in head.indices {
      guard case .entry(let role, let label, _) = head[row] else { continue }
      let labels = Language.allCases.compactMap { name.statement(of: role)?.heading($0) }
      guard
        let place = written.firstIndex(where: { cell in
          labels.contains { $0.asName == cell.cell.plainText.asName }
        })
      else { continue }
      let beside = written.remove(at: place)
      guard
        let entry = written.firstIndex(where: {
          $0.row == beside.row && $0.column == beside.column + 1
        })
      else { continue }
      let cell = written.remove(at: entry).cell
      head[row] = .entry(role, label: label, cell: ReportCell(entered: cell))
    }
    let ours = metadata.map { FreeSheet.beside($0, written).surplus }
    return (ours ?? written).map {
      $0.retired(from: saved.name, ReportText(language: language))
    }
  }
}

extension SavedTable {
  /// The comments that people pinned to cells: rows move, so each comment is kept with the subject of its row.
  func pinned(ids sheets: [SavedSheet], _ language: Language) -> [RetiredRow] {
    let text = ReportText(language: language)
    let sheet = sheets.first { $0.saved.name == name }
    return comments.map { comment in
      let column = comment.column
      let heading = sheet?.heading(ofColumn: column) ?? ""
      let isBelow = sheet.map { comment.row > $0.headingRow } ?? false
      let id = isBelow ? sheet?.key(ofRow: comment.row)?.joined(separator: "=") ?? "" : ""
      let place =
        id.isEmpty || heading.isEmpty
        ? text(
          "Comment on row \(comment.row + 1), column \(column + 1)",
          "\(comment.row + 1)行\(column + 1)列目のセルのコメント"
        ) : text("Comment on “\(heading)”", "「\(heading)」欄のセルのコメント")
      return RetiredRow(
        about: [.id: id, .origin: name, .change: place],
        entries: [RetiredRow.Entry(role: .note, heading: "", cell: .text(comment.text))]
      )
    }
  }
}
