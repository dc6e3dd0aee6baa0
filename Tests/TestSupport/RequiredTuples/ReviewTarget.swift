import Specification
import TestDesign

/// A target of a row besides the rules: a question, two rules that disagree, or a rule that beats another.
struct ReviewTarget {
  private enum Region {
    case undefined([NamedCube])
    /// Undecided invalid values that are treated like valid ones.
    case likeValid([NamedCube])
    case rule(Int)
    /// All of the rules win.
    case pair([Int])
    /// Pairs of rules; both rules of some pair win.
    case contradiction([[Int]])
    /// The first rule wins where the second covers.
    case override(Int, Int)
    /// Only the term keeps its rule from deciding by the alternative.
    case nearMiss(Place)
    /// The same with `value`, which is next to one that satisfies the term; the rule decides with `instead`.
    case beyond(Place, value: Int, instead: Int)
    /// A rule decides by an alternative, with one of these values of a factor.
    case decided(Place, factor: Int, values: [Int])
    /// A rule decides, and only this one of its alternatives holds.
    case alternative(Place)
  }

  /// A term of an alternative of a rule.
  private struct Place {
    var rule: Int
    var alternative: Int
    var term: Int
  }

  /// The id of the finding; empty for a rule that beats another.
  let id: String
  private let region: Region

  /// True if a possible combination meets it.
  func isMet(_ row: [Int], _ point: ReferenceSpace.Point, _ space: ReferenceSpace) -> Bool {
    switch region {
    case .undefined(let cubes):
      return point.status == .undefined && cubes.contains { Self.contains($0, row, space) }
    case .likeValid(let cubes):
      return point.status == .defined && cubes.contains { Self.contains($0, row, space) }
    case .rule(let rule): return point.winners.contains(rule)
    case .pair(let rules):
      return point.status == .contradictory && rules.allSatisfy(point.winners.contains)
    case .contradiction(let pairs):
      return point.status == .contradictory
        && pairs.contains { $0.allSatisfy(point.winners.contains) }
    case .override(let winner, let beaten):
      return point.status == .defined && point.winners.contains(winner)
        && !point.winners.contains(beaten) && space.covers(beaten, row)
    case .nearMiss(let place):
      let factor = Self.factor(of: place, space)
      return (0...space.counts[factor]).contains {
        Self.isNearMiss(place, row, point, instead: $0, space)
      }
    case .beyond(let place, let value, let instead):
      return row[Self.factor(of: place, space)] == value
        && Self.isNearMiss(place, row, point, instead: instead, space)
    case .decided(let place, let factor, let values):
      return values.contains(row[factor]) && Self.decides(place, row, point, space)
    case .alternative(let place):
      return Self.decides(place, row, point, space)
        && space.rules[place.rule].alternatives.enumerated().allSatisfy {
          $0.offset == place.alternative || !TabledCondition.hold($0.element, in: row)
        }
    }
  }

  private static func factor(of place: Place, _ space: ReferenceSpace) -> Int {
    space.rules[place.rule].alternatives[place.alternative][place.term].factor
  }

  /// True if the rule is shown where one result is expected, and the alternative holds.
  private static func decides(
    _ place: Place,
    _ row: [Int],
    _ point: ReferenceSpace.Point,
    _ space: ReferenceSpace
  ) -> Bool {
    point.status == .defined && point.shown.contains(place.rule)
      && TabledCondition.hold(space.rules[place.rule].alternatives[place.alternative], in: row)
  }

  private static func isNearMiss(
    _ place: Place,
    _ row: [Int],
    _ point: ReferenceSpace.Point,
    instead value: Int,
    _ space: ReferenceSpace
  ) -> Bool {
    guard point.status == .defined, !says(place.rule, point, space) else { return false }
    let terms = space.rules[place.rule].alternatives[place.alternative]
    let factor = terms[place.term].factor
    guard !terms[place.term].holds[row[factor]] else { return false }
    var other = row
    other[factor] = value
    guard let point = space.point(other) else { return false }
    return decides(place, other, point, space)
  }

  /// True if the expectation of a defined point is that of the rule, or includes its additions.
  private static func says(
    _ rule: Int,
    _ point: ReferenceSpace.Point,
    _ space: ReferenceSpace
  ) -> Bool {
    if space.specification.rules[rule].isAddition { return point.shown.contains(rule) }
    return point.winners.contains { space.sayings[$0] == space.sayings[rule] }
  }

  private static func contains(_ cube: NamedCube, _ row: [Int], _ space: ReferenceSpace) -> Bool {
    cube.literals.allSatisfy { literal in
      let value = row[literal.factor]
      return value == space.counts[literal.factor]
        ? literal.allowsNotApplicable : literal.values.contains(value)
    }
  }

