import Combinatorics
package import Specification

/// The transitions between states that the rules of a spec describe.
///
/// # Chapter: transitions between states
///
/// **Definitions.** A factor is *moving* if a rule has a `becomes` entry for it. A *state* gives each moving factor one of its declared
/// values; a factor that does not apply keeps the value it had. All other factors are *inputs*, free at every step. A *transition* is the
/// effect of a rule on a state for one value of the operation. It exists only where exactly one result is expected; an open combination
/// changes nothing.
///
/// **Idea.** A state set is a diagram in the store of the analysis that depends on the moving factors only. A region of combinations
/// becomes a state set in two steps: a factor that does not apply may have any value (`widened`), then the inputs are quantified away
/// (`states`). The image of a state set under a transition quantifies the old values of the changed factors away and fixes the new ones.
///
/// **Numbers.** A value stands for its number and those up to the next value of its class. Adding one leads from each of these numbers to
/// the value that stands for the next one: from a value that stands for 1 to 7, to that value itself and to 8. At the end of the range the
/// value stays.
struct TransitionSystem {
  /// The effect of one rule on a state.
  struct Transition {
    let rule: Int
    /// An index into `Specification.operationValues`.
    let operationValue: Int
    /// The combinations in which the rule decides.
    let combinations: Diagram
    /// `combinations`, with any value for factors that do not apply.
    let rows: Diagram
    /// The states in `rows`.
    let states: Diagram
    let changes: [Change]
  }

  struct Change: Hashable {
    struct Part: Hashable {
      /// Values, ascending.
      var from: [Int]
      var to: [Int]
      /// The value that each of `from` becomes, or `nil` if there may be several, or if the value stands for several numbers.
      var end: Int?
    }

    let factor: Int
    /// The parts of the change; each value is in the `from` of one of them.
    let parts: [Part]
    /// The values that change, or may change, ascending.
    let leaving: [Int]
    /// The value that the factor becomes from every value, or `nil` if it depends on the old value or may be one of several.
    let constant: Int?
    /// True if the factor may become any valid value.
    let isAny: Bool
  }

  let regions: RuleRegions
  /// The moving factors, ascending.
  let moving: [Int]
  let transitions: [Transition]
  /// The states that `only_when` of factors, comparisons and `impossible` permit; entries that name an operation do not count.
  let allowed: Diagram
  /// The possible start states; empty if `start` contradicts `allowed`.
  let start: Diagram
  /// The rows whose outcome is open, and those in which a rule asks a question, with any value for factors that do not apply.
  private var (unsettled, asked): (Diagram, Diagram)

  var space: SpecificationSpace { regions.space }
  private let frame: StateFrame
  private var store: DiagramStore { regions.space.store }
  private var lowered: LoweredSpecification { regions.space.lowered }

  /// Derives the transitions from the regions of a joined space.
  ///
  /// `defined` has one diagram per result. Throws `LimitExceeded` if a diagram grows too large.
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

  /// Treats all open combinations as changing nothing from now on.
  mutating func ignoreWhatIsOpen() { (unsettled, asked) = (.empty, .empty) }

  /// Returns the states in which an answer might change a factor: a rule asks, or the outcome of an operation that changes the factor
  /// elsewhere is open.
  ///
  /// An operation about which nothing has been said is asked about as a whole, so it does not keep a state from being final.
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

  /// Returns the states in rows that have been widened, with the inputs and the operation quantified away.
  func states(of rows: Diagram) throws(LimitExceeded) -> Diagram { try frame.states(of: rows) }

  /// Returns the combinations in which one of a set of states can occur.
  func rows(of states: Diagram) throws(LimitExceeded) -> Diagram {
    try store.intersection(space.all, try seen(states))
  }

  /// Returns the rows that show one of a set of states, possible or not: a factor that does not apply hides its value.
  func seen(_ states: Diagram) throws(LimitExceeded) -> Diagram {
    var rows = states
    for factor in lowered.specification.factors.indices {
      guard let absent = lowered.notApplicable(factor) else { continue }
      let hidden = try store.forgetting(factor, in: rows)
      rows = try store.union(rows, try store.intersection(hidden, having(factor, [absent])))
    }
    return rows
  }

  /// Returns the image of a set of states under changes.
  func image(of states: Diagram, _ changes: [Change]) throws(LimitExceeded) -> Diagram {
    try moved(states, changes, from: \.from, to: \.to)
  }

  /// Returns the preimage of a set of rows under changes.
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

  /// Returns the rows in which a transition is taken and may change something.
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

/// The conversion of combinations to states.
private struct StateFrame {
  let space: SpecificationSpace
  let moving: [Int]

  /// Returns rows with any value for factors that do not apply.
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

  /// Returns the states in rows: the inputs and the operation are quantified away.
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
      parts = [Part(from: values, to: [value], end: value)]
      leaving = values.filter { $0 != value }
      constant = value
      isAny = false
    case .any:
      let valid = factor.validValues
      parts = [Part(from: values, to: valid, end: valid.count == 1 ? valid[0] : nil)]
      leaving = values.filter { valid != [$0] }
      constant = nil
      isAny = true
    case .step(let step):
      parts = Self.parts(factor.values, by: step)
      leaving = parts.filter { part in
        // A value that stands for several numbers stays while its number changes.
        part.to != part.from || factor.values.numbers(ofValue: part.from[0])?.isOneNumber == false
      }.flatMap(\.from).sorted()
      constant = nil
      isAny = false
    }
  }

  /// Returns the parts of adding `step` to a number; invalid values and those without a number stay.
  private static func parts(_ values: [FactorValue], by step: Int) -> [Part] {
    let valid = values.numbered.filter { !values[$0].isInvalid }
    let numbers = valid.compactMap { values.numbers(ofValue: $0) }
    guard let least = numbers.first?.lowerBound, let most = numbers.last?.upperBound else {
      return values.indices.map { Part(from: [$0], to: [$0], end: $0) }
    }
    var parts = Set(values.indices).subtracting(valid).sorted()
      .map { Part(from: [$0], to: [$0], end: $0) }
    for (place, own) in zip(valid, numbers) {
      // Beyond an unbounded side there is always another number.
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
  /// The factors that a rule changes, ascending.
  package var movingFactors: [Int] { Set(rules.flatMap { $0.becomes.map(\.factor) }).sorted() }
}

extension ClosedRange<Int> {
  /// True if the range has one element; `count` would overflow for an unbounded side.
  var isOneNumber: Bool { lowerBound == upperBound }
}

extension Factor {
  /// The indices of the valid values, or of all values if none is valid.
  var validValues: [Int] {
    let valid = values.indices.filter { !values[$0].isInvalid }
    return valid.isEmpty ? Array(values.indices) : valid
  }

  /// The values that the factor may start with.
  var startValues: [Int] { start ?? validValues }
}
