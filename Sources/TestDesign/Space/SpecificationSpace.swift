import Combinatorics
package import Diagnostics
import Specification

/// The combinations that can happen, and the statements that make them.
///
/// # Chapter: analysis of a space that has no diagram
///
/// **Problem.** The analysis joins, cuts and compares sets of combinations. Where they entangle too many factors, the diagram of
/// their intersection outgrows memory, and with it every set that lies in it.
///
/// **Idea.** Compute with a *relaxation*: what some of the statements leave, as many as together stay small. Sets of it hold rows that
/// cannot happen, but point by point they are right: a row that can happen is in the union, intersection or difference of two sets exactly
/// where it should be. So only one question must be asked of the real space: whether a set holds a row that can happen. A search with
/// the statements left out answers it (`Combinatorics.Space`), and a set without such a row is put down as empty (`possible`). From there
/// on the analysis is the same for both.
///
/// **Worked example.** Rules cover `a = 0` and `a = 1` of three values, and an entry of `impossible` that was left out excludes `a = 2`. In the
/// relaxation `a = 2` is undefined; the search finds no row of it, so nothing is.
///
/// **Cost.** Joined, `possible` costs nothing; apart, a search. Rows are not counted apart.
struct SpecificationSpace {
  var lowered: LoweredSpecification
  let store: DiagramStore
  /// By statement of `lowered.constraints`: the rows for which it is true.
  let statements: [Diagram]
  /// All combinations, or more where statements are left apart; every set of combinations is a part of it.
  let all: Diagram
  /// The statements that `all` leaves out of account; none where all of them are joined.
  let apart: [Diagram]

  /// The most nodes of a relaxation: every search walks through it many times.
  private static let relaxationSize = 2_000
  /// The part of the store's nodes that may be used up in making it.
  private static let relaxationShare = 0.25

  /// The space in one diagram, or else apart.
  ///
  /// - Parameters:
  ///   - lowered: The specification.
  ///   - nodeLimit: The most nodes that all diagrams together may have.
  ///   - budget: What pays for everything that is done in the space.
  /// - Throws: `LimitExceeded` if a single statement is too large.
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

  /// - Throws: `LimitExceeded` if the joint diagram is too large.
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

  /// The space with those statements apart that would make the diagram of the others larger than some number of nodes.
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

  /// The rows that differ from some of a set in a factor alone, and in what cannot stay where it changes.
  func forgetting(_ factor: Int, in rows: Diagram) throws(LimitExceeded) -> Diagram {
    var rows = rows
    for factor in lowered.factors(changingWith: factor) {
      rows = try store.forgetting(factor, in: rows)
    }
    return rows
  }

  /// Charges comparisons of conditions with rows, with each other, or with questions: of anything that may grow faster than the spec.
  func charge(comparisons: Int) throws(LimitExceeded) {
    try store.budget.charge(comparisons * Self.stepsOfComparison)
  }

  /// What a comparison is in steps of the budget.
  private static let stepsOfComparison = 8

  /// True if `all` is exactly what can happen.
  var isJoined: Bool { apart.isEmpty }

  /// The combinations that can happen, as covering arrays and measures take them.
  var rows: Space { rows(of: all) }

  /// The rows of a set, a part of `all`, that can happen.
  func rows(of set: Diagram) -> Space { Space(apart + [set], in: store) }

  /// A set, a part of `all`; the empty one where none of its rows can happen.
  ///
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  func possible(_ set: Diagram) throws(LimitExceeded) -> Diagram {
    guard !isJoined, set != .empty else { return set }
    return try rows(of: set).hasRows() ? set : .empty
  }

  /// True if two sets share a row that can happen.
  ///
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  func meet(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Bool {
    guard try store.meet(left, right) else { return false }
    if isJoined { return true }
    return try possible(try store.intersection(left, right)) != .empty
  }

  /// True if all rows of a set that can happen are in another.
  ///
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit or the search for a row took too long.
  func isWithin(_ set: Diagram, _ other: Diagram) throws(LimitExceeded) -> Bool {
    try possible(try store.difference(set, other)) == .empty
  }

  /// The number of rows that can happen of sets that share none, in decimal digits; `nil` if statements are apart.
  func decimalCount(_ sets: [Diagram]) -> String? {
    isJoined ? store.decimalCount(sets) : nil
  }

  /// A minimal set of statements that together leave nothing of a set: leaving out any one of them leaves something.
  ///
  /// What `only_when` and the language itself say counts as given: an entry of `impossible` is named only where nothing else does without it.
  ///
  /// - Parameters:
  ///   - rows: A set of which the space holds nothing.
  ///   - spared: A statement that must not be among them.
  /// - Returns: Numbers of `lowered.constraints`, ascending; empty when the set itself is.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
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

/// Statements that together exclude something, none of them to spare, and how a message shows them.
package struct Conflict: Sendable {
  /// Where the specification says them.
  package let places: [Diagnostic.Related]
  /// What the language itself says besides, one phrase each.
  package let notes: [String]

  /// The statements with these numbers in `lowered.constraints`.
  init(_ statements: [Int], in lowered: LoweredSpecification) {
    let origins = statements.map { lowered.constraints[$0].origin }
    // That at most one value is invalid excludes something alone only beside factors that have no valid one.
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
