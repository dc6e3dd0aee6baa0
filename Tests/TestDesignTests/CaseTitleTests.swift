import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The titles of cases, and their reading order.
@Suite struct CaseTitleTests {
  private static let transfer = """
    states:
      identity: [verified, unverified]
      plan: {label: Plan, values: {free: Free plan, plus: Plus plan}}
      wallet: {label: Wallet, values: {fine: Below the limit, full: Above the limit}}
      first: The friend gets money for the first time
      subscribed: Subscribed
    data:
      transfer: [pending, expired]
      amount: {label: Amount, range: 1..500 EUR}
      tries: {label: Tries, range: 0..3}
    operations: {accept: Accept, decline: Decline}
    rules:
      accept:
        - then: The money arrives
        - when: {transfer: expired}
          then: A message is shown
        - when: {identity: unverified, amount: valid, first: yes, subscribed: no, plan: plus, tries: 3, wallet: full}
          then: A dialog opens
      decline: The transfer disappears
    """

  /// Returns a case of an operation with these values, all others usual.
  private func testCase(
    _ number: Int,
    _ operation: String,
    _ values: [String: String],
    of analysed: AnalysedSpecification
  ) throws -> TestCase {
    let specification = analysed.specification
    let setup = try specification.factors.map { factor throws -> Int? in
      guard let id = values[factor.name] else { return factor.usual }
      guard id != "–" else { return nil }
      let value: Int = try #require(factor.values.firstIndex { $0.id == id }, "\(id)")
      return value
    }
    let value = try #require(specification.operationValues.firstIndex { $0.id == operation })
    return TestCase.bare("T-00\(number)", Combination(values: setup, operation: value))
  }

  private func titles(
    _ text: String,
    _ cases: [(operation: String, values: [String: String])],
    earlier: [Int: String] = [:]
  ) throws -> [String] {
    let analysed = try analysed(spec(text))
    let made = try cases.enumerated().map {
      try testCase($0 + 1, $1.operation, $1.values, of: analysed)
    }
    let titles = Dictionary(uniqueKeysWithValues: earlier.map { ("T-00\($0)", $1) })
    return try analysed.titled(made, earlier: titles).map(\.title)
  }

  // MARK: Words

  @Test func `a statement that is not true is denied`() throws {
    let text = """
      states:
        subscribed: {label: Subscribed, values: {no: No, yes: Yes}}
        news: Gets the newsletter
        member: Registered
      operations: {post: Tap Post}
      rules: {post: {news: {yes: {member: {yes: A, no: B}}, no: C}}}
      """
    let factors = try analysed(spec(text)).specification.factors
    #expect(factors[2].isYesNo)
    let wording = Wording(try specification(spec(text)))
    let phrases = wording.titlePhrases()
    func phrase(_ factor: Int, _ id: String) -> String {
      phrases[factor][factors[factor].values.firstIndex { $0.id == id } ?? 0]
    }
    #expect(phrase(1, "yes") == "Gets the newsletter")
    #expect(phrase(1, "no") == "Gets the newsletter: no")
    #expect(phrase(2, "no") == "not registered")
  }

  @Test func `a title that would be too long shows what the case's rules name`() throws {
    let analysed = try analysed(spec(Self.transfer))
    let everything = [
      "identity": "unverified", "plan": "plus", "wallet": "full", "first": "yes",
      "transfer": "expired", "amount": "500", "tries": "3",
    ]
    var made = try testCase(1, "accept", everything, of: analysed)
    made.rules = [1]
    let title = try analysed.titled([made])[0].title
    #expect(title.contains("expired transfer"))
    #expect(DisplayWidth.columns(of: title) <= CaseTitles.width)
  }

  // MARK: One of its kind

  @Test func `a title that stands is kept, and no other case gets it`() throws {
    let cases: [(operation: String, values: [String: String])] = [
      ("accept", [:]), ("accept", ["transfer": "expired"]), ("accept", ["plan": "plus"]),
    ]
    let titles = try titles(Self.transfer, cases, earlier: [2: "Accept", 3: "Accept"])
    #expect(titles[1] == "Accept")
    #expect(titles[0] == "Accept (T-001)")
    #expect(titles[2] == "Accept – Plus plan")
  }

  // MARK: From one generation to the next

  @Test func `a title stays while its case is the same and is called the same`() throws {
    func next(_ text: String, _ title: String) throws -> [String: [String]] {
      let first = try analysed(spec(Self.transfer))
      let matrix = try first.cases(earlier: nil)
      var earlier = EarlierSuite(matrix, of: first.specification, first.analysis)
      for number in earlier.cases.indices {
        earlier.cases[number].title = "\(title) \(earlier.cases[number].id)"
      }
      let second = try analysed(spec(text))
      let cases = try second.cases(earlier: earlier).cases
      return Dictionary(grouping: cases.map(\.title)) { String($0.prefix(while: \.isLetter)) }
    }
    // Another result changes no combination.
    let reworded = Self.transfer.replacing("The money arrives", with: "The money is there")
    #expect(try next(reworded, "Kept").keys.sorted() == ["Kept"])
    let relabelled = Self.transfer.replacing("decline: Decline", with: "decline: Refuse")
    let titles = try next(relabelled, "Kept")
    #expect(titles.keys.sorted() == ["Kept", "Refuse"])
    let renamed = Self.transfer.replacing("Plus plan", with: "Large plan")
    let ofPlans = try next(renamed, "Kept")
    #expect(ofPlans["Kept"]?.isEmpty == false)
    #expect(ofPlans["Accept"]?.isEmpty == false)
  }

