import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Plans answers to contradictions of rules.
extension AnswerPlanner {
  /// The maximum number of conditions that an answer may add.
  private static let maxConditions = 64

  /// A part of the combinations that an answer decides, with the results there.
  private struct Piece {
    var rows: Diagram
    var results: [String]
    /// The rule that has these results.
    var rule: Int?
  }

  /// Plans an answer to a contradiction: a rule that comes first, all results together, or other results.
  func decide(_ answer: QuestionAnswer, _ question: AskedQuestion) throws(AnswerReason) -> [Way] {
    guard let contradiction = question.contradiction else { throw tooMany }
    let choices = wording.choices(contradiction)
    if let choice = choices.first(where: { answer.says([$0.text]) }) {
      guard let first = choice.first else { return try together(contradiction, answer, question) }
      return try decide([first], contradiction, answer, question)
    }
    let order = answer.results.compactMap { line in
      choices.first { answer.saying(line).says([$0.text]) }?.first
    }
    if order.count > 1, order.count == answer.results.count {
      return try decide(order, contradiction, answer, question)
    }
    guard !answer.results.isEmpty else { throw .empty }
    guard !(Wording.joint + [wording.othersComeFirst]).contains(where: { answer.says([$0]) }) else {
      throw
        "that cannot be taken as a choice; choose “\(QuestionAnswer.Kind.asWritten.name(wording.language))” and write all that happens, one result per line"
    }
    let results = try self.results(answer.results, to: nil, in: question, isOption: false)
    return try rule(saying: results, contradiction, answer, question)
  }

  /// Adds a rule with the same results for all contradictory combinations.
  private func rule(
    saying results: [String],
    _ contradiction: Contradiction,
    _ answer: QuestionAnswer,
    _ question: AskedQuestion
  ) throws(AnswerReason) -> [Way] {
    let piece = Piece(rows: contradiction.rows, results: results)
    return try ways { () throws(LimitExceeded) in try rules([piece], answer, question) }
  }

  /// Returns the ways to rank rules, group by group.
  private func decide(
    _ places: [[Int]],
    _ contradiction: Contradiction,
    _ answer: QuestionAnswer,
    _ question: AskedQuestion
  ) throws(AnswerReason) -> [Way] {
    let places = places.map(analysed.regions.inOrder)
    let isHouse = specification.rules[contradiction.rules[0]].house != nil
    return try ways { () throws(LimitExceeded) in
      let byList = isHouse ? nil : try lists(places, contradiction, answer)
      return [byList].compactMap(\.self)
        + (try rules(try pieces(places.flatMap(\.self), contradiction), answer, question))
    }
  }

  /// Turns rules into additions to the others or, if that is not possible, adds a rule with all results.
  private func together(
    _ contradiction: Contradiction,
    _ answer: QuestionAnswer,
    _ question: AskedQuestion
  ) throws(AnswerReason) -> [Way] {
    guard let rules = contradiction.additions else {
      let results = contradiction.rules.flatMap { specification.rules[$0].results ?? [] }
      return try rule(saying: results.withoutRepetitions, contradiction, answer, question)
    }
    let changes = rules.map { number in
      let rule = specification.rules[number]
      let fields = [
        .replace("then", by: "adds", .texts(rule.results ?? [])),
        note(answer, inPlaceOf: rule.source, behind: "then"),
      ]
      return SpecificationChange.changeRule(number, fields)
    }
    let ids = rules.map { specification.rules[$0].id }.joined(separator: ", ")
    return .changes(
      changes,
      rules.count == 1 ? say("\(ids) adds its result") : say("\(ids) add their results")
    )
  }

