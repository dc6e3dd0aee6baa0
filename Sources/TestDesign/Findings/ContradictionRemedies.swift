import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

/// Ways to resolve a contradiction; lists of `precedence` are tried out before they are proposed.
extension FindingWriter {
  /// The maximum number of rules in a proposed list.
  private static let longestList = 12

  /// Returns ways to resolve a disagreement of rules, one phrase each.
  func remedies(
    _ contradiction: Contradiction,
    on operations: [Int]
  ) throws(LimitExceeded) -> [String] {
    let rules = contradiction.rules
    // House rules only ever contradict each other.
    if specification.rules[rules[0]].house != nil {
      return [
        say("\(names(ofRules: rules)) disagree: narrow the `when` of one of them"),
        say("or say here what happens: a rule of the spec goes before house rules"),
      ]
    }
    let choices = wording.choices(contradiction)
    var together: [String] = []
    if choices.contains(where: { $0.first == nil }) {
      let isPair = contradiction.places.count == 2
      together = [
        contradiction.additions.map(names).map { names in
          isPair
            ? say("if both happen, write `adds` in place of `then` in \(names)")
            : say("if all happen, write `adds` in place of `then` in \(names)")
        } ?? say("if both happen, write one rule for these combinations with both results")
      ]
    }
    let parts = operations.map { specification.operations[$0] }
      .filter { $0.variants.isEmpty && $0.shows }.map(\.id)
    let first = try whatToPutFirst(contradiction, choices)
    return
      (first.isEmpty ? [say("if one of them is wrong, narrow its `when` or remove it")] : first)
      + together
      + parts.prefix(1).map {
        say(
          "if they stand side by side on the screen, give `\($0)` `parts`: rules of different parts never disagree"
        )
      }
  }

  /// Returns lists of `precedence` that put one of the rules first and change nothing else.
  private func whatToPutFirst(
    _ contradiction: Contradiction,
    _ choices: [ContradictionChoice]
  ) throws(LimitExceeded) -> [String] {
    let rules = contradiction.rules
    guard rules.count <= Self.longestList else {
      return [say("if one always comes first, list them in `precedence` in their order")]
    }
    // Every pair is tested for a path in the precedence lists.
    let listed = operations(ofRules: rules).reduce(0) { $0 + regions.precedence.size(on: $1) }
    try space.charge(comparisons: rules.count * rules.count * listed)
    let isOrder = contradiction.kind == .order && choices.count { $0.first != nil } > 2
    guard !isOrder else {
      // Show that some order resolves it; which one is right stays open.
      let places = try leavingSomething(contradiction.places).flatMap(\.self)
      let list = regions.inOrder(places)
      return isRepair([list], of: contradiction)
        ? [
          say(
            "add to `precedence` one list of \(names(ofRules: list)), highest priority first"
          )
        ]
        : []
    }
    return choices.compactMap { choice in
      guard let first = choice.first else { return nil }
      let lists = contradiction.pairs.map { pair in
        first.contains(pair.first) ? [pair.first, pair.second] : [pair.second, pair.first]
      }
      guard isRepair(lists, of: contradiction) else { return nil }
      let reason =
        needsReason(lists)
        ? wording.language.choose(", and `because` beside its `then`", "（`then`の横に`because`も書く）")
        : ""
      let names = names(ofRules: first)
      return first.count == 1
        ? say("if \(names) comes first: \(precedence(lists))\(reason)")
        : say("if \(names) come first: \(precedence(lists))\(reason)")
    }
  }

  /// Orders places so that each still decides something, keeping the given order where possible.
  private func leavingSomething(_ places: [[Int]]) throws(LimitExceeded) -> [[Int]] {
    var rest = places
    var order: [[Int]] = []
    while !rest.isEmpty {
      // From the back: a place that wins something behind all others may come last.
      var last = rest.count - 1
      for place in rest.indices.reversed() {
        let others = rest.indices.filter { $0 != place }.flatMap { rest[$0] }
        guard try regions.survive(rest[place], behind: others) else { continue }
        last = place
        break
      }
      order.insert(rest.remove(at: last), at: 0)
    }
    return order
  }

  /// True if a result with absolute wording, such as "never", would give way without a `because`.
  private func needsReason(_ lists: [[Int]]) -> Bool {
    lists.contains { list in
      specification.rules[list[0]].because == nil
        && (specification.rules[list[1]].results ?? []).contains {
          AbsoluteWords.word($0, .absolute) != nil
        }
    }
  }

  /// True if lists of `precedence`, tried on the spec, resolve a contradiction and change nothing else.
  private func isRepair(_ lists: [[Int]], of contradiction: Contradiction) -> Bool {
    guard contradiction.listsAllPairs, !lists.contains(where: regions.precedence.closesCircle)
    else { return false }
    return store.attempt(nodeShare: 0.9) { () throws(LimitExceeded) in
      guard let trial = try PrecedenceTrial(lists, regions) else { return false }
      guard try trial.settles(contradiction.pairs), try trial.revived().isEmpty else {
        return false
      }
      if try trial.kills() { return false }
      return try !trial.changesOthers(than: contradiction.rows)
    } ?? false
  }

  /// Returns instructions for adding lists of rules to `precedence`.
  private func precedence(_ lists: [[Int]]) -> String {
    let numbered = Set(lists.joined()).sorted().filter { specification.rules[$0].hasNumberedID }
    guard numbered.isEmpty else {
      let names = names(ofRules: numbered)
      return numbered.count == 1
        ? say("give \(names) an `id` and list it in `precedence`")
        : say("give \(names) `id`s and list them in `precedence`")
    }
    var written = lists.map { list in list.map { specification.rules[$0].id }.asFlowList }
    let present = specification.precedence.filter { !$0.isUnderFirst }
    guard present.count < 2 else {
      return say("add \(written.map { "`\($0)`" }.joined(separator: ", ")) to `precedence`")
    }
    // A single list becomes a list of lists.
    written =
      present.map { list in
        list.entries.map { $0.rule.map { specification.rules[$0].id } ?? "others" }.asFlowList
      } + written
    return written.count == 1
      ? "`precedence: \(written[0])`" : "`precedence: [\(written.joined(separator: ", "))]`"
  }
}