  /// Returns the questions about combinations: those that `TestCase.questions` can name.
  static func questions(_ analysis: Analysis) -> [ReviewTarget] {
    analysis.findings.filter(\.isQuestion).compactMap { finding in
      switch finding.code {
      case .undefinedCombination:
        ReviewTarget(id: finding.id, region: .undefined(finding.question?.region ?? []))
      case .invalidLikeValid:
        ReviewTarget(id: finding.id, region: .likeValid(finding.question?.region ?? []))
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

  /// Returns the targets that some row must meet: the questions, each listed pair of a contradiction, each rule that beats another where
  /// that is defined, and each condition that alone keeps its rule from deciding.
  static func required(_ space: ReferenceSpace, _ analysis: Analysis) -> [ReviewTarget] {
    open(analysis).filter { !space.isCut || $0.canBeMet(space) }
      + (overrides(space) + nearMisses(space)).filter { $0.canBeMet(space) }
  }

  /// Returns the targets for the effect of each condition of a rule.
  ///
  /// Both sides of each bound of a number, each place where it alone keeps the rule from deciding, each alternative alone, and the last
  /// valid value of what the rule calls `any`, or the one before it if that is the usual one.
  private static func nearMisses(_ space: ReferenceSpace) -> [ReviewTarget] {
    var numbers: [Region] = []
    var misses: [Region] = []
    var others: [Region] = []
    for (rule, declared) in space.specification.rules.enumerated()
    where declared.house == nil && declared.results != nil {
      for (alternative, conjunction) in declared.when.alternatives.enumerated() {
        let holds = space.rules[rule].alternatives[alternative]
        if declared.when.alternatives.count > 1 {
          others.append(.alternative(Place(rule: rule, alternative: alternative, term: 0)))
        }
        for (term, named) in conjunction.terms.enumerated()
        where named.factor != space.operationFactor {
          let place = Place(rule: rule, alternative: alternative, term: term)
          let factor = space.specification.factors[named.factor]
          if named.isAny {
            let last = factor.values.indices.last {
              $0 != factor.usual && !factor.values[$0].isInvalid
            }
            others.append(.decided(place, factor: named.factor, values: last.map { [$0] } ?? []))
            continue
          }
          misses.append(.nearMiss(place))
          let line = factor.values.enumerated().filter { $0.element.number != nil }
          for (inside, value) in line where holds[term].holds[inside] {
            let (number, others) = (value.number ?? 0, line.map { $0.element.number ?? 0 })
            let neighbours = [
              others.filter { $0 < number }.max(), others.filter { $0 > number }.min(),
            ]
            let outside = line.filter {
              !holds[term].holds[$0.offset] && neighbours.contains($0.element.number)
            }
            guard !outside.isEmpty else { continue }
            numbers.append(.decided(place, factor: named.factor, values: [inside]))
            numbers += outside.map { .beyond(place, value: $0.offset, instead: inside) }
          }
        }
      }
    }
    return (numbers + misses + others).map { ReviewTarget(id: "", region: $0) }
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
        let plainest = block.points.filter { isNamed(block.factors, $0.values) }
          .min { $0.invalid < $1.invalid }
        for (factor, value) in zip(block.factors, plainest?.values ?? []) { row[factor] = value }
      }
      return space.points(value).contains { point in
        for (factor, value) in zip(space.main(value), point.values) { row[factor] = value }
        return isMet(row, point, space)
      }
    }
  }

  /// The factor and the values of which a row must have one, even if the operation does not read the factor.
  var named: (factor: Int, values: [Int])? {
    guard case .decided(_, let factor, let values) = region else { return nil }
    return (factor, values)
  }

  private func isNamed(_ factors: [Int], _ values: [Int]) -> Bool {
    guard let named else { return true }
    return zip(factors, values).allSatisfy { $0 != named.factor || named.values.contains($1) }
  }

  /// True if it asks about invalid values that are treated like valid ones.
  var isAboutInvalid: Bool { if case .likeValid = region { true } else { false } }

  /// True if it asks about an invalid value of a row, whatever the expected result of the row.
  func asksAboutInvalid(_ row: [Int], _ space: ReferenceSpace) -> Bool {
    guard case .likeValid(let cubes) = region else { return false }
    return cubes.contains { Self.contains($0, row, space) }
  }

  private static func open(_ analysis: Analysis) -> [ReviewTarget] {
    let pairs = Dictionary(
      analysis.findings.map { finding in
        let pairs = finding.question?.disagreements ?? []
        return (finding.id, pairs.map { ReviewTarget(id: finding.id, region: .pair($0.rules)) })
      },
      uniquingKeysWith: { first, _ in first }
    )
    return questions(analysis).filter { !$0.isAboutInvalid }.flatMap { target in
      let own = pairs[target.id] ?? []
      return own.isEmpty ? [target] : own
    }
  }

  /// Returns a description of a row that meets it.
  func words(_ specification: Specification) -> String {
    switch region {
    case .pair(let rules):
      let ids = rules.map { specification.rules[$0].id }.joined(separator: ", ")
      return "meets the pair \(ids) of \(id)"
    case .override(let winner, let beaten):
      let (winner, beaten) = (specification.rules[winner].id, specification.rules[beaten].id)
      return "shows that the rule \(winner) beats \(beaten)"
    case .nearMiss(let place), .beyond(let place, _, _), .decided(let place, _, _):
      let rule = specification.rules[place.rule]
      let term = rule.when.alternatives[place.alternative].terms[place.term]
      return "shows that the rule \(rule.id) depends on \(specification.factors[term.factor].name)"
    case .alternative(let place):
      return "shows an alternative of the rule \(specification.rules[place.rule].id) alone"
    default: return "meets the question \(id)"
    }
  }
}
