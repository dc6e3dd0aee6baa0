import Diagnostics
package import Specification
import Text

/// The changes between an earlier suite and a new one that concern testers and those who answer questions.
package struct SuiteChanges: Sendable {
  /// A change of the depth or strength of a suite.
  package struct Extent<Value: Hashable & Sendable>: Hashable, Sendable {
    package var before: Value
    package var after: Value
  }

  /// The cases of the new suite in its order, end-to-end cases last, then the cases that are gone, by id.
  ///
  /// Cases retired before the earlier suite are omitted.
  package var cases: [CaseChange]
  /// `nil` if unchanged, or if the earlier suite does not record it.
  package var depth: Extent<Depth>?
  package var strength: Extent<Int>?
  package var renames: [EarlierNames.Rename]
  /// The changes of factors and, if the earlier suite records its rules, of rules.
  package var specification: [SpecificationDifference]
  /// Today's questions that were not open; `nil`, like `closedQuestions`, if the earlier suite does not record its questions.
  package var openedQuestions: [EarlierSuite.Question]?
  package var closedQuestions: [EarlierSuite.Question]?
  /// The rules that now decide the cases that met a closed question, by its id; indices into `Specification.rules`.
  package var answers: [String: [Int]] = [:]

  /// Compares an earlier suite with the one that was made on top of it; cases with the same id are the same case.
  package init(
    from earlier: EarlierSuite,
    to matrix: TestMatrix,
    of specification: Specification,
    _ analysis: Analysis
  ) {
    let comparison = CaseComparison(earlier, specification)
    let known = earlier.cases + earlier.flows
    let before = Dictionary(firstOf: known.map { ($0.id, $0) })
    cases =
      matrix.cases.map { comparison.change(from: before[$0.id], to: $0) }
      + matrix.flows.map { comparison.change(from: before[$0.id], to: $0) }
    let now = Set(cases.map(\.id))
    let flows = Set(earlier.flows.map(\.id))
    cases += known.filter { !now.contains($0.id) }.sorted { $0.id < $1.id }
      .map { comparison.retired($0, isFlow: flows.contains($0.id)) }
    depth = earlier.depth.flatMap {
      $0 == matrix.depth ? nil : Extent(before: $0, after: matrix.depth)
    }
    strength = earlier.strength.flatMap {
      $0 == matrix.strength ? nil : Extent(before: $0, after: matrix.strength)
    }
    renames = comparison.names.renames
    self.specification =
      SpecificationDifference.ofFactors(earlier.factors, comparison.names, in: specification)
      + (earlier.rules.map {
        SpecificationDifference.ofRules($0, EarlierRule.all(of: specification))
      } ?? [])
    if let were = earlier.questions {
      let are = analysis.openQuestions
      openedQuestions = those(of: are, notIn: were, \.id) { FoldedText($0.message) }
      closedQuestions = those(of: were, notIn: are, \.id) { FoldedText($0.message) }
    }
    answers = Self.answers(to: closedQuestions ?? [], earlier, matrix)
  }

  private static func answers(
    to questions: [EarlierSuite.Question],
    _ earlier: EarlierSuite,
    _ matrix: TestMatrix
  ) -> [String: [Int]] {
    guard !questions.isEmpty else { return [:] }
    let closed = Set(questions.map(\.id))
    let now = Dictionary(matrix.cases.map { ($0.id, $0) }) { first, _ in first }
    var answers: [String: [Int]] = [:]
    for testCase in earlier.cases {
      guard let decided = now[testCase.id] else { continue }
      for id in testCase.questions where closed.contains(id) {
        let parts = decided.parts.filter { $0.status == .defined }.flatMap(\.rules)
        let rules = parts.isEmpty && decided.status == .defined ? decided.rules : parts
        for rule in rules where answers[id]?.contains(rule) != true {
          answers[id, default: []].append(rule)
        }
      }
    }
    return answers
  }

  package func cases(_ kind: CaseChange.Kind) -> [CaseChange] { cases.filter { $0.kind == kind } }

  /// True if there is nothing that a tester or whoever answers questions has to know.
  package var isEmpty: Bool {
    depth == nil && strength == nil && renames.isEmpty && specification.isEmpty
      && cases.allSatisfy { $0.kind == .kept }
      && (openedQuestions ?? []).isEmpty && (closedQuestions ?? []).isEmpty
  }
}

/// The findings that were added or removed between two versions of a spec.
package struct FindingChanges: Sendable {
  /// Findings only of the new version, in its order.
  package var opened: [Finding]
  /// Findings only of the old version, in its order.
  package var closed: [Finding]

  package var isEmpty: Bool { opened.isEmpty && closed.isEmpty }

  package init(from old: Analysis, to new: Analysis) {
    func words(_ finding: Finding) -> [String] { [finding.code.rawValue, finding.message] }
    opened = those(of: new.findings, notIn: old.findings, \.id, words)
    closed = those(of: old.findings, notIn: new.findings, \.id, words)
  }
}

