package import Combinatorics
import Specification

/// What a spec says of its space, cut by the operation and the values of one factor.
package struct OutcomeMatrix: Sendable {
  /// What the spec says of the combinations of one operation value and one value across.
  ///
  /// Numbers of combinations are in decimal since they outgrow 64 bits.
  package struct Cell: Hashable, Sendable {
    package var combinations = "0"
    package var defined = "0"
    package var undecided = "0"
    package var contradictory = "0"
    package var undefined = "0"
    /// Of each result that holds undisputed somewhere in the cell, the first rule that gives it (a number in `Specification.rules`).
    package var results: [Int] = []
    /// The ids of the questions that some combination of the cell meets, in the order of the findings.
    package var questions: [String] = []

    /// Whether no combination is in it.
    package var isImpossible: Bool { combinations == "0" }
    /// Whether something in it is undefined or undecided.
    package var isOpen: Bool { undefined != "0" || undecided != "0" }
    package var isContradictory: Bool { contradictory != "0" }
  }

  /// The factor whose values are the columns.
  package var across: Int
  /// The numbers of the values across, `nil` for not applicable.
  package var columns: [Int?]
  /// By number in `Specification.operationValues`, then by column.
  package var cells: [[Cell]]
}

extension AnalysedSpecification {
  /// What the spec says for every operation and every value of a factor, exactly.
  ///
  /// - Parameter factor: A number in `Specification.factors`.
  /// - Returns: A cell for each operation value and each value of the factor.
  /// - Throws: `LimitExceeded` where the decision diagrams outgrow their limit.
  package func matrix(across factor: Int) throws(LimitExceeded) -> OutcomeMatrix {
    try MatrixBuilder(self).matrix(across: factor)
  }
}

/// Cuts the regions of a spec by the operation and another factor.
struct MatrixBuilder {
  private let lowered: LoweredSpecification
  private let store: DiagramStore
  /// By operation value.
  private let slices: [Slice]

  /// The part of every region that lies in a cube; what is empty there is left out.
  private struct Slice {
    var rows: Diagram
    var undefined: Diagram
    var undecided: Diagram
    /// By rule that wins somewhere and is decided.
    var wins: [(rule: Int, rows: Diagram)]
    var questions: [(id: String, rows: Diagram)]

    func cut(by cube: Diagram, _ store: DiagramStore) throws(LimitExceeded) -> Slice {
      var slice = self
      slice.rows = try store.intersection(rows, cube)
      slice.undefined = try store.intersection(undefined, cube)
      slice.undecided = try store.intersection(undecided, cube)
      slice.wins = []
      for (rule, rows) in wins {
        let part = try store.intersection(rows, cube)
        if part != .empty { slice.wins.append((rule, part)) }
      }
      slice.questions = []
      for (id, rows) in questions {
        let part = try store.intersection(rows, cube)
        if part != .empty { slice.questions.append((id, part)) }
      }
      return slice
    }
  }

  init(_ analysed: AnalysedSpecification) throws(LimitExceeded) {
    let regions = analysed.regions
    guard regions.space.isJoined else {
      throw LimitExceeded(
        what:
          "a matrix counts combinations, and `impossible` and `only_when` are too entangled for one decision diagram"
      )
    }
    lowered = regions.space.lowered
    store = regions.space.store
    let rules = analysed.specification.rules
    let whole = Slice(
      rows: regions.space.all,
      undefined: regions.undefined,
      undecided: regions.undecided,
      wins: rules.indices.filter { rules[$0].results != nil }
        .map { ($0, regions.wins[$0]) },
      questions: analysed.questionRegions
    )
    var slices: [Slice] = []
    for value in lowered.operationValues.indices {
      slices.append(
        try whole.cut(by: try Self.rows(lowered.operationFactor, value, store), store)
      )
    }
    self.slices = slices
  }

  private static func rows(
    _ factor: Int,
    _ value: Int,
    _ store: DiagramStore
  ) throws(LimitExceeded) -> Diagram {
    var cube = Cube(full: store.domains)
    cube.restrict(factor, to: [value])
    return try store.diagram(of: cube)
  }

  /// The matrix with the values of a factor across.
  func matrix(across factor: Int) throws(LimitExceeded) -> OutcomeMatrix {
    let values = Array(0..<lowered.domains.sizes[factor])
    var parts: [Diagram] = []
    for value in values { parts.append(try Self.rows(factor, value, store)) }
    var cells: [[OutcomeMatrix.Cell]] = []
    for slice in slices {
      var row: [OutcomeMatrix.Cell] = []
      for part in parts { row.append(try cell(try slice.cut(by: part, store))) }
      cells.append(row)
    }
    return OutcomeMatrix(
      across: factor,
      columns: values.map { $0 == lowered.notApplicable(factor) ? nil : $0 },
      cells: cells
    )
  }

  private func cell(_ slice: Slice) throws(LimitExceeded) -> OutcomeMatrix.Cell {
    guard slice.rows != .empty else { return OutcomeMatrix.Cell() }
    let groups = byResult(slice.wins)
    var wins: [Diagram] = []
    for group in groups { wins.append(try store.union(group.map(\.rows))) }
    var undisputed: [Diagram] = []
    for number in groups.indices {
      let others = wins.indices.filter { $0 != number }.map { wins[$0] }
      let disputed = try store.union(others + [slice.undecided])
      undisputed.append(try store.difference(wins[number], disputed))
    }
    var cell = OutcomeMatrix.Cell()
    cell.combinations = store.decimalCount([slice.rows])
    cell.defined = store.decimalCount(undisputed)
    cell.undecided = store.decimalCount([slice.undecided])
    cell.contradictory = store.decimalCount(
      of: slice.rows,
      without: undisputed + [slice.undecided, slice.undefined]
    )
    cell.undefined = store.decimalCount([slice.undefined])
    cell.results = groups.indices.filter { undisputed[$0] != .empty }.map { groups[$0][0].rule }
    cell.questions = slice.questions.map(\.id)
    return cell
  }

  /// The rules that say the same together, in the order of declaration.
  private func byResult(_ wins: [(rule: Int, rows: Diagram)]) -> [[(rule: Int, rows: Diagram)]] {
    let rules = lowered.specification.rules
    var groups: [[(rule: Int, rows: Diagram)]] = []
    var groupOf: [[String]: Int] = [:]
    for win in wins {
      let results = rules[win.rule].results ?? []
      if let group = groupOf[results] {
        groups[group].append(win)
      } else {
        groupOf[results] = groups.count
        groups.append([win])
      }
    }
    return groups
  }
}
