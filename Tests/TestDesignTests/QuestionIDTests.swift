import Combinatorics
import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// A question keeps its id while its meaning is the same.
struct QuestionIDTests {
  /// Returns the sorted words of a question's sentence.
  private static func words(_ finding: Finding) -> [String] {
    // An exception is named by its id.
    finding.message.split { " ,?“”()".contains($0) }.map(String.init).filter { !$0.hasPrefix("Q-") }
      .sorted()
  }

  @Test func `a question is known by its fingerprint, unless another has the same`() throws {
    let analysis = try analysed(
      spec(
        """
        states: {plan: [free, paid]}
        operations: [send, look]
        rules: {send: Closed on 31 June, look: {plan: {free: Closed on 31 June}}}
        """
      )
    ).analysis
    let questions = OpenQuestions(analysis)
    let days = analysis.questions.filter { $0.code == .noSuchDay }
    let open = try #require(analysis.questions.first { $0.code == .undefinedCombination })
    #expect(Set(days.map(\.question?.fingerprint)).count == 1 && days.count == 2)
    #expect(questions["Q-00000000", open.question?.fingerprint]?.finding.id == open.id)
    for day in days {
      #expect(questions["Q-00000000", day.question?.fingerprint] == nil)
      #expect(questions[day.id, day.question?.fingerprint]?.finding.id == day.id)
    }
  }

  /// Random specs, each in several orders of its factors, values and rules: the same sentence has the same id.
  @Test(arguments: 0..<6)
  func `the same question has the same id in every order`(part: Int) throws {
    var (compared, orders, split) = (0, 0, 0)
    for seed in stride(from: part, to: Seeds.share(240), by: 6) {
      let abstract = RandomSpec.make(seed: UInt64(seed + 1_000)).reordered(seed: 1)
      var ids: [[String]: String] = [:]
      var first: Set<String>?
      for order in 0..<8 {
        let spec = abstract.reordered(seed: UInt64(seed * 8 + order))
        guard let analysed = try analysedIfValid(spec.yaml()) else { continue }
        let questions = analysed.analysis.findings.filter { $0.code == .undefinedCombination }
        let sentences = Dictionary(grouping: questions, by: Self.words)
        for (words, asked) in sentences where asked.count == 1 {
          let question = asked[0]
          if let id = ids[words] {
            #expect(id == question.id, "seed \(seed): \(question.message)")
            compared += 1
          }
          ids[words] = question.id
        }
        orders += 1
        let all = Set(questions.map(\.id))
        if let first, first != all { split += 1 }
        first = first ?? all
        #expect(all.count == questions.count)
      }
    }
    #expect(compared > 5)
    #expect(orders > 20)
    // The usual values, and with them the questions, may depend on the order of values.
    #expect(split < orders, "\(split) of \(orders)")
  }

  /// If factors imply each other, a cube can name any of them, and the sentence is the same: all 24 orders of four factors.
  @Test func `a factor that follows from another changes no id`() throws {
    let lines = [
      "login: [guest, member]", "sex: {values: [m, f], only_when: {login: member}}",
      "group: {values: [a, b], only_when: {login: member}}", "note: [empty, full]",
    ]
    var all: [[String]: Set<String>] = [:]
    for first in lines {
      for second in lines where second != first {
        for third in lines where ![first, second].contains(third) {
          let fourth = lines.filter { ![first, second, third].contains($0) }
          let text = spec(
            """
            states:
              \(([first, second, third] + fourth).joined(separator: "\n  "))
            operations: {submit: Submit, look: Look}
            rules:
              submit:
                - {when: {login: member, note: full}, then: One}
              look:
                - {when: {sex: m}, then: One}
                - {when: {group: a, note: full}, then: One}
            """
          )
          for finding in try analysed(text).analysis.findings
          where finding.code == .undefinedCombination {
            all[Self.words(finding), default: []].insert(finding.id)
          }
        }
      }
    }
    #expect(all.count >= 4)
    // Among equally usual combinations, the first factor decides which values belong to a question.
    #expect(all.values.allSatisfy { $0.count <= 2 }, "\(all)")
    #expect(Set(all.values).count == all.count)
  }

  /// Random specs in another order of declaration: common questions have the same ids, and equally much is asked.
  ///
  /// Among minimum covers, the page prefers the first in declaration order, so another order may ask other questions, with other ids.
  @Test(arguments: 0..<4)
  func `the order of declaration changes no id`(part: Int) throws {
    var compared = 0
    for seed in stride(from: part, to: Seeds.share(300), by: 4) {
      // The first shuffle has written the ids of rules in `precedence`.
      let abstract = RandomSpec.make(seed: UInt64(seed)).reordered(seed: UInt64(seed + 1))
      let shuffled = abstract.reordered(seed: UInt64(seed))
      guard let one = try analysedIfValid(abstract.yaml()),
        let other = try analysedIfValid(shuffled.yaml())
      else { continue }
      let (before, after) = (QuestionMeanings(one), QuestionMeanings(other))
      #expect(one.analysis.counts == other.analysis.counts, "seed \(seed)")
      #expect(before.others == after.others, "seed \(seed)")
      #expect(before.questions.count == after.questions.count, "seed \(seed)")
      #expect(Set(before.questions.values).count == before.questions.count, "seed \(seed)")
      for (meaning, id) in before.questions {
        guard let now = after.questions[meaning] else { continue }
        #expect(now == id, "seed \(seed): \(meaning)")
        compared += 1
      }
    }
    #expect(compared > 10)
  }
}
