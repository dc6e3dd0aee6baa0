import Combinatorics
import Specification
import Text

/// The digest of what somebody agrees to who agrees to an operation: its outcomes, and what makes no difference to them.
///
/// It says the same in names that do not depend on the order of anything: factors and values by id, sorted; results by their texts; questions
/// that a rule asks by theirs.
struct OutcomeFingerprint {
  private let lowered: LoweredSpecification
  private let outcomes: OutcomeRegions

  init(_ lowered: LoweredSpecification, _ outcomes: OutcomeRegions) {
    self.lowered = lowered
    self.outcomes = outcomes
  }

  /// The digest of an operation.
  ///
  /// - Parameters:
  ///   - reading: The factors that the operation reads.
  ///   - unread: By value of the operation, what is taken to make no difference.
  /// - Returns: Sixteen hexadecimal digits.
  /// - Throws: `LimitExceeded` where the walk takes too long.
  func digest(
    reading: Set<Int>,
    unread: [(operationValue: Int, factors: UnreadFactors?)]
  ) throws(LimitExceeded) -> String {
    let (factors, function) = try outcomes.store.deciding(outcomes.function, reading.sorted())
    var walk = Walk(
      outcomes: outcomes.outcomes.map(text),
      factors: factors.map { (name($0), $0) }.sorted { $0.name < $1.name },
      values: lowered.domains.sizes.indices.map(valueNames),
      store: outcomes.store
    )
    let lines = unread.map { value, factors in
      ([lowered.operationValues[value].id] + (factors.map(text) ?? [])).map(Self.quoted).joined()
    }
    return TextDigest.whole(
      (lines.sorted() + [try walk.digest(function, 0)]).joined(separator: "\n")
    )
  }

  private func name(_ factor: Int) -> String {
    factor == lowered.operationFactor ? "operation" : lowered.specification.factors[factor].name
  }

  /// The values of a factor by their ids, in their order.
  private func valueNames(_ factor: Int) -> [(name: String, value: Int)] {
    (0..<lowered.domains.sizes[factor]).map { value in
      if factor == lowered.operationFactor {
        let values = lowered.operationValues
        return (values.indices.contains(value) ? values[value].id : "", value)
      }
      let values = lowered.specification.factors[factor].values
      return (value < values.count ? values[value].id : "", value)
    }.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  private func text(_ outcome: OutcomeTable.Outcome) -> String {
    switch outcome {
    case .defined(let results): "=" + Self.listed(results)
    case .undefined: "?"
    case .undecided(let rules): "…" + rules.map(question).sorted().joined()
    case .contradictory(let results): "!" + results.map(Self.listed).sorted().joined()
    }
  }

  private func question(_ rule: Int) -> String {
    let rule = lowered.specification.rules[rule]
    return Self.listed(
      rule.openQuestion.map { [$0.text] } ?? rule.placeholder?.results.map(\.text) ?? []
    )
  }

  private func text(_ unread: UnreadFactors) -> [String] {
    let factors = unread.factors.map(name).sorted()
    let invalid = unread.invalid.flatMap { entry in
      let values = lowered.specification.factors[entry.factor].values
      return entry.values.map { name(entry.factor) + ":" + values[$0].id }
    }
    return ["\(factors.count)"] + factors + invalid.sorted()
  }

  private static func listed(_ texts: [String]) -> String {
    "\(texts.count)" + texts.map(quoted).joined()
  }

  /// A text that shows where it ends, whatever it holds.
  private static func quoted(_ text: String) -> String { "\(text.utf8.count):\(text)" }

  /// The walk through a function, a digest for each of its rests.
  private struct Walk {
    private struct Key: Hashable {
      var function: LabelDiagram
      var place: Int
    }

    /// By label.
    let outcomes: [String]
    /// In the order of names.
    let factors: [(name: String, factor: Int)]
    let values: [[(name: String, value: Int)]]
    let store: LabelStore
    private var known: [Key: String] = [:]

    init(
      outcomes: [String],
      factors: [(name: String, factor: Int)],
      values: [[(name: String, value: Int)]],
      store: LabelStore
    ) {
      self.outcomes = outcomes
      self.factors = factors
      self.values = values
      self.store = store
    }

    mutating func digest(
      _ function: LabelDiagram,
      _ place: Int
    ) throws(LimitExceeded) -> String {
      if function.isNowhere { return "" }
      if let label = function.label { return TextDigest.whole(outcomes[label]) }
      let key = Key(function: function, place: place)
      if let known = known[key] { return known }
      let (name, factor) = factors[place]
      var parts: [(name: String, rest: String)] = []
      for (value, number) in values[factor] {
        let rest = try store.restriction(of: function, factor, to: number)
        parts.append((value, try digest(rest, place + 1)))
      }
      // A factor that makes no difference is as good as none.
      let isNeeded = parts.contains { $0.rest != parts[0].rest }
      let digest =
        isNeeded
        ? TextDigest.whole(
          OutcomeFingerprint.quoted(name)
            + parts.filter { !$0.rest.isEmpty }.map {
              OutcomeFingerprint.quoted($0.name) + $0.rest
            }
            .joined()
        ) : parts[0].rest
      known[key] = digest
      return digest
    }
  }
}
