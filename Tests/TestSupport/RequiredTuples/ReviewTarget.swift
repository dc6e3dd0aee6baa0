import Specification
import TestDesign

/// What a row must show beside the rules: a question, two rules that disagree, or a rule that beats another.
struct ReviewTarget {
  private enum Region {
    case undefined([NamedCube])
    case rule(Int)
    /// All of them win.
    case pair([Int])
    /// Pairs of rules of which both of one win.
    case contradiction([[Int]])
    /// The first wins where the second covers.
    case override(Int, Int)
  }

  /// The id of the finding; of a rule that beats another empty.
  let id: String
  private let region: Region

  /// True if a combination that can happen meets it.
  func isMet(_ row: [Int], _ point: ReferenceSpace.Point, _ space: ReferenceSpace) -> Bool {
    switch region {
    case .undefined(let cubes):
      point.status == .undefined && cubes.contains { Self.contains($0, row, space) }
    case .rule(let rule): point.winners.contains(rule)
    case .pair(let rules):
      point.status == .contradictory && rules.allSatisfy(point.winners.contains)
    case .contradiction(let pairs):
      point.status == .contradictory
        && pairs.contains { $0.allSatisfy(point.winners.contains) }
    case .override(let winner, let beaten):
      point.status == .defined && point.winners.contains(winner)
        && !point.winners.contains(beaten) && space.covers(beaten, row)
    }
  }

  private static func contains(_ cube: NamedCube, _ row: [Int], _ space: ReferenceSpace) -> Bool {
    cube.literals.allSatisfy { literal in
      let value = row[literal.factor]
      return value == space.counts[literal.factor]
        ? literal.allowsNotApplicable : literal.values.contains(value)
    }
  }

  /// The questions about combinations, by id: what `TestCase.questions` names.
  static func questions(_ analysis: Analysis) -> [ReviewTarget] {
    analysis.findings.filter(\.isQuestion).compactMap { finding in
      switch finding.code {
      case .undefinedCombination:
        ReviewTarget(id: finding.id, region: .undefined(finding.question?.region ?? []))
      case .undecidedRule, .placeholderResult:
        ReviewTarget(id: finding.id, region: .rule(finding.rules[0]))
      case .contradictoryRules:
        ReviewTarget(
          id: finding.id,
          region: .contradiction((finding.question?.disagreements ?? []).map(\.rules))
        )
      default: nil
      }
    }
  }

  /// What some row must meet: the questions, of a contradiction each pair that is listed, and each rule that beats another where that is defined.
  static func required(_ space: ReferenceSpace, _ analysis: Analysis) -> [ReviewTarget] {
    open(analysis) + overrides(space)
  }

  private static func overrides(_ space: ReferenceSpace) -> [ReviewTarget] {
    let pairs = space.spaces.reduce(into: Set<[Int]>()) { $0.formUnion($1.overrides) }
    let targets = pairs.sorted { $0.lexicographicallyPrecedes($1) }.map {
      ReviewTarget(id: "", region: .override($0[0], $0[1]))
    }
    return targets.filter { target in
      space.operationValues.indices.contains { value in
        var row = Array(repeating: 0, count: space.counts.count)
        row[space.operationFactor] = value
        return space.points(value).contains { point in
          for (factor, value) in zip(space.main(value), point.values) { row[factor] = value }
          return target.isMet(row, point, space)
        }
      }
    }
  }

  private static func open(_ analysis: Analysis) -> [ReviewTarget] {
    let pairs = Dictionary(
      analysis.findings.map { finding in
        let pairs = finding.question?.disagreements ?? []
        return (finding.id, pairs.map { ReviewTarget(id: finding.id, region: .pair($0.rules)) })
      },
      uniquingKeysWith: { first, _ in first }
    )
    return questions(analysis).flatMap { target in
      let own = pairs[target.id] ?? []
      return own.isEmpty ? [target] : own
    }
  }

  /// What a row does that meets it.
  func words(_ specification: Specification) -> String {
    switch region {
    case .pair(let rules):
      let ids = rules.map { specification.rules[$0].id }.joined(separator: ", ")
      return "meets the pair \(ids) of \(id)"
    case .override(let winner, let beaten):
      let (winner, beaten) = (specification.rules[winner].id, specification.rules[beaten].id)
      return "shows that the rule \(winner) beats \(beaten)"
    default: return "meets the question \(id)"
    }
  }
}
