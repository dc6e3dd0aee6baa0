import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Cases keep their ids while the spec changes.
struct CaseIDTests {
  private static let base = spec(
    """
    states:
      login: [guest, member]
      plan: {values: [free, premium], only_when: {login: member}}
    data:
      photos: {range: 1..4}
    operations: [submit, back, leave]
    impossible:
      - when: {plan: free, photos: 4}
    rules:
      submit:
        - {id: posted, when: {photos: valid}, then: It is posted}
        - {id: refused, when: {photos: invalid}, then: A message}
      back: {id: back, then: The list}
    """
  )

  /// The edits: old and new text.
  private static let edits: [(String, String)] = [
    ("[guest, member]", "[guest, member, staff]"),
    ("[free, premium]", "[free]"),
    ("range: 1..4", "range: 1..3"),
    ("then: It is posted", "then: It is posted and shown"),
    ("photos: invalid}, then", "photos: 0}, then"),
    ("{plan: free, photos: 4}", "{plan: free, photos: [2, 4]}"),
    ("{plan: free, photos: 4}", "{login: guest, photos: 4}"),
    ("data:", "data:\n  draft: {}"),
    ("photos", "pictures"),
    ("  plan: {values: [free, premium], only_when: {login: member}}\n", ""),
    (", only_when: {login: member}", ""),
    ("[submit, back, leave]", "[submit, back]"),
    ("[submit, back, leave]", "[leave, close, back, submit]"),
    ("id: T", "id: NEW"),
  ]

  /// Returns the text after an edit; after the removal of `plan`, the constraint names another factor.
  private static func edited(_ text: String, _ number: Int) -> String {
    let text = text.replacing(edits[number].0, with: edits[number].1)
    return text.contains("  plan:")
      ? text : text.replacing("{plan: free, photos: 4}", with: "{login: member, photos: 4}")
  }

  @Test func `an unchanged spec keeps everything`() throws {
    let first = try Generation(Self.base)
    let second = try Generation(Self.base, after: first)
    #expect(first.matrix.cases.allSatisfy { $0.state == .new })
    #expect(second.matrix.cases.allSatisfy { $0.state == .kept })
    #expect(second.contents == first.contents)
    #expect(second.matrix.retired.isEmpty)
  }

  @Test(arguments: edits.indices)
  func `an edit leaves ids to their cases`(edit: Int) throws {
    let first = try Generation(Self.base)
    let second = try Generation(Self.edited(Self.base, edit), after: first)
    try second.check(after: first)
    #expect(second.text != first.text)
    // Back to the old spec: retired ids are reused only for their own cases.
    let third = try Generation(Self.base, after: second)
    try third.check(after: second)
    for (id, content) in third.contents where second.matrix.retired.contains(where: { $0.id == id })
    {
      #expect(first.contents[id] == content)
    }
    let ids = Set(third.matrix.cases.map(\.id) + third.matrix.retired.map(\.id))
    #expect(ids.isSuperset(of: second.matrix.retired.map(\.id)))
  }

  @Test func `states say what became of a case`() throws {
    let first = try Generation(Self.base)
    let second = try Generation(
      Self.base.replacing("then: The list", with: "then: The list without the draft"),
      after: first
    )
    #expect(second.matrix.cases.count == first.matrix.cases.count)
    for testCase in second.matrix.cases {
      let operation = second.specification.operationValues[testCase.combination.operation].id
      #expect(testCase.state == (operation == "back" ? .changed : .kept))
    }
    let third = try Generation(
      second.text.replacing("[free, premium]", with: "[free, premium, pro]"),
      after: second
    )
    let new = third.matrix.cases.filter { $0.state == .new }
    #expect(!new.isEmpty)
    #expect(new.allSatisfy { $0.combination.values[1] == 2 })
    #expect(Set(new.map(\.id)).isDisjoint(with: second.contents.keys))
  }

