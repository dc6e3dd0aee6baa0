import Specification
import Text

/// A cube as the condition of a rule says it.
struct WrittenCube: Hashable {
  /// What one factor must be: it applies, and has one of these values.
  struct Entry: Hashable {
    var factor: Int
    /// Ascending; never empty.
    var values: [Int]

    /// True if it holds wherever a map does.
    func covers(one map: [Entry]) -> Bool {
      map.contains { $0.factor == factor && Set(values).isSuperset(of: $0.values) }
    }
  }

  /// Numbers of values of the operation, ascending.
  var operations: [Int]
  /// Maps of which one must hold, in each what factors must be, in the order of declaration; one empty map where nothing is said.
  let alternatives: [[Entry]]

  /// The most maps that are compared with each other, as that takes the square of their number.
  private static let maxCompared = 64

  /// A condition that holds wherever one of its maps does; unless there are too many, maps that others cover are left out.
  init(operations: [Int], alternatives: [[Entry]]) {
    self.operations = operations
    let maps = alternatives.contains([]) ? [[]] : alternatives.withoutRepetitions
    self.alternatives =
      maps.count > Self.maxCompared
      ? maps
      : maps.filter { map in
        !maps.contains { other in other != map && other.allSatisfy { $0.covers(one: map) } }
      }
  }
}

extension Wording {
  /// The most maps that say one cube; beyond, only the part where the factor applies is written.
  ///
  /// A rule then answers a part of the question, and the rest is asked again: better than a stub of a million lines.
  private static let maxAlternatives = 64

  /// Cubes of the same operations as a condition that holds in each of them.
  func written(_ cubes: [NamedCube]) -> WrittenCube {
    let written = cubes.map { self.written($0.literals) }
    return WrittenCube(
      operations: written[0].operations,
      alternatives: written.flatMap(\.alternatives)
    )
  }

  /// The literals as a condition, in which to name a factor says that it applies.
  ///
  /// "Does not apply" is said by the condition under which the factor applies, negated; where a literal allows both, there are several maps.
  func written(_ literals: [NamedCube.Literal]) -> WrittenCube {
    let operation = literals.first { $0.factor == specification.operationFactor }
    var open = [Box(telling(resolvingApplicability(literals)))]
    var done: [[WrittenCube.Entry]] = []
    while let box = open.first {
      open.removeFirst()
      guard let literal = box.literals.last(where: allowsAbsence) else {
        let entries = entries(of: box)
        if !done.contains(entries) { done.append(entries) }
        continue
      }
      let present = applying(literal, in: box)
      let absent = absent(literal, in: box)
      // One part is always written.
      let isTooMany = open.count + done.count + absent.count + 1 > Self.maxAlternatives
      let part = isTooMany ? absent.prefix(present == nil ? 1 : 0) : absent[...]
      open = [present].compactMap(\.self) + part + open
    }
    // Literals that contradict each other leave no map: what can be said of them is written all the same.
    if done.isEmpty { done = [entries(of: Box(literals))] }
    return WrittenCube(
      operations: operation?.values ?? Array(operationValues.indices),
      alternatives: done
    )
  }

  /// What some factors must be, while it is being written.
  private struct Box {
    /// By factor, ascending.
    private(set) var literals: [NamedCube.Literal]

    init(_ literals: [NamedCube.Literal]) {
      self.literals = literals.sorted { $0.factor < $1.factor }
    }

    mutating func remove(_ factor: Int) { literals.removeAll { $0.factor == factor } }

    /// Makes a literal hold as well; whether something is left.
    mutating func restrict(to literal: NamedCube.Literal) -> Bool {
      guard let place = literals.firstIndex(where: { $0.factor == literal.factor }) else {
        literals.append(literal)
        literals.sort { $0.factor < $1.factor }
        return !literal.values.isEmpty || literal.allowsNotApplicable
      }
      let values = Set(literal.values)
      literals[place].values.removeAll { !values.contains($0) }
      literals[place].allowsNotApplicable =
        literals[place].allowsNotApplicable && literal.allowsNotApplicable
      return !literals[place].values.isEmpty || literals[place].allowsNotApplicable
    }
  }

