import Combinatorics
import Specification
import Text

/// The outcome of every combination of one operation, as a function.
struct OutcomeRegions {
  /// The possible rows of the operation; a superset of them if the space is not joined.
  let rows: Diagram
  let outcomes: [OutcomeTable.Outcome]
  /// The function from rows, and those alike, to indices of `outcomes`.
  let function: LabelDiagram
  let store: LabelStore

  /// Step limits: for all operations together, and the guaranteed share of each.
  private static let stepLimit = (all: 2_000_000, each: 100_000)

  /// Computes the outcomes of an operation.
  ///
  /// Throws `LimitExceeded` if rules overlap in too many ways.
  init(_ analysed: AnalysedSpecification, operation: Int) throws(LimitExceeded) {
    let regions = analysed.regions
    let sets = regions.space.store
    let lowered = regions.space.lowered
    let rules = analysed.specification.rules
    let cube = try sets.diagram(of: lowered.cube(ofOperation: operation))
    rows = try sets.intersection(regions.space.all, cube)

    // `won` has the rows of each result, and `saying` the first rule with it; `open` has those of open rules.
    var results = Numbering<Int>()
    var saying: [Int] = []
    var won: [Diagram] = []
    var open: [(rule: Int, rows: Diagram)] = []
    for rule in Set(lowered.parts.of(operation: operation).map { lowered.parts[$0].rule }).sorted()
    {
      let wins = try regions.space.alike(try sets.intersection(regions.wins[rule], cube))
      guard wins != .empty else { continue }
      guard let result = regions.resultNumbers[rule] else {
        open.append((rule, wins))
        continue
      }
      let number = results.number(of: result)
      if number == won.count {
        won.append(wins)
        saying.append(rule)
      } else {
        won[number] = try sets.union(won[number], wins)
      }
    }

    var added: [(results: [String], rows: Diagram)] = []
    for addition in regions.additions {
      let rows = try regions.space.alike(try sets.intersection(addition.rows, cube))
      if rows != .empty { added.append((rules[addition.rule].results ?? [], rows)) }
    }

    let operations = analysed.specification.operations.count
    store = LabelStore(
      for: sets,
      stepLimit: max(Self.stepLimit.each, Self.stepLimit.all / operations)
    )
    let (membership, members) = try store.membership(
      of: won + open.map(\.rows) + added.map(\.rows),
      within: try regions.space.alike(rows),
      in: sets
    )
    var outcomes = Numbering<OutcomeTable.Outcome>()
    let labels = members.map { members in
      outcomes.number(
        of: analysed.wording.outcome(members, saying, open: open.map(\.rule), added.map(\.results))
      )
    }
    function = try store.relabelled(membership, labels)
    self.outcomes = outcomes.things
  }
}

extension Wording {
  fileprivate func outcome(
    _ members: [Int],
    _ saying: [Int],
    open: [Int],
    _ added: [[String]]
  ) -> OutcomeTable.Outcome {
    let decided = members.filter { $0 < saying.count }.map { saying[$0] }
    let rest = members.filter { $0 >= saying.count }.map { $0 - saying.count }
    let undecided = rest.filter { $0 < open.count }.map { open[$0] }
    if !undecided.isEmpty { return .undecided(undecided.sorted()) }
    guard !decided.isEmpty else { return .undefined }
    let alike = rulesBySaying(decided)
    let results = decided.map { number in
      let rule = specification.rules[number]
      return self.results(of: rule, toldFrom: alike[rule.results] ?? [])
    }
    guard decided.count == 1 else { return .contradictory(results) }
    let more = rest.filter { $0 >= open.count }.flatMap { added[$0 - open.count] }
    return .defined((results[0] + more).withoutRepetitions)
  }
}
