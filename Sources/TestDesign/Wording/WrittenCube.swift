import Specification
import Text

/// A cube in the form in which a rule's condition expresses it.
struct WrittenCube: Hashable {
  /// The restriction of one factor: it applies, and has one of these values.
  struct Entry: Hashable {
    var factor: Int
    /// Ascending; never empty.
    var values: [Int]

    /// True if the entry holds wherever a map does.
    func covers(one map: [Entry]) -> Bool {
      map.contains { $0.factor == factor && Set(values).isSuperset(of: $0.values) }
    }
  }

  /// Indices of operation values, ascending.
  var operations: [Int]
  /// Maps of which one must hold, each with its factors in the order of declaration; a single empty map if nothing is restricted.
  let alternatives: [[Entry]]

  /// The maximum number of maps that are compared pairwise.
  private static let maxCompared = 64

  /// Creates a condition from maps, and drops those that others cover, unless there are too many.
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
  /// The maximum number of maps for one cube; beyond it, only the part in which the factor applies is written.
  ///
  /// The rule then answers a part of the question, and the rest is asked again, which is better than a stub of a million lines.
  private static let maxAlternatives = 64

  /// Returns cubes of the same operations as a condition that holds in each of them.
  func written(_ cubes: [NamedCube]) -> WrittenCube {
    let written = cubes.map { self.written($0.literals) }
    return WrittenCube(
      operations: written[0].operations,
      alternatives: written.flatMap(\.alternatives)
    )
  }

  /// Returns literals as a condition, in which naming a factor implies that it applies.
  ///
  /// "Does not apply" is expressed by the negated `only_when` of the factor; a literal that permits both results in several maps.
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
      // At least one part is always written.
      let isTooMany = open.count + done.count + absent.count + 1 > Self.maxAlternatives
      let part = isTooMany ? absent.prefix(present == nil ? 1 : 0) : absent[...]
      open = [present].compactMap(\.self) + part + open
    }
    // Contradictory literals leave no map; write what can be expressed of them.
    if done.isEmpty { done = [entries(of: Box(literals))] }
    return WrittenCube(
      operations: operation?.values ?? Array(operationValues.indices),
      alternatives: done
    )
  }

  /// The restrictions of factors during the conversion.
  private struct Box {
    /// Sorted by factor.
    private(set) var literals: [NamedCube.Literal]

    init(_ literals: [NamedCube.Literal]) {
      self.literals = literals.sorted { $0.factor < $1.factor }
    }

    mutating func remove(_ factor: Int) { literals.removeAll { $0.factor == factor } }

    /// Adds a literal, and returns false if nothing remains.
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

  /// Returns the part of a box in which a factor applies, or `nil` if there is none.
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

  /// Returns the parts of a box in which a factor does not apply, that is, its `only_when` does not hold.
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
      // A prefix covers a part of the cube, but nothing outside of it.
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

  /// Returns the literals of a box whose factors have the same `only_when`, including the literal itself.
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

  /// Returns the entries of a box without those that always hold or that other factors imply.
  private func entries(of box: Box) -> [WrittenCube.Entry] {
    var box = box
    for literal in box.literals where !literal.allowsNotApplicable && isComparable(literal) {
      // Two numbers are comparable exactly if both are valid.
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
