import Diagnostics
package import Specification
import Text

/// What changed for testers and for those who answer questions between an earlier suite and a new one.
package struct SuiteChanges: Sendable {
  /// That a suite was made for another depth or strength than the one before.
  package struct Extent<Value: Hashable & Sendable>: Hashable, Sendable {
    package var before: Value
    package var after: Value
  }

  /// Every case of the new suite in its order, those from end to end last, then what is gone by id; cases retired before the earlier suite are left out.
  package var cases: [CaseChange]
  /// `nil` where it is the same, or the earlier suite does not say.
  package var depth: Extent<Depth>?
  package var strength: Extent<Int>?
  /// Factors and values that are the same thing under a new name.
  package var renames: [EarlierNames.Rename]
  /// What the spec says now of its factors and, where the earlier suite says what they were, of its rules, and did not say before.
  package var specification: [SpecificationDifference]
  /// Questions of today that were not open; `nil`, as `closedQuestions` then is too, where the earlier suite does not say what was.
  package var openedQuestions: [EarlierSuite.Question]?
  package var closedQuestions: [EarlierSuite.Question]?
  /// By id of a closed question: the rules (numbers in `Specification.rules`) that decide now the cases that met it.
  package var answers: [String: [Int]] = [:]

  /// Compares two suites of a spec.
  ///
  /// - Parameters:
  ///   - earlier: What the last generation left.
  ///   - matrix: The suite that was made on top of it: what has the same id is the same case.
  ///   - specification: The spec of the new suite.
  ///   - analysis: The findings of that spec.
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

  /// The cases of one kind.
  package func cases(_ kind: CaseChange.Kind) -> [CaseChange] { cases.filter { $0.kind == kind } }

  /// True if there is anything that a tester or whoever answers questions has to know.
  package var isEmpty: Bool {
    depth == nil && strength == nil && renames.isEmpty && specification.isEmpty
      && cases.allSatisfy { $0.kind == .kept }
      && (openedQuestions ?? []).isEmpty && (closedQuestions ?? []).isEmpty
  }
}

/// Which findings of a spec came and which went between two versions of it.
package struct FindingChanges: Sendable {
  /// Findings of the new version that the old one has not, in the order of the new one.
  package var opened: [Finding]
  /// Findings of the old version that the new one has not, in the order of the old one.
  package var closed: [Finding]

  package var isEmpty: Bool { opened.isEmpty && closed.isEmpty }

  package init(from old: Analysis, to new: Analysis) {
    func words(_ finding: Finding) -> [String] { [finding.code.rawValue, finding.message] }
    opened = those(of: new.findings, notIn: old.findings, \.id, words)
    closed = those(of: old.findings, notIn: new.findings, \.id, words)
  }
}

/// What others do not have, neither by id nor, since a new name of a factor gives a question a new id, by their words.
private func those<Entry, Words: Hashable>(
  of entries: [Entry],
  notIn others: [Entry],
  _ id: (Entry) -> String,
  _ words: (Entry) -> Words
) -> [Entry] {
  let (ids, said) = (Set(others.map(id)), Set(others.map(words)))
  return entries.filter { !ids.contains(id($0)) && !said.contains(words($0)) }
}

/// What a spec says now of a rule, a factor or a value and did not say before, or the other way round.
package struct SpecificationDifference: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case rule(id: String)
    /// By its label.
    case factor(String)
    case value(String, factor: String)
  }

  package var subject: Subject
  /// The earlier text; `nil` if it is new.
  package var before: String?
  /// The present text; `nil` if it was removed.
  package var after: String?
  /// Where a rule applies.
  package var condition = ""
}

extension SpecificationDifference {
  /// The factors and values that came, went or are called otherwise than before; those under a new name with the label that they had are the same.
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

  /// The rules that came, went or say something else; one under a new id that applies where one went, or says what it said of the same operation, is
  /// the same.
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
  /// The operation and what is said of it.
  fileprivate var saying: String {
    ([String(names.prefix { $0 != ";" })] + says).joined(separator: "\n")
  }

  /// What it says, maybe behind where it applies.
  fileprivate func text(saysWhere: Bool) -> String {
    ((saysWhere ? [condition] : []) + says).joined(separator: "\n")
  }
}

extension EarlierFactor {
  fileprivate var listing: String { values.map(\.label).joined(separator: " / ") }
}
