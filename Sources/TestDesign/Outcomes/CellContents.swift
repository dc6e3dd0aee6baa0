import Combinatorics
import Specification

/// The contents of table cells besides the outcome: rules, questions and the number of combinations.
///
/// # Chapter: which sets meet which cells
///
/// **Problem.** A hundred rules and a hundred cells form ten thousand pairs, nearly all of which have nothing in common.
///
/// **Idea.** Cells are distinguished column by column, and so are the sets: one walk through a set yields its values in a column, and only
/// the groups of cells with one of these values are searched further. A set that arrives at a cell meets it.
///
/// **Cost.** One walk for each set and each group of cells that it meets.
struct CellContents {
  /// The role of a set in a cell that it meets.
  private enum Meaning {
    case winner(rule: Int)
    /// The rule gives way to another result.
    case beaten(rule: Int)
    case question(id: String)
  }

  private let space: SpecificationSpace
  private let outcomes: OutcomeRegions
  private var sets: [(meaning: Meaning, rows: Diagram)] = []

  private var store: DiagramStore { space.store }

  init(
    _ regions: RuleRegions,
    _ overrides: [Override],
    _ questions: [(id: String, rows: Diagram)],
    _ outcomes: OutcomeRegions,
    operation: Int
  ) throws(LimitExceeded) {
    space = regions.space
    self.outcomes = outcomes
    let parts = space.lowered.parts
    for part in parts.of(operation: operation) {
      try add(.winner(rule: parts[part].rule), regions.wonByParts[part])
    }
    let rules = Set(parts.of(operation: operation).map { parts[$0].rule })
    for beaten in overrides.filter({ rules.contains($0.winner) }).flatMap(\.beaten)
    where ![.addition, .beside].contains(beaten.kind) {
      try add(.beaten(rule: beaten.rule), beaten.rows)
    }
    for question in questions { try add(.question(id: question.id), question.rows) }
  }

  private mutating func add(_ meaning: Meaning, _ rows: Diagram) throws(LimitExceeded) {
    let rows = try store.intersection(rows, outcomes.rows)
    if rows != .empty { sets.append((meaning, rows)) }
  }

  /// Returns the cells with their contents.
  ///
  /// Impossible cells, which may exist in a space that is not joined or compares numbers, are left out.
  func cells(
    _ cells: [DecisionTable.Cell],
    columns: [Int]
  ) throws(LimitExceeded) -> [OutcomeTable.Cell] {
    var met: [[Int]] = cells.map { _ in [] }
    let everything = Cube(full: store.domains)
    try distribute(Array(sets.indices), cells, cells.indices, columns[...], everything, &met)
    var filled: [OutcomeTable.Cell] = []
    for (number, cell) in cells.enumerated() {
      var cube = Cube(full: store.domains)
      for (factor, values) in zip(columns, cell.values) { cube.restrict(factor, to: values) }
      let rows = try store.intersection(outcomes.rows, cube)
      guard try space.possible(rows) != .empty else { continue }
      filled.append(try self.cell(cell, met[number], rows))
    }
    return filled
  }

  /// Assigns sets to the cells of a range that they meet.
  ///
  /// `members` are the sets that meet `cube`, the values of the columns so far; `columns` are the remaining ones.
  private func distribute(
    _ members: [Int],
    _ cells: [DecisionTable.Cell],
    _ range: Range<Int>,
    _ columns: ArraySlice<Int>,
    _ cube: Cube,
    _ met: inout [[Int]]
  ) throws(LimitExceeded) {
    guard let factor = columns.first else {
      if let cell = range.first { met[cell] = members }
      return
    }
    // The groups of the column, and the group of each value.
    let column = columns.startIndex
    var groups: [Range<Int>] = []
    var groupOfValue: [Int?] = Array(repeating: nil, count: store.domains.sizes[factor])
    for cell in range {
      if let last = groups.last,
        cells[last.lowerBound].values[column] == cells[cell].values[column]
      {
        groups[groups.count - 1] = last.lowerBound..<(cell + 1)
      } else {
        for value in cells[cell].values[column] { groupOfValue[value] = groups.count }
        groups.append(cell..<(cell + 1))
      }
    }
    var membersOfGroup: [[Int]] = groups.map { _ in [] }
    for member in members {
      guard let support = store.support(of: sets[member].rows, in: cube) else { continue }
      for group in Set(support.values(of: factor).compactMap { groupOfValue[$0] }).sorted() {
        membersOfGroup[group].append(member)
      }
    }
    for (group, members) in zip(groups, membersOfGroup) {
      let narrowed = cube.restricted(factor, to: cells[group.lowerBound].values[column])
      try distribute(members, cells, group, columns.dropFirst(), narrowed, &met)
    }
  }

  private func cell(
    _ cell: DecisionTable.Cell,
    _ met: [Int],
    _ rows: Diagram
  ) throws(LimitExceeded) -> OutcomeTable.Cell {
    var rules: Set<Int> = []
    var beaten: Set<Int> = []
    var questions: [String] = []
    for member in met {
      if !space.isJoined {
        let both = try store.intersection(sets[member].rows, rows)
        guard try space.possible(both) != .empty else { continue }
      }
      switch sets[member].meaning {
      case .winner(let rule): rules.insert(rule)
      case .beaten(let rule): beaten.insert(rule)
      case .question(let id): questions.append(id)
      }
    }
    return OutcomeTable.Cell(
      values: cell.values,
      spans: cell.spans,
      outcome: outcomes.outcomes[cell.label],
      rules: rules.sorted(),
      insteadOf: beaten.subtracting(rules).sorted(),
      questions: questions,
      combinations: space.decimalCount([rows])
    )
  }
}
