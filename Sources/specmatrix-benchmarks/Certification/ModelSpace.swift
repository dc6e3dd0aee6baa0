package import Combinatorics
package import PICTModel

/// The rows that a model allows, and what suites of it must contain: the account that suites of all programs are held against.
///
/// It is written from the language alone and shares only the decision diagrams with the generator.
package struct ModelSpace {
  private let model: PICTModel
  private let groups: [CoveringRequest.Group]
  private let store: DiagramStore
  private let all: Diagram
  /// The rows without a negative value.
  private let positive: Diagram

  /// Finds the space of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - strength: Of how many parameters all values are to come together.
  /// - Throws: `LimitExceeded` where the space is too large for an exact answer.
  package init(_ model: PICTModel, strength: Int) throws(LimitExceeded) {
    self.model = model
    groups = Self.groups(of: model, strength)
    let formulas = ModelFormulas(model)
    let factors = model.constraints.map { constraint in
      let condition = constraint.condition.map(formulas.parameters) ?? []
      return FactorGroup(
        factors: condition.union(formulas.parameters(constraint.consequence)).sorted(),
        weight: 1
      )
    }
    let count = model.parameters.count
    store = DiagramStore(
      domains: formulas.domains,
      order: factorOrder(factors, factorCount: count, first: nil)
    )
    all = try store.diagram(of: .all(model.constraints.map(formulas.formula) + [formulas.signs]))
    positive = try store.intersection(all, try store.diagram(of: formulas.positive))
  }

  /// Judges a suite.
  ///
  /// - Parameter rows: Rows × parameters, value indices.
  /// - Returns: What is wrong with it, if anything is.
  package func verdict(on rows: [[Int]]) -> Verdict {
    let forbidden = rows.indices.filter { !isAllowed(rows[$0]) }
    var invalid = Set(forbidden)
    var missed: Set<CoverageChecker.Complaint> = []
    // A negative value may hide what else is wrong, so the rows without one must cover all that they can.
    let calm = rows.filter { row in negatives(in: row) == 0 }
    for (space, rows, isWhole) in [(all, rows, true), (positive, calm, false)] {
      let checker = CoverageChecker(space: space, in: store, request: request)
      for complaint in checker.complaints(about: Suite(rows: rows, fixedCount: 0)) {
        switch complaint {
        case .rowOutsideSpace(let row): if isWhole { invalid.insert(row) }
        default: missed.insert(complaint)
        }
      }
      if !model.hasNegativeValues { break }
    }
    guard invalid.isEmpty, missed.isEmpty else {
      return .failed(invalidRows: invalid.count, missed: missed.count)
    }
    return .certified
  }

  /// Which share of the combinations in a suite are in the first 30 % of its rows, rounded up to a whole row.
  package func shareOfFirstRows(_ rows: [[Int]]) -> Double {
    let first = (rows.count * 3 + 9) / 10
    var (early, whole) = (0, 0)
    for group in groups {
      SubsetVisit.visit(group.factors, min(group.strength, group.factors.count)) { subset in
        var seen: Set<Int> = []
        for (number, row) in rows.enumerated() {
          if number == first { early += seen.count }
          seen.insert(subset.reduce(0) { $0 * store.domains.sizes[$1] + row[$1] })
        }
        if rows.count == first { early += seen.count }
        whole += seen.count
      }
    }
    return whole == 0 ? 1 : Double(early) / Double(whole)
  }

  // MARK: What a row may be

  /// Judged by the constraints themselves, without any diagram.
  private func isAllowed(_ row: [Int]) -> Bool {
    negatives(in: row) <= 1
      && model.constraints.allSatisfy {
        !($0.condition?.holds(for: row) ?? true) || $0.consequence.holds(for: row)
      }
  }

  private func negatives(in row: [Int]) -> Int {
    zip(model.parameters, row).count { $0.values[$1].isNegative }
  }

  // MARK: What a suite must contain

  private var request: CoveringRequest {
    CoveringRequest(
      groups: groups,
      isAsked: store.domains.sizes.map { Array(repeating: true, count: $0) },
      weights: store.domains.sizes.map { Array(repeating: 1, count: $0) }
    )
  }

  /// Parameters are combined with those of their order or a higher one; with sub-models, inside each and across them.
  ///
  /// The language asks for more across sub-models, that their rows meet as wholes; whether they do depends on the rows chosen, so what
  /// is checked is what holds for every choice.
  private static func groups(of model: PICTModel, _ strength: Int) -> [CoveringRequest.Group] {
    let strength = min(strength, model.inputs.count)
    guard !model.submodels.isEmpty else {
      let orders = model.parameters.map { $0.isResult ? 1 : $0.order ?? strength }
      return Set(orders).sorted().map { order in
        CoveringRequest.Group(
          factors: orders.indices.filter { orders[$0] >= order },
          strength: order
        )
      }
    }
    let inside = model.submodels.map { submodel in
      CoveringRequest.Group(
        factors: submodel.parameters,
        strength: submodel.order ?? min(strength, submodel.parameters.count)
      )
    }
    let combined = Set(model.submodels.flatMap(\.parameters))
    var across = [model.parameters.indices.filter { !combined.contains($0) }]
    for submodel in model.submodels {
      across = across.flatMap { others in submodel.parameters.map { others + [$0] } }
    }
    return inside + across.map { CoveringRequest.Group(factors: $0, strength: strength) }
  }
}

/// What the independent check says of a suite.
package enum Verdict: Hashable, Sendable {
  /// All rows are allowed, and every combination that is asked for and possible is in one of them.
  case certified
  /// Rows that the model does not allow, and combinations that no row has.
  case failed(invalidRows: Int, missed: Int)
  /// The space of the model is too large for an exact answer.
  case unchecked
  /// What was written is not a suite of the model.
  case unreadable
}

/// Every choice of so many factors.
enum SubsetVisit {
  /// Calls with each choice, in lexicographic order.
  static func visit(_ factors: [Int], _ count: Int, _ body: ([Int]) -> Void) {
    var choice = Array(0..<count)
    while true {
      body(choice.map { factors[$0] })
      guard let place = choice.indices.last(where: { choice[$0] < factors.count - count + $0 })
      else { return }
      choice[place] += 1
      for next in choice.indices.dropFirst(place + 1) { choice[next] = choice[next - 1] + 1 }
    }
  }
}
