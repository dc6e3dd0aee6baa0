import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The reference accepts correct suites and names every fault of wrong ones: handwritten suites here, generated ones in
/// `RequiredTuplesTests`.
struct SuiteReferenceTests {
  private static let sending = spec(
    """
    states: {plan: [free, premium], weather: [rain, sun]}
    data: {amount: {range: 1..3}}
    operations: [send, back]
    rules:
      send:
        - when: {amount: invalid}
          then: Rejected
        - when: {plan: free, amount: valid}
          then: Sent
      back: Back
    """
  )

  /// `DEPTH: values @ operation`, `-` for not applicable.
  private static let sendingRows = [
    "review: free rain 2 @ send", "review: free rain 0 @ send", "review: premium rain 2 @ send",
    "review: free rain 2 @ back", "review: free rain 1 @ send", "review: free rain 3 @ send",
    "review: free rain 4 @ send", "relevant: premium sun 4 @ send",
  ]

  static func matrix(
    _ rows: [String],
    of reference: SuiteReference,
    _ depth: Depth = .relevant
  ) throws -> TestMatrix {
    let space = reference.space
    let cases = try rows.enumerated().map { number, row in
      let words = row.split(separator: " ").map(String.init)
      let depth = try #require(Depth(rawValue: String(words[0].dropLast())))
      let values = try zip(space.specification.factors, words.dropFirst()).map { factor, id in
        let value = factor.values.firstIndex { $0.id == id }
        if id != "-" { _ = try #require(value, "\(row): \(id)") }
        return value
      }
      let operation = try #require(space.caseOperations.first { $0.id == words.last })
      let combination = Combination(values: values, operation: operation.value)
      let id = "T-\(number + 1)"
      let known = reference.testCase(id, depth: depth, combination)
      return known
        ?? TestCase.bare(id, combination, depth: depth)
    }
    return TestMatrix(
      strength: 2,
      depth: depth,
      cases: cases,
      retired: []
    )
  }

  @Test func `it has nothing against a good suite`() throws {
    let reference = SuiteReference(try analysed(Self.sending))
    let matrix = try Self.matrix(Self.sendingRows, of: reference)
    #expect(reference.complaints(matrix) == [])
    let review = try Self.matrix(Array(Self.sendingRows.prefix(7)), of: reference, .review)
    #expect(reference.complaints(review) == [])
    #expect(SuiteReference.nestingComplaints([review, matrix]) == [])
    #expect(reference.orderComplaints(matrix.cases) == ["the operations are not as declared"])
    let ordered = matrix.cases.filter { $0.combination.operation == 0 } + [matrix.cases[3]]
    #expect(reference.orderComplaints(ordered) == [])
  }

  @Test func `at depth all every pair is asked for that is defined somewhere`() throws {
    let reference = SuiteReference(try analysed(Self.sending))
    let complaints = reference.complaints(try Self.matrix(Self.sendingRows, of: reference, .all))
    // Pairs of weather and amount, of plan, weather and amount with `back`, and of premium with a valid amount.
    #expect(complaints.contains("plan=premium amount=2 @ any operation is held by open rows only"))
    #expect(complaints.contains("weather=sun @ back is in no row"))
    #expect(complaints.contains("amount=4 @ back is in no row"))
    #expect(complaints.contains("weather=sun amount=1 @ any operation is in no row"))
    #expect(!complaints.contains { $0.contains("plan=free amount=0") })
  }

  @Test func `it names what is wrong with what a case says`() throws {
    let reference = SuiteReference(try analysed(Self.sending))
    let good = try Self.matrix(Self.sendingRows, of: reference)
    func complaints(_ row: Int, _ change: (inout TestCase) -> Void) -> [String] {
      var matrix = good
      change(&matrix.cases[row])
      return reference.complaints(matrix)
    }
    #expect(complaints(0) { $0.expected = ["Rejected"] } == [#"T-1 expects ["Rejected"]"#])
    #expect(complaints(0) { $0.status = .undefined } == ["T-1: status is undefined, not defined"])
    #expect(complaints(1) { $0.rules = [1] } == ["T-2: rules is [1], not [0]"])
    #expect(complaints(1) { $0.kind = .normal } == ["T-2: kind is normal, not invalidInput"])
    #expect(complaints(2) { $0.questions = [] }.first?.hasPrefix("T-3: questions is []") == true)
    #expect(complaints(2) { $0.expected = ["Sent"] } == [#"T-3 expects ["Sent"]"#])
    #expect(complaints(3) { $0.kind = .failure } == ["T-4: kind is failure, not normal"])
    #expect(complaints(3) { $0.priority = .low } == ["T-4: priority is low, not medium"])
  }

  /// A row for B has to change the plan or the light, although one of them makes no difference in each.
  @Test func `what makes no difference in a row is no way to a nearer one`() throws {
    let text = spec(
      """
      states: {plan: [free, paid], light: [off, on], tab: [one, two]}
      operations: [look]
      rules: {look: [{when: {plan: free, light: off}, then: A}, {when: {tab: two}, then: B}]}
      """
    )
    let reference = SuiteReference(try analysed(text))
    for row in ["free on two", "paid off two", "paid on two"] {
      let rows = ["review: free off one @ look", "review: \(row) @ look"]
      let complaints = reference.complaints(try Self.matrix(rows, of: reference), isFresh: false)
      #expect(complaints.filter { $0.contains("nearer") } == [], "\(row)")
    }
    let far = ["review: paid on two @ look"]
    let complaints = reference.complaints(try Self.matrix(far, of: reference))
    #expect(complaints.contains { $0.contains("T-1 could be nearer to the plain case") })
  }

  @Test func `an undecided invalid value makes the kind of a case that is open, too`() throws {
    let text = spec(
      """
      states: {plan: [free, premium]}
      data: {file: {values: {broken: {invalid: true}}}}
      operations: [send]
      rules: {send: [{when: {plan: free}, then: Sent}]}
      """
    )
    let analysed = try analysed(text)
    let matrix = try analysed.cases(earlier: nil)
    #expect(SuiteReference(analysed).complaints(matrix) == [])
    #expect(Set(matrix.cases.map(\.status)) == [.defined, .undefined])
    #expect(matrix.cases.allSatisfy { $0.kind == .invalidInput })
  }

  @Test func `it names suites that are not nested`() throws {
    let reference = SuiteReference(try analysed(Self.sending))
    let relevant = try Self.matrix(Self.sendingRows, of: reference)
    var review = try Self.matrix(Array(Self.sendingRows.prefix(7)), of: reference, .review)
    review.cases.swapAt(0, 1)
    review.cases[0].id = "T-1"
    review.cases[1].id = "T-2"
    review.cases.remove(at: 3)
    review.cases += try Self.matrix(["review: free sun 2 @ back"], of: reference).cases
    #expect(
      SuiteReference.nestingComplaints([review, relevant]) == [
        "T-1 of review is T-2 of relevant", "T-2 of review is T-1 of relevant",
        "T-1 of review is no case of relevant",
        "T-4 of relevant is of depth review, and not in review",
      ]
    )
  }

