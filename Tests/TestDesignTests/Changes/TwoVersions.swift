import TestSupport

/// A small spec whose outcome for every number is known to the oracle of changes.
///
/// Rules are under `first`: the first one that holds decides.
struct TinySpec {
  struct Factor {
    var name: String
    /// Listed values; empty for a range.
    var values: [String] = []
    var range = 0...0
    /// The factor and its values for which this one applies.
    var onlyWhen: (factor: String, values: [String])?
  }

  enum Test {
    case ids([String])
    case numbers(ClosedRange<Int>)
    case invalid
  }

  struct Rule {
    var when: [(factor: String, test: Test)]
    var result: String
  }

  /// The outcome of a combination.
  enum Said: Hashable {
    case result(String)
    case undefined
    case impossible
    /// More than one value is invalid, so there is no outcome.
    case twoInvalid
  }

  /// The value of each factor, a number in digits, or `nil` if it does not apply.
  typealias Point = [String: String?]

  var factors: [Factor]
  var operations: [String]
  var rules: [String: [Rule]]
  var impossible: [[(factor: String, test: Test)]] = []

  // MARK: What it says

  /// Returns every value that a factor can have, including invalid numbers; a negative number is like 0, or does not exist.
  func values(of factor: Factor) -> [String] {
    guard factor.values.isEmpty else { return factor.values }
    return (0...14).map(String.init)
  }

  func isInvalid(_ value: String, of factor: Factor) -> Bool {
    factor.values.isEmpty && !factor.range.contains(Int(value) ?? 0)
  }

  /// Every combination of the values of its factors, including *not applicable* for conditional factors.
  var points: [Point] {
    factors.reduce(into: [Point()]) { points, factor in
      let values = self.values(of: factor).map(Optional.some)
      points = points.flatMap { point in
        (factor.onlyWhen == nil ? values : values + [nil]).map { value in
          var point = point
          point[factor.name] = .some(value)
          return point
        }
      }
    }
  }

  func said(_ operation: String, _ point: Point) -> Said {
    for factor in factors {
      guard let condition = factor.onlyWhen else { continue }
      let applies = (point[condition.factor] ?? nil).map(condition.values.contains) ?? false
      if applies != ((point[factor.name] ?? nil) != nil) { return .impossible }
    }
    let invalid = factors.count { factor in
      (point[factor.name] ?? nil).map { isInvalid($0, of: factor) } ?? false
    }
    if invalid > 1 { return .twoInvalid }
    if impossible.contains(where: { holds($0, point) }) { return .impossible }
    let rule = rules[operation]?.first { holds($0.when, point) }
    return rule.map { .result($0.result) } ?? .undefined
  }

  private func holds(_ when: [(factor: String, test: Test)], _ point: Point) -> Bool {
    when.allSatisfy { name, test in
      guard let value = point[name] ?? nil, let factor = factors.first(where: { $0.name == name })
      else { return false }
      return switch test {
      case .ids(let ids): ids.contains(value)
      case .numbers(let range): Int(value).map(range.contains) ?? false
      case .invalid: isInvalid(value, of: factor)
      }
    }
  }

  // MARK: As a text

