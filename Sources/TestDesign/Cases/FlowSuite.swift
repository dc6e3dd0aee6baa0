import Combinatorics
import Specification
import Text

/// One step of an end-to-end case: an operation, its expected results and the state changes.
package struct FlowStep: Hashable, Sendable {
  /// The combination before the operation, as in `TestCase.combination`.
  package var combination: Combination
  /// The factors read by the operation, all its parts included: those of its rules and of its `only_when`.
  package var reads: Set<Int>
  /// The decided values of an operation with parts.
  package var parts: [Int]
  /// The winning rules: indices into `Specification.rules`.
  package var rules: [Int]
  package var expected: [String]
  /// The new value of each factor that changes.
  package var becomes: [Int: Int]
}

/// An end-to-end case.
package struct Flow: Hashable, Sendable {
  /// `INV-E2E-4KD`: stays the same as long as the steps do.
  package var id: String
  /// The `CaseCode` of the steps, without their expected results.
  package var code: String
  /// The labels of the operations in order: “Invite → Accept”.
  package var title: String
  package var steps: [FlowStep]

  /// Returns the prefix of the ids of a spec's end-to-end cases: `INV-E2E`.
  package static func prefix(of specID: String) -> String { specID + "-E2E" }

  package static func isID(_ id: String, of specID: String) -> Bool {
    id.hasPrefix(prefix(of: specID) + "-")
  }

  /// Returns the id of the case that a step belongs to (`INV-E2E-4KD` for `INV-E2E-4KD/2`); any other id is returned unchanged.
  package static func caseID(ofStep id: String) -> String { String(id.prefix { $0 != "/" }) }
}

extension AnalysedSpecification {
  /// Adds the end-to-end cases, and the steps that lead to the states in which the other cases begin.
  ///
  /// Walks of the earlier suite keep their ids or are retired. With `inPairs`, every two consecutive steps are covered instead of every
  /// step. `writer` is `nil` if it could not be created.
  ///
  /// Throws `LimitExceeded` if a combination takes too long to find.
  func addFlows(
    to matrix: inout TestMatrix,
    after earlier: EarlierSuite? = nil,
    inPairs: Bool,
    by writer: FlowWriter?
  ) throws(LimitExceeded) {
    matrix.hasTooManyStates = writer == nil && reach != nil
    var walks: [[FlowStep]] = []
    if let writer, !writer.graph.states.isEmpty {
      for walk in writer.graph.walks(inPairs: inPairs) {
        walks.append(try writer.steps(of: walk, holding: nil))
      }
      // Walks may differ only in factors that do not apply, so that their steps are equal.
      walks = walks.withoutRepetitions
      for testCase in matrix.cases {
        let way = try writer.way(to: testCase.combination)
        if !way.isEmpty { matrix.ways[testCase.id] = way }
      }
    }
    let labels = specification.caseOperationOfValue.map(wording.caseOperation)
    let names = EarlierNames(earlier?.factors ?? [], in: specification)
    let former = names.former
    let known = Dictionary(firstOf: (earlier?.flows ?? []).map { ($0.code, $0.id) })
    let reading = (earlier?.rules).map { EarlierReading($0, names, specification) }
    var (codes, used): (Set<String>, Set<String>) = ([], [])
    func code(
      _ steps: [FlowStep],
      _ names: [[String]: String],
      _ reading: EarlierReading?
    ) -> String {
      let lines = steps.map { self.code(of: $0, names, reading) }
      return CaseCode.of([:], "flow\n" + lines.joined(separator: "\n"), besides: codes)
    }
    func keep(_ id: String?, _ place: Int) {
      guard let id, matrix.flows[place].id.isEmpty, used.insert(id).inserted else { return }
      matrix.flows[place].id = id
    }
    for (place, steps) in walks.enumerated() {
      let title = steps.map { labels[$0.combination.operation] }.joined(separator: " → ")
      matrix.flows.append(Flow(id: "", code: code(steps, [:], nil), title: title, steps: steps))
      keep(known[matrix.flows[place].code] ?? known[code(steps, former, nil)], place)
      codes.insert(matrix.flows[place].code)
    }
    codes = []
    for place in walks.indices { keep(known[code(walks[place], former, reading)], place) }
    let kept = matrix.flows.filter { !$0.id.isEmpty }
      .map { TestMatrix.Retired(id: $0.id, code: $0.code) }
    let now = Set(kept.map(\.id))
    matrix.retired += (earlier?.flows ?? []).filter { !now.contains($0.id) }
      .map { .init(id: $0.id, code: $0.code) }
    let new = matrix.flows.indices.filter { matrix.flows[$0].id.isEmpty }
    let ids = CaseIDs(kept, retired: matrix.retired)
      .ids(of: new.map { matrix.flows[$0].code }, in: Flow.prefix(of: specification.id))
    for (place, id) in zip(new, ids) { matrix.flows[place].id = id }
    let living = Dictionary(firstOf: matrix.flows.map { ($0.id, $0.code) })
    matrix.retired = matrix.retired.filter { living[$0.id] != $0.code }
      .sorted { ($0.id, $0.code) < ($1.id, $1.code) }
  }

