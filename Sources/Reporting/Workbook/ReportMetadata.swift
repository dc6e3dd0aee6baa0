import Text
package import Workbooks

/// The hidden record of what was written where in a workbook.
///
/// It serves to recognise columns whose headings were edited, and to tell entries from generated text.
package struct ReportMetadata: Hashable, Sendable {
  /// The name of the hidden sheet, and the heading of the hidden columns with the digests of each row.
  package static let name = "specmatrix"
  /// The first column of the hidden sheet that always stays empty.
  static let freeColumn = 5

  package struct Column: Hashable, Sendable {
    package var key: String
    package var heading: String
    /// The width derived from the column's content, even if people set another.
    package var width: Double?
    package var isGenerated: Bool
  }

  package struct Sheet: Hashable, Sendable {
    package var part: ReportPart
    package var title: String
    package var columns: [Column]
    /// The digests of all cells in rows without ids: the head, or the whole sheet.
    package var digests: [String]

    package init(
      part: ReportPart,
      title: String,
      columns: [Column] = [],
      digests: [String] = []
    ) {
      self.part = part
      self.title = title
      self.columns = columns
      self.digests = digests
    }
  }

  /// The recorded facts, such as the spec's path.
  package var facts: [(name: String, value: String)] {
    [
      ("version", "1"), ("id", id), ("spec", specPath), ("suite digest", suiteDigest),
      ("tool", tool),
    ]
  }

  package var id: String
  package var specPath: String
  package var suiteDigest: String
  package var tool: String
  package var sheets: [Sheet]
  /// The names of the sheets of finished test rounds.
  package var closedRounds: [String] = []

  package init(_ report: Report, sheets: [Sheet]) {
    id = report.id
    specPath = report.specPath
    suiteDigest = report.suiteDigest
    tool = report.tool
    self.sheets = sheets
    closedRounds = report.closedRounds
  }
}

extension ReportMetadata.Column {
  package init(_ column: ReportColumn, width: Double?) {
    key = column.formerKey ?? column.role.key
    heading = column.heading
    self.width = width
    isGenerated = column.kind == .generated
  }
}

extension ReportMetadata {
  /// The number of digests per cell of the hidden sheet, as a cell takes at most 32,767 characters.
  private static let digestsPerCell = 5_000

  package var rows: [[String]] {
    facts.map { [$0.name, $0.value] } + closedRounds.map { ["round", $0] }
      + sheets.flatMap { sheet -> [[String]] in
        let digests = stride(from: 0, to: sheet.digests.count, by: Self.digestsPerCell).map {
          let end = min($0 + Self.digestsPerCell, sheet.digests.count)
          return ["digests", sheet.digests[$0..<end].joined()]
        }
        return [["sheet", sheet.part.key, sheet.title]]
          + sheet.columns.map {
            [
              "column", $0.key, $0.heading, $0.width.map { String($0) } ?? "",
              $0.isGenerated ? "generated" : "people",
            ]
          } + digests
      }
  }

  /// Reads the rows written by `rows`, or returns `nil` if the workbook has no such sheet.
  package init?(_ saved: SavedWorkbook) {
    guard let table = saved.tables.first(where: { $0.name == Self.name && $0.isHidden })
    else { return nil }
    var facts: [String: String] = [:]
    sheets = []
    for row in table.rows.indices {
      let texts = (0..<Self.freeColumn).map { table[row: row, column: $0].plainText }
      switch texts[0] {
      case "sheet":
        if let part = ReportPart(key: texts[1]) {
          sheets.append(Sheet(part: part, title: texts[2]))
        }
      case "column" where !sheets.isEmpty:
        sheets[sheets.count - 1].columns.append(
          Column(
            key: texts[1],
            heading: texts[2],
            width: Double(texts[3]),
            isGenerated: texts[4] == "generated"
          )
        )
      case "digests" where !sheets.isEmpty:
        sheets[sheets.count - 1].digests += Self.pieces(of: texts[1])
      case "round": closedRounds.append(texts[1])
      default: facts[texts[0]] = texts[1]
      }
    }
    id = facts["id"] ?? ""
    specPath = facts["spec"] ?? ""
    suiteDigest = facts["suite digest"] ?? ""
    tool = facts["tool"] ?? ""
  }

  /// Returns the digests concatenated in a text.
  private static func pieces(of text: String) -> [String] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: TextDigest.cellLength).map {
      String(digits[$0..<min($0 + TextDigest.cellLength, digits.count)])
    }
  }

  /// Returns the digest at an index of the concatenated ones, or `nil` if there are fewer.
  package static func piece(_ place: Int, of text: String) -> String? {
    let digits = text.utf8.dropFirst(place * TextDigest.cellLength).prefix(TextDigest.cellLength)
    return digits.isEmpty ? nil : String(Substring(digits))
  }

  package func sheet(of table: ReportTable.Name) -> Sheet? {
    sheets.first { $0.part == .table(table) }
  }
}
