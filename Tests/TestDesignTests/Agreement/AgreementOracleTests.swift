import Diagnostics
import TestSupport
import Testing

@testable import Specification
@testable import TestDesign

/// The reasons that void an agreement, and the reported differences, against a listing of all combinations.
struct AgreementOracleTests {
  private struct Listed {
    let analysed: AnalysedSpecification
    let comparison: AgreementComparison
    private let reference: OutcomeTableReference

    init(_ analysed: AnalysedSpecification) throws {
      self.analysed = analysed
      comparison = try AgreementComparison(analysed)
      reference = OutcomeTableReference(analysed)
    }

    private var specification: Specification { analysed.specification }

    /// Returns the expectation of each combination of an operation, by names.
    func outcomes(of operation: Int) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: reference.combinations(operation).map {
          (key($0.row), text($0.outcome))
        }
      )
    }

    /// Returns the combinations of each cell of a table, by names.
    func keys(of table: OutcomeTable) -> [[String]] {
      var keys: [[String]] = table.cells.map { _ in [] }
      for combination in reference.combinations(table.operation) {
        for (number, cell) in table.cells.enumerated()
        where zip(table.factors, cell.values).allSatisfy({ $1.contains(combination.row[$0]) }) {
          keys[number].append(key(combination.row))
        }
      }
      return keys
    }

    private func key(_ row: [Int]) -> String {
      row.enumerated().map { factor, value in
        guard factor < specification.operationFactor else {
          return specification.operationValues[value].id
        }
        let declared = specification.factors[factor]
        return declared.name + "="
          + (value < declared.values.count ? declared.values[value].id : "–")
      }.sorted().joined(separator: " ")
    }

    private func text(_ outcome: PlainOutcomeTable.Outcome) -> String {
      switch outcome {
      case .defined(let results): "= \(results)"
      case .undefined: "?"
      case .undecided(let rules):
        "? \(rules.map { "\(specification.rules[$0].openTexts)" }.sorted())"
      case .contradictory(let results): "! \(results.map { "\($0)" }.sorted())"
      }
    }
  }

  /// Compares the reports about operations that were agreed to in one spec and are shown in another.
  ///
  /// A combination that is not in both has no outcome to differ from. Agreements that hold count as the same, even under another
  /// fingerprint.
  private func compare(
    _ before: Listed,
    _ after: Listed,
    _ name: String,
    _ tally: inout Tally
  ) throws {
    for operation in after.analysed.specification.operations.indices {
      let name = "\(name), \(after.analysed.specification.operations[operation].id)"
      let agreed = try before.analysed.outcomeTable(of: operation)
      let table = try after.analysed.outcomeTable(of: operation)
      let entry = before.comparison.entry(of: agreed, by: "", on: "", comment: "")
      guard agreed.listsCells, !agreed.cells.isEmpty, !entry.outcomes.isEmpty else { continue }
      let old = before.outcomes(of: operation)
      let now = after.outcomes(of: operation)
      let change = after.comparison.change(of: table, since: entry)
      let cells = after.keys(of: table)
      let differing = cells.indices.filter { cell in
        cells[cell].contains { key in old[key].map { $0 != now[key] } ?? false }
      }
      let found = change.differences.compactMap { difference in
        if case .cell(let cell) = difference.place { cell } else { nil }
      }
      if change.differences.count < AgreementChange.listed,
        !Set(found).isSuperset(of: differing)
      {
        tally.differ("\(name): the cells \(found) instead of \(differing)")
      }
      let holds = after.comparison.holds(entry, for: table)
      if holds, !differing.isEmpty || !change.assumedNow.isEmpty {
        tally.differ("\(name): not void, and something has changed")
      }
      let isSame = agreed.fingerprint == table.fingerprint
      if isSame, !holds { tally.differ("\(name): the same, and void") }
      if holds, !isSame { tally.count("under another fingerprint") }
      tally.count(holds ? "same" : "void")
    }
  }

  @Test(arguments: 0..<4)
  func `a slip voids what it changes, and the cells are named`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.share(320), by: 4) {
      guard let before = try SuiteSpecs.random(seed: UInt64(seed)) else { continue }
      var random = SplitMix64(seed: UInt64(seed) &* 77)
      var changed = before.specification
      guard SpecificationMutant.mutate(&changed, &random) != nil,
        let after = try analyse(changed, today: testDay).value
      else { continue }
      try compare(Listed(before), Listed(after), "seed \(seed)", &tally)
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally["void"] > 0 && tally["same"] > 0)
    print("agreements, part \(part):", tally.summary)
  }

  @Test(arguments: [true, false])
  func `what can or cannot occur any more hides no change`(isForbidden: Bool) throws {
    var tally = Tally()
    for seed in 0..<Seeds.count {
      guard let whole = try SuiteSpecs.random(seed: UInt64(seed)),
        !whole.specification.factors.isEmpty
      else { continue }
      var random = SplitMix64(seed: UInt64(seed) &* 99)
      var less = whole.specification
      let factor = random.pick(Array(less.factors.indices))
      let value = random.pick(Array(less.factors[factor].values.indices))
      guard let rule = less.rules.first else { continue }
      let all = Array(less.operationValues.indices)
      let terms = [
        Term(factor: less.operationFactor, values: all, span: rule.span),
        Term(factor: factor, values: [value], span: rule.span),
      ]
      less.impossible.append(
        Impossibility(
          when: Condition(alternatives: [Conjunction(terms: terms)], span: rule.span),
          because: nil,
          span: rule.span
        )
      )
      guard let part = try analyse(less, today: testDay).value else { continue }
      let (one, other) = (try Listed(whole), try Listed(part))
      try compare(
        isForbidden ? one : other,
        isForbidden ? other : one,
        "seed \(seed)",
        &tally
      )
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally["void"] > 0)
  }

  /// Other ids of rules and another order void nothing.
  @Test(arguments: [SpecChange.order, .constraint])
  func `what says the same voids nothing`(change: SpecChange) throws {
    var operations = 0
    for seed in 0..<UInt64(Seeds.count) {
      let spec = RandomSpec.make(seed: seed, hasPlaceholders: seed.isMultiple(of: 2))
        .reordered(seed: seed)
      var random = SplitMix64(seed: ~seed)
      guard let changed = change.applied(to: spec, &random),
        let old = ReadSpec(spec).specification, let new = ReadSpec(changed.spec).specification,
        let before = try analyse(old, today: testDay).value,
        let after = try analyse(new, today: testDay).value
      else { continue }
      var ledger = AgreementLedger()
      let comparison = try AgreementComparison(before)
      for table in try before.outcomeTables() {
        ledger.record(comparison.entry(of: table, by: "Sato", on: "2026-11-22", comment: ""))
      }
      let read = try AgreementLedger(csv: ledger.csv(of: old))
      let agreement = SpecAgreement(after, after.outcomeTablesWithinLimits(), with: read)
      #expect(agreement.agreedCount == new.operations.count, "seed \(seed)")
      operations += new.operations.count
    }
    #expect(operations > Seeds.count / 3)
  }

  /// A factor that nothing names adds an assumption, and no outcome differs.
  @Test func `another factor changes what is assumed`() throws {
    var operations = 0
    for seed in 0..<UInt64(Seeds.count) {
      let spec = RandomSpec.make(seed: seed)
      var random = SplitMix64(seed: ~seed)
      guard let changed = SpecChange.factor.applied(to: spec, &random),
        let name = changed.added?.name,
        let old = ReadSpec(spec).specification, let new = ReadSpec(changed.spec).specification,
        let before = try analyse(old, today: testDay).value,
        let after = try analyse(new, today: testDay).value
      else { continue }
      let (agreed, looked) = (try AgreementComparison(before), try AgreementComparison(after))
      for table in try before.outcomeTables() where !table.cells.isEmpty {
        let id = old.operations[table.operation].id
        guard let number = new.operations.firstIndex(where: { $0.id == id }) else { continue }
        let entry = agreed.entry(of: table, by: "", on: "", comment: "")
        let change = looked.change(of: try after.outcomeTable(of: number), since: entry)
        guard !entry.outcomes.isEmpty else { continue }
        #expect(change.count == 0, "seed \(seed), \(id)")
        #expect(change.assumedBefore == [], "seed \(seed), \(id)")
        #expect(
          change.assumedNow.allSatisfy { $0 == name || $0.hasSuffix("/" + name) },
          "seed \(seed), \(id): \(change.assumedNow)"
        )
        operations += change.assumedNow.isEmpty ? 0 : 1
      }
    }
    #expect(operations > Seeds.count / 3)
  }

  // MARK: Examples

  /// A rule that starts to name a factor removes an assumption; a new factor adds one.
  @Test(arguments: [
    // No agreement is wrong now.
    (
      "    - {id: guest, when: {login: guest}, then: A}",
      "    - {id: one, when: {login: guest, plan: free}, then: A}\n    - {id: two, when: {login: guest, plan: pro}, then: A}",
      true
    ),
    ("{login: guest}", "{login: guest, plan: any}", true),
    ("{login: member}", "{login: member, seats: [1, 2, 3, 0, 4]}", true),
    ("  look: {plan: {free: C, pro: D}}", "  look: {when: {plan: any}, then: C}", true),
    // A result changes somewhere.
    (
      "    - {id: guest, when: {login: guest}, then: A}",
      "    - {id: one, when: {login: guest, plan: free}, then: A}\n    - {id: two, when: {login: guest, plan: pro}, then: B}",
      false
    ),
    ("{login: guest}", "{login: guest, plan: free}", false),
    // There is a new irrelevant factor, which nobody was told about.
    ("  plan: [free, pro]", "  plan: [free, pro]\n  device: [phone, tablet]", false),
    ("  plan: [free, pro]", "  plan: [free, pro, trial]", true),
    ("{range: 1..3}", "[1, 2, 3]", true),
    (
      "mode: [light, dark]",
      "mode: {values: {light: Light, dark: Dark, neon: {label: Neon, invalid: true}}}", false
    ),
    // A renamed factor that mattered counts as another one.
    ("login", "account", false),
    // A removed irrelevant factor makes no difference.
    ("  mode: [light, dark]\n", "", true),
  ])
  func `an agreement holds where less is assumed`(old: String, new: String, holds: Bool) throws {
    let text = """
      states:
        login: [guest, member]
        plan: [free, pro]
        mode: [light, dark]
      data: {seats: {range: 1..3}}
      operations: [submit, look]
      rules:
        submit:
          - {id: guest, when: {login: guest}, then: A}
          - {id: member, when: {login: member}, then: B}
        look: {plan: {free: C, pro: D}}
      """
    let before = try analysed(spec(text))
    let edited = text.replacing(old, with: new)
    #expect(edited != text)
    let after = try analysed(spec(edited))
    var ledger = AgreementLedger()
    let table = try before.outcomeTable(of: 0)
    ledger.record(try AgreementComparison(before).entry(of: table, by: "", on: "", comment: ""))
    let state = SpecAgreement(after, after.outcomeTablesWithinLimits(), with: ledger).states[0]
    let isAgreed = if case .agreed = state { true } else { false }
    #expect(isAgreed == holds, "\(state)")
    // Removing the name again restores what everybody agreed to.
    #expect(
      SpecAgreement(before, before.outcomeTablesWithinLimits(), with: ledger).agreedCount == 1
    )
  }

  private static let text = """
    states: {login: [guest, member]}
    data: {n: {range: 0..200}}
    operations: [submit, look]
    rules:
      submit:
        - {id: guest, when: {login: guest}, then: Log in first}
        - {id: few, when: {login: member, n: 0..49}, then: A}
        - {id: many, when: {login: member, n: 50..}, then: [B, C]}
        - {id: beyond, when: {login: member, n: invalid}, then: D}
      look: E
    """

  private static func change(_ old: String, _ new: String) throws -> AgreementChange? {
    let before = try analysed(spec(text))
    let edited = text.replacing(old, with: new)
    #expect(edited != text)
    let after = try analysed(spec(edited))
    let entry = try AgreementComparison(before)
      .entry(of: try before.outcomeTable(of: 0), by: "", on: "", comment: "")
    #expect(
      entry.outcomes
        == "login=guest: Log in first | login=member & n=0..49: A | login=member & n=50..200: B; C | login=member & n=201..: D"
    )
    let table = try after.outcomeTable(of: 0)
    guard table.fingerprint != entry.fingerprint else { return nil }
    return try AgreementComparison(after).change(of: table, since: entry)
  }

  @Test func tablesAreComparedConditionByCondition() throws {
    let other = try #require(try Self.change("then: A}", "then: F}"))
    #expect(other.differences == [.init(place: .cell(1), was: "A")])
    // A moved threshold leaves the rest of its condition unchanged.
    let lower = try #require(try Self.change("n: 50..}", "n: 60..}"))
    #expect(lower.differences == [.init(place: .cell(2), was: "B; C")])
    let gone = try #require(
      try Self.change("look: E", "look: E\nimpossible: [{when: {n: invalid}}]")
    )
    #expect(gone.differences == [.init(place: .gone("login=member & n=201.."), was: "D")])
    // A threshold of another operation splits nothing here.
    #expect(try Self.change("look: E", "look: {n: {0..9: E, 10..: F, invalid: G}}") == nil)
    let longer = try #require(try Self.change("0..200", "0..300"))
    #expect(longer.differences == [.init(place: .cell(2), was: "D")])
  }

  /// A row that names another factor but has the agreed outcome is no difference.
  @Test func `only what is new differs where rows name a factor more`() throws {
    let text = """
      states: {card: [good, expired], notice: [mail, text, none]}
      operations: [arrive]
      rules:
        arrive:
          - then: The hold begins
          - {when: {notice: mail}, adds: A mail is sent}
          - {when: {notice: text}, adds: A message is sent}
      """
    let before = try analysed(spec(text))
    let after = try analysed(spec(text + "\n    - {when: {card: expired}, then: A letter is sent}"))
    let entry = try AgreementComparison(before)
      .entry(of: try before.outcomeTable(of: 0), by: "", on: "", comment: "")
    let table = try after.outcomeTable(of: 0)
    let change = try AgreementComparison(after).change(of: table, since: entry)
    let expired = table.cells.indices.filter { table.cells[$0].values[0] == [1] }
    #expect(change.differences.map(\.place) == expired.map { .cell($0) })
    #expect(change.count == expired.count)
    #expect(change.differences.allSatisfy { $0.was != nil }, "\(change.differences)")
  }

  @Test func whatIsNotRecordedIsNotSaid() throws {
    let after = try analysed(spec(Self.text))
    let table = try after.outcomeTable(of: 0)
    for outcomes in ["", "somebody was here"] {
      let entry = AgreementLedger.Entry(
        operation: "submit",
        fingerprint: "0123456789abcdef",
        outcomes: outcomes
      )
      #expect(try AgreementComparison(after).change(of: table, since: entry).count == nil)
    }
  }
}
