import Diagnostics
import Specification
import Testing
import YAMLSyntax

@testable import TestDesign
@testable import TestSupport

/// A confirmation is void exactly if the winner, a result or the combinations change, by a list of every combination.
@Suite struct VoidDecisionTests {
  /// The content of a decision, in names.
  private struct Meaning: Equatable {
    var winner: String
    /// True if the text gives the winner an id, which not every writing of a spec does.
    var hasID: Bool
    var results: [String]
    /// The overruled results.
    var others: Set<[String]>
    var conditions: Set<AbstractCondition>
    /// The combinations, with all factors.
    var points: Set<[String]>
    /// The combinations, with the factors named by the rules only.
    var named: Set<[String]>
  }

  /// Returns the decisions by the ids of their winners, or `nil` if the spec is not fully analysed.
  private func decisions(
    _ spec: AbstractSpec
  ) throws -> [String: (fingerprint: String, meaning: Meaning)]? {
    guard let specification = ReadSpec(spec).specification,
      let analysed = try analyse(specification, today: testDay).value,
      analysed.regions.space.isJoined
    else { return nil }
    let oracle = Oracle(spec)
    var found: [String: (String, Meaning)] = [:]
    for decision in analysed.analysis.decisions
    where !Set(decision.kinds).isDisjoint(with: [.exception, .order, .others]) {
      let winner = try #require(decision.winner)
      let rules = [winner] + decision.beaten
      var points = PointSet(capacity: oracle.count)
      for loser in decision.beaten {
        if let taken = oracle.taken[loser][winner] {
          points = points.union(taken.intersection(oracle.won[winner]))
        }
      }
      let read = Set(
        rules.flatMap { specification.rules[$0].when.alternatives.flatMap(\.terms).map(\.factor) }
      )
      func names(_ point: Int, _ isShown: (Int) -> Bool) -> [String] {
        zip(oracle.factors, oracle.combination(point)).enumerated().compactMap { number, cell in
          let (factor, value) = cell
          return isShown(number)
            ? "\(factor.name)=\(value.map { factor.values[$0].id } ?? "–")" : nil
        }.sorted()
      }
      let rows = (0..<oracle.count).filter { points.contains($0) }
      let meaning = Meaning(
        winner: oracle.rules[winner].id,
        hasID: specification.rules[winner].hasOwnID,
        results: specification.rules[winner].results ?? [],
        others: Set(decision.beaten.map { specification.rules[$0].results ?? [] }),
        conditions: Set(rules.map { oracle.rules[$0].when }),
        points: Set(rows.map { names($0) { _ in true } }),
        named: Set(rows.map { names($0, read.contains) })
      )
      found[meaning.winner] = (decision.fingerprint, meaning)
    }
    return found
  }

  @Test(arguments: 0..<4)
  func `a fingerprint is the same exactly if nothing of it changed`(part: Int) throws {
    var (same, other) = (0, 0)
    for seed in stride(from: part, to: Seeds.share(200), by: 4) {
      let spec = RandomSpec.make(seed: UInt64(seed))
      var random = SplitMix64(seed: UInt64(seed))
      guard !spec.rules.isEmpty, let before = try decisions(spec), !before.isEmpty else { continue }
      let winner = try #require(before.keys.sorted().first)
      var edited: [AbstractSpec] = [spec.reordered(seed: random.next())]
      for change in 0..<4 {
        var new = spec
        let rule = random.below(new.rules.count)
        switch change {
        case 0: new.rules[rule].outcome = .then(["Something else"])
        case 1:
          if let number = new.rules.firstIndex(where: { $0.id == winner }) {
            new.rules[number].outcome = .then(["Something else"])
          }
        case 2: if !new.impossible.isEmpty { new.impossible.removeLast() }
        default:
          // A referenced rule stays.
          if new.precedence.isEmpty { new.rules.remove(at: rule) }
        }
        edited.append(new)
      }
      for (change, new) in edited.enumerated() {
        guard let after = try decisions(new) else { continue }
        // If numbers are split anew, the classes have other names.
        let values = { (spec: AbstractSpec) in
          Dictionary(Oracle(spec).factors.map { ($0.name, Set($0.values.map(\.id))) }) { $1 }
        }
        guard values(new) == values(spec) else { continue }
        for (id, old) in before {
          guard let now = after[id] else { continue }
          let isSame = old.meaning == now.meaning
          let isOther =
            old.meaning.results != now.meaning.results || old.meaning.others != now.meaning.others
            || old.meaning.conditions == now.meaning.conditions
              && old.meaning.named != now.meaning.named
          if isSame {
            #expect(old.fingerprint == now.fingerprint, "seed \(seed), change \(change): \(id)")
            same += 1
          } else if isOther {
            #expect(old.fingerprint != now.fingerprint, "seed \(seed), change \(change): \(id)")
            other += 1
          }
        }
      }
    }
    #expect(same > Seeds.count / 20 && other >= Seeds.count / 80, "\(same) \(other)")
  }
}
