import Specification

/// What a spec says now of a rule, a factor or a value and did not say before, or the other way round.
package struct SpecificationDifference: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case rule(id: String)
    /// By its label.
    case factor(String)
    case value(String, factor: String)
  }

  package var subject: Subject
  /// The earlier text; `nil` if it is new.
  package var before: String?
  /// The present text; `nil` if it was removed.
  package var after: String?
  /// Where a rule applies.
  package var condition = ""
}

extension SpecificationDifference {
  /// The factors and values that came, went or are called otherwise than before; those under a new name with the label that they had are the same.
  static func ofFactors(
    _ earlier: [EarlierFactor],
    _ names: EarlierNames,
    in specification: Specification
  ) -> [Self] {
    guard !earlier.isEmpty else { return [] }
    let today = EarlierFactor.all(of: specification)
    var differences: [Self] = []
    var known: [Int: EarlierFactor] = [:]
    for factor in earlier {
      guard let number = names.factor(factor.name) else {
        differences.append(Self(subject: .factor(factor.label), before: factor.listing))
        continue
      }
      known[number] = factor
      let now = today[number]
      if now.label != factor.label {
        differences.append(
          Self(subject: .factor(now.label), before: factor.label, after: now.label)
        )
      }
      for value in factor.values {
        guard let place = names.value(value.id, of: number) else {
          differences.append(
            Self(subject: .value(value.label, factor: now.label), before: value.label)
          )
          continue
        }
        let label = now.values[place].label
        guard label != value.label else { continue }
        differences.append(
          Self(subject: .value(label, factor: now.label), before: value.label, after: label)
        )
      }
    }
    for (number, factor) in today.enumerated() {
      guard let was = known[number] else {
        differences.append(Self(subject: .factor(factor.label), after: factor.listing))
        continue
      }
      let kept = Set(was.values.compactMap { names.value($0.id, of: number) })
      for (place, value) in factor.values.enumerated() where !kept.contains(place) {
        differences.append(
          Self(subject: .value(value.label, factor: factor.label), after: value.label)
        )
      }
    }
    return differences
  }

  /// The rules that came, went or say something else; one under a new id that applies and says the same is the same.
  static func ofRules(_ earlier: [EarlierRule], _ today: [EarlierRule]) -> [Self] {
    let before = Dictionary(earlier.map { ($0.id, $0) }) { first, _ in first }
    let ids = Set(today.map(\.id))
    var gone: [String: [EarlierRule]] = [:]
    for rule in earlier where !ids.contains(rule.id) {
      gone[rule.condition, default: []].append(rule)
    }
    var differences: [Self] = []
    for rule in today {
      var was = before[rule.id]
      if was == nil, var candidates = gone[rule.condition], !candidates.isEmpty {
        was = candidates.removeFirst()
        gone[rule.condition] = candidates
      }
      guard was != rule, was.map({ $0.says != rule.says || !$0.isAlike(rule) }) ?? true
      else { continue }
      differences.append(
        Self(
          subject: .rule(id: rule.id),
          before: was.map { $0.text(saysWhere: !$0.isAlike(rule)) },
          after: rule.text(saysWhere: was.map { !$0.isAlike(rule) } ?? false),
          condition: rule.condition
        )
      )
    }
    let rest = gone.values.reduce(into: Set<EarlierRule>()) { $0.formUnion($1) }
    for rule in earlier where rest.contains(rule) {
      differences.append(
        Self(
          subject: .rule(id: rule.id),
          before: rule.says.joined(separator: "\n"),
          condition: rule.condition
        )
      )
    }
    return differences
  }
}

extension EarlierRule {
  /// What it says, maybe behind where it applies.
  fileprivate func text(saysWhere: Bool) -> String {
    ((saysWhere ? [condition] : []) + says).joined(separator: "\n")
  }
}

extension EarlierFactor {
  fileprivate var listing: String { values.map(\.label).joined(separator: " / ") }
}
