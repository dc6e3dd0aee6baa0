import Specification
import Text

@testable import TestSupport

/// Compares the parsed text with the spec that it was written from.
struct OracleReading {
  private let specification: Specification
  private let oracle: Oracle
  private(set) var differences: [String] = []

  init(_ specification: Specification, _ oracle: Oracle) {
    self.specification = specification
    self.oracle = oracle
    let spec = oracle.spec
    expect("id", specification.id, spec.id)
    expect("feature", specification.feature, spec.feature)
    expect("owner", specification.owner, spec.owner)
    expect("source", specification.sources, spec.sources)
    compareFactors()
    compareOperations()
    compareRules()
    compareTheRest()
  }

  private mutating func expect<Value: Equatable>(_ what: String, _ read: Value, _ meant: Value) {
    if read != meant { differences.append("\(what): read \(read), meant \(meant)") }
  }

  // MARK: Factors and operations

  private mutating func compareFactors() {
    let factors = oracle.spec.factors
    expect("factors", specification.factors.map(\.name), factors.map(\.name))
    guard specification.factors.count == factors.count else { return }
    for (read, meant) in zip(specification.factors, factors) {
      expect("kind of \(meant.name)", read.kind.rawValue, meant.kind.rawValue)
      if let label = meant.label { expect("label of \(meant.name)", read.label, label) }
      expect("note of \(meant.name)", read.note, meant.note)
      expect("yes/no of \(meant.name)", read.isYesNo, meant.source == .yesNo)
      compareValues(of: meant.name, read.values, meant.values)
      if let usual = meant.usualValue { expect("usual of \(meant.name)", read.usual, usual) }
      expect(
        "only_when of \(meant.name)",
        meanings(read.onlyWhen),
        meanings(meant.onlyWhen, in: .fact)
      )
    }
  }

  private mutating func compareValues(
    of name: String,
    _ read: [FactorValue],
    _ meant: [AbstractValue]
  ) {
    expect("values of \(name)", read.map(\.id), meant.map(\.id))
    expect("invalid values of \(name)", read.map(\.isInvalid), meant.map(\.isInvalid))
    expect("numbers of \(name)", read.map(\.number), meant.map(\.number))
    for (read, meant) in zip(read, meant) {
      if let label = meant.label { expect("label of \(name) \(meant.id)", read.label, label) }
      expect("note of \(name) \(meant.id)", read.note, meant.note)
    }
  }

  private mutating func compareOperations() {
    let operations = oracle.spec.operations
    expect("operations", specification.operations.map(\.id), operations.map(\.id))
    guard specification.operations.count == operations.count else { return }
    for (read, meant) in zip(specification.operations, operations) {
      if let label = meant.label { expect("label of \(meant.id)", read.label, label) }
      expect("note of \(meant.id)", read.note, meant.note)
      expect("parts of \(meant.id)", read.hasParts, meant.hasParts)
      let hasEntry = meant.isSelected || meant.behavesAs != nil
      expect("entry of \(meant.id)", read.catalogueEntry != nil, hasEntry)
      compareValues(of: meant.id, read.variants, meant.variantValues)
      expect(
        "only_when of \(meant.id)",
        meanings(read.onlyWhen),
        meanings(meant.onlyWhen, in: .fact)
      )
    }
  }

  // MARK: Rules and facts

  private mutating func compareRules() {
    let names = oracle.spec.factors.map(\.name)
    expect("number of rules", specification.rules.count, oracle.rules.count)
    guard specification.rules.count == oracle.rules.count else { return }
    for (number, (read, meant)) in zip(specification.rules, oracle.rules).enumerated() {
      let name = "rule \(number) (\(meant.id))"
      expect("name of \(name)", read.hasOwnID, meant.isNamed)
      if meant.isNamed { expect("id of \(name)", read.id, meant.id) }
      expect("house of \(name)", read.house != nil, number >= oracle.spec.rules.count)
      expect("source of \(name)", read.source, meant.source)
      expect("priority of \(name)", read.priority?.rawValue, meant.priority)
      expect("\(name)", meanings(read.when), meanings(of: meant))
      switch (read.outcome, meant.outcome) {
      case (.then(let results), .then(let texts)) where !meant.isPlaceholder:
        expect("results of \(name)", results.map(\.text), texts)
      case (.placeholder(let placeholder), .then(let texts)) where meant.isPlaceholder:
        expect("results of \(name)", placeholder.results.map(\.text), texts)
      case (.question(let question), .question(let text)):
        compare(question, text, of: name)
      default: differences.append("\(name): another outcome")
      }
    }
    let lists = specification.precedence.map { list in list.entries.map(\.rule) }
    let meant = oracle.spec.precedence.map { list in
      list.entries.map { entry in
        switch entry {
        case .others: nil as Int?
        case .rule(let id): oracle.spec.rules.firstIndex { $0.id == id }
        }
      }
    }
    expect("precedence of \(names)", lists, meant)
  }

