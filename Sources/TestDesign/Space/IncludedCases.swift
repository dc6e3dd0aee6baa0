import Combinatorics
import Specification

extension SpecificationSpace {
  /// By entry of `Coverage.include`: the combinations of which one must be a case.
  ///
  /// Where several values of factors are written, they are the usual ones of all these factors if some combination has them together; what
  /// then is left open is, one factor after another, the usual value or the first that can be, valid ones before others. A factor that may
  /// be anything stays open.
  ///
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit or the search for a row took too long.
  func includedCases() throws(LimitExceeded) -> [Diagram] {
    var cases = try describedCases()
    for (number, include) in lowered.specification.coverage.include.enumerated() {
      let several = include.row.terms.filter { !$0.isAny && $0.values.count > 1 }
      let usual = try narrowed(cases[number], toUsualOf: several)
      if usual != .empty { cases[number] = usual }
      for term in several { cases[number] = try narrowed(cases[number], to: term) }
    }
    return cases
  }

  /// By entry of `Coverage.include`: all combinations that it describes; a suite from elsewhere meets it by any of them.
  func describedCases() throws(LimitExceeded) -> [Diagram] {
    try lowered.specification.coverage.include.map { (include) throws(LimitExceeded) in
      try store.intersection(all, lowered.cube(of: include.row))
    }
  }

  /// The rows with the usual values of all terms that allow them.
  private func narrowed(_ rows: Diagram, toUsualOf terms: [Term]) throws(LimitExceeded) -> Diagram {
    var cube = Cube(full: lowered.domains)
    for term in terms where term.factor != lowered.operationFactor {
      let usual = lowered.specification.factors[term.factor].usual
      if term.values.contains(usual) { cube.restrict(term.factor, to: [usual]) }
    }
    return try possible(store.intersection(rows, cube))
  }

  /// The rows with the first value of a term that some row has: the usual one, then valid ones, then the others; all of them where there
  /// are none.
  private func narrowed(_ rows: Diagram, to term: Term) throws(LimitExceeded) -> Diagram {
    for value in preferred(term) {
      let cube = Cube(lowered.domains, term.factor, in: [value])
      let narrowed = try possible(store.intersection(rows, cube))
      if narrowed != .empty { return narrowed }
    }
    return rows
  }

  /// The values of a term, those first that a person would take first.
  private func preferred(_ term: Term) -> [Int] {
    let isOperation = term.factor == lowered.operationFactor
    let usual = isOperation ? nil : lowered.specification.factors[term.factor].usual
    func rank(_ value: Int) -> Int {
      if value == usual { return 0 }
      return lowered.isInvalid(value, of: term.factor) ? 2 : 1
    }
    return term.values.sorted { (rank($0), $0) < (rank($1), $1) }
  }
}
