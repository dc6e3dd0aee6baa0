import Combinatorics
import Diagnostics
import Specification

/// A question before it has words: the rows it stands for, and the cube that describes them.
struct QuestionRegion {
  var operation: Int
  /// Maximal, except for what other questions ask.
  var cube: Cube
  /// The rows of the space in the cube, all of one kind, without those of the exceptions.
  var rows: Diagram
  /// The cube with only the values that its rows have.
  var tight: Cube
  /// The disagreeing rules of a contradiction, ascending; empty for what is undefined.
  var rules: [Int]
  /// The numbers of earlier questions that ask about a part of the cube already; nearly always none.
  var except: [Int] = []
  /// The cubes that together hold exactly its rows of the space and name as little as they can: one unless there are exceptions.
  var parts: [Cube]
  /// What is said in words; the exceptions are said besides.
  var said: Cube { except.isEmpty ? parts[0] : tight }
}

/// Turns what no rule covers, and what rules disagree on, into the fewest cubes.
struct QuestionFinder {
  /// How many questions one operation's contradictions may take before they are asked pair by pair.
  private static let setLimit = 64
  /// How many disagreeing pairs of rules one operation may list.
  private static let pairLimit = 150

  /// Where a rule wins, or a part of it.
  private struct Win {
    var rule: Int
    var rows: Diagram
  }

  let regions: RuleRegions
  let minimalCover: MinimalCover
  var space: SpecificationSpace { regions.space }
  var store: DiagramStore { regions.space.store }

  /// Operations of which not everything is listed.
  private(set) var incomplete: [Int] = []

  init(_ regions: RuleRegions) {
    self.regions = regions
    minimalCover = MinimalCover(store: regions.space.store, apart: regions.space.apart)
  }

  /// All questions, by operation in the order of declaration, what is undefined before what is contradictory.
  mutating func questions() throws(LimitExceeded) -> [QuestionRegion] {
    let disputed = try disputedWins()
    var questions: [QuestionRegion] = []
    for operation in space.lowered.specification.operations.indices {
      let rows = try store.diagram(of: space.lowered.cube(ofOperation: operation))
      let undefined = try space.possible(try store.intersection(regions.undefined, rows))
      questions += try disjointQuestions(about: undefined, of: operation, from: questions.count)
      questions += try contradictions(of: operation, among: disputed[operation], in: rows)
    }
    return questions
  }

  /// By operation, the decided rules that win there, each with where; without those that no other result stands against anywhere.
  ///
  /// A rule is asked about an operation only where its condition names it or names none, and most rules are left out at once: the regions
  /// of the results (`RuleRegions.defined`) say where nobody disagrees.
  private func disputedWins() throws(LimitExceeded) -> [[Win]] {
    let lowered = space.lowered
    var disputed: [[Win]] = Array(repeating: [], count: lowered.specification.operations.count)
    for (rule, result) in regions.resultNumbers.enumerated() {
      guard result != nil, regions.wins[rule] != .empty else { continue }
      let decided = try store.difference(regions.wins[rule], regions.undecided)
      guard try isDisputed(rule, in: decided) else { continue }
      for operation in lowered.operations(ofRule: rule) {
        disputed[operation].append(Win(rule: rule, rows: decided))
      }
    }
    return disputed
  }

  /// Whether another result may stand against that of a rule somewhere in some rows that it wins; exact where `RuleRegions.defined` is.
  private func isDisputed(_ rule: Int, in rows: Diagram) throws(LimitExceeded) -> Bool {
    guard let defined = regions.defined, let result = regions.resultNumbers[rule] else {
      return rows != .empty
    }
    return try store.difference(rows, defined[result]) != .empty
  }

  /// What an operation's rules disagree on, asked for each set of rules that win together.
  ///
  /// Rules that overlap at random make far more such sets than pairs of rules. Where the sets would need too many questions, the
  /// disagreement is asked pair by pair: where two rules win and disagree, regardless of other rules.
  private mutating func contradictions(
    of operation: Int,
    among disputed: [Win],
    in operationRows: Diagram
  ) throws(LimitExceeded) -> [QuestionRegion] {
    var wins: [Win] = []
    for win in disputed {
      let rows = try store.intersection(win.rows, operationRows)
      if try isDisputed(win.rule, in: rows) { wins.append(Win(rule: win.rule, rows: rows)) }
    }
    let pairs = try disagreeingPairs(wins, of: operation)
    if let questions = try setQuestions(of: operation, wins, pairs) { return questions }
    var questions: [QuestionRegion] = []
    for (rows, rules) in pairs { questions += try cover(rows, of: operation, rules: rules) }
    return questions
  }