  /// Returns a text that identifies a step: its operation and the values it reads or changes.
  ///
  /// `names` replaces some names by earlier ones; `reading` gives the factors read under earlier rules.
  private func code(
    of step: FlowStep,
    _ names: [[String]: String],
    _ reading: EarlierReading?
  ) -> String {
    func name(_ path: String...) -> String { names[path] ?? path[path.count - 1] }
    // Factors that nothing reads are left out, so that another usual value of them does not change the id.
    let reads = reading?.factors(of: step) ?? step.reads
    let setting = reads.union(step.becomes.keys).map { number in
      let factor = specification.factors[number]
      let values = [step.combination.values[number], step.becomes[number]].compactMap(\.self)
      return "\(name(factor.name))="
        + values.map { name(factor.name, factor.values[$0].id) }.joined(separator: "→")
    }
    let operation = regions.space.lowered.operationValues[step.combination.operation].id
    return ([name(EarlierFactor.operation, operation)] + setting.sorted())
      .joined(separator: "\u{1F}")
  }
}

/// The factors that steps read under the earlier rules.
///
/// A walk is the same if the values it read then are the same.
private struct EarlierReading {
  /// The factors named by the earlier and by the present rules, by operation value.
  private let (before, now): ([Set<Int>], [Set<Int>])
  private let specification: Specification

  init(_ rules: [EarlierRule], _ names: EarlierNames, _ specification: Specification) {
    let values = Dictionary(
      firstOf: specification.operationValues.enumerated().map { ($1.id, $0) }
    )
    func named(by rules: [EarlierRule]) -> [Set<Int>] {
      var named = [Set<Int>](repeating: [], count: specification.operationValues.count)
      let ruling = rules.filter { EarlierRule.key(of: $0.id) == nil }
      for alternative in ruling.flatMap({ $0.names.split(separator: " | ") }) {
        var operations = Array(named.indices)
        var factors: Set<Int> = []
        for term in alternative.split(separator: "; ") {
          let parts = term.split(separator: ": ", maxSplits: 1).map(String.init)
          if parts[0] == EarlierFactor.operation {
            operations = (parts.last ?? "").split(separator: ", ").compactMap {
              values[String($0)]
            }
          } else if let factor = names.factor(parts[0]) {
            factors.formUnion(specification.factorsRead(with: factor))
          }
        }
        for operation in operations { named[operation].formUnion(factors) }
      }
      return named
    }
    before = named(by: rules)
    now = named(by: EarlierRule.all(of: specification))
    self.specification = specification
  }

  func factors(of step: FlowStep) -> Set<Int> {
    let operation = specification.caseOperationOfValue[step.combination.operation]
    func all(_ named: [Set<Int>]) -> Set<Int> {
      operation.values.reduce(into: []) { $0.formUnion(named[$1]) }
    }
    let (before, now) = (all(before), all(now))
    let terms = (specification.operations[operation.operation].onlyWhen?.alternatives ?? [])
      .flatMap(\.terms).flatMap { specification.factorsRead(with: $0.factor) }
    return step.reads.subtracting(now.subtracting(before).subtracting(terms))
      .union(before.subtracting(now))
  }
}

