import Combinatorics
package import Diagnostics
import Specification

/// The set of possible combinations, and the constraints that define it.
///
/// # Chapter: analysis of a space that has no diagram
///
/// **Problem.** The analysis combines and compares sets of combinations. If the constraints entangle too many factors, the diagram of their
/// intersection exceeds memory, and so does every set inside it.
///
/// **Idea.** Compute with a *relaxation*: the intersection of as many constraints as stay small together. Its subsets contain impossible
/// rows, but are correct pointwise: a possible row is in a union, intersection or difference exactly if it should be. The only question
/// about the real space is whether a set contains a possible row. A search with the remaining constraints answers it
/// (`Combinatorics.Space`), and a set without a possible row is replaced by the empty one (`possible`). Everything else is the same for
/// both kinds of space.
///
/// **Worked example.** Rules cover `a = 0` and `a = 1` of three values, and an entry of `impossible` outside the relaxation excludes `a =
/// 2`. In the relaxation `a = 2` is undefined; the search finds no possible row in it, so nothing is undefined.
///
/// **Cost.** In a joined space `possible` is free; otherwise it takes a search, and rows are not counted.
struct SpecificationSpace {
  var lowered: LoweredSpecification
  let store: DiagramStore
  /// The rows that satisfy each of `lowered.constraints`.
  let statements: [Diagram]
  /// All combinations, or a superset if constraints are kept apart; every set of combinations is a subset of it.
  let all: Diagram
  /// The constraints that `all` does not include; empty if the space is joined.
  let apart: [Diagram]

  /// The maximum number of nodes of a relaxation, since every search walks it many times.
  private static let relaxationSize = 2_000
  /// The share of the store's nodes that building a relaxation may use.
  private static let relaxationShare = 0.25

  /// Builds the space as one diagram if possible, and as a relaxation otherwise.
  ///
  /// `nodeLimit` bounds the nodes of all diagrams together, and `budget` pays for all work in the space. Throws `LimitExceeded` if a single
  /// constraint is too large.
  init(
    _ lowered: LoweredSpecification,
    nodeLimit: Int = DiagramStore.usualNodeLimit,
    budget: StepBudget = StepBudget(limit: StepBudget.ofSpec)
  ) throws(LimitExceeded) {
    do throws(LimitExceeded) {
      self = try budget.attempt { () throws(LimitExceeded) in
        try SpecificationSpace(joining: lowered, nodeLimit: nodeLimit, budget: budget)
      }
    } catch {
      try self.init(
        relaxing: lowered,
        size: Self.relaxationSize,
        nodeLimit: nodeLimit,
        budget: budget
      )
    }
  }

  /// Builds the space as one diagram, or throws `LimitExceeded` if that is too large.
  init(
    joining lowered: LoweredSpecification,
    nodeLimit: Int = DiagramStore.usualNodeLimit,
    budget: StepBudget = StepBudget(limit: StepBudget.ofSpec)
  ) throws(LimitExceeded) {
    (store, statements) = try Self.statements(of: lowered, nodeLimit, budget)
    self.lowered = lowered
    all = try store.intersection(statements)
    apart = []
  }

  /// Builds the space as a relaxation of at most `size` nodes, keeping apart the constraints that would make it larger.
  init(
    relaxing lowered: LoweredSpecification,
    size: Int,
    nodeLimit: Int = DiagramStore.usualNodeLimit,
    budget: StepBudget = StepBudget(limit: StepBudget.ofSpec)
  ) throws(LimitExceeded) {
    let (store, statements) = try Self.statements(of: lowered, nodeLimit, budget)
    var all = Diagram.full
    var apart: [Diagram] = []
    for statement in statements {
      let joined = store.attempt(nodeShare: Self.relaxationShare) { () throws(LimitExceeded) in
        let joined = try store.intersection(all, statement)
        return try store.size(of: joined) <= size ? joined : nil
      }
      if let joined = joined ?? nil {
        all = joined
      } else {
        apart.append(statement)
      }
    }
    self.lowered = lowered
    self.store = store
    self.statements = statements
    self.all = all
    self.apart = apart
  }

  private static func statements(
    of lowered: LoweredSpecification,
    _ nodeLimit: Int,
    _ budget: StepBudget
  ) throws(LimitExceeded) -> (DiagramStore, [Diagram]) {
    let store = DiagramStore(
      domains: lowered.domains,
      order: lowered.factorOrder,
      nodeLimit: nodeLimit,
      budget: budget
    )
    var statements: [Diagram] = []
    for constraint in lowered.constraints {
      statements.append(try store.diagram(of: constraint.formula))
    }
    return (store, statements)
  }

  /// Returns the rows that differ from one in the set only in a factor and those that change along with it.
  func forgetting(_ factor: Int, in rows: Diagram) throws(LimitExceeded) -> Diagram {
    var rows = rows
    for factor in lowered.factors(changingWith: factor) {
      rows = try store.forgetting(factor, in: rows)
    }
    return rows
  }

  /// Returns a set with all rows that no condition tells from its own: compared numbers of the same classes, related in the same way.
  ///
  /// They may be impossible.
  func alike(_ rows: Diagram) throws(LimitExceeded) -> Diagram {
    var rows = rows
    for factor in lowered.compared {
      let parts = try lowered.classes(of: factor).map { (values) throws(LimitExceeded) in
        let cube = Cube(lowered.domains, factor, in: values)
        let own = try store.intersection(rows, cube)
        return values.count == 1
          ? own : try store.intersection(try store.forgetting(factor, in: own), cube)
      }
      rows = try store.union(parts)
    }
    return rows
  }

