import Specification

extension Wording {
  /// Returns the literals of a cube with applicability expressed by the factors that decide it.
  ///
  /// If `only_when` permits, "membership is not applicable" becomes "not logged in", and implied literals are dropped. The literals match
  /// the same combinations of the space as before.
  func resolvingApplicability(_ literals: [NamedCube.Literal]) -> [NamedCube.Literal] {
    var resolved = literals
    // Each step replaces a factor by one that it depends on; it terminates since circular `only_when` conditions are mistakes.
    while let index = resolved.firstIndex(where: { decider($0) != nil }),
      let decider = decider(resolved[index])
    {
      resolved.remove(at: index)
      if let named = resolved.firstIndex(where: { $0.factor == decider.factor }) {
        resolved[named].values.removeAll { !decider.values.contains($0) }
        resolved[named].allowsNotApplicable =
          resolved[named].allowsNotApplicable && decider.allowsNotApplicable
        // The literals contradict each other: leave an empty cube unchanged.
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

  /// Removes "or does not apply" from literals where the others name every factor that decides applicability.
  ///
  /// "If plan is free or lapsed, and “Photos” is 4": readers know that free plans have no photos. If nothing is said about the plan, the
  /// addition must stay: "if “Photos” is 4 or does not apply". It must also stay if the plan's literal permits the plan itself not to
  /// apply.
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

  /// True if another literal implies this one by naming a factor that does not apply elsewhere.
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

  /// Removes the alternatives that the literal of the deciding factor rules out, or returns `nil` if nothing remains.
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

  /// Returns the equivalent literal of the single factor that decides applicability, or `nil` if there is none.
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

  /// Returns the `only_when` of a literal's factor if it consists of a single term, or `nil`.
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