  /// Plans an answer to a question rule that shares combinations with other rules: the results, and the rule that comes first.
  ///
  /// The answered rule comes first unless the answer says otherwise, since the answer was given for all of these combinations.
  func decide(
    _ results: [String],
    _ answer: QuestionAnswer,
    ofRule rule: Int,
    changing fields: [FieldChange],
    moving: String,
    _ question: AskedQuestion,
    order: [Int]
  ) throws(AnswerReason) -> [Way] {
    let regions = analysed.regions
    let store = regions.space.store
    let change = SpecificationChange.changeRule(rule, fields)
    let id = specification.rules[rule].id
    let sharing = (analysed.sharing[rule] ?? []).filter {
      specification.rules[$0].results != results
    }
    let decided = say("rule \(id) is decided")
    guard !sharing.isEmpty else { return .changes([change], decided + moving) }
    if specification.rules[rule].house != nil {
      let names = sharing.compactMap(wording.nameOfHouseRule).joined(separator: ", ")
      throw
        "it would disagree with \(names), and nothing puts a house rule first; narrow one of them by hand"
    }
    return try ways { () throws(LimitExceeded) in
      var head = order.filter { $0 == rule || sharing.contains($0) }
      if !head.contains(rule) { head.append(rule) }
      let rest = sharing.filter { !head.contains($0) }
      let decisions = rest.compactMap { other in
        analysed.contradictions.firstIndex { $0.rules.contains(other) }
      }
      // A list of all of them would also rank the others.
      let isFree = Set(decisions).count == decisions.count
      let lists = isFree ? [head + rest] : rest.map { head + [$0] }
      var ways: [Way] = []
      if let lists = try safe(lists, asked: question.rows, deciding: rule) {
        let before = specification.rules[head[0]].id
        let first =
          head[0] == rule
          ? told(" and comes first", "し、優先") : told(" behind \(before)", "（\(before)の次）")
        ways.append(Way([change, .addPrecedence(lists, answer.note())], decided + first + moving))
      }
      // Without a list, separate rules give the results where others win as well.
      let shared = try store.union(sharing.map { regions.wins[$0] })
      // Combinations of a later open question are left to that question.
      let later = analysed.sharing.keys.filter { $0 > rule }.sorted().map { regions.wins[$0] }
      var left = try store.difference(
        try store.intersection(question.rows, shared),
        try store.union(later)
      )
      var pieces: [Piece] = []
      for first in head + rest {
        let own = try store.intersection(left, regions.wins[first])
        left = try store.difference(left, own)
        // Another question stays open where it comes first.
        guard let said = first == rule ? results : specification.rules[first].results,
          try regions.space.possible(own) != .empty
        else { continue }
        pieces.append(Piece(rows: own, results: said, rule: first == rule ? nil : first))
      }
      let byRules =
        pieces.isEmpty
        ? [Way([], decided)] : try rules(pieces, answer, question)
      return ways + byRules.map { Way([change] + $0.changes, $0.phrase + moving) }
    }
  }

  /// Splits an answer to a question rule into the lines that choose which rule comes first, and the rest.
  func splitOrder(
    _ answer: QuestionAnswer,
    ofRule rule: Int
  ) -> (order: [Int], rest: QuestionAnswer) {
    let sharing = analysed.sharing[rule] ?? []
    let rules = [[rule]] + wording.outcomes(of: sharing).map(\.rules)
    let choices = wording.orderChoices(ofQuestionSharing: sharing).map(\.folded)
    var order: [Int] = []
    var lines: [Substring] = []
    for line in answer.text.split(whereSeparator: \.isNewline) {
      if let choice = choices.firstIndex(of: String(line).folded) {
        order += rules[choice].filter { !order.contains($0) }
      } else {
        lines.append(line)
      }
    }
    return (order, order.isEmpty ? answer : answer.saying(lines.joined(separator: "\n")))
  }

  /// Returns the ways that a search finds; throws if there are none.
  private func ways(
    _ find: () throws(LimitExceeded) -> [Way]
  ) throws(AnswerReason) -> [Way] {
    let ways: [Way]
    do { ways = try find() } catch { throw .beyondLimits }
    guard !ways.isEmpty else { throw tooMany }
    return ways
  }

  private var tooMany: AnswerReason {
    .init("the answer spreads over too many conditions; write the rules by hand")
  }

  // MARK: Precedence

  /// Returns changes that give a reason to each rule ranked before rules of another place, unless it has one.
  private func confirmations(
    of rules: [Int],
    in lists: [[Int]],
    _ contradiction: Contradiction,
    _ answer: QuestionAnswer
  ) -> [SpecificationChange] {
    let replacing = rules.filter { rule in
      let place = contradiction.places.first { $0.contains(rule) } ?? [rule]
      return lists.contains { list in
        list.contains(rule) && !list.drop { $0 != rule }.allSatisfy(place.contains)
      }
    }
    return replacing.filter { specification.rules[$0].because == nil }.map { rule in
      .changeRule(rule, [.set("because", .text(answer.note()), behind: "then")])
    }
  }

  /// Returns the way that ranks rules by lists in `precedence`, or `nil` if lists cannot express it or would change something else.
  private func lists(
    _ places: [[Int]],
    _ contradiction: Contradiction,
    _ answer: QuestionAnswer
  ) throws(LimitExceeded) -> Way? {
    let order = places.flatMap(\.self)
    let rest = contradiction.rules.filter { !order.contains($0) }
    let isRestAgreed = Set(rest.map { specification.rules[$0].effect }).count <= 1
    var lists = [order + rest]
    if case .star = contradiction.kind {
      // The relation between the others is not part of the question.
      lists = contradiction.pairs.map { pair in
        order.contains(pair.first) ? [pair.first, pair.second] : [pair.second, pair.first]
      }
    } else if !isRestAgreed {
      // The rest is asked again: only rules that contradict the first ones are put after them.
      let partners = Set(
        contradiction.pairs.filter { order.contains($0.first) || order.contains($0.second) }
          .flatMap { [$0.first, $0.second] }
      )
      lists = rest.filter { partners.contains($0) || !contradiction.listsAllPairs }.map {
        order + [$0]
      }
      if order.count > 1, lists.isEmpty { lists = [order] }
    }
    // If none of them competes, for instance because an exception overrides them, the answer did not say which one wins.
    let store = analysed.regions.space.store
    let asked = try store.intersection(
      contradiction.rows,
      try store.union(order.map { analysed.regions.wins[$0] })
    )
    guard let safe = try safe(lists, asked: asked) else { return nil }
    let ids = places.map { place in
      let ids = place.map { specification.rules[$0].id }
      return told(EnglishGrammar.list(ids, "and"), ids.joined(separator: "・"))
    }.joined(separator: told(" before ", "、"))
    return Way(
      [.addPrecedence(safe, answer.note())]
        + confirmations(of: order, in: safe, contradiction, answer),
      places.count > 1
        ? say("`precedence` puts \(ids)")
        : order.count == 1
          ? say("\(ids) comes first in `precedence`") : say("\(ids) come first in `precedence`")
    )
  }

