extension Oracle {
  /// One value of one factor, in numbers.
  package struct Cell: Hashable, Sendable {
    package var factor: Int
    package var value: Int

    package init(factor: Int, value: Int) {
      self.factor = factor
      self.value = value
    }
  }

  /// The rules that win nowhere.
  package var unreachableRules: [Int] { won.indices.filter { won[$0].isEmpty } }

  /// The rules that cover nothing.
  package var uncoveringRules: [Int] { covered.indices.filter { covered[$0].isEmpty } }

  /// The rules that have no condition.
  package var catchAllRules: [Int] {
    spec.rules.indices.filter { spec.rules[$0].when.alternatives.isEmpty }
  }

  /// The rules that are an open question.
  package var undecidedRules: [Int] {
    spec.rules.indices.filter { spec.rules[$0].isUndecided }
  }

  /// The values, of the operation too, that no combination of the space holds.
  package var impossibleValues: [Cell] {
    factors.indices.flatMap { factor in
      values[factor].indices.filter { space.holders[factor][$0].isEmpty }.map {
        Cell(factor: factor, value: $0)
      }
    }
  }

  /// The constraints without which the space would be the same.
  package var redundantConstraints: [Int] {
    forbidden.indices.filter { constraint in
      allowed(by: forbidden.indices.filter { $0 != constraint }).count == count
    }
  }

  /// Whether the rules together take all that a rule covers, and none of them could be left out.
  package func isMinimalTaking(of rule: Int, by takers: [Int]) -> Bool {
    func takesAll(_ rules: [Int]) -> Bool {
      rules.reduce(covered[rule]) { $0.subtracting(covered[$1]) }.isEmpty
    }
    return takers.allSatisfy(overriders[rule].contains) && takesAll(takers)
      && takers.allSatisfy { taker in !takesAll(takers.filter { $0 != taker }) }
  }

  /// Whether the constraints together exclude a value, and none of them could be left out.
  ///
  /// No constraint at all is the right answer for a value that `only_when` or a second invalid value excludes already.
  package func isMinimalExclusion(of cell: Cell, by constraints: [Int]) -> Bool {
    let holders = candidates.holders[cell.factor][cell.value]
    return isMinimalExclusion(of: holders, by: constraints)
  }

  /// Whether the constraints together leave no combination, and none of them could be left out.
  package func isMinimalExclusionOfAll(by constraints: [Int]) -> Bool {
    isMinimalExclusion(of: candidates.all, by: constraints)
  }

  /// Whether the constraints together exclude all that a rule asks for, and none of them could be left out.
  package func isMinimalExclusion(ofRule rule: Int, by constraints: [Int]) -> Bool {
    let when = CompiledCondition(spec.rules[rule].when, factors: factors, values: values)
    return isMinimalExclusion(of: candidates.points(where: when), by: constraints)
  }

  /// Whether the constraints together exclude all that another one does, and none of them could be left out.
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
