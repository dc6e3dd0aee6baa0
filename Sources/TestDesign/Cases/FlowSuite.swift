import Combinatorics
import Specification

/// One operation on the way, with what is seen and what changes.
package struct FlowStep: Hashable, Sendable {
  /// As in `TestCase.combination`, before the operation.
  package var combination: Combination
  /// What its operation reads: the factors of rules, and of its `only_when`.
  package var reads: Set<Int>
  /// The winners: numbers in `Specification.rules`.
  package var rules: [Int]
  package var expected: [String]
  /// By factor that changes: what it becomes.
  package var becomes: [Int: Int]
}

/// A case from end to end.
package struct Flow: Hashable, Sendable {
  /// `INV-E2E-4KD`: it follows from the steps and what is expected of them.
  package var id: String
  package var steps: [FlowStep]

  /// `INV-E2E`: the prefix of the ids of a spec's end-to-end cases.
  package static func prefix(of specID: String) -> String { specID + "-E2E" }
}

extension AnalysedSpecification {
  /// Adds the cases from end to end, and how a tester brings about the states in which the other cases begin.
  ///
  /// - Parameters:
  ///   - matrix: The suite.
  ///   - inPairs: True if every two steps that follow each other are taken, and not only every step.
  ///   - writer: Writes the steps; `nil` where it could not be made.
  /// - Throws: `LimitExceeded` if a combination takes too long to find.
  func addFlows(
    to matrix: inout TestMatrix,
    inPairs: Bool,
    by writer: FlowWriter?
  ) throws(LimitExceeded) {
    guard let writer else {
      if case .known? = reach { matrix.hasTooManyStates = true }
      return
    }
    let graph = writer.graph
    if graph.states.isEmpty { return }
    var taken: Set<String> = []
    for walk in graph.walks(inPairs: inPairs) {
      let steps = try writer.steps(of: walk, holding: nil)
      let code = CaseCode.of(
        [:],
        "flow\n" + steps.map(code).joined(separator: "\n"),
        besides: taken
      )
      taken.insert(code)
      matrix.flows.append(Flow(id: code, steps: steps))
    }
    let lengths = matrix.flows.map { flow in
      (3...flow.id.count).first { length in
        taken.count { $0.hasPrefix(flow.id.prefix(length)) } == 1
      }
    }
    for (place, length) in lengths.enumerated() {
      let code = matrix.flows[place].id.prefix(length ?? .max)
      matrix.flows[place].id = "\(Flow.prefix(of: specification.id))-\(code)"
    }
    for testCase in matrix.cases {
      let way = try writer.way(to: testCase.combination)
      if !way.isEmpty { matrix.ways[testCase.id] = way }
    }
  }

  private func code(of step: FlowStep) -> String {
    // Another usual value of what no rule reads leaves the id.
    let told = step.reads.union(specification.movingFactors).sorted()
    let setting = told.map { number in
      let factor = specification.factors[number]
      let value = step.combination.values[number]
      return "\(factor.name)=\(value.map { factor.values[$0].id } ?? "")"
    }
    let operation = regions.space.lowered.operationValues[step.combination.operation]
    return
      ([specification.operations[operation.operation].id, operation.variant?.id ?? ""]
      + setting.sorted() + step.expected).joined(separator: "\u{1F}")
  }
}

/// Turns walks over the states into steps that a tester takes.
struct FlowWriter {
  let analysed: AnalysedSpecification
  let graph: StateGraph
  /// By value of the operation: what its rules and its `only_when` read.
  private let reads: [Set<Int>]
  private var regions: RuleRegions { analysed.regions }
  private var lowered: LoweredSpecification { regions.space.lowered }
  /// The factors that no step moves.
  let inputs: [Int]

