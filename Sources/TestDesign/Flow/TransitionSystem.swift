import Combinatorics
package import Specification

/// The transitions between states that the rules of a spec describe.
///
/// # Chapter: states that follow one another
///
/// **Definitions.** A factor is *moving* if some rule says what it *becomes*; a *state* gives each moving factor one of its declared values, and
/// a factor that does not apply keeps the value that it had. All other factors are *inputs*, free at every step. A *transition* is what a rule makes
/// of a state on one value of the operation: only where exactly one result is expected; a combination that is open moves nothing.
///
/// **Idea.** States are sets of rows in the store of the analysis, of which only the moving factors say something. A region of combinations
/// becomes a set of states in two steps: where a factor does not apply, its value may be any (`widened`), and what inputs say is forgotten
/// (`states`). The image of a set under a transition then forgets what the factor was and says what it becomes.
///
/// **Numbers.** A value stands for its number and those up to the next value of its class. One more leads from each of these numbers to the
/// value that stands for the next one: from a value that stands for 1 to 7 to itself, and to 8. At the end of the range it stays.
struct TransitionSystem {
  /// The effect of one rule on a state.
  struct Transition {
    let rule: Int
    /// A number in `Specification.operationValues`.
    let operationValue: Int
    /// Where it is the rule that decides.
    let combinations: Diagram
    /// The same, factors that do not apply with any value.
    let rows: Diagram
    /// The states of these rows.
    let states: Diagram
    let changes: [Change]
  }

  struct Change: Hashable {
    struct Part: Hashable {
      /// Values, ascending.
      var from: [Int]
      var to: [Int]
      /// The value that each of them becomes; `nil` if that may be several, or another number that the value stands for.
      var end: Int?

      init(from: [Int], to: [Int], end: Int?) { (self.from, self.to, self.end) = (from, to, end) }

      init(from: [Int], to: [Int]) {
        self.init(from: from, to: to, end: to.count == 1 ? to[0] : nil)
      }
    }

    let factor: Int
    /// Each value is in `from` of one of them.
    let parts: [Part]
    /// The values that do not stay, or that need not: ascending.
    let leaving: [Int]
    /// The value that it becomes, whatever it was; `nil` if that depends, or may be several.
    let constant: Int?
    /// True if it becomes any valid value.
    let isAny: Bool
  }

  let regions: RuleRegions
  /// Ascending.
  let moving: [Int]
  let transitions: [Transition]
  /// The states that can be, as far as `only_when` of factors and `impossible` say it; entries that name an operation do not count.
  let allowed: Diagram
  /// Where it may start; empty where `start` says what cannot be.
  let start: Diagram
  /// The rows in which the outcome is open, and those in which rules ask; a factor that does not apply has any value.
  private var (unsettled, asked): (Diagram, Diagram)

  var space: SpecificationSpace { regions.space }
  private let frame: StateFrame
  private var store: DiagramStore { regions.space.store }
  private var lowered: LoweredSpecification { regions.space.lowered }

  /// The regions are of a space that is one diagram, `defined` has one for each result; throws if a diagram grows too large.
  init(_ regions: RuleRegions, defined: [Diagram]) throws(LimitExceeded) {
    self.regions = regions
    let lowered = regions.space.lowered
    let specification = lowered.specification
    let frame = StateFrame(space: regions.space, moving: specification.movingFactors)
    self.frame = frame
    moving = frame.moving
    let store = regions.space.store
    let settled = try store.union(defined)
    var transitions: [Transition] = []
    for (rule, declared) in specification.rules.enumerated() where !declared.becomes.isEmpty {
      let wins = try store.intersection(regions.wins[rule], settled)
      guard let support = store.support(of: wins, in: Cube(full: lowered.domains)) else { continue }
      let changes = declared.becomes.map { Change($0, of: specification.factors[$0.factor]) }
      for value in support.values(of: lowered.operationFactor) {
        let combinations = store.cofactor(wins, ofFirst: value)
        let rows = try frame.widened(combinations)
        transitions.append(
          Transition(
            rule: rule,
            operationValue: value,
            combinations: combinations,
            rows: rows,
            states: try frame.states(of: rows),
            changes: changes
          )
        )
      }
    }
    self.transitions = transitions
    unsettled = try frame.widened(try store.difference(regions.space.all, settled))
    asked = try frame.widened(regions.undecided)
    var possible = Diagram.full
    for (constraint, statement) in zip(lowered.constraints, regions.space.statements) {
      switch constraint.origin {
      case .factorApplies, .compares, .impossible:
        guard !constraint.factors.contains(lowered.operationFactor) else { continue }
        possible = try store.intersection(possible, statement)
      case .operationPossible, .oneInvalid, .nothingHappens: continue
      }
    }
    allowed = try frame.states(of: try frame.widened(possible))
    var cube = Cube(full: lowered.domains)
    for factor in moving { cube.restrict(factor, to: specification.factors[factor].startValues) }
    start = try store.intersection(allowed, cube)
  }

