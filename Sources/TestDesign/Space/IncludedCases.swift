import Combinatorics
import Specification

extension SpecificationSpace {
  /// Returns, for each entry of `Coverage.include`, the combinations of which one must be a case.
  ///
  /// Factors with several values take their usual values if these are possible together. Otherwise, factor by factor, they take the usual
  /// value or the first possible one, valid values first. Factors with `any` stay open. Throws `LimitExceeded` if the diagrams outgrow
  /// their limit or the search for a row takes too long.
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

  /// Returns all combinations that each entry of `Coverage.include` describes; an imported suite may cover it by any of these.
  func describedCases() throws(LimitExceeded) -> [Diagram] {
    try lowered.specification.coverage.include.map { (include) throws(LimitExceeded) in
      try store.intersection(all, lowered.cube(of: include.row))
    }
  }

  /// Returns the rows with the usual values of all terms that permit them.
  private func narrowed(_ rows: Diagram, toUsualOf terms: [Term]) throws(LimitExceeded) -> Diagram {
    var cube = Cube(full: lowered.domains)
    for term in terms where term.factor != lowered.operationFactor {
      let usual = lowered.specification.factors[term.factor].usual
      if term.values.contains(usual) { cube.restrict(term.factor, to: [usual]) }
    }
    return try possible(store.intersection(rows, cube))
  }

  /// Returns the rows with the preferred value of a term among those that occur, or all rows if none does.
  private func narrowed(_ rows: Diagram, to term: Term) throws(LimitExceeded) -> Diagram {
    for value in preferred(term) {
      let cube = Cube(lowered.domains, term.factor, in: [value])
      let narrowed = try possible(store.intersection(rows, cube))
      if narrowed != .empty { return narrowed }
    }
    return rows
  }

  /// Returns the values of a term in order of preference: the usual one, valid ones, invalid ones.
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
