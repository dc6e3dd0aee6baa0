/// The revision of a sheet's conditional formats: saved ones stay, and missing planned ones are added or extended.
struct SheetFormats {
  let document: SheetDocument
  /// The planned sheet as written by the library.
  let donor: SheetDocument
  let styles: StyleMerge

  /// The properties by which rules are compared, relative to the first row of their cells.
  private struct Key: Hashable {
    var firstRow: Int
    var type: String
    var formulas: [String]
    var colors: [String]
  }

  func apply() {
    let saved = document.root.all("conditionalFormatting")
    var priority =
      saved.flatMap(\.elements).compactMap { $0["priority"].flatMap { Int($0) } }
      .max() ?? 0
    for element in donor.root.all("conditionalFormatting") {
      let ranges = CellRange.list(element["sqref"] ?? "")
      let keys = Set(element.elements.map { Self.key($0, in: element) })
      for rule in element.elements {
        let key = Self.key(rule, in: element)
        let owner = saved.first { other in
          other.elements.contains { Self.key($0, in: other) == key } && touches(other, ranges)
        }
        if let owner, covers(owner, ranges) { continue }
        if let owner, owner.elements.allSatisfy({ keys.contains(Self.key($0, in: owner)) }) {
          widen(owner, ranges)
          continue
        }
        // A saved rule that shares its element with a person's rule keeps its cells, and is repeated for the others.
        priority += 1
        let new = rule.copy
        new.forEach { $0.name = String(document.root.prefix) + $0.word }
        new["priority"] = String(priority)
        if let style = new["dxfId"].flatMap({ Int($0) }) {
          new["dxfId"] = String(styles.differentialStyle(style))
        }
        let format = document.element("conditionalFormatting", [("sqref", element["sqref"] ?? "")])
        format.append(new)
        document.insert(format)
      }
    }
  }

  private static func key(_ rule: XMLTree, in element: XMLTree) -> Key {
    var colors: [String] = []
    rule.forEach {
      if $0.word == "color" { colors.append($0["rgb"].map { String($0.suffix(6)) } ?? "") }
    }
    return Key(
      firstRow: CellRange.list(element["sqref"] ?? "").map(\.first.row).min() ?? 0,
      type: rule["type"] ?? "",
      formulas: rule.all("formula").map { FormulaWords.comparable($0.text) },
      colors: colors
    )
  }

  /// True if a saved format covers columns of the ranges.
  private func touches(_ element: XMLTree, _ ranges: [CellRange]) -> Bool {
    CellRange.list(element["sqref"] ?? "").contains { saved in
      ranges.contains { $0.columns.overlaps(saved.columns) }
    }
  }

  /// True if a format covers all of the ranges, in one piece or several.
  private func covers(_ element: XMLTree, _ ranges: [CellRange]) -> Bool {
    let covered = Self.rows(CellRange.list(element["sqref"] ?? ""))
    return ranges.allSatisfy { range in
      range.columns.allSatisfy { column in
        (covered[column] ?? []).contains { $0.contains(range.rows) }
      }
    }
  }

  /// Extends a format to ranges that it does not cover yet.
  private func widen(_ element: XMLTree, _ ranges: [CellRange]) {
    // Old ranges within new ones need not be listed.
    let kept = CellRange.list(element["sqref"] ?? "").filter { old in
      !ranges.contains { $0.rows.contains(old.rows) && $0.columns.contains(old.columns) }
    }
    element["sqref"] = (ranges + kept).map(\.written).joined(separator: " ")
  }

  /// Returns the rows that ranges cover together, by column.
  private static func rows(_ ranges: [CellRange]) -> [Int: [ClosedRange<Int>]] {
    var result: [Int: [ClosedRange<Int>]] = [:]
    for range in SheetValidations.joined(ranges) where range.columns.count <= 256 {
      for column in range.columns { result[column, default: []].append(range.rows) }
    }
    return result
  }
}