  private func allowsAbsence(_ literal: NamedCube.Literal) -> Bool {
    selection(literal).allowsNotApplicable && selection(literal).form != .all
  }

  /// The part of a box in which a factor applies; `nil` if there is none.
  private func applying(_ literal: NamedCube.Literal, in box: Box) -> Box? {
    var box = box
    for var mate in mates(of: literal, in: box) {
      mate.allowsNotApplicable = false
      guard !mate.values.isEmpty, box.restrict(to: mate) else { return nil }
    }
    guard let condition = specification.factors[literal.factor].onlyWhen,
      condition.alternatives.count == 1
    else { return box }
    for literal in condition.alternatives[0].literals where !box.restrict(to: literal) {
      return nil
    }
    return box
  }

  /// The parts of a box in which a factor does not apply: those where its `only_when` does not hold.
  private func absent(_ literal: NamedCube.Literal, in box: Box) -> [Box] {
    let mates = mates(of: literal, in: box)
    guard let condition = specification.factors[literal.factor].onlyWhen,
      mates.allSatisfy(\.allowsNotApplicable)
    else { return [] }
    var rest = box
    for mate in mates { rest.remove(mate.factor) }
    var parts = [rest]
    for alternative in condition.alternatives {
      parts = parts.flatMap { part in
        alternative.literals.compactMap { literal in
          var part = part
          return part.restrict(to: negated(literal)) ? part : nil
        }
      }
      // Some of them say a part of the cube, but nothing else.
      parts = Array(parts.prefix(Self.maxAlternatives))
    }
    return parts
  }

  private func negated(_ literal: NamedCube.Literal) -> NamedCube.Literal {
    let factor = specification.factors[literal.factor]
    let values = Set(literal.values)
    return NamedCube.Literal(
      factor: literal.factor,
      values: factor.values.indices.filter { !values.contains($0) },
      allowsNotApplicable: factor.onlyWhen != nil && !literal.allowsNotApplicable
    )
  }

  /// The literals of a box whose factors apply together with that of a literal, since they have the same `only_when`; itself among them.
  private func mates(of literal: NamedCube.Literal, in box: Box) -> [NamedCube.Literal] {
    let own = meaning(ofOnlyWhen: literal.factor)
    return box.literals.filter {
      $0.factor == literal.factor
        || $0.factor != specification.operationFactor && meaning(ofOnlyWhen: $0.factor) == own
    }
  }

  private func meaning(ofOnlyWhen factor: Int) -> [[NamedCube.Literal]]? {
    specification.factors[factor].onlyWhen?.alternatives.map(\.literals)
  }

  /// What is to be written of a box: not what goes without saying, nor what naming another factor says already.
  private func entries(of box: Box) -> [WrittenCube.Entry] {
    var box = box
    for literal in box.literals where !literal.allowsNotApplicable && isComparable(literal) {
      // That two numbers compare somehow is said by what makes both valid.
      guard let condition = specification.factors[literal.factor].onlyWhen else { continue }
      box.remove(literal.factor)
      for valid in condition.alternatives[0].literals { _ = box.restrict(to: valid) }
    }
    let literals = telling(box.literals)
    return literals.filter { literal in
      !literals.contains { other in
        other.factor != literal.factor && !other.allowsNotApplicable
          && implies(other.factor, literal)
      }
    }.filter { !$0.values.isEmpty }.map { WrittenCube.Entry(factor: $0.factor, values: $0.values) }
  }

  /// True if a literal of a comparison has all its values.
  private func isComparable(_ literal: NamedCube.Literal) -> Bool {
    literal.factor < specification.operationFactor
      && specification.factors[literal.factor].comparison != nil
      && literal.values.count == specification.factors[literal.factor].values.count
  }

  /// True if a factor applies only where a literal holds.
  private func implies(_ factor: Int, _ literal: NamedCube.Literal) -> Bool {
    guard let condition = specification.factors[factor].onlyWhen,
      condition.alternatives.count == 1
    else { return false }
    return condition.alternatives[0].literals.contains { applies in
      applies.factor == literal.factor
        && applies.values.allSatisfy(Set(literal.values).contains)
        && (literal.allowsNotApplicable || !applies.allowsNotApplicable)
    }
  }
}