  /// Returns lists that decide only the combinations in question, extended by rules that would otherwise come into conflict; `nil` if there
  /// are none.
  private func safe(
    _ lists: [[Int]],
    asked: Diagram,
    deciding decided: Int? = nil
  ) throws(LimitExceeded) -> [[Int]]? {
    let names = lists.joined()
    guard !lists.isEmpty, !names.contains(where: { specification.rules[$0].hasNumberedID }),
      !lists.contains(where: { $0.count < 2 || analysed.regions.precedence.closesCircle($0) })
    else { return nil }
    var lists = lists
    for _ in 0..<4 {
      guard let trial = try PrecedenceTrial(lists, analysed.regions) else { return nil }
      let revived = try trial.revived(deciding: decided)
      guard !revived.isEmpty else {
        return try trial.changesOthers(than: asked) ? nil : lists
      }
      let isNamed = revived.contains { rule in
        specification.rules[rule].hasNumberedID || lists.contains { $0.contains(rule) }
      }
      if isNamed { return nil }
      lists =
        lists.count == 1
        ? [lists[0] + revived] : lists + revived.map { [lists[0][0], $0] }
    }
    return nil
  }

  // MARK: Rules

  /// Returns the combinations in which each of the ranked rules wins.
  private func pieces(
    _ order: [Int],
    _ contradiction: Contradiction
  ) throws(LimitExceeded) -> [Piece] {
    let regions = analysed.regions
    var left = try withoutOverlaps(contradiction, of: order)
    var pieces: [Piece] = []
    for rule in order {
      let own = try regions.space.store.intersection(left, regions.wins[rule])
      left = try regions.space.store.difference(left, own)
      guard try regions.space.possible(own) != .empty,
        let results = specification.rules[rule].results
      else { continue }
      pieces.append(Piece(rows: own, results: results, rule: rule))
    }
    return pieces
  }

  /// Returns the rows of a star in which none of the given rules contradict each other: their relation is another question.
  private func withoutOverlaps(
    _ contradiction: Contradiction,
    of rules: [Int]
  ) throws(LimitExceeded) -> Diagram {
    let store = analysed.regions.space.store
    var rows = contradiction.rows
    guard case .star = contradiction.kind else { return rows }
    for (place, rule) in rules.enumerated() {
      for other in rules[(place + 1)...]
      where specification.rules[rule].effect != specification.rules[other].effect {
        let both = try store.intersection(
          analysed.regions.wins[rule],
          analysed.regions.wins[other]
        )
        rows = try store.difference(rows, both)
      }
    }
    return rows
  }

  /// Returns the ways to add rules for parts of the question; none if they would have too many conditions.
  private func rules(
    _ pieces: [Piece],
    _ answer: QuestionAnswer,
    _ question: AskedQuestion
  ) throws(LimitExceeded) -> [Way] {
    let cover = RegionCover(analysed.regions.space)
    var count = 0
    var rules: [AnswerRule] = []
    for piece in pieces {
      let operations = Array(specification.operations.indices)
      let (cubes, isComplete) = try cover.cubes(of: piece.rows, on: operations)
      guard isComplete, !cubes.isEmpty else { return [] }
      count += cubes.count
      let then = [NewField("then", .texts(piece.results))] + ownMoves(ofRule: piece.rule)
      rules += newRules(question, cubes, then, answer)
    }
    return rules.isEmpty || count > Self.maxConditions ? [] : adding(rules)
  }

  /// Groups cubes by their operations, so that a rule can state each group.
  func byOperations(_ cubes: [Cube]) -> [[Cube]] {
    cubes.gathered { $0.values(of: lowered.operationFactor) }
  }
}

extension [Way] {
  static func changes(_ changes: [SpecificationChange], _ phrase: String) -> [Way] {
    [Way(changes, phrase)]
  }
}

/// One of the ways in which an answer can be applied.
struct Way {
  var changes: [SpecificationChange]
  /// A phrase for the effect of the changes.
  var phrase: String
  /// Combinations outside the question that change as well.
  var reach: [Cube]

  init(_ changes: [SpecificationChange], _ phrase: String, reaches reach: [Cube] = []) {
    self.changes = changes
    self.phrase = phrase
    self.reach = reach
  }
}
