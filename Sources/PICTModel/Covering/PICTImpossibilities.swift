package import Combinatorics
package import Diagnostics

/// The combinations of values that no row can have, although each of the values can occur.
package struct PICTImpossibilities: Hashable, Sendable {
  package struct Combination: Hashable, Sendable {
    /// The indices of the parameters and of their values.
    package var tuple: ValueTuple
    /// The indices of a minimal set of constraints that forbids the combination, or `nil` if finding one takes too many steps.
    package var constraints: [Int]?
  }

  /// The combinations in the order of parameters and values, up to the listing limit.
  package var listed: [Combination] = []
  /// The total number of combinations, including those not listed.
  package var count = 0

  /// Finds the impossible combinations; each parameter must be a factor of the space.
  ///
  /// - Throws: `LimitExceeded` if an exact answer is out of reach.
  init(
    _ space: EncodedSpace,
    _ groups: [CoveringRequest.Group],
    listing: Int
  ) throws(LimitExceeded) {
    let model = space.encoding.model
    let tuples = try ImpossibleTuples(
      of: space.all,
      groups: groups,
      listing: listing
    ) { tuple in
      // Combinations with two negative values are never requested.
      let negative = zip(tuple.factors, tuple.values).count {
        model.parameters[$0].values[$1].isNegative
      }
      return negative < 2
    }
    var blame = ConstraintBlame(space)
    count = tuples.count
    listed = tuples.listed.map { tuple in
      let cube = tuple.cube(space.encoding.domains)
      return Combination(tuple: tuple, constraints: blame.constraints(against: cube))
    }
  }
}

/// Finds the combinations that `cover` would request but the constraints forbid, with the responsible constraints.
///
/// - Parameters:
///   - model: The model.
///   - strength: The order of combinations.
///   - listing: The maximum number of combinations to list; all are counted.
/// - Returns: The combinations, or no value if the model allows no row or the order does not fit it, with diagnostics on the model.
/// - Throws: `LimitExceeded` if an exact answer is out of reach.
package func impossibleCombinations(
  of model: PICTModel,
  strength: PICTStrength = .standard,
  listing: Int = 1_000
) throws(LimitExceeded) -> Checked<PICTImpossibilities> {
  var designer = SuiteDesigner(model: model, seed: 0, effort: nil, monitor: nil)
  guard let (space, groups) = try designer.spaceAndGroups(strength, crossed: false) else {
    return Checked(nil, diagnostics: designer.diagnostics)
  }
  let found = try PICTImpossibilities(space, groups, listing: listing)
  return Checked(found, diagnostics: designer.diagnostics)
}

/// Finds minimal sets of constraints that forbid some rows.
struct ConstraintBlame {
  /// A minimal set of constraints that forbids rows.
  private struct Reason {
    let constraints: [Int]
    let allowed: Diagram
    /// The rows allowed without each of the constraints in turn.
    let withoutOne: [Diagram]
  }

  private let space: EncodedSpace
  /// The rows allowed apart from the constraints.
  private let always: Diagram
  /// The parameters that each constraint names.
  private let parameters: [Set<Int>]
  /// The constraints that name each parameter.
  private let constraintsOf: [[Int]]
  /// The reasons found for earlier questions, most recent first.
  private var known: [Reason] = []

  private let nodeLimit: Int

  private static let maxKnown = 32
  /// The maximum number of nodes to make; questions that need more have no answer.
  private static let nodes = 400_000

  /// Creates a finder for a space in which each parameter is a factor.
  init(_ space: EncodedSpace) {
    self.space = space
    let constraints = space.encoding.model.constraints
    always = space.statements[constraints.count]
    parameters = constraints.map { Set($0.parameters) }
    var constraintsOf = Array(repeating: [Int](), count: space.encoding.model.parameters.count)
    for (number, named) in parameters.enumerated() {
      for parameter in named.sorted() { constraintsOf[parameter].append(number) }
    }
    self.constraintsOf = constraintsOf
    nodeLimit = space.store.nodeCount + Self.nodes
  }

  /// Returns the ascending indices of a minimal set of constraints that allows no row of the cube.
  ///
  /// The result is empty if the cube has no row even without constraints, and `nil` if the search takes too many steps.
  mutating func constraints(against cube: Cube) -> [Int]? {
    let store = space.store
    guard store.intersects(always, cube) else { return [] }
    if let single = parameters.indices.first(where: {
      !store.intersects(space.statements[$0], cube)
    }) {
      return [single]
    }
    let old = known.firstIndex { reason in
      !store.intersects(reason.allowed, cube)
        && reason.withoutOne.allSatisfy { store.intersects($0, cube) }
    }
    if let old { return known[old].constraints }
    let share = min(1, Double(nodeLimit) / Double(store.nodeLimit))
    let linked = linked(to: cube)
    let found = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
      var conflict = MinimalConflict(
        of: linked.map { space.statements[$0] },
        within: try store.intersection(always, try store.diagram(of: cube)),
        in: store
      )
      return try conflict.places()
    }
    guard let needed = found?.map({ $0.map { linked[$0] } }) ?? nil else { return nil }
    let reason = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
      try self.reason(needed)
    }
    if let reason {
      known.insert(reason, at: 0)
      if known.count > Self.maxKnown { known.removeLast() }
    }
    return needed
  }

  /// Computes the sets with which later questions are compared.
  private func reason(_ constraints: [Int]) throws(LimitExceeded) -> Reason {
    let store = space.store
    let sets = constraints.map { space.statements[$0] }
    let withoutOne = try sets.indices.map { (place) throws(LimitExceeded) in
      try store.intersection([always] + sets[..<place] + sets[(place + 1)...])
    }
    return Reason(
      constraints: constraints,
      allowed: try store.intersection([always] + sets),
      withoutOne: withoutOne
    )
  }

  /// Returns the constraints connected to the values of the cube by chains of shared parameters.
  private func linked(to cube: Cube) -> [Int] {
    let model = space.encoding.model
    // A negative value excludes those of all other parameters.
    let negative = model.parameters.indices.filter {
      model.parameters[$0].values.contains(where: \.isNegative)
    }
    var reached = Set(cube.namedFactors + negative)
    var waiting = reached.sorted()
    var linked: Set<Int> = []
    while let parameter = waiting.popLast() {
      for constraint in constraintsOf[parameter] where linked.insert(constraint).inserted {
        for other in parameters[constraint] where reached.insert(other).inserted {
          waiting.append(other)
        }
      }
    }
    return linked.sorted()
  }
}

