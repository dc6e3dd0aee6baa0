import Combinatorics
package import PICTModel

/// What suites of a model must contain: the account that suites of all programs are held against.
///
/// It is written from the language alone and shares nothing with the generator.
package struct ModelSpace {
  private let model: PICTModel
  private let groups: [CoveringRequest.Group]
  private let sizes: [Int]

  /// - Parameters:
  ///   - model: The model.
  ///   - strength: Of how many parameters all values are to come together.
  package init(_ model: PICTModel, strength: Int) {
    self.model = model
    sizes = model.parameters.map(\.values.count)
    groups = Self.groups(of: model, strength)
  }

  /// Judges a suite.
  ///
  /// - Parameter rows: Rows × parameters, value indices.
  /// - Returns: What is wrong with it, if anything is.
  package func verdict(on rows: [[Int]]) -> Verdict {
    var invalid: Set<Int> = []
    var missed: Set<CoverageChecker.Complaint> = []
    var undecided = 0
    // A negative value may hide what else is wrong, so the rows without one must cover all that they can.
    let calm = rows.filter { row in negatives(in: row) == 0 }
    for (rows, most) in [(rows, 1), (calm, 0)] {
      var checker = CoverageChecker(
        sizes: sizes,
        constraints: model.constraints.map(\.test) + [signs(most: most)],
        request: request
      )
      let report = checker.report(on: Suite(rows: rows, fixedCount: 0))
      undecided += report.undecided
      for complaint in report.complaints {
        switch complaint {
        case .rowOutsideSpace(let row): if most == 1 { invalid.insert(row) }
        default: missed.insert(complaint)
        }
      }
      if !model.hasNegativeValues { break }
    }
    guard invalid.isEmpty, missed.isEmpty else {
      return .failed(invalidRows: invalid.count, missed: missed.count)
    }
    return undecided == 0 ? .certified : .unchecked
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
          seen.insert(subset.reduce(0) { $0 * sizes[$1] + row[$1] })
        }
        if rows.count == first { early += seen.count }
        whole += seen.count
      }
    }
    return whole == 0 ? 1 : Double(early) / Double(whole)
  }

  // MARK: What a row may be

  /// That a row has no more than so many negative values.
  private func signs(most: Int) -> RowConstraint {
    let negative = model.parameters.map { $0.values.map(\.isNegative) }
    let factors = negative.indices.filter { negative[$0].contains(true) }
    return RowConstraint(factors: factors) { row in
      factors.count { row[$0] != RowConstraint.open && negative[$0][row[$0]] } > most
    }
  }

  private func negatives(in row: [Int]) -> Int {
    zip(model.parameters, row).count { $0.values[$1].isNegative }
  }

  // MARK: What a suite must contain

  private var request: CoveringRequest {
    CoveringRequest(
      groups: groups,
      isAsked: sizes.map { Array(repeating: true, count: $0) },
      weights: sizes.map { Array(repeating: 1, count: $0) }
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
  /// Of some combinations that no row has it could not be decided within the limits whether the model allows them.
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

extension PICTConstraint {
  fileprivate var test: RowConstraint {
    let parameters = (condition?.named ?? []).union(consequence.named)
    return RowConstraint(factors: parameters.sorted()) { row in
      (condition.map { $0.value(for: row) } ?? true) == true && consequence.value(for: row) == false
    }
  }
}

extension PICTPredicate {
  /// The parameters that it speaks of.
  fileprivate var named: Set<Int> {
    switch self {
    case .oneOf(let parameter, _): [parameter]
    case .pair(let first, let second, _): [first, second]
    case .not(let part): part.named
    case .all(let parts), .any(let parts): Set(parts.flatMap(\.named))
    }
  }

  /// What it is for a row some of whose values may be open; `nil` where that depends on them.
  fileprivate func value(for row: [Int]) -> Bool? {
    func isOpen(_ parameter: Int) -> Bool { row[parameter] == RowConstraint.open }
    switch self {
    case .oneOf(let parameter, let values):
      return isOpen(parameter) ? nil : values[row[parameter]]
    case .pair(let first, let second, let values):
      return isOpen(first) || isOpen(second) ? nil : values[row[first]][row[second]]
    case .not(let part):
      return part.value(for: row).map { !$0 }
    case .all(let parts):
      let values = parts.map { $0.value(for: row) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    case .any(let parts):
      let values = parts.map { $0.value(for: row) }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
  }
}