  // MARK: Everywhere

  @Test func `no two cases of a sample have the same title, and most are short`() throws {
    for text in try SuiteSpecs.samples.map(SuiteSpecs.text) {
      for language in ["en", "ja"] {
        let inLanguage =
          text.contains("\nlanguage:")
          ? text.replacing(/\nlanguage: *\w+/, with: "\nlanguage: \(language)")
          : text.replacing(
            "\nfeature:",
            with: "\nlanguage: \(language)\nfeature:",
            maxReplacements: 1
          )
        let analysed = try analysed(inLanguage)
        let titles = try analysed.cases(earlier: nil).cases.map(\.title)
        #expect(Set(titles).count == titles.count, "\(analysed.specification.id) \(language)")
        #expect(titles.allSatisfy { !$0.isEmpty && !$0.contains("\n") && !$0.hasSuffix("– ") })
        let widths = titles.map { DisplayWidth.columns(of: $0) }.sorted()
        #expect(widths[widths.count / 2] <= CaseTitles.width, "\(analysed.specification.id)")
      }
    }
  }

  @Test(arguments: 1...UInt64(60))
  func `no two cases of a random spec have the same title`(seed: UInt64) throws {
    guard let random = try RandomAnalysis(seed: seed) else { return }
    let cases = try random.analysed.cases(earlier: nil).cases
    #expect(Set(cases.map(\.title)).count == cases.count)
    let wording = Wording(random.analysed.specification)
    let operations = random.analysed.specification.caseOperationOfValue
    for testCase in cases {
      let label = wording.caseOperation(operations[testCase.combination.operation])
      #expect(testCase.title.hasPrefix(label))
    }
  }
}

@Suite struct ReadingOrderTests {
  @Test func `cases stand by operation, the plain one first, then by rule, what is open last`()
    throws
  {
    let analysed = try analysed(
      spec(
        """
        states: {plan: [free, plus], first: First time}
        operations: {look: Look, post: Tap Post}
        rules:
          post:
            plan:
              plus: {first: {no: C}}
              free: {first: {yes: B, no: A}}
          look: D
        """
      )
    )
    let specification = analysed.specification
    func testCase(_ number: Int, _ operation: Int, _ values: [Int], _ rule: Int?) -> TestCase {
      TestCase.bare(
        "T-00\(number)",
        Combination(values: values, operation: operation),
        status: rule == nil ? .undefined : .defined,
        rules: rule.map { [$0] } ?? []
      )
    }
    func rule(_ id: String) -> Int? { specification.rules.firstIndex { $0.id == id } }
    let usual = specification.factors.map(\.usual)
    #expect(usual == [0, 1])
    let matrix = TestMatrix(
      strength: 2,
      cases: [
        testCase(1, 1, [1, 0], nil), testCase(2, 1, [0, 0], rule("post-free-first")),
        testCase(3, 1, [1, 1], rule("post-plus-not-first")),
        testCase(4, 1, [0, 1], rule("post-free-not-first")),
        testCase(5, 0, [1, 0], rule("look")), testCase(6, 0, [0, 1], rule("look")),
        testCase(7, 1, [1, 1], rule("post-plus-not-first")),
      ],
      retired: []
    )
    let inOrder = matrix.cases.inReadingOrder(of: specification)
    #expect(inOrder.map(\.id) == [6, 5, 4, 3, 7, 2, 1].map { "T-00\($0)" })
  }

  @Test(arguments: 1...UInt64(20))
  func `a random suite in order holds the same cases, each operation in one piece`(
    seed: UInt64
  ) throws {
    guard let random = try RandomAnalysis(seed: seed) else { return }
    let matrix = try random.analysed.cases(earlier: nil)
    let inOrder = matrix.cases.reversed().inReadingOrder(of: random.analysed.specification)
    #expect(inOrder.map(\.id) == matrix.cases.map(\.id))
    let operations = inOrder.map(\.combination.operation)
    #expect(operations == operations.sorted())
    for cases in Dictionary(grouping: inOrder, by: \.combination.operation).values {
      let plain = cases.firstIndex { $0.combination.isPlain(in: random.analysed.specification) }
      #expect(plain == nil || plain == 0)
      let rest = cases.dropFirst(plain == nil ? 0 : 1).map { $0.status == .defined }
      #expect(rest == rest.sorted { $0 && !$1 })
    }
  }
}