extension EncodedSpace {
  /// Returns a diagnostic with a minimal set of constraints that leaves no row without a negative value.
  func emptiness() throws(LimitExceeded) -> Diagnostic {
    let model = encoding.model
    var conflict = MinimalConflict(
      of: Array(statements.prefix(model.constraints.count)),
      within: try store.diagram(of: encoding.positive()),
      in: store,
      nodeShare: Self.share
    )
    let spans = (try conflict.places() ?? []).map { model.constraints[$0].span }
    let onlyNegative = try !all.hasRows() ? "" : " without a negative value"
    return Diagnostic(
      code: "nothing-left",
      message: spans.count == 1
        ? "this constraint leaves no row\(onlyNegative)"
        : "these \(spans.count) constraints together leave no row\(onlyNegative)",
      span: spans.first,
      help: ["every row breaks one of them: weaken or remove one"],
      related: Set(spans.dropFirst()).filter { $0 != spans.first }.sorted { $0.start < $1.start }
        .map { Diagnostic.Related(span: $0, message: "and this one") }
    )
  }
}

/// The values that the constraints never allow.
struct LostValues {
  let space: EncodedSpace

  /// The maximum numbers of values and of reasons to name.
  private static let maxNamed = 20
  private static let maxReasons = 5

  /// Returns one warning for all lost values with the constraints that forbid them, or `nil` if every value can occur.
  ///
  /// - Throws: `LimitExceeded` if a search for rows took too long.
  func diagnostic() throws(LimitExceeded) -> Diagnostic? {
    let model = space.encoding.model
    let everything = Cube(full: space.encoding.domains)
    guard let support = try space.all.support(in: everything) else { return nil }
    let lost = model.parameters.indices.flatMap { parameter in
      model.parameters[parameter].values.indices
        .filter { !support.contains($0, factor: parameter) }
        .map { (parameter: parameter, value: $0) }
    }
    guard let first = lost.first else { return nil }
    let shown = lost.prefix(Self.maxNamed)
    var names = shown.map { name($0.parameter, $0.value) }.joined(separator: ", ")
    if lost.count > shown.count { names += " and \(lost.count - shown.count) more" }
    return Diagnostic(
      code: "excluded-value",
      severity: .warning,
      message: "the constraints never allow \(names)",
      span: model.parameters[first.parameter].span,
      help: reasons(for: Array(shown))
    )
  }

  /// Returns a sentence for each reason with the values that it forbids, in the order of the values.
  private func reasons(for lost: [(parameter: Int, value: Int)]) -> [String] {
    var blame = ConstraintBlame(space)
    var found: [(lines: [Int], names: [String])] = []
    for (parameter, value) in lost {
      let cube = Cube(space.encoding.domains, parameter, in: [value])
      guard let constraints = blame.constraints(against: cube), !constraints.isEmpty else {
        continue
      }
      let lines = space.encoding.model.lines(of: constraints)
      if let place = found.firstIndex(where: { $0.lines == lines }) {
        found[place].names.append(name(parameter, value))
      } else {
        found.append((lines, [name(parameter, value)]))
      }
    }
    let shown = found.prefix(Self.maxReasons).map {
      "\(phrase($0.lines)) \($0.lines.count == 1 ? "forbids" : "forbid") "
        + $0.names.joined(separator: ", ")
    }
    let rest = found.count - shown.count
    return shown + (rest > 0 ? ["and \(rest) more \(rest == 1 ? "reason" : "reasons")"] : [])
  }

  private func name(_ parameter: Int, _ value: Int) -> String {
    let parameter = space.encoding.model.parameters[parameter]
    return "`\(parameter.name): \(parameter.values[value].name)`"
  }

  private func phrase(_ lines: [Int]) -> String {
    lines.count == 1
      ? "the constraint of line \(lines[0])"
      : "together the constraints of lines " + lines.map(String.init).joined(separator: ", ")
  }
}

extension PICTModel {
  /// Returns the distinct lines on which constraints begin, ascending.
  func lines(of constraints: [Int]) -> [Int] {
    Set(constraints.map { self.constraints[$0].span.start.line }).sorted()
  }
}
