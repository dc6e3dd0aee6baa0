import Specification

@testable import TestDesign
@testable import TestSupport

/// An outcome table in plain values.
struct PlainOutcomeTable {
  enum Outcome: Hashable {
    case defined([String])
    case undefined
    /// The open rules that win.
    case undecided(Set<Int>)
    /// The different results.
    case contradictory(Set<[String]>)
  }

  struct Cell {
    /// The values by factor of the table; the number after the last value is *not applicable*.
    var values: [[Int]]
    var outcome: Outcome
    var rules: Set<Int>
    var questions: Set<String>
    /// The number of combinations, or `nil` if they are not counted.
    var combinations: Int?
  }

  var operation: Int
  var factors: [Int]
  var cells: [Cell]
}

/// Checks an outcome table by listing the combinations.
struct OutcomeTableReference {
  let space: ReferenceSpace
  private let targets: [ReviewTarget]

  init(_ analysed: AnalysedSpecification) {
    space = ReferenceSpace(analysed.specification, blocks: .whole)
    targets = ReviewTarget.questions(analysed.analysis).filter { !$0.isAboutInvalid }
  }

  struct Combination {
    var row: [Int]
    var point: ReferenceSpace.Point
    var outcome: PlainOutcomeTable.Outcome
  }

  func combinations(_ operation: Int) -> [Combination] {
    space.operationValues.indices.filter { space.operationValues[$0].operation == operation }
      .flatMap { value in
        space.points(value).map { point in
          Combination(row: point.values + [value], point: point, outcome: outcome(point))
        }
      }
  }

  func outcome(_ point: ReferenceSpace.Point) -> PlainOutcomeTable.Outcome {
    let rules = space.specification.rules
    switch point.status {
    case .undefined: return .undefined
    case .undecided: return .undecided(Set(point.winners.filter { rules[$0].results == nil }))
    case .contradictory: return .contradictory(Set(point.winners.compactMap { rules[$0].results }))
    case .defined: return .defined(point.winners.first.flatMap { rules[$0].results } ?? [])
    }
  }

  func questions(_ combination: Combination) -> Set<String> {
    Set(targets.filter { $0.isMet(combination.row, combination.point, space) }.map(\.id))
  }

  func complaints(_ table: PlainOutcomeTable) -> [String] {
    let all = combinations(table.operation)
    var found: [String] = []
    for (number, cell) in table.cells.enumerated() {
      for (other, later) in table.cells.enumerated().dropFirst(number + 1)
      where zip(cell.values, later.values).allSatisfy({ !Set($0).isDisjoint(with: $1) }) {
        found.append("the cells \(number) and \(other) overlap")
      }
    }
    var held: [[Combination]] = table.cells.map { _ in [] }
    for combination in all {
      let values = table.factors.map { combination.row[$0] }
      let cells = table.cells.indices.filter { cell in
        zip(table.cells[cell].values, values).allSatisfy { $0.contains($1) }
      }
      if cells.count != 1 {
        found.append("\(cells.count) cells hold \(space.words(combination.row))")
      }
      for cell in cells {
        held[cell].append(combination)
        if table.cells[cell].outcome != combination.outcome {
          found.append("cell \(cell) has another outcome than \(space.words(combination.row))")
        }
      }
    }
    for (number, (cell, own)) in zip(table.cells, held).enumerated() {
      if own.isEmpty { found.append("cell \(number) holds nothing") }
      if let said = cell.combinations, said != own.count {
        found.append("cell \(number) counts \(said) combinations, not \(own.count)")
      }
      if cell.rules != Set(own.flatMap(\.point.winners)) {
        found.append("cell \(number) names the rules \(cell.rules.sorted())")
      }
      let met = Set(own.flatMap { questions($0) })
      if cell.questions != met {
        found.append("cell \(number) names the questions \(cell.questions.sorted())")
      }
    }
    return found + neededComplaints(table, all)
  }

  // MARK: Needed factors

  func determine(_ factors: [Int], _ all: [Combination]) -> Bool {
    var outcomes: [[Int]: PlainOutcomeTable.Outcome] = [:]
    for combination in all {
      let values = factors.map { combination.row[$0] }
      if let known = outcomes[values] {
        if known != combination.outcome { return false }
      } else {
        outcomes[values] = combination.outcome
      }
    }
    return true
  }

  /// Returns the smallest set of factors that determines the outcome, among those that the operation reads if they suffice, else among all.
  ///
  /// The operation's own values count as a factor that it reads. Returns `nil` if there are too many factors to try.
  func fewest(_ operation: Int) -> (count: Int, of: Set<Int>)? {
    let all = combinations(operation)
    let values = space.operationValues.indices.filter {
      space.operationValues[$0].operation == operation
    }
    let own = values.count > 1 ? [space.operationFactor] : []
    let read = values.reduce(into: Set<Int>()) { $0.formUnion(space.reads[$1]) }.sorted() + own
    let candidates =
      determine(read, all) ? read : Array(space.specification.factors.indices) + own
    guard candidates.count - own.count <= 6 else { return nil }
    for count in 0...candidates.count {
      for factors in SuiteReference.choices(of: count, from: candidates[...])
      where determine(factors, all) {
        return (count, Set(candidates))
      }
    }
    return nil
  }

  private func neededComplaints(_ table: PlainOutcomeTable, _ all: [Combination]) -> [String] {
    guard !all.isEmpty, let fewest = fewest(table.operation) else { return [] }
    var found: [String] = []
    if table.factors.count != fewest.count {
      found.append("the table has \(table.factors.count) factors, \(fewest.count) are needed")
    }
    let others = table.factors.filter { !fewest.of.contains($0) }
    if !others.isEmpty { found.append("the table has the factors \(others), and could do without") }
    return found
  }
}
