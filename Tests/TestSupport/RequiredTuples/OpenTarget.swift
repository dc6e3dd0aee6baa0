import Specification
import TestDesign

/// Something open that a row must meet: a question, or two rules that disagree.
struct OpenTarget {
  private enum Region {
    case undefined([NamedCube])
    case rule(Int)
    /// All of them win.
    case pair([Int])
    /// Pairs of rules of which both of one win.
    case contradiction([[Int]])
  }

  /// The id of the finding.
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
  static func questions(_ analysis: Analysis) -> [OpenTarget] {
    analysis.findings.filter(\.isQuestion).compactMap { finding in
      switch finding.code {
      case .undefinedCombination:
        OpenTarget(id: finding.id, region: .undefined(finding.question?.region ?? []))
      case .undecidedRule, .placeholderResult:
        OpenTarget(id: finding.id, region: .rule(finding.rules[0]))
      case .contradictoryRules:
        OpenTarget(
          id: finding.id,
          region: .contradiction((finding.question?.disagreements ?? []).map(\.rules))
        )
      default: nil
      }
    }
  }

  /// What some row must meet: the questions, of a contradiction each pair that is listed.
  static func required(_ analysis: Analysis) -> [OpenTarget] {
    let pairs = Dictionary(
      analysis.findings.map { finding in
        let pairs = finding.question?.disagreements ?? []
        return (finding.id, pairs.map { OpenTarget(id: finding.id, region: .pair($0.rules)) })
      },
      uniquingKeysWith: { first, _ in first }
    )
    return questions(analysis).flatMap { target in
      let own = pairs[target.id] ?? []
      return own.isEmpty ? [target] : own
    }
  }

  func words(_ specification: Specification) -> String {
    guard case .pair(let rules) = region else { return "the question \(id)" }
    return "the pair \(rules.map { specification.rules[$0].id }.joined(separator: ", ")) of \(id)"
  }
}