  @Test func `what a rule adds is expected with the rest`() throws {
    let text = spec(
      """
      states: {plan: {values: [free, premium], usual: free}, weather: [rain, sun]}
      operations: [send]
      rules: {send: [{when: {plan: free}, then: A}, {when: {plan: premium}, then: B}, {when: {weather: sun}, adds: C}]}
      """
    )
    let rows = [
      "review: free rain @ send", "review: free sun @ send", "review: premium rain @ send",
      "relevant: premium sun @ send",
    ]
    let matrix = try Self.matrix(rows, of: SuiteReference(try analysed(text)))
    #expect(matrix.cases.map(\.expected) == [["A"], ["A", "C"], ["B"], ["B", "C"]])
  }

  /// A screen with two parts: guests see no photo that has a description.
  @Test func `a row of a screen is one for all of its parts`() throws {
    let text = spec(
      """
      states: {login: [guest, member]}
      data: {length: [short, long]}
      operations: {show: {label: The screen, parts: {photo: Photo, name: Name}}}
      impossible: [{when: {operation: show/name, login: member, length: long}}]
      rules:
        show/photo: {login: {member: A photo}}
        show/name: {length: {short: The whole, long: Cut}}
      """
    )
    let reference = SuiteReference(try analysed(text))
    let rows = [
      "review: guest short @ show", "review: guest long @ show", "review: member short @ show",
    ]
    let good = try Self.matrix(rows, of: reference)
    #expect(reference.complaints(good) == [])
    #expect(good.cases.map(\.status) == [.defined, .defined, .defined])
    #expect(good.cases[0].parts.map(\.status) == [.undefined, .defined])
    #expect(good.cases[0].expected == ["Name: The whole"])
    // The photo can be seen where the name cannot.
    let all = try Self.matrix(rows + ["all: member long @ show"], of: reference, .all)
    #expect(reference.complaints(all) == [])
    #expect(all.cases[3].parts.map(\.operationValue) == [0])
    let few = reference.complaints(try Self.matrix(Array(rows.prefix(1)), of: reference))
    #expect(few.contains("login=member @ show/photo is held by open rows only") == false)
    #expect(few.contains("login=member @ show/photo is in no row"))
    #expect(few.contains("length=long @ show/name is in no row"))
    var wrong = good
    wrong.cases[0].parts[1].rules = []
    wrong.cases[1].parts.removeFirst()
    wrong.cases[2].expected = ["A photo", "The whole"]
    #expect(
      reference.complaints(wrong) == [
        "T-1, show/name: rules are []", "T-2 shows the parts [1], not [0, 1]",
        #"T-3 expects ["A photo", "The whole"]"#,
      ]
    )
  }
}