/// Returns the entries that others do not contain, compared by id and by words, since a renamed factor gives a question a new id.
private func those<Entry, Words: Hashable>(
  of entries: [Entry],
  notIn others: [Entry],
  _ id: (Entry) -> String,
  _ words: (Entry) -> Words
) -> [Entry] {
  let (ids, said) = (Set(others.map(id)), Set(others.map(words)))
  return entries.filter { !ids.contains(id($0)) && !said.contains(words($0)) }
}

/// A rule, factor or value that was added, removed or changed.
package struct SpecificationDifference: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case rule(id: String)
    /// By its label.
    case factor(String)
    case value(String, factor: String)
  }

  package var subject: Subject
  /// The earlier text, or `nil` if it is new.
  package var before: String?
  /// The present text, or `nil` if it was removed.
  package var after: String?
  /// The condition of a rule.
  package var condition = ""
}

extension SpecificationDifference {
  /// Returns the factors and values that were added, removed or relabelled; a renamed one with the same label is not a difference.
  static func ofFactors(
    _ earlier: [EarlierFactor],
    _ names: EarlierNames,
    in specification: Specification
  ) -> [Self] {
    guard !earlier.isEmpty else { return [] }
    let today = EarlierFactor.all(of: specification)
    var differences: [Self] = []
    func add(_ before: String?, _ after: String?, _ subject: Subject) {
      if before != after {
        differences.append(Self(subject: subject, before: before, after: after))
      }
    }
    for (old, new) in EarlierNames.pairs(earlier.map { names.factor($0.name) }, of: today.count) {
      let (was, now) = (old.map { earlier[$0] }, new.map { today[$0] })
      guard let was, let now, let new else {
        add(was?.listing, now?.listing, .factor((now ?? was)?.label ?? ""))
        continue
      }
      add(was.label, now.label, .factor(now.label))
      let places = was.values.map { names.value($0.id, of: new) }
      for (old, new) in EarlierNames.pairs(places, of: now.values.count) {
        let (before, after) = (old.map { was.values[$0].label }, new.map { now.values[$0].label })
        add(before, after, .value(after ?? before ?? "", factor: now.label))
      }
    }
    return differences
  }

  /// Returns the rules that were added, removed or changed.
  ///
  /// A rule with a new id is matched with a removed rule of the same condition, or else of the same operation and results.
  static func ofRules(_ earlier: [EarlierRule], _ today: [EarlierRule]) -> [Self] {
    let ids = Set(today.map(\.id))
    var before = Dictionary(firstOf: earlier.filter { ids.contains($0.id) }.map { ($0.id, $0) })
    var gone = earlier.filter { !ids.contains($0.id) }
    for key in [\EarlierRule.condition, \.saying] {
      func mark(_ rule: EarlierRule) -> [String?] {
        [EarlierRule.key(of: rule.id), rule[keyPath: key]]
      }
      var candidates = Dictionary(grouping: gone, by: mark)
      for rule in today where before[rule.id] == nil {
        guard let was = candidates[mark(rule)]?.first else { continue }
        candidates[mark(rule)]?.removeFirst()
        before[rule.id] = was
      }
      let found = Set(before.values)
      gone.removeAll(where: found.contains)
    }
    var differences: [Self] = []
    for rule in today {
      let was = before[rule.id]
      guard was != rule, was.map({ $0.says != rule.says || !$0.isAlike(rule) }) ?? true
      else { continue }
      differences.append(
        Self(
          subject: .rule(id: rule.id),
          before: was.map { $0.text(saysWhere: !$0.isAlike(rule)) },
          after: rule.text(saysWhere: was.map { !$0.isAlike(rule) } ?? false),
          condition: rule.condition
        )
      )
    }
    for rule in gone {
      differences.append(
        Self(
          subject: .rule(id: rule.id),
          before: rule.says.joined(separator: "\n"),
          condition: rule.condition
        )
      )
    }
    return differences
  }
}

extension EarlierRule {
  /// The operation and the results.
  fileprivate var saying: String {
    ([String(names.prefix { $0 != ";" })] + says).joined(separator: "\n")
  }

  /// Returns the results, optionally preceded by the condition.
  fileprivate func text(saysWhere: Bool) -> String {
    ((saysWhere ? [condition] : []) + says).joined(separator: "\n")
  }
}

extension EarlierFactor {
  fileprivate var listing: String { values.map(\.label).joined(separator: " / ") }
}