  /// Charges the budget for comparisons whose number may grow faster than the spec: of conditions with rows, with each other or with
  /// questions.
  func charge(comparisons: Int) throws(LimitExceeded) {
    try store.budget.charge(comparisons * Self.stepsOfComparison)
  }

  /// The budget steps of one comparison.
  private static let stepsOfComparison = 8

  /// True if `all` contains no impossible combination.
  var isJoined: Bool { apart.isEmpty }

  /// The possible combinations, in the form that covering arrays and measures use.
  var rows: Space { rows(of: all) }

  /// Returns the possible rows of a subset of `all`.
  func rows(of set: Diagram) -> Space { Space(apart + [set], in: store) }

  /// Returns a subset of `all`, or the empty set if none of its rows is possible.
  ///
  /// Throws `LimitExceeded` if the search for a row takes too long.
  func possible(_ set: Diagram) throws(LimitExceeded) -> Diagram {
    guard !isJoined, set != .empty else { return set }
    return try rows(of: set).hasRows() ? set : .empty
  }

  /// True if two sets share a possible row.
  ///
  /// Throws `LimitExceeded` if the search for a row takes too long.
  func meet(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Bool {
    guard try store.meet(left, right) else { return false }
    if isJoined { return true }
    return try possible(try store.intersection(left, right)) != .empty
  }

  /// True if all possible rows of a set are in another one.
  ///
  /// Throws `LimitExceeded` if the diagrams outgrow their limit or the search for a row takes too long.
  func isWithin(_ set: Diagram, _ other: Diagram) throws(LimitExceeded) -> Bool {
    try possible(try store.difference(set, other)) == .empty
  }

  /// Returns the number of possible rows of disjoint sets, in decimal, or `nil` if the space is not joined.
  func decimalCount(_ sets: [Diagram]) -> String? {
    isJoined ? store.decimalCount(sets) : nil
  }

  /// Returns a minimal set of constraints that together exclude all rows of a set, as ascending indices into `lowered.constraints`.
  ///
  /// The set must contain no possible row; the result is empty if the set is. Constraints from `only_when` and the language are preferred:
  /// an entry of `impossible` is included only if it is needed. The constraint `spared` is never included. Throws `LimitExceeded` if the
  /// diagrams outgrow their limit.
  func minimalConflict(
    with rows: Diagram,
    without spared: Int? = nil
  ) throws(LimitExceeded) -> [Int] {
    let numbers = statements.indices.filter { $0 != spared }
    let given = numbers.filter { !lowered.constraints[$0].isWritten }
    let written = numbers.filter { lowered.constraints[$0].isWritten }
    let candidates = given + written
    var conflict = MinimalConflict(
      of: candidates.map { statements[$0] },
      within: rows,
      in: store,
      nodeShare: isJoined ? 1 : 0
    )
    return (try conflict.places() ?? []).map { candidates[$0] }.sorted()
  }
}

/// A minimal set of constraints that exclude something, in the form that messages show.
package struct Conflict: Sendable {
  /// The places of the constraints in the specification.
  package let places: [Diagnostic.Related]
  /// Constraints of the language itself, one phrase each.
  package let notes: [String]

  /// Describes the constraints with these indices in `lowered.constraints`.
  init(_ statements: [Int], in lowered: LoweredSpecification) {
    let origins = statements.map { lowered.constraints[$0].origin }
    // The limit of one invalid value excludes something alone only if a factor has no valid value.
    places =
      origins == [.oneInvalid]
      ? Self.withoutValidValue(lowered)
      : origins.compactMap { Self.place(of: $0, in: lowered.specification) }
    let language = lowered.specification.language
    notes =
      (origins.contains(.oneInvalid)
        ? [language.say("a combination contains at most one invalid value")] : [])
      + origins.compactMap { origin -> String? in
        guard case .compares(let factor) = origin else { return nil }
        let names = lowered.specification.factorsRead(with: factor).dropFirst()
          .map { "`\(lowered.specification.factors[$0].name)`" }
        return names.count == 2
          ? language.say("the values of \(names[0]) and \(names[1]) say how they compare") : nil
      }
  }

  private static func place(
    of origin: SpaceConstraint.Origin,
    in specification: Specification
  ) -> Diagnostic.Related? {
    func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }
    switch origin {
    case .factorApplies(let factor):
      let declared = specification.factors[factor]
      return declared.onlyWhen.map {
        Diagnostic.Related(span: $0.span, message: say("`\(declared.name)` applies only here"))
      }
    case .operationPossible(let operation):
      let declared = specification.operations[operation]
      return declared.onlyWhen.map {
        Diagnostic.Related(span: $0.span, message: say("`\(declared.id)` can be done only here"))
      }
    case .impossible(let number):
      let impossibility = specification.impossible[number]
      let name =
        impossibility.house.map { say("`impossible` of the house (\($0.path):\($0.line))") }
        ?? say("this entry of `impossible`")
      return Diagnostic.Related(
        span: impossibility.span,
        message: impossibility.because.map {
          specification.language.choose("\(name): \($0)", "\(name)：\($0)")
        } ?? name
      )
    case .compares, .oneInvalid, .nothingHappens:
      return nil
    }
  }

  private static func withoutValidValue(_ lowered: LoweredSpecification) -> [Diagnostic.Related] {
    let specification = lowered.specification
    let factors = specification.factors.filter { factor in
      factor.onlyWhen == nil && factor.values.allSatisfy(\.isInvalid)
    }
    let operations = lowered.operationValues.allSatisfy(\.isInvalid)
    return factors.map {
      Diagnostic.Related(span: $0.span, message: "`\($0.name)` has no valid value")
    }
      + (operations
        ? [Diagnostic.Related(span: specification.operationsSpan, message: "no operation is valid")]
        : [])
  }
}