  private mutating func compare(
    _ read: Rule.OpenQuestion,
    _ meant: AbstractQuestion,
    of name: String
  ) {
    expect("question of \(name)", read.text, meant.text)
    expect("options of \(name)", read.options, meant.options)
    expect("ask of \(name)", read.ask, meant.ask)
    expect("until of \(name)", read.until.map { Day(number: $0.number).text }, meant.until)
  }

  private mutating func compareTheRest() {
    let spec = oracle.spec
    expect(
      "impossible",
      specification.impossible.map { meanings($0.when) },
      oracle.impossible.map { meanings($0.when, in: .fact) }
    )
    expect("because", specification.impossible.map(\.because), oracle.impossible.map(\.because))
    expect(
      "house facts",
      specification.impossible.map { $0.house != nil },
      oracle.impossible.indices.map { $0 >= spec.impossible.count }
    )
    let questions = spec.questions + (spec.pack?.questions ?? [])
    expect("questions", specification.questions.count, questions.count)
    for (read, meant) in zip(specification.questions, questions) {
      compare(read.question, meant, of: "the team")
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: oracle.factors.enumerated().map { ($1.name, $0) }
    )
    expect(
      "every",
      specification.coverage.every.map(\.factors),
      spec.cases.every.map { $0.compactMap { numbers[$0] } }
    )
    expect(
      "cases",
      specification.coverage.include.map { meaning($0.row) },
      spec.cases.include.map { include in
        var meaning = meaning(include.entries, in: .rule)
        let operation = oracle.factors.count - 1
        meaning[operation] = meaning[operation].map(oracle.withWholeOperations)
        return meaning
      }
    )
    expect(
      "because of cases",
      specification.coverage.include.map(\.because),
      spec.cases.include.map(\.because)
    )
  }

  // MARK: Conditions

  /// The values that a conjunction allows, by factor.
  private typealias Meaning = [Int: UInt64]

  private func meanings(_ condition: Condition?) -> [Meaning]? {
    condition.map { $0.alternatives.map { meaning($0) } }
  }

  private func meaning(_ conjunction: Conjunction) -> Meaning {
    var meaning: Meaning = [:]
    for term in conjunction.terms {
      var mask: UInt64 = 0
      for value in term.values { mask |= 1 << UInt64(value) }
      if term.allowsNotApplicable { mask |= 1 << UInt64(oracle.values[term.factor].count) }
      meaning[term.factor] = mask
    }
    return meaning
  }

  private func meanings(
    _ condition: AbstractCondition?,
    in place: AbstractCondition.Place
  ) -> [Meaning]? {
    condition.map { $0.alternatives.map { meaning($0, in: place) } }
  }

  private func meaning(
    _ entries: [AbstractCondition.Entry],
    in place: AbstractCondition.Place
  ) -> Meaning {
    var meaning: Meaning = [:]
    for entry in entries {
      guard let factor = oracle.factors.firstIndex(where: { $0.name == entry.factor }) else {
        continue
      }
      meaning[factor] = AbstractCondition.mask(entry.test, of: oracle.values[factor], in: place)
    }
    return meaning
  }

  private func meanings(of rule: AbstractRule) -> [Meaning]? {
    let key = [AbstractCondition.Text(rule.operations.map { .selector($0) })]
    let operation = oracle.factors.count - 1
    let mask = AbstractCondition.mask(key, of: oracle.values[operation], in: .rule)
    let alternatives = rule.when.alternatives.isEmpty ? [[]] : rule.when.alternatives
    return alternatives.map { entries in
      var meaning = meaning(entries, in: .rule)
      meaning[operation] = mask
      return meaning
    }
  }
}
