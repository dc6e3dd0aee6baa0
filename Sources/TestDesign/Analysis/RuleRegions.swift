import Combinatorics
package import Specification
package import Text

/// The regions that rules match and win, and the status of every combination.
///
/// In each combination, precedence is applied first: a rule is out of play where a rule that comes before it covers the combination, and a
/// house rule where any rule of the spec does. Among the rules in play, an exception wins over its general rule. All of this is evaluated
/// per operation.
final class RuleRegions {
  var space: SpecificationSpace
  let index: RuleIndex
  let precedence: Precedence
  let exceptions: RuleExceptions
  /// The combinations that each rule's condition matches.
  let matches: [Diagram]
  /// For each part of a rule: the rows it covers, those in which it is in play, and those in which no exception of it is.
  let covered: [Diagram]
  let inPlay: [Diagram]
  let wonByParts: [Diagram]
  /// The combinations in which each rule is in play and no exception of it is.
  let wins: [Diagram]

  /// The rules that add results to what others decide, and where they do.
  let additions: [(rule: Int, rows: Diagram)]

  /// The combinations that no rule matches.
  let undefined: Diagram
  /// The combinations in which an undecided rule wins.
  let undecided: Diagram
  /// For each distinct effect, the combinations in which it alone is expected.
  ///
  /// The regions are disjoint. Combinations in none of them that are neither undefined nor undecided are contradictory; the set of these is
  /// never built, since it is the only one that many rules can make huge.
  ///
  /// `nil` if even these regions exceed the engine's limit; defined and contradictory combinations are then not counted.
  let defined: [Diagram]?
  /// The combinations in which all matching rules have the same effect, so that none overrides another; `nil` if they exceed the limit.
  let undisputed: Diagram?
  /// The share of the store's nodes used to find where rules win; overlaps between the wins need a multiple of it.
  let spentShare: Double
  /// The index in `defined` of each rule's effect, or `nil` for an undecided rule.
  let resultNumbers: [Int?]

  private var store: DiagramStore { space.store }
  private var declaredRules: [Rule] { space.lowered.specification.rules }

