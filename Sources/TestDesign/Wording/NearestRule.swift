import Diagnostics
import Specification

extension Wording {
  /// The rule whose condition comes nearest to a cube, and how it differs; `nil` where no rule speaks of the operation.
  ///
  /// Rules of the same variant of the operation come before those of others. Among them the nearest is the condition with the fewest
  /// factors whose values have none in common with the cube's; one that only constraints keep apart from the cube comes behind those
  /// that differ in one factor, since they explain more. Among equals it is one that names the operation, then the one that shares more
  /// factors with the cube, then the one whose numbers lie closest, then the one declared first.
  /// Complexity: linear in the size of all conditions.
  package func nearest(_ cube: NamedCube) -> (rule: Int, phrase: String)? {
    let cube = NamedCube(literals: resolvingApplicability(cube.literals))
    var nearest: (rank: [Int], rule: Int, condition: [NamedCube.Literal])?
    for (rule, expectation) in specification.expectations.enumerated() {
      for alternative in expectation.when.alternatives where isAbout(alternative, cube) {
        let literals = alternative.literals
        let rank = rank(literals, cube)
        if nearest.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true {
          nearest = (rank, rule, literals)
        }
      }
    }
    guard let nearest else { return nil }
    return (nearest.rule, difference(nearest.rule, nearest.condition, cube))
  }

  /// The rules whose conditions almost hold for a combination, the nearest first, each with what differs.
  ///
  /// - Parameters:
  ///   - combination: A combination of the space.
  ///   - covering: The rules that do hold for it.
  /// - Returns: Rules that speak of the operation, with a phrase in the spec's language.
  package func nearRules(
    to combination: Combination,
    except covering: [Int]
  ) -> [(rule: Int, phrase: String)] {
    let cube = NamedCube(
      literals: [
        NamedCube.Literal(
          factor: specification.operationFactor,
          values: [combination.operation],
          allowsNotApplicable: false
        )
      ]
        + combination.values.enumerated().map { factor, value in
          NamedCube.Literal(
            factor: factor,
            values: value.map { [$0] } ?? [],
            allowsNotApplicable: value == nil
          )
        }
    )
    var near: [(rank: [Int], rule: Int, condition: [NamedCube.Literal])] = []
    for (rule, expectation) in specification.expectations.enumerated()
    where !covering.contains(rule) {
      let ranked = expectation.when.alternatives.filter { isAbout($0, cube) }
        .map { (rank: rank($0.literals, cube), condition: $0.literals) }
      if let nearest = ranked.min(by: { $0.rank.lexicographicallyPrecedes($1.rank) }) {
        near.append((nearest.rank, rule, nearest.condition))
      }
    }
    // Sorted by the rank alone the order of equals would be anybody's.
    return near.sorted { ($0.rank + [$0.rule]).lexicographicallyPrecedes($1.rank + [$1.rule]) }
      .map { ($0.rule, difference($0.rule, $0.condition, cube)) }
  }

  /// How far a condition is from a cube, the weightiest measure first.
  private func rank(_ condition: [NamedCube.Literal], _ cube: NamedCube) -> [Int] {
    let apart = condition.filter { isApart($0, cube) }
    let shared = condition.filter { literal in
      cube.literals.contains { $0.factor == literal.factor } && !isApart(literal, cube)
    }
    return [
      operationLiteral(apart) == nil ? 0 : 1,
      apart.isEmpty ? 3 : 2 * apart.count,
      operationLiteral(condition) == nil ? 1 : 0,
      -shared.count,
      apart.reduce(0) { $0 + steps(from: $1, to: cube) },
    ]
  }

  /// How many values of a factor that counts something lie between a condition and a cube; 0 for other factors.
  private func steps(from literal: NamedCube.Literal, to cube: NamedCube) -> Int {
    guard literal.factor != specification.operationFactor,
      let asked = cube.literals.first(where: { $0.factor == literal.factor })
    else { return 0 }
    let values = specification.factors[literal.factor].values
    func numbered(_ numbers: [Int]) -> [Int] { numbers.filter { values[$0].number != nil } }
    let said = numbered(literal.values)
    let steps = numbered(asked.values).compactMap { value in said.map { abs($0 - value) }.min() }
    return steps.min() ?? 0
  }

  private func operationLiteral(_ literals: [NamedCube.Literal]) -> NamedCube.Literal? {
    literals.first { $0.factor == specification.operationFactor }
  }

  /// Whether a condition speaks of an operation of the cube, be it of another variant.
  private func isAbout(_ alternative: Conjunction, _ cube: NamedCube) -> Bool {
    guard let asked = operationLiteral(cube.literals),
      let said = operationLiteral(alternative.literals)
    else { return true }
    let operations = asked.values.map { operationValues[$0].operation }
    return said.values.contains { operations.contains(operationValues[$0].operation) }
  }

  /// Whether a literal has no value in common with the cube.
  private func isApart(_ literal: NamedCube.Literal, _ cube: NamedCube) -> Bool {
    guard let asked = cube.literals.first(where: { $0.factor == literal.factor }) else {
      return false
    }
    return !(literal.allowsNotApplicable && asked.allowsNotApplicable)
      && !literal.values.contains { asked.values.contains($0) }
  }

  /// Where the rule holds and the cube does not, told by the factors in which they are apart.
  ///
  /// Where they are apart in none, constraints and `only_when` keep them apart: then the rule's whole condition is told.
  private func difference(
    _ rule: Int,
    _ condition: [NamedCube.Literal],
    _ cube: NamedCube
  ) -> String {
    let expectation = specification.expectations[rule]
    let line = expectation.span.start.line
    let isOpen = if case .undecided = expectation.outcome { true } else { false }
    let apart = condition.filter { isApart($0, cube) }
    let said = place(apart.isEmpty ? telling(condition) : apart)
    let literals = cube.literals.filter { literal in apart.contains { $0.factor == literal.factor }
    }
    let asked =
      literals.count == 1 && literals[0].factor != specification.operationFactor
      ? contrast(literals[0]) : place(literals)
    switch language {
    case .english:
      let start =
        "`\(expectation.id)` (line \(line)) \(isOpen ? "leaves this open" : "decides this")"
      guard !asked.isEmpty else { return "\(start) only \(said.isEmpty ? "elsewhere" : said)" }
      return "\(start) \(said), not \(asked)"
    case .japanese:
      let start = "「\(expectation.id)」（\(line)行目）が\(isOpen ? "未決定としている" : "決めている")のは"
      guard !asked.isEmpty else { return "\(start)\(said.isEmpty ? "別の場合" : said)だけです" }
      return "\(start)\(said)です。\(asked)については書かれていません"
    }
  }

  /// Where the literals hold, the operation as a noun: a phrase to set side by side with another.
  private func place(_ literals: [NamedCube.Literal]) -> String {
    let operation = operationLiteral(literals).map(operationLabels)
    switch language {
    case .english:
      return [operation.map { "on \($0)" } ?? "", condition(literals)].filter { !$0.isEmpty }
        .joined(separator: " ")
    case .japanese:
      let condition = factorPhrase(literals, asTopic: false)
      guard let operation else { return condition }
      return condition.isEmpty ? operation + "の場合" : "\(operation)で、\(condition)"
    }
  }
}
