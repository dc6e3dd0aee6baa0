import Diagnostics
import Specification

/// A cycle of rules, each of which comes before the next.
struct PrecedenceCircle {
  /// The fact that a rule comes before another in a list.
  struct Step {
    var list: Int
    /// Indices of rules.
    var first: Int
    var second: Int
    /// The indices of the list entries under which the two rules stand.
    var firstEntry: Int
    var secondEntry: Int
  }

  /// The steps; each starts with the rule at the end of the previous one, and adjacent steps are from different lists.
  let steps: [Step]

  /// Finds a cycle, or returns `nil` if there is none.
  ///
  /// Complexity: linear in the parts in the rankings of the operations.
  init?(_ precedence: Precedence, _ lowered: LoweredSpecification) {
    for operation in lowered.specification.operations.indices {
      let rankings = precedence.rankings(of: operation)
      guard let gaps = Self.circle(of: rankings) else { continue }
      steps = Self.steps(gaps, rankings, lowered.parts)
      return
    }
    return nil
  }

  // MARK: Search

  /// The gap between two adjacent places of a ranking: all parts before it come before all parts behind it.
  private struct Gap: Hashable {
    var ranking: Int
    /// The index of the place before the gap.
    var place: Int
  }

  /// A part and a gap behind it.
  private typealias Link = (part: Int, gap: Gap)

  /// Returns a cycle of parts, each of which stands behind the gap of the previous one, or `nil`.
  private static func circle(of rankings: [Ranking]) -> [Link]? {
    // Gaps replace the edges between two places, whose number is quadratic in the parts.
    var gapsBehind: [Int: [Gap]] = [:]
    var waitsFor: [Int: Int] = [:]
    for (number, ranking) in rankings.enumerated() {
      for (place, parts) in ranking.places.map(\.parts).enumerated() {
        for part in parts {
          waitsFor[part, default: 0] += place > 0 ? 1 : 0
          if place + 1 < ranking.places.count {
            gapsBehind[part, default: []].append(Gap(ranking: number, place: place))
          }
        }
      }
    }
    // Topological sort: a part is removed once all gaps before it are, and a gap once all parts before it are. What remains contains a
    // cycle.
    var left: [Gap: Int] = [:]
    for (number, ranking) in rankings.enumerated() {
      for place in ranking.places.indices.dropLast() {
        left[Gap(ranking: number, place: place)] = ranking.places[place].parts.count
      }
    }
    var free = waitsFor.filter { $0.value == 0 }.keys.sorted()
    while let part = free.popLast() {
      waitsFor[part] = nil
      for gap in gapsBehind[part] ?? [] {
        left[gap, default: 0] -= 1
        guard left[gap] == 0 else { continue }
        for next in rankings[gap.ranking].places[gap.place + 1].parts {
          waitsFor[next, default: 0] -= 1
          if waitsFor[next] == 0 { free.append(next) }
        }
      }
    }
    guard let start = waitsFor.keys.min() else { return nil }
    return circle(from: start, staying: waitsFor, rankings)
  }

  /// Walks backwards from a remaining part through remaining parts until one repeats.
  private static func circle(
    from start: Int,
    staying: [Int: Int],
    _ rankings: [Ranking]
  ) -> [Link] {
    var path: [Link] = []
    var places: [Int: Int] = [:]
    var part = start
    while places[part] == nil {
      places[part] = path.count
      let before = link(before: part, staying: staying, rankings)
      path.append(before)
      part = before.part
    }
    return path[(places[part] ?? 0)...].reversed()
  }

  private static func link(
    before part: Int,
    staying: [Int: Int],
    _ rankings: [Ranking]
  ) -> Link {
    for (number, ranking) in rankings.enumerated() {
      guard let place = ranking.placeOfPart[part], place > 0,
        let before = ranking.places[place - 1].parts.first(where: { staying[$0] != nil })
      else { continue }
      return (before, Gap(ranking: number, place: place - 1))
    }
    preconditionFailure("what stays waits for something that stays")
  }

  // MARK: Steps

  /// Returns the steps of a cycle, with consecutive links of one list merged.
  private static func steps(
    _ links: [Link],
    _ rankings: [Ranking],
    _ parts: RuleParts
  ) -> [Step] {
    let change = links.indices.first { index in
      links[index].gap.ranking != links[(index + links.count - 1) % links.count].gap.ranking
    }
    guard let change else { preconditionFailure("no list alone leads back to where it began") }
    let rotated = Array(links[change...] + links[..<change])
    var steps: [Step] = []
    for (index, link) in rotated.enumerated() {
      let ranking = rankings[link.gap.ranking]
      let next = rotated[(index + 1) % rotated.count].part
      let isSameList = index > 0 && rotated[index - 1].gap.ranking == link.gap.ranking
      if !isSameList {
        steps.append(
          Step(
            list: ranking.list,
            first: parts[link.part].rule,
            second: 0,
            firstEntry: ranking.places[link.gap.place].entry,
            secondEntry: 0
          )
        )
      }
      steps[steps.count - 1].second = parts[next].rule
      steps[steps.count - 1].secondEntry = ranking.places[link.gap.place + 1].entry
    }
    return steps
  }
}

extension PrecedenceCircle {
  /// Returns the diagnostic, placed at the name that closes the cycle: the last one in the file among the second names of all steps.
  func diagnostic(_ specification: Specification) -> Diagnostic {
    let lists = specification.precedence
    func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }
    func span(_ step: Step) -> SourceSpan { lists[step.list].entries[step.secondEntry].span }
    let last = steps.indices.max { span(steps[$0]).start < span(steps[$1]).start } ?? 0
    let inOrder = Array(steps[(last + 1)...] + steps[...last])
    func id(_ rule: Int) -> String { "`\(specification.rules[rule].id)`" }
    func name(_ rule: Int, _ step: Step, _ entry: Int) -> String {
      lists[step.list].entries[entry].rule == nil ? say("\(id(rule)) (of `others`)") : id(rule)
    }
    return Diagnostic(
      code: "circular-precedence",
      message: say(
        "circle of precedence: \((inOrder.map(\.first) + [inOrder[0].first]).map(id).joined(separator: " → "))"
      ),
      span: span(steps[last]),
      help: [say("put them into one list, highest priority first")],
      related: inOrder.dropLast().map { step in
        Diagnostic.Related(
          span: span(step),
          message: say(
            "\(name(step.second, step, step.secondEntry)) comes after \(name(step.first, step, step.firstEntry)) here"
          )
        )
      }
    )
  }
}
