import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

extension FindingWriter {
  /// Returns findings on values and operations that no combination contains.
  ///
  /// The neighbour of a bound is left out if a written statement excludes it, which says that it cannot occur.
  mutating func impossibleValues() throws(LimitExceeded) -> [Finding] {
    guard let possible = try space.rows.support(in: Cube(full: lowered.domains)) else { return [] }
    var findings: [Finding] = []
    for factor in 0..<lowered.domains.count
    where lowered.specification.factorsRead(with: factor).count == 1 {
      for value in lowered.values(of: factor) where !possible.contains(value, factor: factor) {
        if let finding = try impossibleValue(value, of: factor) { findings.append(finding) }
      }
    }
    return findings
  }

  private mutating func impossibleValue(
    _ value: Int,
    of factor: Int
  ) throws(LimitExceeded) -> Finding? {
    let cube = Cube(lowered.domains, factor, in: [value])
    let statements = try space.minimalConflict(with: try store.diagram(of: cube))
    let declared: FactorValue?
    let message: String
    let span: SourceSpan
    if factor == lowered.operationFactor {
      let operation = lowered.operationValues[value]
      declared = operation.variant
      message = say("`\(operation.id)` can never be done: no combination contains it")
      span = operation.variant?.span ?? specification.operations[operation.operation].span
    } else {
      // A state in which no operation is possible is in no combination.
      let isReached = specification.rules.contains { rule in
        rule.becomes.contains { $0.factor == factor && $0.target == .value(value) }
      }
      if isReached { return nil }
      let value = specification.factors[factor].values[value]
      declared = value
      message = say(
        "`\(specification.factors[factor].name)` is never `\(value.id)`: no combination contains it"
      )
      span = value.span
    }
    let isWritten = statements.contains { lowered.constraints[$0].isWritten }
    if isWritten, declared?.isNeighbour == true { return nil }
    let conflict = conflict(statements)
    return Finding(
      code: .impossibleValue,
      id: ids.next("F", ["impossible", specification.id] + idParts(lowered.named(cube))),
      message: message,
      span: span,
      help: [
        statements.count == 1
          ? say("one statement excludes it: change the statement or remove the value")
          : say(
            "\(statements.count) statements together exclude it: change one of them or remove the value"
          )
      ] + conflict.notes,
      related: conflict.places,
      cube: lowered.named(cube),
      combinations: "0"
    )
  }

  /// Returns findings on entries of `impossible` that do not affect the space; those of packs are left out.
  mutating func redundantConstraints() throws(LimitExceeded) -> [Finding] {
    let redundant = (space.isJoined ? try redundantWhenJoined() : try redundantWhenApart())
      .compactMap { number -> (entry: Int, statement: Int)? in
        guard case .impossible(let entry) = lowered.constraints[number].origin,
          specification.impossible[entry].house == nil
        else { return nil }
        return (entry, number)
      }
    let statements = redundant.map(\.statement)
    return try redundant.map { (entry, number) throws(LimitExceeded) in
      try redundantConstraint(entry, statement: number, among: statements)
    }
  }

  /// Returns the entries of `impossible` that exclude no row that the other statements permit.
  private func redundantWhenApart() throws(LimitExceeded) -> [Int] {
    var redundant: [Int] = []
    for (number, constraint) in lowered.constraints.enumerated() where constraint.isWritten {
      var sets = space.statements
      sets[number] = try store.complement(sets[number])
      if try !Space(sets, in: store).hasRows() { redundant.append(number) }
    }
    return redundant
  }

  private func redundantWhenJoined() throws(LimitExceeded) -> [Int] {
    var redundant: [Int] = []
    let statements = space.statements
    // `behind` has the intersection of the statements behind each one; `front` collects those before it.
    var behind: [Diagram] = [.full]
    for statement in statements.reversed() {
      behind.append(try store.intersection(behind[behind.count - 1], statement))
    }
    var front = Diagram.full
    for (number, constraint) in lowered.constraints.enumerated() {
      if constraint.isWritten {
        let others = try store.intersection(front, behind[statements.count - number - 1])
        if others == space.all { redundant.append(number) }
      }
      front = try store.intersection(front, statements[number])
    }
    return redundant
  }