  var isOpen: Bool { unsettled != .empty }

  /// From now on no answer leads anywhere: all is as it is written.
  mutating func ignoreWhatIsOpen() { (unsettled, asked) = (.empty, .empty) }

  /// The states in which an answer may lead out of a value: a rule asks, or what happens is open on an operation that changes the factor elsewhere.
  ///
  /// What nobody has said of an operation as a whole is asked about as a whole: it hides no state that all others leave as it is.
  func open(to factor: Int) throws(LimitExceeded) -> Diagram {
    let rules = lowered.specification.rules
    let moving = Set(
      rules.indices.filter { rules[$0].becomes.contains { $0.factor == factor } }
        .flatMap(lowered.operations(ofRule:))
    )
    let values = lowered.operationValues.indices.filter {
      moving.contains(lowered.operationValues[$0].operation)
    }
    let rows = try store.intersection(unsettled, having(lowered.operationFactor, values))
    return try frame.states(of: try store.union(rows, asked))
  }

  /// What is left of rows, with any value where a factor does not apply, once the inputs are forgotten.
  func states(of rows: Diagram) throws(LimitExceeded) -> Diagram { try frame.states(of: rows) }

  /// The combinations in which a set of states is met.
  func rows(of states: Diagram) throws(LimitExceeded) -> Diagram {
    try store.intersection(space.all, try seen(states))
  }

  /// The same, be they possible or not: a factor that does not apply hides its value.
  func seen(_ states: Diagram) throws(LimitExceeded) -> Diagram {
    var rows = states
    for factor in lowered.specification.factors.indices {
      guard let absent = lowered.notApplicable(factor) else { continue }
      let hidden = try store.forgetting(factor, in: rows)
      rows = try store.union(rows, try store.intersection(hidden, having(factor, [absent])))
    }
    return rows
  }

  /// What transitions with these changes make of a set of states.
  func image(of states: Diagram, _ changes: [Change]) throws(LimitExceeded) -> Diagram {
    try moved(states, changes, from: \.from, to: \.to)
  }

  /// Where a set may be met once changes are made.
  func before(_ rows: Diagram, _ changes: [Change]) throws(LimitExceeded) -> Diagram {
    try moved(rows, changes, from: \.to, to: \.from)
  }

  private func moved(
    _ rows: Diagram,
    _ changes: [Change],
    from: KeyPath<Change.Part, [Int]>,
    to: KeyPath<Change.Part, [Int]>
  ) throws(LimitExceeded) -> Diagram {
    var rows = rows
    for change in changes {
      var parts: [Diagram] = []
      for part in change.parts {
        let own = try store.intersection(rows, having(change.factor, part[keyPath: from]))
        guard own != .empty else { continue }
        let any = try store.forgetting(change.factor, in: own)
        parts.append(try store.intersection(any, having(change.factor, part[keyPath: to])))
      }
      rows = try store.union(parts)
    }
    return rows
  }

  /// Where a transition is taken and may change something.
  func changing(_ transition: Transition) throws(LimitExceeded) -> Diagram {
    let parts = try transition.changes.map { (change) throws(LimitExceeded) in
      try having(change.factor, change.leaving)
    }
    return try store.intersection(transition.rows, try store.union(parts))
  }

