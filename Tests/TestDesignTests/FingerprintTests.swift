import TestSupport
import Testing

@testable import TestDesign

/// Alerts of code hosts, earlier revisions and answers in workbooks identify a question by its id, which must survive edits without
/// meaning.
struct FingerprintTests {
  private enum Edit: CaseIterable {
    /// Comments, blank lines, quotes, block or flow style: everything moves.
    case moveLines
    case reorder
    case rewordLabels
  }

  /// 300 successive edits on 30 specs.
  @Test(arguments: 0..<5)
  func `ids outlive edits without meaning`(part: Int) throws {
    var random = SplitMix64(seed: UInt64(1000 + part))
    var edits = 0
    var questions = 0
    var seed = UInt64(part * 1000)
    while edits < Seeds.share(400) {
      seed += 1
      // The first shuffle has written the ids of rules in `precedence`.
      var spec = RandomSpec.make(seed: seed).reordered(seed: seed)
      guard var before = try analysedIfValid(spec.yaml()),
        before.analysis.findings.contains(where: \.isQuestion)
      else { continue }
      for _ in 0..<10 {
        let edit = random.pick(Edit.allCases)
        switch edit {
        case .moveLines: spec.styleSeed = random.next()
        case .reorder: spec = spec.reordered(seed: random.next())
        case .rewordLabels: spec.rewordLabels(&random)
        }
        let after = try #require(try analysedIfValid(spec.yaml()), "seed \(seed)")
        questions += compare(before, after, mayAskOtherwise: edit == .reorder, seed: seed)
        before = after
        edits += 1
      }
    }
    #expect(questions > Seeds.share(300))
  }

  /// Compares the ids before and after an edit and returns how many questions stayed.
  ///
  /// The first of several values is the usual one if nothing else decides, so another order may ask other questions; those asked in both
  /// have the same id.
  private func compare(
    _ before: AnalysedSpecification,
    _ after: AnalysedSpecification,
    mayAskOtherwise: Bool,
    seed: UInt64
  ) -> Int {
    let (old, new) = (QuestionMeanings(before), QuestionMeanings(after))
    #expect(old.others == new.others, "seed \(seed)")
    guard mayAskOtherwise else {
      #expect(old.questions == new.questions, "seed \(seed)")
      return old.questions.count
    }
    let same = old.questions.filter { new.questions[$0.key] != nil }
    for (meaning, id) in same { #expect(new.questions[meaning] == id, "seed \(seed): \(meaning)") }
    return same.count
  }
}

extension AbstractSpec {
  /// Changes every label, or adds one.
  fileprivate mutating func rewordLabels(_ random: inout SplitMix64) {
    feature = "Feature \(random.below(1000))"
    for index in factors.indices {
      factors[index].label = "Factor \(index) \(random.below(1000))"
      guard case .listed(var values) = factors[index].source else { continue }
      for value in values.indices { values[value].label = "Value \(value) \(random.below(1000))" }
      factors[index].source = .listed(values)
    }
    for index in operations.indices {
      operations[index].label = "Do \(index) \(random.below(1000))"
    }
  }
}
