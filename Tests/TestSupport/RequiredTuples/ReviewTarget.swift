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
    /// One of these terms alone keeps its rule from deciding by the alternative; all of them say the same of a factor on the same operations.
    case nearMiss([Place])
  }

  /// A term of an alternative of a rule.
  private struct Place {
    var rule: Int
    var alternative: Int
    var term: Int
  }

  /// The id of the finding; of a rule that beats another empty.
  let id: String
  private let region: Region

  /// True if a combination that can happen meets it.
  func isMet(_ row: [Int], _ point: ReferenceSpace.Point, _ space: ReferenceSpace) -> Bool {
    switch region {
    case .undefined(let cubes):
      return point.status == .undefined && cubes.contains { Self.contains($0, row, space) }
    case .rule(let rule): return point.winners.contains(rule)
    case .pair(let rules):
      return point.status == .contradictory && rules.allSatisfy(point.winners.contains)
    case .contradiction(let pairs):
      return point.status == .contradictory
        && pairs.contains { $0.allSatisfy(point.winners.contains) }
    case .override(let winner, let beaten):
      return point.status == .defined && point.winners.contains(winner)
        && !point.winners.contains(beaten) && space.covers(beaten, row)
    case .nearMiss(let places):
      return places.contains { Self.isNearMiss($0, row, point, space) }
    }
  }

  private static func isNearMiss(
    _ place: Place,
    _ row: [Int],
    _ point: ReferenceSpace.Point,
    _ space: ReferenceSpace
  ) -> Bool {
    guard point.status == .defined, !says(place.rule, point, space) else { return false }
    let terms = space.rules[place.rule].alternatives[place.alternative]
    let factor = terms[place.term].factor
    guard !terms[place.term].holds[row[factor]] else { return false }
    return (0...space.counts[factor]).contains { value in
      var other = row
      other[factor] = value
      guard TabledCondition.hold(terms, in: other), let point = space.point(other) else {
        return false
      }
      return point.status == .defined && point.shown.contains(place.rule)
    }
  }

  /// True if what is expected at a defined point is what the rule says, or has what it adds.
  private static func says(
    _ rule: Int,
    _ point: ReferenceSpace.Point,
    _ space: ReferenceSpace
  ) -> Bool {
    let rules = space.specification.rules
    if rules[rule].isAddition { return point.shown.contains(rule) }
    return point.winners.contains { rules[$0].results == rules[rule].results }
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

  /// What some row must meet: the questions, of a contradiction each pair that is listed, each rule that beats another where that is defined, and each
  /// condition of a rule where it alone keeps the rule from deciding.
  static func required(_ space: ReferenceSpace, _ analysis: Analysis) -> [ReviewTarget] {
    open(analysis) + (overrides(space) + nearMisses(space)).filter { $0.canBeMet(space) }
  }

  private static func nearMisses(_ space: ReferenceSpace) -> [ReviewTarget] {
    var places: [[[Bool]]: [Place]] = [:]
    var conditions: [[[Bool]]] = []
    for (rule, declared) in space.specification.rules.enumerated()
    where declared.house == nil && declared.results != nil {
      for (alternative, conjunction) in declared.when.alternatives.enumerated() {
        for (term, named) in conjunction.terms.enumerated()
        where named.factor != space.operationFactor && !named.isAny {
          let place = Place(rule: rule, alternative: alternative, term: term)
          let holds = space.rules[rule].alternatives[alternative]
          let operation = holds.first { $0.factor == space.operationFactor }?.holds ?? []
          let factor = space.counts.indices.map { $0 == named.factor }
          let condition = [operation, factor, holds[term].holds]
          if places[condition] == nil { conditions.append(condition) }
          places[condition, default: []].append(place)
        }
      }
    }
    return conditions.map { ReviewTarget(id: "", region: .nearMiss(places[$0] ?? [])) }
  }

  private static func overrides(_ space: ReferenceSpace) -> [ReviewTarget] {
    let pairs = space.spaces.reduce(into: Set<[Int]>()) { $0.formUnion($1.overrides) }
    return pairs.sorted { $0.lexicographicallyPrecedes($1) }.map {
      ReviewTarget(id: "", region: .override($0[0], $0[1]))
    }
  }

  /// True if some combination of some operation value meets it.
  private func canBeMet(_ space: ReferenceSpace) -> Bool {
    space.operationValues.indices.contains { value in
      var row = Array(repeating: 0, count: space.counts.count)
      row[space.operationFactor] = value
      for block in space.spaces[value].sides {
        let plainest = block.points.min { $0.invalid < $1.invalid }
        for (factor, value) in zip(block.factors, plainest?.values ?? []) { row[factor] = value }
      }
      return space.points(value).contains { point in
        for (factor, value) in zip(space.main(value), point.values) { row[factor] = value }
        return isMet(row, point, space)
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
    case .nearMiss(let places):
      let rule = specification.rules[places[0].rule]
      let term = rule.when.alternatives[places[0].alternative].terms[places[0].term]
      return "shows that the rule \(rule.id) depends on \(specification.factors[term.factor].name)"
    default: return "meets the question \(id)"
    }
  }
}
