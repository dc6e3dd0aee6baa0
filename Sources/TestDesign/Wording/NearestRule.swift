import Diagnostics
import Specification

extension Wording {
  /// The rule whose condition comes nearest to a cube, and what it says; `nil` if no rule speaks of the operation.
  ///
  /// Rules of the same variant of the operation come before those of others. Among them the nearest is the condition with the fewest
  /// factors whose values have none in common with the cube's; one that only what is impossible keeps apart from the cube comes behind
  /// those that differ in one factor, since they explain more. Among equals it is the one that shares more factors with the cube, then the
  /// one whose numbers lie closest, then the one declared first.
  /// - Parameters:
  ///   - cube: What is asked about.
  ///   - rules: The rules about its operations; `nil` for finding them.
  /// - Returns: The rule; what it says and where, as sentences in the spec's language; all of its condition as a phrase.
  ///
  /// Complexity: linear in the size of the conditions that speak of the operation.
  package func nearest(
    _ cube: NamedCube,
    among rules: [Int]? = nil
  ) -> (rule: Int, phrase: String, condition: String)? {
    let asked = asked(NamedCube(literals: resolvingApplicability(cube.literals)))
    // A placeholder says nothing that would help.
    let telling = (rules ?? self.rules(about: asked.operations))
      .filter { specification.rules[$0].placeholder == nil }
    return ranked(telling, asked).min { $0.rank < $1.rank }.map { nearest in
      (
        nearest.rule, says(nearest.rule, nearest.condition, asked),
        wholeCondition(nearest.condition, asked)
      )
    }
  }

  /// The rule nearest to one that asks a question, and its condition; `nil` if no other rule is about its operations.
  ///
  /// - Returns: The rule; the condition as a phrase, maybe empty; whether it is a general rule, which would decide here but for the question.
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

  /// The rules that almost match a combination, the nearest first, each with what it says and where.
  ///
  /// - Parameters:
  ///   - combination: A combination of the space.
  ///   - covering: The rules that do match it.
  ///   - limit: How many rules are told.
  /// - Returns: Rules that speak of the operation, with sentences in the spec's language.
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

  /// The rules that are about a cube, each with that of its alternatives that is nearest.
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
    /// The operations that it is about.
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

  /// A cube to compare with; one that names no operation is about all of them.
  private func asked(_ cube: NamedCube) -> Asked {
    let operations = operationLiteral(cube.literals)?.values.map { operationValues[$0].operation }
    return Asked(cube, operations: Set(operations ?? Array(specification.operations.indices)))
  }

  /// How far a condition is from a cube, the weightiest measure first.
  private struct Rank: Comparable {
    /// True if the condition is about other variants of the operation.
    var isElsewhere: Bool
    var apart: Int
    var shared: Int
    var steps: Int

    static func < (left: Rank, right: Rank) -> Bool { left.measures < right.measures }

    private var measures: (Int, Int, Int, Int) {
      (isElsewhere ? 1 : 0, apart == 0 ? 3 : 2 * apart, -shared, steps)
    }
  }

  private func rank(_ condition: [NamedCube.Literal], _ asked: Asked) -> Rank {
    var rank = Rank(isElsewhere: false, apart: 0, shared: 0, steps: 0)
    for literal in condition {
      let isOperation = literal.factor == specification.operationFactor
      if asked.isApart(literal) {
        rank.apart += 1
        if isOperation { rank.isElsewhere = true }
        rank.steps += steps(from: literal, to: asked.cube)
      } else if asked.names(literal.factor) {
        rank.shared += 1
      }
    }
    return rank
  }

  /// How many values of a factor that counts something lie between a condition and a cube; 0 for other factors.
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

  /// True if a condition speaks of an operation of the cube, be it of another variant; what is said of one part says nothing of another.
  private func isAbout(_ condition: [NamedCube.Literal], _ asked: Asked) -> Bool {
    guard let said = operationLiteral(condition) else { return true }
    return said.values.contains { value in
      let operation = operationValues[value].operation
      return specification.operations[operation].hasParts
        ? asked.contains(value, of: said.factor) : asked.operations.contains(operation)
    }
  }

  /// What a rule says, and the condition that keeps it from deciding the cube: the factors in which the two are disjoint.
  ///
  /// If they are disjoint in none, what is impossible and `only_when` separate them: then the rule's whole condition is named.
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

  /// Where a condition holds, as far as that keeps it from a cube.
  private func place(_ condition: [NamedCube.Literal], _ asked: Asked) -> String {
    let apart = condition.filter(asked.isApart)
    return place(apart.isEmpty ? telling(condition) : apart)
  }

  /// A condition with all that it names, so that it is read as one rule among others; the operation only where the cube is not about it, or
  /// where nothing else is named.
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

  /// The place that the literals describe, the operation as a noun: a phrase to set side by side with another.
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
