import Specification

extension Wording {
  /// The literals of a cube in the terms that people think in: where a factor applies, or does not, is said by what decides it.
  ///
  /// Membership not applicable becomes "not logged in" where `only_when` says just that, and what goes without saying is left out. The combinations of the space that the
  /// literals hold for stay the same.
  func resolvingApplicability(_ literals: [NamedCube.Literal]) -> [NamedCube.Literal] {
    var resolved = literals
    // Each step goes from a factor to one that it depends on; circles of `only_when` are mistakes, so it ends.
    while let index = resolved.firstIndex(where: { decider($0) != nil }),
      let decider = decider(resolved[index])
    {
      resolved.remove(at: index)
      if let named = resolved.firstIndex(where: { $0.factor == decider.factor }) {
        resolved[named].values.removeAll { !decider.values.contains($0) }
        resolved[named].allowsNotApplicable =
          resolved[named].allowsNotApplicable && decider.allowsNotApplicable
        // The literals contradict each other: an empty cube is left as it is.
        let isEmpty = resolved[named].values.isEmpty && !resolved[named].allowsNotApplicable
        if isEmpty { return literals }
      } else {
        let place = resolved.firstIndex {
          $0.factor > decider.factor && $0.factor != specification.operationFactor
        }
        resolved.insert(decider, at: place ?? resolved.count)
      }
    }
    resolved = resolved.compactMap { withoutTheImpossible($0, among: resolved) }
    return resolved.filter { !isImplied($0, by: resolved) }
  }

  /// The literals without "or does not apply" where the others name all that decides whether the factor applies.
  ///
  /// "If plan is free or lapsed, and “Photos” is 4": a reader who knows that free has no photos reads nothing into it. Where nothing is said of
  /// the plan, it must stay: "if “Photos” is 4 or does not apply"; so it must where what is said of the plan takes in that it does not apply itself.
  func withoutEvidentAbsence(_ literals: [NamedCube.Literal]) -> [NamedCube.Literal] {
    let named = Set(telling(literals).filter { !$0.allowsNotApplicable }.map(\.factor))
    return literals.map { literal in
      guard literal.allowsNotApplicable, case .oneOf = selection(literal).form,
        let condition = specification.factors[literal.factor].onlyWhen,
        condition.alternatives.flatMap(\.terms).allSatisfy({ named.contains($0.factor) })
      else { return literal }
      var literal = literal
      literal.allowsNotApplicable = false
      return literal
    }
  }

  /// True if a literal only says what another does by naming a factor that applies nowhere else.
  private func isImplied(
    _ literal: NamedCube.Literal,
    by literals: [NamedCube.Literal]
  ) -> Bool {
    literals.contains { other in
      guard !other.allowsNotApplicable, let applies = condition(decidingAbout: other),
        applies.factor == literal.factor
      else { return false }
      return applies.values.allSatisfy { literal.values.contains($0) }
        && (literal.allowsNotApplicable || !applies.allowsNotApplicable)
    }
  }

  /// Leaves out what the factor that decides about a literal's factor rules out; `nil` if nothing is left to say.
  private func withoutTheImpossible(
    _ literal: NamedCube.Literal,
    among literals: [NamedCube.Literal]
  ) -> NamedCube.Literal? {
    guard literal.allowsNotApplicable, let applies = condition(decidingAbout: literal),
      let named = literals.first(where: { $0.factor == applies.factor })
    else { return literal }
    let canBeAbsent =
      named.allowsNotApplicable && !applies.allowsNotApplicable
      || named.values.contains { !applies.values.contains($0) }
    let canApply =
      named.allowsNotApplicable && applies.allowsNotApplicable
      || named.values.contains { applies.values.contains($0) }
    guard canApply else { return nil }
    var literal = literal
    literal.allowsNotApplicable = canBeAbsent
    return literal
  }

  /// What a literal says of the one factor that decides whether its own applies; `nil` if it says more, or less simply.
  private func decider(_ literal: NamedCube.Literal) -> NamedCube.Literal? {
    guard let applies = condition(decidingAbout: literal) else { return nil }
    let factor = specification.factors[applies.factor]
    let selection = selection(literal)
    switch (selection.form, selection.allowsNotApplicable) {
    case (.all, false): return applies
    case (.none, true):
      return NamedCube.Literal(
        factor: applies.factor,
        values: factor.values.indices.filter { !applies.values.contains($0) },
        allowsNotApplicable: factor.onlyWhen != nil && !applies.allowsNotApplicable
      )
    default: return nil
    }
  }

  /// The `only_when` of a literal's factor where it names one factor and nothing else.
  private func condition(decidingAbout literal: NamedCube.Literal) -> NamedCube.Literal? {
    guard literal.factor != specification.operationFactor,
      let condition = specification.factors[literal.factor].onlyWhen,
      condition.alternatives.count == 1, condition.alternatives[0].terms.count == 1,
      let applies = condition.alternatives[0].literals.first,
      applies.factor != specification.operationFactor
    else { return nil }
    return applies
  }
}