  /// Computes the regions under an acyclic precedence.
  init(_ space: SpecificationSpace, precedence: Precedence) throws(LimitExceeded) {
    self.space = space
    self.precedence = precedence
    let store = space.store
    let declaredRules = space.lowered.specification.rules
    let parts = space.lowered.parts

    index = RuleIndex(parts, domains: space.lowered.domains)
    covered = try Self.covered(parts, of: space)
    // Implied conditions of a step must not make a general rule less general.
    exceptions =
      if let written = space.lowered.writtenParts {
        try RuleExceptions(
          Self.covered(written, of: space),
          index: RuleIndex(written, domains: space.lowered.domains),
          space: space
        )
      } else { try RuleExceptions(covered, index: index, space: space) }
    inPlay = try precedence.inPlay(covered, in: store)
    wonByParts = try Self.wins(covered, inPlay: inPlay, exceptions, store)
    var matches: [Diagram] = []
    var wins: [Diagram] = []
    additions = try Self.additions(space)
    for rule in declaredRules.indices {
      let parts = parts.of(rule: rule)
      matches.append(try space.possible(try store.union(Array(covered[parts]))))
      wins.append(try space.possible(try store.union(Array(wonByParts[parts]))))
    }
    self.matches = matches
    self.wins = wins

    let level = exceptions.level
    let levels = declaredRules.indices.map { parts.of(rule: $0).map { level[$0] }.min() ?? 0 }
    undefined = try space.possible(store.difference(space.all, Array(zip(matches, levels))))
    let open = declaredRules.indices.filter { declaredRules[$0].results == nil }
    let undecided = try store.union(open.map { wins[$0] })
    self.undecided = undecided
    var results = Numbering<Rule.Effect>()
    resultNumbers = declaredRules.map { rule in
      rule.results.map { _ in results.number(of: rule.effect) }
    }
    var groups: [[Int]] = results.things.map { _ in [] }
    for case (let rule, let number?) in resultNumbers.enumerated() { groups[number].append(rule) }
    spentShare = Double(store.nodeCount) / Double(store.nodeLimit)
    let share = 0.6 - spentShare
    let general = Self.general(space.lowered, covered, exceptions)
    defined = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
      let contested = groups.map { $0.filter { !general.contains($0) } }
      let defined = try Self.defined(contested, wins: wins, undecided: undecided, store)
      return try zip(groups, defined).map { (group, rows) throws(LimitExceeded) in
        try store.union([rows] + group.filter(general.contains).map { wins[$0] })
      }
    }
    undisputed = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
      let undecided = try store.union(open.map { matches[$0] })
      return try store.union(Self.defined(groups, wins: matches, undecided: undecided, store))
    }
  }

  /// Returns the rules of which all others are exceptions, so that none wins together with them.
  private static func general(
    _ lowered: LoweredSpecification,
    _ covered: [Diagram],
    _ exceptions: RuleExceptions
  ) -> Set<Int> {
    var general = Set(lowered.rules.indices)
    for operation in lowered.variants.indices {
      let parts = lowered.parts.of(operation: operation)
      let covering = parts.filter { covered[$0] != .empty }
      for part in parts {
        let exceptions = exceptions.of[part]
        if exceptions.count + 1 < covering.count
          || !Set(exceptions + [part]).isSuperset(of: covering)
        {
          general.remove(lowered.parts[part].rule)
        }
      }
    }
    return general
  }

  /// True if exactly one result is expected in every combination of a set; false if that is not known.
  func isDefined(_ rows: Diagram) throws(LimitExceeded) -> Bool {
    guard let defined else { return false }
    return try space.isWithin(rows, try space.store.union(defined))
  }

  private static func defined(
    _ groups: [[Int]],
    wins: [Diagram],
    undecided: Diagram,
    _ store: DiagramStore
  ) throws(LimitExceeded) -> [Diagram] {
    let regions = try groups.map { (group) throws(LimitExceeded) in
      try store.union(group.map { wins[$0] })
    }
    // `behind` has the unions of the regions behind each one; `front` collects those before it.
    var behind: [Diagram] = [undecided]
    for region in regions.dropFirst().reversed() {
      behind.append(try store.union(behind[behind.count - 1], region))
    }
    var front = Diagram.empty
    var defined: [Diagram] = []
    for (number, region) in regions.enumerated() {
      let others = try store.union(front, behind[regions.count - number - 1])
      defined.append(try store.difference(region, others))
      front = try store.union(front, region)
    }
    return defined
  }

  /// Returns the rows that each part covers, empty for rules that only add results.
  private static func covered(
    _ parts: RuleParts,
    of space: SpecificationSpace
  ) throws(LimitExceeded) -> [Diagram] {
    var covered: [Diagram] = []
    for (part, cubes) in parts.conditions.enumerated() {
      guard !space.lowered.specification.rules[parts[part].rule].isAddition else {
        covered.append(.empty)
        continue
      }
      covered.append(try space.store.intersection(space.all, space.store.diagram(of: cubes)))
    }
    return covered
  }

  /// Returns the rows in which each part is in play and no exception of it is; `isJudged` limits the work to some parts.
  static func wins(
    _ covered: [Diagram],
    inPlay: [Diagram],
    _ exceptions: RuleExceptions,
    _ store: DiagramStore,
    judging isJudged: (Int) -> Bool = { _ in true }
  ) throws(LimitExceeded) -> [Diagram] {
    var wins = inPlay
    // The rows in which a part or one of its exceptions is in play; a part thus represents its exceptions even if it is out of play itself.
    var claimed = covered
    for part in exceptions.specialFirst where isJudged(part) {
      let direct = exceptions.direct(of: part)
      wins[part] = try store.difference(
        inPlay[part],
        direct.map { (claimed[$0], exceptions.level[$0]) }
      )
      // A part that is in play everywhere contains the claims of its exceptions, unless these cover more than it does.
      if inPlay[part] != covered[part] || exceptions.mayCoverMore {
        claimed[part] = try store.union([inPlay[part]] + direct.map { claimed[$0] })
      }
    }
    return wins
  }

  private static func additions(
    _ space: SpecificationSpace
  ) throws(LimitExceeded) -> [(rule: Int, rows: Diagram)] {
    var additions: [(rule: Int, rows: Diagram)] = []
    for (rule, declared) in space.lowered.specification.rules.enumerated() where declared.isAddition
    {
      let rows = try space.store.diagram(of: space.lowered.rules[rule])
      let possible = try space.possible(try space.store.intersection(rows, space.all))
      additions.append((rule, possible))
    }
    return additions
  }

  /// True if a ranking comes from a list under `first`.
  func isUnderFirst(_ ranking: Ranking) -> Bool {
    let lists = space.lowered.specification.precedence
    return lists.indices.contains(ranking.list) && lists[ranking.list].isUnderFirst
  }

  /// Returns the first rule of the list under `first` that contains a rule.
  func head(ofOrderWith rule: Int) -> Int {
    let span = declaredRules[rule].order?.span
    return declaredRules.firstIndex { $0.order != nil && $0.order?.span == span } ?? rule
  }

  /// Returns the rules that add results in a row, in the order of declaration.
  func additions(_ row: [Int]) -> [Int] {
    additions.filter { store.contains($0.rows, row: row) }.map(\.rule)
  }

  /// Returns the rows in which a rule's results are shown, unless something else is open: where it wins, or adds them.
  func shown(_ rule: Int) -> Diagram {
    guard declaredRules[rule].isAddition else { return wins[rule] }
    return additions.first { $0.rule == rule }?.rows ?? .empty
  }

  /// Returns the rules that win in a row, in the order of declaration.
  func winners(_ row: [Int]) -> [Int] {
    index.rules(matching: row).filter { store.contains(wins[$0], row: row) }
  }

  /// True if each of the rules still wins something where the others do not.
  func survive(_ rules: [Int], behind others: [Int]) throws(LimitExceeded) -> Bool {
    let before = try space.store.union(others.map { wins[$0] })
    for rule in rules where try space.isWithin(wins[rule], before) { return false }
    return true
  }

  /// Returns the rules that win together with an open rule, ascending: decided rules, and earlier open ones.
  ///
  /// Leaving out later ones makes only the second of two open rules ask for their order.
  func sharing(withQuestion rule: Int) throws(LimitExceeded) -> [Int] {
    let parts = space.lowered.parts
    var sharing: Set<Int> = []
    for part in parts.of(rule: rule) where wonByParts[part] != .empty {
      try space.charge(comparisons: parts.of(operation: parts[part].operation).count)
      for other in parts.of(operation: parts[part].operation) {
        let otherRule = parts[other].rule
        let isAsked = resultNumbers[otherRule] != nil || otherRule < rule
        guard isAsked, otherRule != rule, !sharing.contains(otherRule) else { continue }
        if try space.meet(wonByParts[part], wonByParts[other]) { sharing.insert(otherRule) }
      }
    }
    return sharing.sorted()
  }

  /// Returns the status of a row in which the rules win.
  func status(ofWinners rules: [Int]) -> CombinationStatus {
    let results = rules.map { resultNumbers[$0] }
    if results.isEmpty { return .undefined }
    if results.contains(nil) { return .undecided }
    return results.allSatisfy { $0 == results[0] } ? .defined : .contradictory
  }
}

