import Specification
import Text

/// The spec that the rows of a sheet amount to, a rule for all rows that say the same.
package struct SheetDraft {
  struct Operation {
    var id: String
    var label: String
    var how: [String]
    var rules: [Rule] = []
  }

  struct Rule {
    /// What must hold, factor by factor.
    var when: [Int: [String]]
    var expected: [String]
    /// Rows, counted from 0.
    var places: [Int]
    /// The highest of its rows.
    var priority: CaseSheet.Priority?

    var isOpen: Bool {
      expected.isEmpty || expected.contains { PlaceholderKind(of: $0) != nil }
    }
  }

  /// A row that became no rule, and what of it could not be read.
  struct Unread {
    var row: CaseSheet.Row
    var reason: String
  }

  let sheet: CaseSheet
  let areNumbered: Bool
  private(set) var factors: [SheetFactors.Factor]
  /// Labels of factors with more values than a spec allows, sorted.
  let overfull: [String]
  private(set) var operations: [Operation] = []
  /// The name of the operation of rows that do not say what is done.
  let placeholder: String?
  private(set) var unread: [Unread] = []
  /// Rows that say the same of what holds, and expect something else.
  private(set) var contradictions: [(first: Int, second: Int)] = []

  /// Drafts a spec.
  ///
  /// - Parameters:
  ///   - sheet: The rows.
  ///   - feature: What the operation is called if the sheet does not say what is done.
  ///   - areNumbered: True for ids that are numbers behind a word.
  package init(_ sheet: CaseSheet, feature: String = "", areNumbered: Bool = false) {
    (self.sheet, self.areNumbered) = (sheet, areNumbered)
    let names = OperationNames(sheet.rows, feature)
    let isUnnamed = sheet.rows.contains {
      $0.steps.isEmpty && $0.operation.isEmpty && names.label(of: $0) == feature
    }
    placeholder = isUnnamed ? feature : nil
    let choices = sheet.rows.map(names.choice)
    var conditions = zip(sheet.rows, choices).map { row, choice in
      row.conditions + names.entered(in: row) + (choice.map { [$0.condition] } ?? [])
    }
    let none = sheet.language.choose("none", "なし")
    let labels = sheet.rows.map { names.label(of: $0).asSaid }
    let blanks = SheetFactors.blanks(of: sheet, conditions, labels)
    for (row, column) in blanks { conditions[row].append(.cell(column: column, none)) }
    let columns = Dictionary(firstOf: choices.compactMap { $0.map { ($0.column, $0.heading) } })
    let read = SheetFactors(
      conditions,
      sheet.factorColumns + columns.sorted { $0.key > $1.key }.map { ($0.key, $0.value) },
      areNumbered: areNumbered
    )
    factors = read.factors
    for column in Set(blanks.map(\.column)) {
      guard let (factor, values) = read.meaning(of: .cell(column: column, none)) else { continue }
      factors[factor].blank = values[0]
    }
    overfull = read.overfull.sorted()
    var ids = DraftIDs(areNumbered: areNumbered, taken: Catalogue.standard.listings.map(\.id))
    var numbers: [String: Int] = [:]
    var known: [[[Int: [String]]: Stated]] = []
    for (row, conditions) in zip(sheet.rows, conditions) {
      let label = names.label(of: row)
      guard !label.isEmpty else {
        unread.append(Unread(row: row, reason: ""))
        continue
      }
      let (when, problem) = Self.meaning(of: conditions, read)
      if let problem {
        unread.append(Unread(row: row, reason: problem))
        continue
      }
      let number = numbers[label.asSaid] ?? operations.count
      if number == operations.count {
        numbers[label.asSaid] = number
        known.append([:])
        operations.append(
          Operation(id: ids.id(label, or: "operation"), label: label, how: names.how(of: row))
        )
      }
      let rule = Rule(
        when: when,
        expected: row.expected,
        places: [row.place],
        priority: row.priority
      )
      add(rule, to: number, &known[number])
    }
    for number in usualStatements { factors[number].isUsual = true }
  }

  /// The statements that hold where rules say nothing of them: more operations have rules for their denial alone than for the statement alone.
  private var usualStatements: [Int] {
    var (votes, stated): ([Int: Int], [Int: Int]) = ([:], [:])
    for rule in operations.flatMap(\.rules) {
      // What most rows of the sheet say is usual.
      for (factor, values) in rule.when where values == ["yes"] {
        stated[factor, default: 0] += rule.places.count
      }
    }
    for operation in operations {
      let said = operation.rules.flatMap { $0.when.map { (factor: $0.key, values: $0.value) } }
      for (factor, rules) in Dictionary(grouping: said, by: \.factor)
      where rules.count < operation.rules.count && Set(rules.map(\.values)).count == 1 {
        votes[factor, default: 0] += rules[0].values == ["no"] ? 1 : -1
      }
    }
    return factors.indices.filter { number in
      guard case .statement = factors[number].kind, factors[number].blank == nil else {
        return false
      }
      let rows = stated[number, default: 0]
      return votes[number, default: 0] > 0 || rows > 2 && rows * 2 > sheet.rows.count - unread.count
    }
  }

  /// What conditions say, factor by factor; with a problem, the first that is not read or denies another.
  private static func meaning(
    of conditions: [CaseSheet.Condition],
    _ read: SheetFactors
  ) -> (when: [Int: [String]], problem: String?) {
    var when: [Int: [String]] = [:]
    for condition in conditions {
      guard let (factor, values) = read.meaning(of: condition),
        let joint = joint(when[factor, default: values], values)
      else { return (when, condition.text) }
      when[factor] = joint
    }
    return (when, nil)
  }

  /// The values that meet two conditions on a factor, one of which may only exclude values; `nil` if they contradict each other.
  private static func joint(_ one: [String], _ other: [String]) -> [String]? {
    if one == other { return one }
    for (named, excluding) in [(one, other), (other, one)] {
      guard let excluded = excluding.first, excluded.hasPrefix("not "),
        !named.contains(where: { $0.hasPrefix("not ") })
      else { continue }
      let words = excluded.dropFirst(4).split(separator: ", ").map(String.init)
      return named.contains(where: words.contains) ? nil : named
    }
    return nil
  }

  /// The rules of an operation that share a condition, by their positions.
  private struct Stated {
    var byResults: [Set<FoldedText>: Int] = [:]
    /// The first rule with a result.
    var first: Int?
  }

  /// Adds a rule, or its row to the rule that says the same.
  private mutating func add(_ rule: Rule, to number: Int, _ known: inout [[Int: [String]]: Stated])
  {
    let text = Set(rule.expected.map { FoldedText($0) })
    if let place = known[rule.when]?.byResults[text] {
      operations[number].rules[place].places += rule.places
      let priorities = [operations[number].rules[place].priority, rule.priority]
      operations[number].rules[place].priority =
        CaseSheet.Priority.allCases.first(where: priorities.contains)
      return
    }
    let place = operations[number].rules.count
    if !rule.isOpen {
      if let first = known[rule.when]?.first {
        contradictions.append((operations[number].rules[first].places[0], rule.places[0]))
      } else {
        known[rule.when, default: Stated()].first = place
      }
    }
    known[rule.when, default: Stated()].byResults[text] = place
    operations[number].rules.append(rule)
  }

  /// Rows in rules with a result, rows in questions.
  package var counts: (rows: Int, rules: Int, ruled: Int, asked: Int, unread: Int) {
    let rules = operations.flatMap(\.rules)
    let asked = rules.filter(\.isOpen).map(\.places.count).reduce(0, +)
    let all = rules.map(\.places.count).reduce(0, +)
    let ruled = rules.count { !$0.isOpen }
    return (sheet.rows.count, ruled, all - asked, asked, unread.count)
  }
}