  @Test func `an earlier case that stands twice is kept once`() throws {
    let first = try Generation(Self.base)
    var earlier = first.suite
    var copy = earlier.cases[0]
    copy.id = "T-9999"
    copy.code = "9999"
    earlier.cases.append(copy)
    let matrix = try first.analysed.cases(earlier: earlier)
    #expect(matrix.cases.map(\.id) == first.matrix.cases.map(\.id))
    #expect(matrix.retired.map(\.id) == ["T-9999"])
  }

  /// Random specs, regenerated after the removal of a rule, a constraint and a value, and back again.
  @Test(arguments: 0..<4)
  func `ids stay in random specs`(part: Int) throws {
    for seed in stride(from: part, to: Seeds.share(80), by: 4) {
      var abstract = RandomSpec.make(seed: UInt64(seed))
      abstract.cases.include = []
      guard try analysedIfValid(abstract.yaml()) != nil else { continue }
      let first = try Generation(abstract.yaml())
      let again = try Generation(abstract.yaml(), after: first)
      #expect(again.contents == first.contents, "seed \(seed)")
      #expect(again.matrix.cases.allSatisfy { $0.state == .kept }, "seed \(seed)")
      var random = SplitMix64(seed: UInt64(seed))
      var smaller = abstract
      if !smaller.impossible.isEmpty {
        smaller.impossible.remove(at: random.below(smaller.impossible.count))
      }
      if smaller.rules.count > 1 {
        let gone = random.pick(smaller.rules).id
        smaller = smaller.withoutRules { $0.id == gone }
      }
      guard try analysedIfValid(smaller.yaml()) != nil else { continue }
      let second = try Generation(smaller.yaml(), after: first)
      try second.check(after: first)
      let third = try Generation(abstract.yaml(), after: second)
      try third.check(after: second)
    }
  }
}

private struct Generation {
  let text: String
  let analysed: AnalysedSpecification
  let matrix: TestMatrix
  let suite: EarlierSuite
  /// Setup, operation and result in names, by id.
  let contents: [String: String]

  var specification: Specification { analysed.specification }

  init(_ text: String, after earlier: Generation? = nil) throws {
    self.text = text
    analysed = try TestDesignTests.analysed(text)
    matrix = try analysed.cases(earlier: earlier?.suite)
    suite = EarlierSuite(matrix, of: analysed.specification, analysed.analysis)
    contents = Dictionary(uniqueKeysWithValues: suite.cases.map { ($0.id, Self.content($0)) })
  }

  private static func content(_ testCase: EarlierSuite.Case) -> String {
    // One of the edits renames a factor, which remains the same factor.
    let setup = testCase.setup.map { ($0.replacing("pictures", with: "photos"), $1) }
      .sorted { $0.0 < $1.0 }
      .map { "\($0)=\($1 ?? "-")" }.joined(separator: " ")
    return "\(setup) \(testCase.operation) \(testCase.status) \(testCase.expected)"
  }

  /// Checks that the suite is complete, keeps ids where possible, and gives no id twice.
  func check(after earlier: Generation) throws {
    #expect(try analysed.verify(matrix).isCertified)
    let before = earlier.contents
    let always = Set(specification.factors.filter { $0.onlyWhen == nil }.map(\.name))
    let names = Set(specification.factors.map(\.name))
    for (testCase, stored) in zip(matrix.cases, suite.cases) {
      let old = before[testCase.id]
      switch testCase.state {
      case .new: #expect(old == nil)
      case .kept: #expect(old == contents[testCase.id])
      case .changed: #expect(old != nil && old != contents[testCase.id])
      }
      // A changed case is still the same combination of the factors that both specs have.
      guard let was = earlier.suite.cases.first(where: { $0.id == testCase.id }) else {
        continue
      }
      #expect(was.operation == stored.operation)
      for (name, value) in was.setup where names.contains(name) {
        // A factor that did not apply and now always does has a value.
        if value == nil, always.contains(name) { continue }
        #expect(stored.setup[name] == .some(value))
      }
    }
    let ids = matrix.cases.map(\.id) + matrix.retired.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids).isSuperset(of: before.keys))
  }
}