extension RuleRegions {
  /// Returns the rows with a single result, by operation value.
  ///
  /// Throws `LimitExceeded` if the diagrams outgrow their limit or the search for a row takes too long.
  func definedRows() throws(LimitExceeded) -> [Diagram] {
    let lowered = space.lowered
    var rows: [Diagram] = []
    for value in lowered.operationValues.indices {
      let operation = lowered.operationValues[value].operation
      let rules = Set(lowered.parts.of(operation: operation).map { lowered.parts[$0].rule })
      rows.append(try space.possible(try definedRows(of: value, rules.sorted())))
    }
    return rows
  }

  private func definedRows(of value: Int, _ rules: [Int]) throws(LimitExceeded) -> Diagram {
    let store = space.store
    let ofValue = try store.diagram(of: space.lowered.cube(ofValue: value))
    let results = Set(rules.compactMap { resultNumbers[$0] }).sorted()
    var sets: [Diagram] = []
    if let defined {
      for result in results { sets.append(try store.intersection(defined[result], ofValue)) }
      return try store.union(sets)
    }
    // The regions of all operations together exceeded the limit; those of one are small.
    var won: [Int: [Diagram]] = [:]
    var open: [Diagram] = []
    for rule in rules {
      let rows = try store.intersection(wins[rule], ofValue)
      if let result = resultNumbers[rule] {
        won[result, default: []].append(rows)
      } else {
        open.append(rows)
      }
    }
    for result in results { sets.append(try store.union(won[result] ?? [])) }
    var several = try store.union(open)
    var any = several
    for set in sets {
      several = try store.union(several, try store.intersection(any, set))
      any = try store.union(any, set)
    }
    return try store.difference(any, several)
  }