extension CaseSheet.Condition {
  var text: String {
    switch self {
    case .sentence(let text), .cell(_, let text): text
    }
  }
}

/// What the rows of a sheet do: the last step, with the group of the row behind it where the same words mean different things.
struct OperationNames {
  /// Steps before the last in which the rows of an operation differ.
  struct Choice {
    /// Stands for a column of the sheet, below 0.
    var column: Int
    var heading: String
    var text: String

    var condition: CaseSheet.Condition { .cell(column: column, text) }
  }

  private var bases: [String: Base] = [:]
  private var operations: [String: Steps] = [:]
  /// Steps before the last that occur with another number too, or denied, by what they enter.
  private let entered: [String: String]
  /// By row, without those that are missing: the operation and the last step, or else titles or sections that recur.
  private let named: (CaseSheet.Row) -> [String]

  private struct Base {
    /// By group of rows: the steps before the last.
    var waysByGroup: [String: Set<[String]>] = [:]

    /// True if what is done before differs from group to group.
    var isDivided: Bool {
      guard waysByGroup.count > 1 else { return false }
      let ways = waysByGroup.values.flatMap(\.self)
      return Set(ways).count == ways.count
    }
  }

  /// The steps of an operation before the last.
  private struct Steps {
    var number: Int
    /// Those of all rows.
    var common: Set<String>
    /// What rows do besides, each as first written.
    var ways: [String: String] = [:]
    var results: Set<[FoldedText]> = []
  }

