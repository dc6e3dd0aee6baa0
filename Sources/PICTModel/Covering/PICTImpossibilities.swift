package import Combinatorics
package import Diagnostics

/// Combinations of values that no row can have, though each of the values can occur.
package struct PICTImpossibilities: Hashable, Sendable {
  package struct Combination: Hashable, Sendable {
    /// Indices of the parameters and of their values.
    package var tuple: ValueTuple
    /// Constraints that forbid it, none of which could be spared: indices; `nil` if to find them takes too much.
    package var constraints: [Int]?
  }

  /// In the order of parameters and values, as many as were to be listed.
  package var listed: [Combination] = []
  /// How many there are, listed or not.
  package var count = 0

  /// Each parameter is a factor of the space, each group combined at its order; throws if an exact answer is out of reach.
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
      // Nobody asks for two negative values together.
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

/// The combinations that `cover` would ask for and that the constraints forbid, with the constraints that do.
///
/// - Parameters:
///   - model: The model.
///   - strength: The order of combinations.
///   - listing: The most combinations that are listed; all are counted.
/// - Returns: The combinations, unless the model allows no row or the order does not fit it; with what is to be said of the model.
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

/// Finds the constraints because of which some rows are not allowed.
struct ConstraintBlame {
  /// Constraints that together forbid rows, with what each of them is needed for.
  private struct Reason {
    let constraints: [Int]
    let allowed: Diagram
    /// By constraint: the rows that the others allow.
    let withoutOne: [Diagram]
  }

  private let space: EncodedSpace
  /// What is true of every row whatever the constraints say.
  private let always: Diagram
  /// By constraint: the parameters that it names.
  private let parameters: [Set<Int>]
  /// By parameter: the constraints that name it.
  private let constraintsOf: [[Int]]
  /// What forbade rows that were asked about before, the last first.
  private var known: [Reason] = []

  private let nodeLimit: Int

  private static let maxKnown = 32
  /// The most nodes that may be made; without an answer by then there is none.
  private static let nodes = 400_000

  /// - Parameter space: Each parameter a factor.
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

  /// Constraints that together allow no row with the values of the cube, none of which could be spared.
  ///
  /// - Returns: Indices, ascending; empty where the cube has no row even without constraints, `nil` if the answer takes too much.
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

  /// What the next questions are compared with.
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

  /// The constraints that can have to do with the values of the cube: by way of parameters that they share.
  private func linked(to cube: Cube) -> [Int] {
    let model = space.encoding.model
    // A negative value forbids those of all other parameters.
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
  /// Why there is no row without a negative value: constraints that together leave nothing, none of which could be spared.
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

/// Values that the constraints never allow.
struct LostValues {
  let space: EncodedSpace

  /// The most values that are named, and the most reasons.
  private static let maxNamed = 20
  private static let maxReasons = 5

  /// One warning for all of them, with the constraints that forbid them; `nil` if every value can occur.
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

  /// By reason, in the order of the values: which of them it forbids.
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
  /// The lines on which constraints begin, each once, ascending.
  func lines(of constraints: [Int]) -> [Int] {
    Set(constraints.map { self.constraints[$0].span.start.line }).sorted()
  }
}
