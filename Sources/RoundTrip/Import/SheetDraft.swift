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
  let factors: [SheetFactors.Factor]
  /// Labels of factors with more values than a spec allows, sorted.
  let overfull: [String]
  private(set) var operations: [Operation] = []
  private(set) var unread: [Unread] = []
  /// Rows that say the same of what holds, and expect something else.
  private(set) var contradictions: [(first: Int, second: Int)] = []

  /// Drafts a spec.
  ///
  /// - Parameters:
  ///   - sheet: The rows.
  ///   - areNumbered: True for ids that are numbers behind a word.
  package init(_ sheet: CaseSheet, areNumbered: Bool = false) {
    self.sheet = sheet
    let names = OperationNames(sheet.rows)
    let entered = names.enteredNumbers
    let conditions = sheet.rows.map { row in
      row.conditions
        + row.steps.dropLast().filter(entered.contains).map(CaseSheet.Condition.sentence)
    }
    let read = SheetFactors(
      Array(conditions.joined()),
      columns: sheet.factorColumns,
      areNumbered: areNumbered
    )
    factors = read.factors
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
      var when: [Int: [String]] = [:]
      var problem: String?
      for condition in conditions {
        guard let meaning = read.meaning(of: condition) else {
          problem = condition.text
          break
        }
        if let other = when[meaning.factor], other != meaning.values {
          problem = condition.text
          break
        }
        when[meaning.factor] = meaning.values
      }
      if let problem {
        unread.append(Unread(row: row, reason: problem))
        continue
      }
      let number = numbers[label.asName] ?? operations.count
      if number == operations.count {
        numbers[label.asName] = number
        known.append([:])
        let how = row.steps.count > 1 ? row.steps.filter { !entered.contains($0) } : []
        operations.append(
          Operation(id: ids.id(label, or: "operation"), label: label, how: how)
        )
      }
      let rule = Rule(when: when, expected: row.expected, places: [row.place])
      add(rule, to: number, &known[number])
    }
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
    let text = Self.folded(rule.expected)
    if let place = known[rule.when]?.byResults[text] {
      operations[number].rules[place].places += rule.places
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

  private static func folded(_ texts: [String]) -> Set<FoldedText> {
    Set(texts.map { FoldedText($0) })
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
  private let bases: [String: Base]
  /// Steps before the last that occur with another number too: what is entered.
  let enteredNumbers: Set<String>

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

  init(_ rows: [CaseSheet.Row]) {
    var spans: [String: Set<NumberSpan>] = [:]
    var keys: [String: String] = [:]
    for row in rows {
      for step in row.steps.dropLast() where keys[step] == nil {
        guard let reading = ConditionReading.all(step).first, case .number(let span) = reading.value
        else { continue }
        keys[step] = reading.key
        spans[reading.key, default: []].insert(span)
      }
    }
    let entered = Set(keys.filter { spans[$1, default: []].count > 1 }.keys)
    enteredNumbers = entered
    var bases: [String: Base] = [:]
    for row in rows {
      let way = row.steps.dropLast().filter { !entered.contains($0) }.map(\.asName)
      bases[Self.base(row).asName, default: Base()]
        .waysByGroup[row.sections.last ?? "", default: []].insert(way)
    }
    self.bases = bases
  }

  static func base(_ row: CaseSheet.Row) -> String {
    [row.operation, row.steps.last ?? "", row.title, row.sections.last ?? ""].first { !$0.isEmpty }
      ?? ""
  }

  func label(of row: CaseSheet.Row) -> String {
    let base = Self.base(row)
    guard let group = row.sections.last, row.operation.isEmpty, !row.steps.isEmpty,
      bases[base.asName]?.isDivided == true
    else { return base }
    return SheetWords.isJapanese(base) ? "\(base)（\(group)）" : "\(base) (\(group))"
  }
}
