/// The conditional formats of a sheet: saved ones stay, those of the plan that are missing are added, or widened.
struct SheetFormats {
  let document: SheetDocument
  /// The planned sheet as the library writes it.
  let donor: SheetDocument
  let number: Int
  let places: PlannedPlaces
  let styles: StyleMerge

  /// A rule as it is compared: what it says, seen from one cell.
  private struct Key: Hashable {
    var type: String
    var formulas: [String]
    var colors: [String]
  }

  func apply() {
    let planned = donor.root.all("conditionalFormatting")
    guard !planned.isEmpty else { return }
    let saved = document.root.all("conditionalFormatting")
    var priority =
      saved.flatMap(\.elements).compactMap { $0["priority"].flatMap { Int($0) } }
      .max() ?? 0
    for element in planned {
      let plannedRanges = CellRange.list(element["sqref"] ?? "")
      guard let anchor = plannedRanges.map(\.first.row).min() else { continue }
      let ranges = plannedRanges.map { places.range($0, on: number) }
      guard let finalAnchor = ranges.map(\.first.row).min() else { continue }
      for rule in element.elements {
        let new = rule.copy
        for formula in new.all("formula") {
          formula.text = places.formula(formula.text, on: number, movedBy: finalAnchor - anchor)
        }
        let key = Self.key(new, movedBy: 0)
        let owner = saved.first { other in
          let from = CellRange.list(other["sqref"] ?? "").map(\.first.row).min() ?? 0
          return other.elements.contains { Self.key($0, movedBy: finalAnchor - from) == key }
            && touches(other, ranges)
        }
        if let owner {
          widen(owner, ranges)
          continue
        }
        priority += 1
        new.forEach { $0.name = String(document.root.prefix) + $0.word }
        new["priority"] = String(priority)
        if let style = new["dxfId"].flatMap({ Int($0) }) {
          new["dxfId"] = String(styles.differentialStyle(style))
        }
        let format = document.element(
          "conditionalFormatting",
          [("sqref", ranges.map(\.written).joined(separator: " "))]
        )
        format.append(new)
        document.insert(format)
      }
    }
  }

  private static func key(_ rule: XMLTree, movedBy move: Int) -> Key {
    var colors: [String] = []
    rule.forEach {
      if $0.word == "color" { colors.append($0["rgb"].map { String($0.suffix(6)) } ?? "") }
    }
    return Key(
      type: rule["type"] ?? "",
      formulas: rule.all("formula").map { formula in
        FormulaText.comparable(FormulaText(formula.text).moved(by: move))
      },
      colors: colors
    )
  }

  /// True if a saved format lies over one of the ranges, or where they begin.
  private func touches(_ element: XMLTree, _ ranges: [CellRange]) -> Bool {
    CellRange.list(element["sqref"] ?? "").contains { saved in
      ranges.contains { $0.columns.overlaps(saved.columns) }
    }
  }

  /// Lays a format over ranges that it does not cover yet.
  private func widen(_ element: XMLTree, _ ranges: [CellRange]) {
    let saved = CellRange.list(element["sqref"] ?? "")
    let missing = ranges.filter { range in
      !saved.contains { $0.rows.contains(range.rows) && $0.columns.contains(range.columns) }
    }
    guard !missing.isEmpty, element.elements.count == 1 else { return }
    // What lies in a new range needs no place of its own.
    let kept = saved.filter { old in
      !missing.contains { $0.rows.contains(old.rows) && $0.columns.contains(old.columns) }
    }
    let covered = Self.rows(saved)
    // Saved in pieces, it may cover all the same.
    let isCovered = missing.allSatisfy { range in
      range.columns.allSatisfy { column in
        let runs = covered[column] ?? []
        return runs.contains { $0.contains(range.rows) }
      }
    }
    guard !isCovered else { return }
    let all = missing + kept
    let move = (all.map(\.first.row).min() ?? 0) - (saved.map(\.first.row).min() ?? 0)
    for formula in element.elements.flatMap({ $0.all("formula") }) where move != 0 {
      formula.text = FormulaText(formula.text).moved(by: move)
    }
    element["sqref"] = all.map(\.written).joined(separator: " ")
  }

  /// The rows that ranges cover together, by column.
  private static func rows(_ ranges: [CellRange]) -> [Int: [ClosedRange<Int>]] {
    var result: [Int: [ClosedRange<Int>]] = [:]
    for range in SheetValidations.joined(ranges) where range.columns.count <= 256 {
      for column in range.columns { result[column, default: []].append(range.rows) }
    }
    return result
  }
}

extension ClosedRange<Int> {
  fileprivate func contains(_ other: Self) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