  func having(_ factor: Int, _ values: [Int]) throws(LimitExceeded) -> Diagram {
    try store.diagram(of: factor, in: values)
  }
}

/// From combinations to states.
private struct StateFrame {
  let space: SpecificationSpace
  let moving: [Int]

  /// A set of rows, where a factor that does not apply may have any value.
  func widened(_ rows: Diagram) throws(LimitExceeded) -> Diagram {
    let (lowered, store) = (space.lowered, space.store)
    var rows = rows
    for factor in lowered.specification.factors.indices where lowered.notApplicable(factor) != nil {
      let real = try store.diagram(of: factor, in: lowered.values(of: factor))
      let absent = try store.difference(rows, real)
      let any = try store.forgetting(factor, in: absent)
      rows = try store.intersection(try store.union(rows, any), real)
    }
    return rows
  }

  /// What is left of rows once the inputs and the operation are forgotten.
  func states(of rows: Diagram) throws(LimitExceeded) -> Diagram {
    var states = rows
    for factor in 0..<space.lowered.domains.count where !moving.contains(factor) {
      states = try space.store.forgetting(factor, in: states)
    }
    return states
  }
}

extension TransitionSystem.Change {
  init(_ move: Rule.Move, of factor: Factor) {
    self.factor = move.factor
    let values = Array(factor.values.indices)
    switch move.target {
    case .value(let value):
      parts = [Part(from: values, to: [value])]
      leaving = values.filter { $0 != value }
      constant = value
      isAny = false
    case .any:
      let valid = factor.validValues
      parts = [Part(from: values, to: valid)]
      leaving = values.filter { valid != [$0] }
      constant = nil
      isAny = true
    case .step(let step):
      parts = Self.parts(factor.values, by: step)
      leaving = parts.filter { part in
        // Among several numbers the value stays, and the number does not.
        part.to != part.from || factor.values.numbers(ofValue: part.from[0])?.isOneNumber == false
      }.flatMap(\.from).sorted()
      constant = nil
      isAny = false
    }
  }

  /// A number more or less, value by value; what has no number, or is invalid, stays.
  private static func parts(_ values: [FactorValue], by step: Int) -> [Part] {
    let valid = values.numbered.filter { !values[$0].isInvalid }
    let numbers = valid.compactMap { values.numbers(ofValue: $0) }
    guard let least = numbers.first?.lowerBound, let most = numbers.last?.upperBound else {
      return values.indices.map { Part(from: [$0], to: [$0]) }
    }
    var parts = Set(values.indices).subtracting(valid).sorted().map { Part(from: [$0], to: [$0]) }
    for (place, own) in zip(valid, numbers) {
      // Towards a side without an end there is always one more.
      let from = own.lowerBound == .min ? own.lowerBound : own.lowerBound + step
      let to = own.upperBound == .max ? own.upperBound : own.upperBound + step
      let moved = max(least, min(from, most))...max(least, min(to, most))
      let met = zip(valid, numbers).filter { $1.overlaps(moved) }.map(\.0)
      let isCertain = own.isOneNumber && met.count == 1 && values[met[0]].number == moved.lowerBound
      parts.append(Part(from: [place], to: met.sorted(), end: isCertain ? met[0] : nil))
    }
    return parts
  }
}

extension Specification {
  /// The factors that some rule moves, ascending.
  package var movingFactors: [Int] { Set(rules.flatMap { $0.becomes.map(\.factor) }).sorted() }
}

extension ClosedRange<Int> {
  /// A side without an end has more numbers than an `Int` can count.
  var isOneNumber: Bool { lowerBound == upperBound }
}

extension Factor {
  /// The numbers of the valid values; of all values where none is valid.
  var validValues: [Int] {
    let valid = values.indices.filter { !values[$0].isInvalid }
    return valid.isEmpty ? Array(values.indices) : valid
  }

  /// The values with which it may begin.
  var startValues: [Int] { start ?? validValues }
}
