import Combinatorics
import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// A question keeps its id while it means the same.
struct QuestionIDTests {
  private static let text = spec(
    """
    states:
      login: {label: Login, values: {guest: Guest, member: Member}}
      plan: {values: [free, premium], only_when: {login: member}}
    operations: {submit: Submit, back: Go back}
    impossible:
      - when: {login: guest, operation: back}
      - when: {login: guest, operation: back, photos: 1}
    rules:
      back:
        - {when: {plan: premium}, question: "What?"}
      submit:
        - {when: {login: guest}, then: One}
        - {when: {photos: 1}, then: Two}
    data:
      photos: [1, 2]
    """
  )

  private static let reworded = [
    ("label: Login", "label: Signed in?"), ("guest: Guest", "guest: Visitor"),
    ("submit: Submit", "submit: Tap Post"), ("feature: Test", "feature: Other\nlanguage: ja"),
    ("specmatrix: 1\n", "# a comment\n\nspecmatrix: 1\n"),
    ("{submit: Submit, back: Go back}", "{back: Go back, submit: Submit}"),
    ("{guest: Guest, member: Member}", "{member: Member, guest: Guest}"),
    ("[free, premium]", "[premium, free]"),
    (
      "  back:\n",
      "  back:\n    - {when: {plan: premium, photos: 1}, question: \"What?\"}\n"
    ),
    (
      "question: \"What?\"}\n",
      "question: \"What?\"}\n    - {id: more, when: {plan: [free, premium], photos: [1, 2], login: member}, then: Three}\n"
    ),
  ]

  private static func ids(_ text: String) throws -> [FindingCode: Set<String>] {
    Dictionary(
      grouping: try analysed(text).analysis.findings,
      by: \.code
    ).mapValues { Set($0.map(\.id)) }
  }

  @Test(arguments: reworded)
  func `an id outlives words and places`(old: String, new: String) throws {
    let before = try Self.ids(Self.text)
    let after = try Self.ids(Self.text.replacing(old, with: new))
    #expect(after[.contradictoryRules] == before[.contradictoryRules])
    #expect(
      after[.undecidedRule]?.isSuperset(of: before[.undecidedRule] ?? []) == true
    )
    #expect(after[.redundantConstraint] == before[.redundantConstraint])
    // One of the edits answers what was undefined, and the first of several values may be the ordinary one.
    if !new.contains("Three"), !new.contains("member: Member, guest"), !new.contains("[premium,") {
      #expect(after[.undefinedCombination] == before[.undefinedCombination])
    }
    #expect(before.keys.count == 4)
  }

  @Test func `sections and factors may stand in any order`() throws {
    let sections = Self.text.split(separator: "\n").reduce(into: [[Substring]]()) {
      sections,
      line in
      if line.hasPrefix(" ") {
        sections[sections.count - 1].append(line)
      } else {
        sections.append([line])
      }
    }
    let turned = sections.reversed().joined().joined(separator: "\n") + "\n"
    #expect(try Self.ids(turned) == Self.ids(Self.text))
  }

  /// What a question asks, whatever the order in which it says so: the words of its sentence, sorted.
  private static func words(_ finding: Finding) -> [String] {
    // An exception is called by its id.
    finding.message.split { " ,?“”()".contains($0) }.map(String.init).filter { !$0.hasPrefix("Q-") }
      .sorted()
  }

  /// Random specs, each in several orders of its factors, values and rules: the same sentence has the same id.
  @Test(arguments: 0..<6)
  func `the same question has the same id in every order`(part: Int) throws {
    var (compared, orders, split) = (0, 0, 0)
    for seed in stride(from: part, to: Seeds.share(480), by: 6) {
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
    #expect(compared > 20)
    #expect(orders > 40)
    // What is ordinary may depend on the order of values, and with it what is asked.
    #expect(split < orders, "\(split) of \(orders)")
  }

  /// Where factors follow from each other, a cube can name any of them, and the sentence says the same: all 24 orders of four factors.
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
    // Of equally ordinary combinations the first factor decides which values belong to a question.
    #expect(all.values.allSatisfy { $0.count <= 2 }, "\(all)")
    #expect(Set(all.values).count == all.count)
  }

  /// A factor more that follows from what is asked is not in the id.
  @Test func `a factor more changes no id`() throws {
    let base = """
      states:
        login: [guest, member]
        FIRST
        SECOND
      operations: {submit: Submit}
      rules:
        submit: {login: {member: One}}
      """
    func id(_ first: String, _ second: String) throws -> [String] {
      let text = base.replacing("FIRST", with: first).replacing("SECOND", with: second)
      let findings = try analysed(spec(text)).analysis.findings
      return findings.filter { $0.code == .undefinedCombination }.map(\.id)
    }
    let plan = "a_plan: {values: [free, premium], only_when: {login: member}}"
    let group = "z_group: {values: [a, b], only_when: {a_plan: premium}}"
    let color = "color: [red, blue]"
    let expected = try id(color, "other: [x, y]")
    #expect(expected.count == 1)
    #expect(try id(plan, color) == expected)
    #expect(try id(plan, group) == expected)
    #expect(try id(group, plan) == expected)
  }

  /// Random specs in another order of declaration: what is asked in both has the same id, and as much is asked.
  ///
  /// Of equally small covers the page prefers the one that comes first in the order of declaration: where there are several, another
  /// order may ask other questions, which have ids of their own.
  @Test(arguments: 0..<4)
  func `the order of declaration changes no id`(part: Int) throws {
    var compared = 0
    for seed in stride(from: part, to: Seeds.share(600), by: 4) {
      // Rules that `precedence` names have been given their ids by the first shuffling.
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
    #expect(compared > 20)
  }
}
