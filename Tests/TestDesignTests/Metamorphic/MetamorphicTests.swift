import Foundation
import TestSupport
import Testing

@testable import TestDesign

/// Transformations of a spec with consequences known from theory, without knowing the right result.
///
/// Let S be a spec, T the transformed one, and π the map from combinations of T to those of S. By the language, whether a combination can
/// occur and which rules cover it depends on the conditions alone, and which of them win on the sets of combinations that they cover
/// (inclusion between sets, precedence between rules). So each combination c of T has the status and the winners of π(c) if the sets of T
/// are the preimages of those of S under π:
///
/// * **Other names, another order**: π is a bijection. All counts stay.
/// * **Another factor that nothing names**, of k valid values, always applicable: π forgets the factor. Every combination becomes k, and
///   every count is multiplied by k. The one question about unread factors includes it.
/// * **A value split in two that every condition names together**, invalid if it was: π joins the halves. A combination with the value
///   becomes two, every other one stays.
/// * **A statement under `impossible` that another one implies**: the space stays, and with it everything but the warnings: the new
///   statement is reported as redundant, and so are all that were.
///
/// Preimages preserve inclusion, union, intersection and emptiness. A region of undefined combinations therefore has a cover by n cubes in
/// T if and only if it has one in S: the smallest cube around the image of a cube of T is one of S, and its preimage one of T. So the
/// minimum number of questions is the same, and they can be the same: each asks about all images of a combination, or about none.
/// Decisions, and questions that a rule asks, leave no choice. If a region has several minimum covers, the engine may choose another one in
/// another order; on these specs it does not.
@Suite struct MetamorphicTests {
  private static var seeds: Range<UInt64> { 0..<UInt64(Seeds.count) }

  @Test(arguments: SpecChange.allCases)
  func `what a change leaves as it was stays`(change: SpecChange) throws {
    var tally = Tally()
    for seed in Self.seeds {
      // The ids of rules in `precedence` are written, whatever their order.
      let spec = RandomSpec.make(seed: seed, hasPlaceholders: seed.isMultiple(of: 2))
        .reordered(seed: seed)
      var random = SplitMix64(seed: ~seed)
      guard let changed = change.applied(to: spec, &random) else { continue }
      let (before, after) = (try Judgement(.same(spec)), try Judgement(changed))
      let name = "\(change), seed \(seed)"
      guard let before, let after else {
        if (before == nil) != (after == nil) { tally.differ("\(name): valid or not") }
        continue
      }
      try tally.compare(before, after, changed, name)
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally["specs"] > Self.seeds.count / 5)
    #expect(tally["questions"] > Self.seeds.count / 2)
  }
}

enum SpecChange: String, CaseIterable, CustomStringConvertible {
  case names = "other names"
  case order = "another order"
  case factor = "a factor more"
  case value = "a value split"
  case constraint = "an implied constraint"

  var description: String { rawValue }

  /// Returns the transformed spec, or `nil` if it has nothing to transform.
  func applied(to spec: AbstractSpec, _ random: inout SplitMix64) -> ChangedSpec? {
    switch self {
    case .names: .renamed(spec)
    case .order: .reordered(spec, &random)
    case .factor: .withFactor(spec, &random)
    case .value: .withSplitValue(spec, &random)
    case .constraint: .withImpliedConstraint(spec, &random)
    }
  }
}

extension Tally {
  fileprivate mutating func compare(
    _ before: Judgement,
    _ after: Judgement,
    _ changed: ChangedSpec,
    _ name: String
  ) throws {
    count("specs")
    count("questions", after.questions.count)
    compareVerdicts(before, after, changed, name)
    compareCounts(after, name)
    // The first of several values is the usual one if nothing else decides, so another order may ask other questions.
    if changed.keepsOrder { compareQuestions(before, after, name) }
    for complaint in try after.suiteComplaints() { differ("\(name): \(complaint)") }
    if let implied = changed.implied {
      let expected = before.redundant.union([implied])
      if !after.redundant.isSuperset(of: expected) {
        differ("\(name): redundant are \(after.redundant), not \(expected)")
      }
    }
    if let added = changed.added, !changed.spec.rules.isEmpty, !after.saysUnread(added.name) {
      differ("\(name): nothing says that nothing reads the factor")
    }
  }

  private mutating func compareVerdicts(
    _ before: Judgement,
    _ after: Judgement,
    _ changed: ChangedSpec,
    _ name: String
  ) {
    let different = Set(before.verdicts.keys).symmetricDifference(after.verdicts.keys)
    if let point = different.first { differ("\(name): \(point) is in one space only") }
    for (point, verdicts) in after.verdicts {
      let copies =
        changed.added?.values.count ?? changed.split.map { point.contains($0) ? 2 : 1 } ?? 1
      if verdicts.count != copies { differ("\(name): \(point) became \(verdicts.count)") }
      guard let old = before.verdicts[point]?.first else { continue }
      if let other = verdicts.first(where: { $0 != old }) {
        differ("\(name): \(point) was \(old), is \(other)")
      }
    }
  }

  private mutating func compareCounts(_ after: Judgement, _ name: String) {
    let counts = after.analysed.analysis.counts
    guard counts.combinations != nil else { return }
    let all = after.verdicts.values.joined()
    if counts.combinations != String(all.count) { differ("\(name): combinations") }
    for (status, count) in [
      ("defined", counts.defined), ("undecided", counts.undecided),
      ("contradictory", counts.contradictory), ("undefined", counts.undefined),
    ] {
      let listed = all.count { $0.status == status }
      if count != String(listed) { differ("\(name): \(status) \(count ?? "–"), not \(listed)") }
    }
  }

  /// Expects the same sets of combinations as questions, without distinctions among images.
  private mutating func compareQuestions(_ before: Judgement, _ after: Judgement, _ name: String) {
    if before.questions.count != after.questions.count {
      differ("\(name): \(after.questions.count) questions, not \(before.questions.count)")
    } else if before.family != after.family {
      differ("\(name): other questions")
    }
    if let point = after.met.first(where: { $0.value.count > 1 }) {
      differ("\(name): \(point.key) meets different questions")
    }
  }
}
