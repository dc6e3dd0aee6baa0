import Specification
import Text

/// The spec drafted from the rows of a sheet, with one rule for all rows that say the same.
package struct SheetDraft {
  struct Operation {
    var id: String
    var label: String
    var how: [String]
    var rules: [Rule] = []
  }

  struct Rule {
    /// The required values, by factor.
    var when: [Int: [String]]
    var expected: [String]
    var places: [Int]
    /// The highest priority of the rows.
    var priority: CaseSheet.Priority?

    var isOpen: Bool {
      expected.isEmpty || expected.contains { PlaceholderKind(of: $0) != nil }
    }
  }

  /// A row that became no rule, with the part that could not be read.
  struct Unread {
    var row: CaseSheet.Row
    var reason: String
  }

  let sheet: CaseSheet
  let areNumbered: Bool
  private(set) var factors: [SheetFactors.Factor]
  /// The sorted labels of factors with more values than a spec allows.
  let overfull: [String]
  private(set) var operations: [Operation] = []
  /// The name of the operation for rows without steps.
  let placeholder: String?
  private(set) var unread: [Unread] = []
  /// The pairs of rows with the same conditions but different expected results.
  private(set) var contradictions: [(first: Int, second: Int)] = []

  /// Drafts a spec from the rows of a sheet.
  ///
  /// `feature` is the name of the operation if the sheet has no steps. `areNumbered` is true for ids that are a word with a number.
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

  /// The statements to be true by default: those that more operations mention only in denials than only in affirmations, or that most rows
  /// affirm.
  private var usualStatements: [Int] {
    var (votes, stated): ([Int: Int], [Int: Int]) = ([:], [:])
    for rule in operations.flatMap(\.rules) {
      // A statement of most rows is the usual case.
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

  /// Returns the values of the factors in conditions, with the first condition that cannot be read or that contradicts another.
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

  /// Returns the values that satisfy two conditions on a factor, one of which may only exclude values, or `nil` if they contradict each
  /// other.
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

  /// The indices of an operation's rules with the same condition.
  private struct Stated {
    var byResults: [Set<FoldedText>: Int] = [:]
    /// The first rule with a result.
    var first: Int?
  }

  /// Adds a rule, or its rows to a rule that says the same.
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

  /// The numbers of all rows, of rules with results, and of rows in these, in questions, and not read.
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

/// The operation of each row: the last step, followed by the group of the row where the same words mean different things.
struct OperationNames {
  /// The distinguishing steps before the last, as a condition.
  struct Choice {
    /// A negative number that stands for a column of the sheet.
    var column: Int
    var heading: String
    var text: String

    var condition: CaseSheet.Condition { .cell(column: column, text) }
  }

  private var bases: [String: Base] = [:]
  private var operations: [String: Steps] = [:]
  /// The earlier steps that also occur with another number or denied, with what they enter.
  private let entered: [String: String]
  /// A function that returns the names for a row: the operation and the last step, or else titles or sections that recur.
  private let named: (CaseSheet.Row) -> [String]

  private struct Base {
    /// The steps before the last, by group of rows.
    var waysByGroup: [String: Set<[String]>] = [:]

    /// True if the earlier steps differ between all groups.
    var isDivided: Bool {
      guard waysByGroup.count > 1 else { return false }
      let ways = waysByGroup.values.flatMap(\.self)
      return Set(ways).count == ways.count
    }
  }

  /// The steps of an operation before the last.
  private struct Steps {
    var number: Int
    /// The steps common to all rows.
    var common: Set<String>
    /// The other steps of rows, each as first written.
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

  /// Returns the steps that enter something which other rows enter differently.
  func entered(in row: CaseSheet.Row) -> [CaseSheet.Condition] {
    row.steps.dropLast().filter { entered[$0] != nil }.map(CaseSheet.Condition.sentence)
  }

  /// Returns the steps before the last that enter nothing.
  private func before(_ row: CaseSheet.Row) -> [String] {
    row.steps.dropLast().filter { entered[$0] == nil }
  }

  private func ownSteps(of row: CaseSheet.Row) -> String {
    let common = operations[key(of: row)]?.common ?? []
    return before(row).filter { !common.contains($0.asSaid) }.joined(separator: " → ")
  }

  /// Returns the steps common to all rows of the operation, including the last one, or an empty list if there is only that.
  func how(of row: CaseSheet.Row) -> [String] {
    let common = operations[key(of: row)]?.common ?? []
    let steps = before(row).filter { common.contains($0.asSaid) }
    return steps.isEmpty ? [] : steps + row.steps.suffix(1)
  }

  /// Returns the steps that distinguish a row within its operation, or `nil` if all rows have the same steps or expected results.
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

  /// Returns the label in the form used for comparisons.
  private func key(of row: CaseSheet.Row) -> String { label(of: row).asSaid }
}

extension ConditionReading.Value {
  /// True if a value is a different number, or the denial.
  fileprivate func isAnother(than other: Self) -> Bool {
    switch (self, other) {
    case (.number, .number), (.statement, .statement): self != other
    default: false
    }
  }
}
