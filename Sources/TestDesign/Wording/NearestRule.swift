import Diagnostics
import Specification

extension Wording {
  /// Returns the rule whose condition is closest to a cube, its result and condition as sentences, and its whole condition as a phrase;
  /// `nil` if no rule is about the operation.
  ///
  /// Rules for the same variant of the operation come first. Among these, the closest condition has the fewest factors whose values are
  /// disjoint from the cube's. A condition separated from the cube only by impossibility ranks behind those that differ in one factor,
  /// since these explain more. Ties go to the condition that shares more factors with the cube, then to the one with the closest numbers,
  /// then to the one declared first.
  ///
  /// `rules` are the rules about the cube's operations; they are looked up if `nil`.
  ///
  /// Complexity: linear in the size of the conditions about the operation.
  package func nearest(
    _ cube: NamedCube,
    among rules: [Int]? = nil
  ) -> (rule: Int, phrase: String, condition: String)? {
    let asked = asked(NamedCube(literals: resolvingApplicability(cube.literals)))
    // The text of a placeholder does not help.
    let telling = (rules ?? self.rules(about: asked.operations))
      .filter { specification.rules[$0].placeholder == nil }
    return ranked(telling, asked).min { $0.rank < $1.rank }.map { nearest in
      (
        nearest.rule, says(nearest.rule, nearest.condition, asked),
        wholeCondition(nearest.condition, asked)
      )
    }
  }

  /// Returns the rule closest to an open one with its condition as a phrase, which may be empty, or `nil` if no other rule is about its
  /// operations.
  ///
  /// `isGeneral` is true if the rule would apply in place of the open one.
  package func nearest(toRule rule: Int) -> (rule: Int, condition: String, isGeneral: Bool)? {
    guard let condition = specification.rules[rule].when.alternatives.first?.literals
    else { return nil }
    let cube = NamedCube(literals: condition)
    let asked = asked(cube)
    let others = rules(about: asked.operations).filter { $0 != rule }
    return nearest(cube, among: others).map { near in
      let isGeneral = specification.rules[near.rule].when.alternatives.contains { alternative in
        isAbout(alternative.literals, asked) && !alternative.literals.contains(where: asked.isApart)
      }
      return (near.rule, near.condition, isGeneral)
    }
  }

  /// Returns the rules about the operation that almost match a combination, the closest first, each with its result and condition.
  ///
  /// `covering` are the rules that do match it; at most `limit` rules are returned. Phrases are in the spec's language.
  func nearRules(
    to combination: Combination,
    except covering: [Int],
    atMost limit: Int
  ) -> [(rule: Int, phrase: String)] {
    let operation = NamedCube.Literal(
      factor: specification.operationFactor,
      values: [combination.operation]
    )
    let others = combination.values.enumerated().map { factor, value in
      NamedCube.Literal(
        factor: factor,
        values: value.map { [$0] } ?? [],
        allowsNotApplicable: value == nil
      )
    }
    let asked = asked(NamedCube(literals: [operation] + others))
    let covering = Set(covering)
    let rules = rules(about: asked.operations).filter { !covering.contains($0) }
    return ranked(rules, asked).sorted { $0.rank < $1.rank }.prefix(limit)
      .map { ($0.rule, says($0.rule, $0.condition, asked)) }
  }

  /// Returns the rules that are about a cube, each with its closest alternative.
  private func ranked(
    _ rules: [Int],
    _ asked: Asked
  ) -> [(rank: Rank, rule: Int, condition: [NamedCube.Literal])] {
    rules.compactMap { rule in
      specification.rules[rule].when.alternatives.map(\.literals).filter { isAbout($0, asked) }
        .map { (rank($0, asked), rule, $0) }.min { $0.0 < $1.0 }
    }
  }

  /// A cube that rules are compared with.
  private struct Asked {
    let cube: NamedCube
    /// The operations of the cube.
    let operations: Set<Int>
    private let literals: [Int: (values: Set<Int>, allowsNotApplicable: Bool)]

    init(_ cube: NamedCube, operations: Set<Int>) {
      self.cube = cube
      self.operations = operations
      literals = Dictionary(
        cube.literals.map { ($0.factor, (Set($0.values), $0.allowsNotApplicable)) }
      ) { first, _ in first }
    }

    func names(_ factor: Int) -> Bool { literals[factor] != nil }

    /// True if a value is in the cube.
    func contains(_ value: Int, of factor: Int) -> Bool {
      literals[factor]?.values.contains(value) ?? true
    }

    /// True if a literal has no value in common with the cube.
    func isApart(_ literal: NamedCube.Literal) -> Bool {
      guard let own = literals[literal.factor] else { return false }
      return !(literal.allowsNotApplicable && own.allowsNotApplicable)
        && !literal.values.contains(where: own.values.contains)
    }
  }