/// Turns walks over the states into steps for a tester.
struct FlowWriter {
  let analysed: AnalysedSpecification
  let graph: StateGraph
  /// The factors read by rules and `only_when`, by operation value.
  private let reads: [Set<Int>]
  private let writer: CaseWriter
  /// The arcs that leave each state.
  private let leaving: [Int: [Int]]
  private var regions: RuleRegions { analysed.regions }
  private var lowered: LoweredSpecification { regions.space.lowered }
  /// The factors that no step changes.
  let inputs: [Int]
  /// The inputs of kind `state` that an `only_when` of an operation names, such as the role of the user.
  let actors: [Int]

  /// Fails if the states cannot be explored within the limits, or if nothing changes.
  init?(_ analysed: AnalysedSpecification) throws(LimitExceeded) {
    guard case .known(let reach, _)? = analysed.reach, let graph = StateGraph(reach) else {
      return nil
    }
    (self.analysed, self.graph) = (analysed, graph)
    let moving = Set(graph.system.moving)
    inputs = analysed.specification.factors.indices.filter { !moving.contains($0) }
    let specification = analysed.specification
    let conditions = specification.operations.compactMap(\.onlyWhen).flatMap(\.alternatives)
    let named = Set(conditions.flatMap(\.terms).map(\.factor))
    actors = inputs.filter { specification.factors[$0].kind == .state && named.contains($0) }
    let read = zip(try analysed.regions.readFactors(), specification.operationValues).map {
      let onlyWhen = specification.operations[$1.operation].onlyWhen?.alternatives ?? []
      let named = onlyWhen.flatMap(\.terms).map(\.factor)
      return ($0 ?? []).union(named.flatMap(specification.factorsRead(with:)))
    }
    reads = specification.caseOperationOfValue.map { operation in
      operation.values.reduce(into: []) { $0.formUnion(read[$1]) }
    }
    writer = CaseWriter(analysed, [])
    leaving = Dictionary(grouping: graph.arcs.indices) { graph.arcs[$0].from }
  }

  /// Returns the steps that lead to the state of a combination; none if it is a start state, or the spec says in words how to reach it.
  func way(to combination: Combination) throws(LimitExceeded) -> [FlowStep] {
    let factors = analysed.specification.factors
    let needsSteps = graph.system.moving.contains { factor in
      combination.values[factor].map { !factors[factor].isWithoutSteps($0) } ?? false
    }
    guard needsSteps, !graph.states.isEmpty, let state = graph.state(of: combination),
      state >= graph.startCount
    else { return [] }
    let shortest = try steps(of: graph.way(to: state), holding: combination)
    let goal = lowered.row(combination)
    let isSteady = shortest.allSatisfy { changes(from: goal, to: lowered.row($0.combination)) == 0 }
    guard !isSteady, let steady = try steadyWay(to: state, goal) else { return shortest }
    return try steps(of: steady, holding: combination)
  }

  /// The maximum number of arcs of a graph searched for ways without changed inputs, and of steps beyond the shortest way.
  private static let (maxArcs, maxDetour) = (300, 4)

  /// Returns the shortest way on which every input keeps its value in `goal`, or `nil` if there is none or only a long one.
  private func steadyWay(to state: Int, _ goal: [Int]) throws(LimitExceeded) -> [Int]? {
    guard graph.arcs.count <= Self.maxArcs else { return nil }
    let maxLength = graph.way(to: state).count + Self.maxDetour
    var ways: [Int: [Int]] = [:]
    for start in 0..<graph.startCount { ways[start] = [] }
    var open = Array(0..<graph.startCount)
    var next = 0
    while next < open.count, let way = ways[open[next]], way.count < maxLength {
      for arc in leaving[open[next], default: []] where ways[graph.arcs[arc].to] == nil {
        try regions.space.charge(comparisons: lowered.domains.count)
        guard let row = try row(of: graph.arcs[arc], like: goal), changes(from: goal, to: row) == 0
        else { continue }
        ways[graph.arcs[arc].to] = way + [arc]
        open.append(graph.arcs[arc].to)
      }
      if let found = ways[state] { return found }
      next += 1
    }
    return nil
  }