  var text: String {
    func written(_ when: [(factor: String, test: Test)]) -> String {
      let terms = when.map { name, test -> String in
        switch test {
        case .ids(let ids): "\(name): [\(ids.joined(separator: ", "))]"
        case .numbers(let range): "\(name): \(range.lowerBound)..\(range.upperBound)"
        case .invalid: "\(name): invalid"
        }
      }
      return "{\(terms.joined(separator: ", "))}"
    }
    var lines = ["specmatrix: 1", "id: T", "feature: Test", "traits: []", "data:"]
    for factor in factors {
      let values =
        factor.values.isEmpty
        ? "range: \(factor.range.lowerBound)..\(factor.range.upperBound)"
        : "values: [\(factor.values.joined(separator: ", "))]"
      let condition = factor.onlyWhen.map {
        ", only_when: \(written([($0.factor, .ids($0.values))]))"
      }
      lines.append("  \(factor.name): {\(values)\(condition ?? "")}")
    }
    lines.append("operations: {\(operations.map { "\($0): Do \($0)" }.joined(separator: ", "))}")
    if !impossible.isEmpty {
      lines.append("impossible:")
      lines += impossible.map { "  - {when: \(written($0)), because: so}" }
    }
    lines.append("rules:")
    for operation in operations {
      lines += ["  \(operation):", "    first:"]
      for rule in rules[operation] ?? [] {
        let when = rule.when.isEmpty ? "" : "when: \(written(rule.when)), "
        lines.append("      - {\(when)then: \(rule.result)}")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension TinySpec {
  static func random(_ random: inout TestSupport.SplitMix64) -> TinySpec {
    var spec = TinySpec(
      factors: [
        Factor(name: "k", values: ["ka", "kb", "kc"]), Factor(name: "n", range: range(&random)),
      ],
      operations: ["go"],
      rules: [:]
    )
    if random.chance(50) { spec.factors.append(Factor(name: "m", values: ["ma", "mb"])) }
    if random.chance(30) { spec.factors.append(Factor(name: "w", range: range(&random))) }
    if random.chance(30) { spec.operations.append("stop") }
    if random.chance(40) { spec.factors[1].onlyWhen = ("k", ["ka", "kb"]) }
    let plain = spec
    if random.chance(30) { spec.impossible.append(plain.condition(&random)) }
    for operation in spec.operations {
      spec.rules[operation] = (0..<random.within(2...4)).map { _ in plain.rule(&random) }
    }
    return spec
  }

  /// Returns the spec after some realistic edits.
  func edited(_ random: inout TestSupport.SplitMix64) -> TinySpec {
    var spec = self
    // A factor that is removed while another is added may be a renamed one.
    let grows = random.chance(50)
    for _ in 0..<random.within(1...3) {
      let operation = random.pick(spec.operations)
      let place = random.below(spec.rules[operation]?.count ?? 1)
      let rule = spec.rule(&random)
      let exclusion = spec.condition(&random)
      switch random.below(10) {
      case 0: spec.rules[operation]?[place].result = Self.result(&random)
      case 1, 2: spec.rules[operation]?[place] = rule
      case 3, 4:
        let ranges = spec.factors.indices.filter { spec.factors[$0].values.isEmpty }
        if !ranges.isEmpty { spec.factors[random.pick(ranges)].range = Self.range(&random) }
      case 5:
        if random.chance(50) {
          spec.factors[0].values.append("kd")
        } else {
          spec.factors[0].values.removeLast()
        }
      case 6:
        if grows {
          let new = [Factor(name: "x", values: ["xa", "xb"]), Factor(name: "y", range: 1...4)]
          var factor = random.pick(new)
          if random.chance(40) { factor.onlyWhen = ("k", ["kb"]) }
          if !spec.factors.contains(where: { $0.name == factor.name }) {
            spec.factors.append(factor)
          }
          spec.rules[operation]?.insert(rule, at: place)
        } else if spec.factors.count > 2 {
          spec.factors.remove(at: random.within(2...(spec.factors.count - 1)))
        }
      case 7:
        spec.factors[1].onlyWhen =
          spec.factors[1].onlyWhen == nil ? ("k", random.sample(1, of: ["ka", "kb"])) : nil
      case 8: spec.impossible = random.chance(50) ? [] : [exclusion]
      default:
        if spec.operations.count > 1 {
          spec.operations.removeLast()
        } else {
          spec.operations.append("leave")
          spec.rules["leave"] = [rule, Rule(when: [], result: "Left")]
        }
      }
      spec.tidy()
    }
    return spec
  }

  /// Removes conditions on removed values.
  private mutating func tidy() {
    factors[0].values = factors[0].values.withoutRepeats
    if factors[0].values.count < 2 { factors[0].values = ["ka", "kb"] }
    for number in factors.indices {
      guard let condition = factors[number].onlyWhen else { continue }
      let left = condition.values.filter(factors[0].values.contains)
      factors[number].onlyWhen = left.isEmpty ? nil : (condition.factor, left)
    }
    let known = self
    func tidied(_ when: [(factor: String, test: Test)]) -> [(factor: String, test: Test)] {
      when.compactMap { name, test in
        guard let factor = known.factors.first(where: { $0.name == name }) else { return nil }
        switch test {
        case .ids(let ids):
          let left = ids.filter(factor.values.contains)
          return left.isEmpty ? nil : (name, .ids(left))
        case .numbers(let range):
          return range.overlaps(factor.range)
            ? (name, .numbers(range.clamped(to: factor.range))) : nil
        case .invalid: return (name, test)
        }
      }
    }
    rules = rules.mapValues { $0.map { Rule(when: tidied($0.when), result: $0.result) } }
    impossible = impossible.map(tidied).filter { !$0.isEmpty }
  }

  private static func result(_ random: inout TestSupport.SplitMix64) -> String {
    random.pick(["Paid", "Refused", "Asked"])
  }

  private static func range(_ random: inout TestSupport.SplitMix64) -> ClosedRange<Int> {
    let from = random.pick([0, 0, 1, 2, 4])
    return from...random.within((from + 2)...(from + 7))
  }

  private func rule(_ random: inout TestSupport.SplitMix64) -> Rule {
    Rule(when: random.chance(20) ? [] : condition(&random), result: Self.result(&random))
  }

  private func condition(
    _ random: inout TestSupport.SplitMix64
  ) -> [(factor: String, test: Test)] {
    random.sample(random.within(1...2), of: factors).map { factor in
      guard factor.values.isEmpty else {
        let count = random.within(1...(factor.values.count - 1))
        return (factor.name, .ids(random.sample(count, of: factor.values)))
      }
      if random.chance(25) { return (factor.name, .invalid) }
      let from = random.within(factor.range)
      return (factor.name, .numbers(from...random.within(from...factor.range.upperBound)))
    }
  }
}

extension [String] {
  fileprivate var withoutRepeats: [String] {
    enumerated().filter { !self[..<$0].contains($1) }.map(\.element)
  }
}