  /// Prepares a cube for comparison; a cube without an operation is about all of them.
  private func asked(_ cube: NamedCube) -> Asked {
    let operations = operationLiteral(cube.literals)?.values.map { operationValues[$0].operation }
    return Asked(cube, operations: Set(operations ?? Array(specification.operations.indices)))
  }

  /// The distance of a condition from a cube, the most significant measure first.
  private typealias Rank = (variant: Int, apart: Int, shared: Int, steps: Int)

  private func rank(_ condition: [NamedCube.Literal], _ asked: Asked) -> Rank {
    let apart = condition.filter(asked.isApart)
    let isElsewhere = apart.contains { $0.factor == specification.operationFactor }
    let shared = condition.count { asked.names($0.factor) } - apart.count
    let steps = apart.map { self.steps(from: $0, to: asked.cube) }.reduce(0, +)
    return (isElsewhere ? 1 : 0, apart.isEmpty ? 3 : 2 * apart.count, -shared, steps)
  }

  /// Returns the distance between a condition and a cube in values of a number; 0 for other factors.
  private func steps(from literal: NamedCube.Literal, to cube: NamedCube) -> Int {
    guard literal.factor != specification.operationFactor,
      let asked = cube.literals.first(where: { $0.factor == literal.factor })
    else { return 0 }
    let values = specification.factors[literal.factor].values
    func numbered(_ numbers: [Int]) -> [Int] { numbers.filter { values[$0].number != nil } }
    let said = numbered(literal.values).sorted()
    var nearest: Int?
    var next = 0
    for value in numbered(asked.values).sorted() {
      while next < said.count, said[next] < value { next += 1 }
      for place in [next - 1, next] where said.indices.contains(place) {
        nearest = min(nearest ?? .max, abs(said[place] - value))
      }
    }
    return nearest ?? 0
  }

  private func operationLiteral(_ literals: [NamedCube.Literal]) -> NamedCube.Literal? {
    literals.first { $0.factor == specification.operationFactor }
  }

  /// True if a condition is about an operation of the cube, possibly another variant of it, but not another part.
  private func isAbout(_ condition: [NamedCube.Literal], _ asked: Asked) -> Bool {
    guard let said = operationLiteral(condition) else { return true }
    return said.values.contains { value in
      let operation = operationValues[value].operation
      return specification.operations[operation].hasParts
        ? asked.contains(value, of: said.factor) : asked.operations.contains(operation)
    }
  }

  /// Returns a rule's result, and the factors in which its condition is disjoint from the cube.
  ///
  /// If there are none, the two are separated by impossibility or `only_when`, and the whole condition is stated.
  private func says(
    _ rule: Int,
    _ condition: [NamedCube.Literal],
    _ asked: Asked
  ) -> String {
    let declaredRule = specification.rules[rule]
    let name = name(ofRule: rule)
    let outcome = outcome(of: declaredRule)
    let isOpen = declaredRule.results == nil
    let place = place(condition, asked)
    switch language {
    case .english:
      let says = "\(name) \(isOpen ? "asks" : "says"): \(outcome)"
      let stop = outcome.last.map { "?!…".contains($0) } ?? false ? "" : "."
      guard !place.isEmpty else { return "\(says)\(stop) It does not apply here." }
      return "\(says)\(stop) It \(isOpen ? "leaves this open" : "decides this") only \(place)."
    case .japanese:
      let says =
        isOpen ? "では\(quoted(outcome))が未決定です" : "には\(quoted(outcome))とあります"
      return "\(name)\(says)。ただし、"
        + (place.isEmpty ? "ここには当てはまりません。" : "対象は\(place)だけです。")
    }
  }

  /// Returns the part of a condition that keeps it from a cube.
  private func place(_ condition: [NamedCube.Literal], _ asked: Asked) -> String {
    let apart = condition.filter(asked.isApart)
    return place(apart.isEmpty ? telling(condition) : apart)
  }

  /// Returns all of a condition, for comparison with other rules; the operation only if the cube is not about it or nothing else is named.
  private func wholeCondition(_ condition: [NamedCube.Literal], _ asked: Asked) -> String {
    let factors = telling(condition)
    guard let operation = operationLiteral(condition),
      factors.isEmpty || asked.isApart(operation)
    else { return factorPhrase(factors, asTopic: false) }
    return language.choose(
      [operationClause(operation), factorPhrase(factors, asTopic: false)]
        .filter { !$0.isEmpty }.joined(separator: ", "),
      japaneseClause(of: operation, under: [factors], asTopic: false)
    )
  }

  /// Returns a phrase for the place that the literals describe, with the operation as a noun.
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