  /// Returns the factors that winning or adding rules read, by operation value; `nil` where no rule wins.
  ///
  /// `countsAny` includes factors named with `any`. Throws `LimitExceeded` if the search for a row takes too long.
  func readFactors(countingAny countsAny: Bool = false) throws(LimitExceeded) -> [Set<Int>?] {
    let lowered = space.lowered
    let reading = FactorReading(lowered.specification)
    var read: [Set<Int>?] = Array(repeating: nil, count: lowered.operationValues.count)
    let won = lowered.specification.rules.indices.map { (rule: $0, rows: wins[$0]) }
    for (rule, rows) in won + additions {
      let factors = reading.factors(ofRule: rule, countingAny: countsAny)
      let support = try space.rows(of: rows).support(in: Cube(full: lowered.domains))
      for value in support?.values(of: lowered.operationFactor) ?? [] {
        read[value] = (read[value] ?? []).union(factors[value] ?? [])
      }
    }
    return read
  }
}

extension Rule {
  /// The texts of `then`, or `nil` for an open rule, which asks a question or has a placeholder.
  package var results: [String]? {
    if case .then(let results) = outcome { results.map(\.text) } else { nil }
  }

  /// The results of a rule and its state changes.
  struct Effect: Hashable {
    private let results: [String]?
    private let moves: [Int: Move.Target]
    /// Makes the effects of open rules differ from each other.
    private let openRule: String?

    fileprivate init(_ rule: Rule) {
      results = rule.results
      moves = Dictionary(rule.becomes.map { ($0.factor, $0.target) }) { first, _ in first }
      openRule = rule.results == nil ? rule.id : nil
    }
  }

  var effect: Effect { Effect(self) }

  /// The placeholder in the results, or `nil` if there is none.
  package var placeholder: Placeholder? {
    if case .placeholder(let placeholder) = outcome { placeholder } else { nil }
  }

  /// The texts in place of an open rule's results: its question, or the results with the placeholder; empty for other rules.
  package var openTexts: [String] {
    openQuestion.map { [$0.text] } ?? placeholder?.results.map(\.text) ?? []
  }

  /// The last day on which the rule may be open, if one is given.
  package var until: CalendarDate? {
    openQuestion?.until ?? placeholder?.until ?? draftUntil
  }

  /// The question that the rule asks, or `nil`.
  package var openQuestion: OpenQuestion? {
    if case .question(let question) = outcome { question } else { nil }
  }
}

/// The status of a combination in a spec.
package enum CombinationStatus: String, Sendable {
  case defined, undefined, undecided, contradictory
}
