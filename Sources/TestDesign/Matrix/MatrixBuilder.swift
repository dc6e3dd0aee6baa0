import Combinatorics
import Specification

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
    lowered = regions.space.lowered
    store = regions.space.store
    let expectations = analysed.specification.expectations
    let whole = Slice(
      rows: regions.space.all,
      undefined: regions.undefined,
      undecided: regions.undecided,
      wins: expectations.indices.filter { expectations[$0].results != nil }
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

  /// The matrix with the values of a factor across; of `nil` with one column.
  func matrix(across factor: Int?) throws(LimitExceeded) -> OutcomeMatrix {
    guard let factor else {
      var cells: [[OutcomeMatrix.Cell]] = []
      for slice in slices { cells.append([try cell(slice)]) }
      return OutcomeMatrix(across: nil, columns: [nil], cells: cells)
    }
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
    let expectations = lowered.specification.expectations
    var groups: [[(rule: Int, rows: Diagram)]] = []
    var groupOf: [[String]: Int] = [:]
    for win in wins {
      let results = expectations[win.rule].results ?? []
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