  /// Returns the steps of a walk, each in the combination closest to the previous one.
  ///
  /// Inputs take the values of `held` where possible; without it, they take their usual values.
  ///
  /// With `held`, any rule that leads from one state to the next may be used.
  func steps(
    of arcs: [Int],
    holding held: Combination?
  ) throws(LimitExceeded) -> [FlowStep] {
    let factors = lowered.specification.factors
    let goal = held.map { lowered.row($0) }
    let isWay = goal != nil
    var held = goal
    var steps: [FlowStep] = []
    for number in arcs {
      let arc = graph.arcs[number]
      let before = graph.states[arc.from]
      var best: (row: [Int], changes: Int)?
      for arc in isWay ? graph.arcs(parallelTo: number) : [number] where best?.changes != 0 {
        var row = isWay ? nil : try row(of: graph.arcs[arc], like: held, isSeen: true)
        if row == nil { row = try self.row(of: graph.arcs[arc], like: held) }
        guard let row else { continue }
        let changes = held.map { self.changes(from: $0, to: row) } ?? 0
        if changes < best?.changes ?? .max { best = (row, changes) }
      }
      guard var row = best?.row else { continue }
      if !isWay, let before = held, actors.contains(where: { row[$0] != before[$0] }) {
        // The step is taken by another user, whose other states are the usual ones.
        let usual = before.enumerated().map { factor, value in
          inputs.contains(factor) && factors[factor].kind == .state ? factors[factor].usual : value
        }
        row = try self.row(of: arc, like: usual, isSeen: true) ?? row
      }
      let after = graph.states[arc.to]
      let operation = lowered.specification.caseOperationOfValue[row[lowered.operationFactor]]
      let outcomes = writer.outcomes(row, of: operation).filter { $0.status == .defined }
      steps.append(
        FlowStep(
          combination: lowered.combination(row),
          reads: told(row, besides: goal ?? held),
          parts: operation.hasParts ? outcomes.map(\.operationValue) : [],
          rules: Set(outcomes.flatMap(\.rules)).sorted(),
          expected: writer.expected(outcomes, of: operation),
          becomes: Dictionary(
            uniqueKeysWithValues: graph.system.moving.filter { before[$0] != after[$0] }
              .map { ($0, after[$0]) }
          )
        )
      )
      // A factor that does not apply for a while keeps its previous value.
      held = zip(row, held ?? row).enumerated().map { factor, values in
        values.0 == lowered.notApplicable(factor) ? values.1 : values.0
      }
    }
    return steps
  }

  /// Returns the factors that a step must name: those its operation reads, and all that differ if those alone give an impossible row.
  private func told(_ row: [Int], besides known: [Int]?) -> Set<Int> {
    let reads = reads[row[lowered.operationFactor]]
    guard let known else { return reads }
    let idle = inputs.filter { !reads.contains($0) && row[$0] != known[$0] }
    var mixed = row
    for factor in idle { mixed[factor] = known[factor] }
    let isPossible = regions.space.store.contains(regions.space.all, row: mixed)
    return isPossible ? reads : reads.union(idle)
  }

  /// Returns the combination in which an arc is taken, closest to `held`.
  ///
  /// With `isSeen`, every factor that changes must apply.
  private func row(
    of arc: StateGraph.Arc,
    like held: [Int]?,
    isSeen: Bool = false
  ) throws(LimitExceeded) -> [Int]? {
    let transition = graph.system.transitions[arc.transition]
    let (before, after) = (graph.states[arc.from], graph.states[arc.to])
    var cube = Cube(full: lowered.domains)
    for factor in graph.system.moving {
      cube.restrict(factor, to: [before[factor]])
      if !isSeen || before[factor] == after[factor], let absent = lowered.notApplicable(factor) {
        cube.insert(absent, factor: factor)
      }
    }
    cube.restrict(lowered.operationFactor, to: [transition.operationValue])
    let preference = lowered.preference.enumerated().map { factor, values in
      held.map { [$0[factor]] + values } ?? values
    }
    return try regions.space.store.firstRow(
      of: transition.combinations,
      in: cube,
      preferring: preference
    )
  }

  /// Returns the number of inputs that differ between two rows, counting only those that apply in both.
  private func changes(from held: [Int], to row: [Int]) -> Int {
    inputs.count { factor in
      let values = Set([held[factor], row[factor]])
      return values.count > 1 && !values.contains { $0 == lowered.notApplicable(factor) }
    }
  }
}

extension Factor {
  /// True if a value is a start value, or the spec says in words how to reach it.
  func isWithoutSteps(_ value: Int) -> Bool {
    startValues.contains(value) || values[value].how != nil || how != nil
  }
}