  /// `nil` if the states cannot be walked through within the limits, or nothing moves.
  init?(_ analysed: AnalysedSpecification) throws(LimitExceeded) {
    guard case .known(let reach, _)? = analysed.reach, let graph = StateGraph(reach) else {
      return nil
    }
    (self.analysed, self.graph) = (analysed, graph)
    let moving = Set(graph.system.moving)
    inputs = analysed.specification.factors.indices.filter { !moving.contains($0) }
    let specification = analysed.specification
    reads = zip(try analysed.regions.readFactors(), specification.operationValues).map {
      let onlyWhen = specification.operations[$1.operation].onlyWhen?.alternatives ?? []
      let named = onlyWhen.flatMap(\.terms).map(\.factor)
      return ($0 ?? []).union(named.flatMap(specification.factorsRead(with:)))
    }
  }

  /// The steps that bring about the state of a combination; none where it is one of the start, or people say how it is brought about.
  func way(to combination: Combination) throws(LimitExceeded) -> [FlowStep] {
    let factors = analysed.specification.factors
    let needsSteps = graph.system.moving.contains { factor in
      combination.values[factor].map { !factors[factor].isWithoutSteps($0) } ?? false
    }
    guard needsSteps, !graph.states.isEmpty, let state = graph.state(of: combination),
      state >= graph.startCount
    else { return [] }
    return try steps(of: graph.way(to: state), holding: combination)
  }

  /// The steps, each in the combination that is most like the one before; `held` is what the inputs are if they may be, else they are as usual.
  ///
  /// A way to what is held may take any rule that leads from one state to the next.
  func steps(
    of arcs: [Int],
    holding held: Combination?
  ) throws(LimitExceeded) -> [FlowStep] {
    let goal = held.map { lowered.row($0) }
    let isWay = goal != nil
    var held = goal
    var steps: [FlowStep] = []
    for number in arcs {
      let arc = graph.arcs[number]
      let before = graph.states[arc.from]
      var best: (row: [Int], changes: Int)?
      for arc in isWay ? graph.arcs(parallelTo: number) : [number] where best?.changes != 0 {
        guard let row = try row(of: graph.arcs[arc], like: held) else { continue }
        let changes = held.map { self.changes(from: $0, to: row) } ?? 0
        if changes < best?.changes ?? .max { best = (row, changes) }
      }
      guard let row = best?.row else { continue }
      let rules = regions.winners(row)
      let after = graph.states[arc.to]
      steps.append(
        FlowStep(
          combination: lowered.combination(row),
          reads: told(row, besides: goal ?? held),
          rules: rules,
          expected: (rules + regions.additions(row))
            .flatMap { lowered.specification.rules[$0].results ?? [] }.withoutRepetitions,
          becomes: Dictionary(
            uniqueKeysWithValues: graph.system.moving.filter { before[$0] != after[$0] }
              .map { ($0, after[$0]) }
          )
        )
      )
      held = row
    }
    return steps
  }

  /// The factors that a step must name: what its operation reads, and every difference if those alone make an impossible row.
  private func told(_ row: [Int], besides known: [Int]?) -> Set<Int> {
    let reads = reads[row[lowered.operationFactor]]
    guard let known else { return reads }
    let idle = inputs.filter { !reads.contains($0) && row[$0] != known[$0] }
    var mixed = row
    for factor in idle { mixed[factor] = known[factor] }
    let isPossible = regions.space.store.contains(regions.space.all, row: mixed)
    return isPossible ? reads : reads.union(idle)
  }

  /// The combination in which an arc is taken, with what was held before as far as it may be.
  private func row(
    of arc: StateGraph.Arc,
    like held: [Int]?
  ) throws(LimitExceeded) -> [Int]? {
    let transition = graph.system.transitions[arc.transition]
    var cube = Cube(full: lowered.domains)
    for factor in graph.system.moving {
      cube.restrict(factor, to: [graph.states[arc.from][factor]])
      if let absent = lowered.notApplicable(factor) { cube.insert(absent, factor: factor) }
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

  /// How many inputs change between two rows.
  private func changes(from held: [Int], to row: [Int]) -> Int {
    inputs.count { row[$0] != held[$0] }
  }
}

extension Factor {
  /// True if a value is there from the start, or people say how it is brought about.
  func isWithoutSteps(_ value: Int) -> Bool {
    startValues.contains(value) || values[value].how != nil || how != nil
  }
}