  /// The questions by sets of rules; `nil` where there would be too many.
  private mutating func setQuestions(
    of operation: Int,
    _ wins: [Win],
    _ pairs: [(rows: Diagram, rules: [Int])]
  ) throws(LimitExceeded) -> [QuestionRegion]? {
    guard let sets = try disagreeingSets(wins, pairs) else { return nil }
    let complete = incomplete
    var questions: [QuestionRegion] = []
    for (rows, rules) in sets {
      questions += try cover(rows, of: operation, rules: rules)
      guard questions.count <= Self.setLimit, incomplete == complete else {
        incomplete = complete
        return nil
      }
    }
    return questions
  }

  private mutating func cover(
    _ rows: Diagram,
    of operation: Int,
    rules: [Int]
  ) throws(LimitExceeded) -> [QuestionRegion] {
    guard rows != .empty else { return [] }
    let bounds = space.lowered.cube(ofOperation: operation)
    let cover = try minimalCover.cover(rows, avoiding: offSet(rows, in: bounds), within: bounds)
    if !cover.isComplete { markIncomplete(operation) }
    var questions: [QuestionRegion] = []
    for cube in cover.cubes {
      let own = try store.intersection(rows, try store.diagram(of: cube))
      guard let tight = try space.tight(cube, around: own) else { continue }
      questions.append(
        QuestionRegion(
          operation: operation,
          cube: cube,
          rows: own,
          tight: tight,
          rules: rules,
          parts: [tight]
        )
      )
    }
    return questions
  }

  /// What a cube about some rows of an operation may not hold: all other rows of the space, and everything elsewhere.
  func offSet(_ rows: Diagram, in operation: Cube) throws(LimitExceeded) -> Diagram {
    let elsewhere = try store.complement(try store.diagram(of: operation))
    return try store.union(elsewhere, try store.difference(space.all, rows))
  }

  /// The sets of rules that win together somewhere where a pair disagrees; `nil` where there are too many.
  private func disagreeingSets(
    _ wins: [Win],
    _ pairs: [(rows: Diagram, rules: [Int])]
  ) throws(LimitExceeded) -> [(rows: Diagram, rules: [Int])]? {
    guard pairs.count <= Self.setLimit else { return nil }
    let contradictory = try store.union(pairs.map(\.rows))
    // Whoever wins where a pair disagrees disagrees with one of the pair.
    let concerned = Set(pairs.flatMap(\.rules))
    let wins = wins.filter { concerned.contains($0.rule) }
    var sets: [(rows: Diagram, rules: [Int])] = []
    var open: [(rows: Diagram, rules: [Int], next: Int)] = [(contradictory, [], 0)]
    while let (rows, rules, next) = open.popLast() {
      guard try space.possible(rows) != .empty else { continue }
      guard next < wins.count else {
        sets.append((rows, rules))
        if sets.count > Self.setLimit { return nil }
        continue
      }
      let inside = try space.possible(try store.intersection(rows, wins[next].rows))
      if inside == .empty {
        open.append((rows, rules, next + 1))
      } else {
        open.append((try store.difference(rows, inside), rules, next + 1))
        open.append((inside, rules + [wins[next].rule], next + 1))
      }
    }
    return sets
  }

  /// Where two rules win and do not say the same, and nothing is undecided.
  ///
  /// Every rule that is disputed in the operation is in a pair, so the list is full after about twice as many rules as it may have pairs.
  private mutating func disagreeingPairs(
    _ wins: [Win],
    of operation: Int
  ) throws(LimitExceeded) -> [(rows: Diagram, rules: [Int])] {
    var pairs: [(rows: Diagram, rules: [Int])] = []
    for (number, first) in wins.enumerated() {
      for second in wins[(number + 1)...]
      where regions.resultNumbers[first.rule] != regions.resultNumbers[second.rule] {
        let rows = try space.possible(try store.intersection(first.rows, second.rows))
        guard rows != .empty else { continue }
        guard pairs.count < Self.pairLimit else {
          markIncomplete(operation)
          return pairs
        }
        pairs.append((rows, [first.rule, second.rule]))
      }
    }
    return pairs
  }

  mutating func markIncomplete(_ operation: Int) {
    // Operations come one after another.
    if incomplete.last != operation { incomplete.append(operation) }
  }
}
