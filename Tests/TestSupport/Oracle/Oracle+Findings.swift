extension Oracle {
  /// One value of one factor, by index.
  package struct Cell: Hashable, Sendable {
    package var factor: Int
    package var value: Int
  }

  /// The spec's rules that win nowhere; unused house rules are no finding.
  package var unreachableRules: [Int] { spec.rules.indices.filter { won[$0].isEmpty } }

  /// The rules with an open question that win somewhere.
  package var openRules: [Int] {
    rules.indices.filter { rules[$0].isQuestion && !won[$0].isEmpty }
  }

  /// The rules with a placeholder result that win somewhere.
  package var placeholderRules: [Int] {
    rules.indices.filter { rules[$0].isPlaceholder && !won[$0].isEmpty }
  }

  /// The values, including operations, that occur in no combination of the space.
  ///
  /// A number next to a range is excluded from this list if an `impossible` alone removes it.
  package var impossibleValues: [Cell] {
    factors.indices.flatMap { factor in
      values[factor].indices.filter { value in
        space.holders[factor][value].isEmpty
          && !(values[factor][value].isNeighbour
            && !candidates.holders[factor][value].isEmpty)
      }.map { Cell(factor: factor, value: $0) }
    }
  }

  /// The impossibilities of the spec that do not change the space.
  package var redundantImpossibilities: [Int] {
    spec.impossible.indices.filter { one in
      allowed(by: forbidden.indices.filter { $0 != one }).count == count
    }
  }

  /// True if the rules together take everything that a rule covers, and all are needed.
  package func isMinimalTaking(of rule: Int, by takers: [Int]) -> Bool {
    func takesAll(_ takers: [Int]) -> Bool {
      takers.reduce(covered[rule]) { rest, taker in
        taken[rule][taker].map { rest.subtracting($0) } ?? rest
      }.isEmpty
    }
    return takers.allSatisfy { taken[rule][$0] != nil } && takesAll(takers)
      && takers.allSatisfy { taker in !takesAll(takers.filter { $0 != taker }) }
  }

  /// True if the impossibilities together exclude a value, and all are needed.
  ///
  /// The empty list is right for a value that `only_when` or a second invalid value already excludes.
  package func isMinimalExclusion(of cell: Cell, by constraints: [Int]) -> Bool {
    let holders = candidates.holders[cell.factor][cell.value]
    return isMinimalExclusion(of: holders, by: constraints)
  }

  /// True if the impossibilities together exclude every combination, and all are needed.
  package func isMinimalExclusionOfAll(by constraints: [Int]) -> Bool {
    isMinimalExclusion(of: candidates.all, by: constraints)
  }

  /// True if the impossibilities together exclude all combinations of a rule, and all are needed.
  package func isMinimalExclusion(ofRule rule: Int, by constraints: [Int]) -> Bool {
    let when = CompiledCondition(rules[rule].when, factors: factors, values: values, in: .rule)
    let key = [AbstractCondition.Text(rules[rule].operations.map { .selector($0) })]
    let operation = factors.count - 1
    let mask = AbstractCondition.mask(key, of: values[operation], in: .rule)
    let asked = candidates.points(operation, in: mask).intersection(candidates.points(where: when))
    return isMinimalExclusion(of: asked, by: constraints)
  }

  /// True if the impossibilities together exclude all that another one does, and all are needed.
  package func isMinimalImplication(of constraint: Int, by constraints: [Int]) -> Bool {
    !constraints.contains(constraint)
      && isMinimalExclusion(of: forbidden[constraint], by: constraints)
  }

  private func isMinimalExclusion(of points: PointSet, by constraints: [Int]) -> Bool {
    func excludes(_ some: [Int]) -> Bool { allowed(by: some).isDisjoint(with: points) }
    return excludes(constraints)
      && constraints.allSatisfy { one in !excludes(constraints.filter { $0 != one }) }
  }

  private func allowed(by constraints: [Int]) -> PointSet {
    constraints.reduce(candidates.all) { $0.subtracting(forbidden[$1]) }
  }
}
