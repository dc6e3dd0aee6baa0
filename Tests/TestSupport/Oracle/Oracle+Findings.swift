extension Oracle {
  /// One value of one factor, in numbers.
  package struct Cell: Hashable, Sendable {
    package var factor: Int
    package var value: Int
  }

  /// The rules of the spec that win nowhere; a house rule that is not used is no finding.
  package var unreachableRules: [Int] { spec.rules.indices.filter { won[$0].isEmpty } }

  /// The rules that are an open question and win somewhere.
  package var openRules: [Int] {
    rules.indices.filter { rules[$0].isQuestion && !won[$0].isEmpty }
  }

  /// The rules of which a result is a placeholder and that win somewhere.
  package var placeholderRules: [Int] {
    rules.indices.filter { rules[$0].isPlaceholder && !won[$0].isEmpty }
  }

  /// The values, of the operation too, that no combination of the space holds.
  ///
  /// A number next to a range is none where `impossible` excludes it, and nothing else does.
  package var impossibleValues: [Cell] {
    factors.indices.flatMap { factor in
      values[factor].indices.filter { value in
        space.holders[factor][value].isEmpty
          && !(values[factor][value].isNeighbour
            && !candidates.holders[factor][value].isEmpty)
      }.map { Cell(factor: factor, value: $0) }
    }
  }

  /// The impossibilities of the spec without which the space would be the same.
  package var redundantImpossibilities: [Int] {
    spec.impossible.indices.filter { one in
      allowed(by: forbidden.indices.filter { $0 != one }).count == count
    }
  }

  /// True if the rules together take all that a rule covers, and none of them could be left out.
  package func isMinimalTaking(of rule: Int, by takers: [Int]) -> Bool {
    func takesAll(_ takers: [Int]) -> Bool {
      takers.reduce(covered[rule]) { rest, taker in
        taken[rule][taker].map { rest.subtracting($0) } ?? rest
      }.isEmpty
    }
    return takers.allSatisfy { taken[rule][$0] != nil } && takesAll(takers)
      && takers.allSatisfy { taker in !takesAll(takers.filter { $0 != taker }) }
  }

  /// True if the impossibilities together exclude a value, and none of them could be left out.
  ///
  /// No constraint at all is the right answer for a value that `only_when` or a second invalid value excludes already.
  package func isMinimalExclusion(of cell: Cell, by constraints: [Int]) -> Bool {
    let holders = candidates.holders[cell.factor][cell.value]
    return isMinimalExclusion(of: holders, by: constraints)
  }

  /// True if the impossibilities together leave no combination, and none of them could be left out.
  package func isMinimalExclusionOfAll(by constraints: [Int]) -> Bool {
    isMinimalExclusion(of: candidates.all, by: constraints)
  }

  /// True if the impossibilities together exclude all that a rule asks for, and none of them could be left out.
  package func isMinimalExclusion(ofRule rule: Int, by constraints: [Int]) -> Bool {
    let when = CompiledCondition(rules[rule].when, factors: factors, values: values, in: .rule)
    let key = [AbstractCondition.Text(rules[rule].operations.map { .selector($0) })]
    let operation = factors.count - 1
    let mask = AbstractCondition.mask(key, of: values[operation], in: .rule)
    let asked = candidates.points(operation, in: mask).intersection(candidates.points(where: when))
    return isMinimalExclusion(of: asked, by: constraints)
  }

  /// True if the impossibilities together exclude all that another one does, and none of them could be left out.
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