  private mutating func redundantConstraint(
    _ entry: Int,
    statement: Int,
    among redundant: [Int]
  ) throws(LimitExceeded) -> Finding {
    // A minimal set of other statements that excludes everything that this one excludes.
    let excluded = try store.complement(space.statements[statement])
    let implying = try space.minimalConflict(with: excluded, without: statement)
    let conflict = conflict(implying)
    let impossibility = specification.impossible[entry]
    return Finding(
      code: .redundantConstraint,
      id: ids.next("F", ["redundant", specification.id] + idParts(impossibility.when)),
      message: excluded == .empty
        ? say("this entry of `impossible` excludes nothing at all")
        : say("this entry of `impossible` excludes nothing that is not already excluded"),
      span: impossibility.span,
      help: [
        implying.contains(where: redundant.contains)
          ? say("remove this one or one that implies it, not both") : say("remove it")
      ] + conflict.notes,
      related: conflict.places
    )
  }

  /// Returns findings on entries of `every` whose factors no operation reads together: below depth `all` they have no effect.
  mutating func unreadCombinations() throws(LimitExceeded) -> [Finding] {
    let operation = lowered.operationFactor
    // Every single value is in some case from depth `relevant` on.
    let groups = specification.coverage.every.filter { $0.factors.count > 1 }.map { group in
      (group.factors.filter { $0 != operation }, group.span)
    }
    guard !groups.isEmpty else { return [] }
    let reads = try regions.readFactors().map { $0 ?? [] }
    return groups.filter { factors, _ in
      !reads.contains { factors.allSatisfy($0.contains) }
    }.map { factors, span in
      let names = factors.map { specification.factors[$0].name }
      let ticked = names.map { "`\($0)`" }
      let them = wording.listed(ticked)
      return Finding(
        code: .unreadCombination,
        id: ids.next("F", ["unread-combination", specification.id] + names.sorted()),
        message: ticked.count == 1
          ? say(
            "no operation reads \(them): this entry of `cases` asks for nothing below depth `all`"
          )
          : say(
            "no operation reads \(them) together: this entry of `cases` asks for nothing below depth `all`"
          ),
        span: span,
        help: [
          say("write the rule that depends on \(ticked.count == 1 ? say("it") : say("them"))"),
          say("or delete the entry; `--depth all` has every pair anyway"),
        ]
      )
    }
  }

  /// Returns at most one question, to confirm all factors that nothing reads.
  ///
  /// Most of them were forgotten; some exist only for the cases. A spec without rules of its own is too early for the question.
  mutating func unreadFactors(besides unnamed: [UnnamedInvalid]) -> [Finding] {
    let unread = FactorReading(specification).unread(besides: unnamed)
    guard let first = unread.first, specification.rules.contains(where: { $0.house == nil }) else {
      return []
    }
    let names = unread.map { specification.factors[$0].name }
    let factors = wording.factorNames(unread)
    let anys = names.map { "\($0.asFlowScalar): any" }.joined(separator: ", ")
    let them = unread.count == 1 ? say("it") : say("them")
    return [
      Finding(
        code: .unreadFactor,
        id: ids.next("Q", ["unread", specification.id] + names.sorted()),
        message: say("Nothing depends on \(factors). Is that right?"),
        span: specification.factors[first].span,
        help: [
          unread.count == 1
            ? say("no rule, no entry of `impossible` and no `only_when` names it")
            : say("no rule, no entry of `impossible` and no `only_when` names them"),
          say(
            "if that is right, say so in a rule: `when: {\(anys)}`; else write the rule that depends on \(them)"
          ),
        ],
        question: QuestionDetail(
          fingerprint: Self.fingerprint(["unread"], of: names)
        )
      )
    ]
  }
}