  init(_ rows: [CaseSheet.Row], _ feature: String = "") {
    var values: [String: Set<ConditionReading.Value>] = [:]
    var readings: [String: [ConditionReading]] = [:]
    for row in rows {
      for step in row.steps.dropLast() where readings[step] == nil {
        readings[step] = ConditionReading.all(step)
        for reading in readings[step] ?? [] {
          values[reading.key, default: []].insert(reading.value)
        }
      }
    }
    entered = readings.compactMapValues { all in
      all.first { reading in
        values[reading.key, default: []].contains { $0.isAnother(than: reading.value) }
      }?.key
    }
    func recur(_ texts: [String]) -> Bool {
      let texts = texts.filter { !$0.isEmpty }
      return !texts.isEmpty && Set(texts.map(\.asSaid)).count * 2 <= texts.count
    }
    let saysWhatIsDone = rows.contains { !$0.steps.isEmpty || !$0.operation.isEmpty }
    let hasTitles = recur(rows.map(\.title))
    let hasSections = recur(rows.map { $0.sections.last ?? "" })
    named = { row in
      saysWhatIsDone
        ? [row.operation, row.steps.last ?? ""]
        : [hasTitles ? row.title : "", hasSections ? row.sections.last ?? "" : "", feature]
    }
    var bases: [String: Base] = [:]
    for row in rows {
      bases[base(row).asSaid, default: Base()].waysByGroup[row.sections.last ?? "", default: []]
        .insert(row.steps.dropLast().map { entered[$0] ?? $0.asSaid })
    }
    self.bases = bases
    var operations: [String: Steps] = [:]
    for row in rows {
      let steps = Set(before(row).map(\.asSaid))
      let next = Steps(number: operations.count, common: steps)
      operations[key(of: row), default: next].common.formIntersection(steps)
    }
    self.operations = operations
    for row in rows {
      let way = ownSteps(of: row)
      operations[key(of: row)]?.ways[way.asSaid, default: way] = way
      operations[key(of: row)]?.results.insert(row.expected.map { FoldedText($0) })
    }
    self.operations = operations
  }

  /// The steps that enter what other rows enter otherwise.
  func entered(in row: CaseSheet.Row) -> [CaseSheet.Condition] {
    row.steps.dropLast().filter { entered[$0] != nil }.map(CaseSheet.Condition.sentence)
  }

  /// The steps before the last that enter nothing.
  private func before(_ row: CaseSheet.Row) -> [String] {
    row.steps.dropLast().filter { entered[$0] == nil }
  }

  private func ownSteps(of row: CaseSheet.Row) -> String {
    let common = operations[key(of: row)]?.common ?? []
    return before(row).filter { !common.contains($0.asSaid) }.joined(separator: " → ")
  }

  /// How all rows of the operation do it, the last step included; empty if there is no other.
  func how(of row: CaseSheet.Row) -> [String] {
    let common = operations[key(of: row)]?.common ?? []
    let steps = before(row).filter { common.contains($0.asSaid) }
    return steps.isEmpty ? [] : steps + row.steps.suffix(1)
  }

  /// What a row does that others of the operation do not; `nil` if all do the same, or expect the same.
  func choice(of row: CaseSheet.Row) -> Choice? {
    guard let steps = operations[key(of: row)], steps.ways.count > 1, steps.results.count > 1 else {
      return nil
    }
    let own = ownSteps(of: row)
    let label = label(of: row)
    let isJapanese = SheetWords.isJapanese(label)
    let others = steps.ways.values.filter { !$0.isEmpty }
    if others.count == 1, steps.ways.count == 2 {
      let text = own.isEmpty ? "no" : "yes"
      return Choice(column: -1 - steps.number, heading: others[0], text: text)
    }
    let heading =
      isJapanese ? "\(label)までの手順" : "Steps before “\(label.filter { !"“”".contains($0) })”"
    let none = isJapanese ? "なし" : "none"
    let text = own.isEmpty ? none : steps.ways[own.asSaid] ?? own
    return Choice(column: -1 - steps.number, heading: heading, text: text)
  }

  func base(_ row: CaseSheet.Row) -> String {
    named(row).first { !$0.isEmpty } ?? ""
  }

  func label(of row: CaseSheet.Row) -> String {
    let base = base(row)
    guard let group = row.sections.last, row.operation.isEmpty, !row.steps.isEmpty,
      bases[base.asSaid]?.isDivided == true
    else { return base }
    return SheetWords.isJapanese(base) ? "\(base)（\(group)）" : "\(base) (\(group))"
  }

  /// The label in the form in which labels are compared.
  private func key(of row: CaseSheet.Row) -> String { label(of: row).asSaid }
}

extension ConditionReading.Value {
  /// True if a value is another number, or the denial.
  fileprivate func isAnother(than other: Self) -> Bool {
    switch (self, other) {
    case (.number, .number), (.statement, .statement): self != other
    default: false
    }
  }
}
