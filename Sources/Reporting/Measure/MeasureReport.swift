import Diagnostics
package import Specification
package import TestDesign
import Text
package import Workbooks

/// A suite that people wrote, as far as it speaks of a spec.
package struct ImportedSuite {
  /// A row of the suite.
  package struct Row {
    /// The row of the table, counted from 0, the heading's included.
    package var place: Int
    /// What the suite calls it.
    package var name: String?
    package var combination: PartialCombination

    package init(place: Int, name: String?, combination: PartialCombination) {
      self.place = place
      self.name = name
      self.combination = combination
    }
  }

  /// What was not understood.
  package enum Problem: Hashable {
    /// A column that is no factor's and none that a generated suite has.
    case column(heading: String, advice: String?)
    /// A factor without a column.
    case missing(factor: Int)
    /// A text that is no value of its factor, in these rows.
    case value(String, factor: Int, rows: [Int], advice: String?)
  }

  package var table: SavedTable
  /// The row of the headings.
  package var head: Int
  /// By factor, the operation last: its column.
  package var columns: [Int?]
  /// The column of expected results, if there is one.
  package var expected: Int?
  package var rows: [Row]
  package var problems: [Problem]

  package init(
    table: SavedTable,
    head: Int,
    columns: [Int?],
    expected: Int?,
    rows: [Row],
    problems: [Problem]
  ) {
    self.table = table
    self.head = head
    self.columns = columns
    self.expected = expected
    self.rows = rows
    self.problems = problems
  }
}

/// What a suite covers of a spec and what it misses: the formats are extensions of this type.
package struct MeasureReport {
  package var specification: Specification
  package var analysis: Analysis
  /// The path of the suite.
  package var path: String
  package var suite: ImportedSuite
  package var measure: SuiteMeasure
  /// By value of the operation: what a row does that shows it.
  private let operations: [CaseOperation]

  package init(
    _ analysed: AnalysedSpecification,
    path: String,
    suite: ImportedSuite,
    measure: SuiteMeasure
  ) {
    specification = analysed.specification
    analysis = analysed.analysis
    self.path = path
    self.suite = suite
    self.measure = measure
    operations = analysed.specification.caseOperationOfValue
  }

  /// Whether the suite covers all, and all of it was understood and can happen.
  package var isComplete: Bool {
    measure.isComplete && measure.impossible.isEmpty
      && !suite.problems.contains { if case .value = $0 { true } else { false } }
  }

  /// A row as people find it: its place in the file and, where it has one, its name.
  func name(ofRow row: Int) -> String {
    let row = suite.rows[row]
    return "row \(row.place + 1)" + (row.name.map { " (\(VisibleText.line($0)))" } ?? "")
  }

  func name(ofFactor factor: Int) -> String {
    factor == specification.operationFactor
      ? "operation" : VisibleText.line(specification.factors[factor].name)
  }

  /// `–` for not applicable.
  func id(ofValue value: Int?, of factor: Int) -> String {
    guard let value else { return "–" }
    let id =
      factor == specification.operationFactor
      ? operations[value].id : specification.factors[factor].values[value].id
    return VisibleText.line(id)
  }

  func words(for settings: [(factor: Int, value: Int?)]) -> String {
    settings.map { "\(name(ofFactor: $0.factor)): \(id(ofValue: $0.value, of: $0.factor))" }
      .joined(separator: ", ")
  }

  /// What a case must be: `plan: free or trial`.
  func words(for term: Term) -> String {
    var ids: [String] = []
    for id in term.values.map({ id(ofValue: $0, of: term.factor) }) where ids.last != id {
      ids.append(id)
    }
    return "\(name(ofFactor: term.factor)): " + (term.isAny ? "any" : ids.joined(separator: " or "))
  }

  /// What depth `relevant` misses: each part of an operation asks for itself.
  func words(forRelevant missing: SuiteMeasure.Missing) -> String {
    settings(ofRelevant: missing).map { "\($0.factor): \($0.id)" }.joined(separator: ", ")
  }

  /// What depth `all` misses: a row does a whole operation.
  func words(forAny missing: SuiteMeasure.Missing) -> String {
    settings(ofAny: missing).map { "\($0.factor): \($0.id)" }.joined(separator: ", ")
  }

  /// Names of factors and ids of values, the operation last.
  private func settings(
    of missing: SuiteMeasure.Missing,
    operation id: (Int) -> String
  ) -> [(factor: String, id: String)] {
    let operationFactor = specification.operationFactor
    let values =
      missing.settings.map { ($0.factor, $0.value) }
      + (missing.operation.map { [(operationFactor, $0)] } ?? [])
    return values.map { factor, value in
      (
        name(ofFactor: factor),
        factor == operationFactor
          ? VisibleText.line(id(value)) : self.id(ofValue: value, of: factor)
      )
    }
  }

  func settings(ofRelevant missing: SuiteMeasure.Missing) -> [(factor: String, id: String)] {
    let values = specification.operationValues
    return settings(of: missing) { values[$0].id }
  }

  func settings(ofAny missing: SuiteMeasure.Missing) -> [(factor: String, id: String)] {
    settings(of: missing) { operations[$0].id }
  }

  /// What tuples of the strength are called: `pairs`, `triples`.
  var tuplesInWords: String {
    switch measure.strength {
    case 1: "values"
    case 2: "pairs"
    case 3: "triples"
    default: "combinations of \(measure.strength) values"
    }
  }

  func words(for problem: ImportedSuite.Problem) -> String {
    switch problem {
    case .column(let heading, let advice):
      "the column `\(VisibleText.line(heading))` is not a factor of the spec"
        + (advice.map { ": \($0)" } ?? "")
    case .missing(let factor):
      "no column says `\(name(ofFactor: factor))`"
    case .value(let text, let factor, let rows, let advice):
      "\(places(rows)): `\(VisibleText.line(text))` is not a value of `\(name(ofFactor: factor))`"
        + (advice.map { ": \(VisibleText.line($0))" } ?? "")
    }
  }

  /// Rows by their places: `rows 3, 5 and 12`, the first few of many.
  func places(_ rows: [Int]) -> String {
    let places = rows.map { String(suite.rows[$0].place + 1) }
    guard let last = places.last, places.count > 1 else { return "row \(places.joined())" }
    guard places.count <= 12 else {
      return "rows \(places.prefix(10).joined(separator: ", ")) and \(places.count - 10) more"
    }
    return "rows \(places.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension MeasureReport {
  /// The report for people.
  ///
  /// - Parameters:
  ///   - columns: The width.
  ///   - limit: The most entries of each list; `nil` for all.
  ///   - usesColor: Whether ANSI escape sequences colour the text.
  /// - Returns: Text that ends in a line break.
  package func text(columns: Int, limit: Int? = 10, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    func list<Entry>(_ entries: [Entry], of count: Int? = nil, _ show: (Entry) -> String) {
      for entry in entries.prefix(limit ?? entries.count) { text.item(show(entry)) }
      let left = (count ?? entries.count) - min(entries.count, limit ?? entries.count)
      if left > 0 { text.item("… and \(left) more" + (limit == nil ? "" : " (--all)")) }
    }
    text.heading("\(counted(measure.rows, "row")) against \(specification.id): \(verdict)")
    text.pairs(totals)
    if !suite.problems.isEmpty {
      text.heading("not understood:", .error)
      list(suite.problems) { words(for: $0) }
    }
    if !measure.impossible.isEmpty {
      text.heading("rows that cannot happen, and cover nothing:", .error)
      list(measure.impossible) { impossible in
        "\(name(ofRow: impossible.row)): \(words(for: impossible.values)) never come together"
          + reasons(impossible.conflict)
      }
    }
    if !measure.rules.missing.isEmpty {
      text.heading("rules that decide no row by themselves:")
      list(measure.rules.missing) { number in
        let rule = specification.rules[number]
        let condition = Wording(specification).condition(of: rule.when)
        return "\(rule.referenceInText): \(condition)"
      }
    }
    if !measure.questions.missing.isEmpty {
      text.heading("questions that no row meets:")
      list(measure.questions.missing) { id in
        "\(id) \(analysis.findings.first { $0.id == id }?.message ?? "")"
      }
    }
    if !measure.includes.missing.isEmpty {
      text.heading("cases of the spec that no row is:")
      list(measure.includes.missing) { number in
        let include = specification.coverage.include[number]
        return "line \(include.span.start.line): "
          + include.row.terms.map(words(for:)).joined(separator: ", ")
          + (include.because.map { " (\(VisibleText.line($0)))" } ?? "")
      }
    }
    if measure.depth >= .relevant, !measure.relevant.isComplete {
      text.heading("missing of what the rules read, most useful first:")
      list(
        measure.relevant.missing,
        of: measure.relevant.possible - measure.relevant.covered,
        words(forRelevant:)
      )
    }
    if measure.depth >= .all, !measure.all.isComplete {
      text.heading("missing \(tuplesInWords), most useful first:")
      list(measure.all.missing, of: measure.all.possible - measure.all.covered, words(forAny:))
    }
    if !measure.idle.isEmpty {
      text.heading("rows that add nothing to those before them:")
      text.item(
        limit == nil
          ? measure.idle.map(name(ofRow:)).joined(separator: ", ") : places(measure.idle)
      )
    }
    if measure.isComplete {
      text.heading("Nothing is missing at depth \(measure.depth.rawValue).", .good)
    }
    return text.text
  }

  /// What the suite is worth by depth: `every rule, 80 % of what matters, 61 % of all pairs`.
  var verdict: String {
    let decided = measure.rules.all - measure.rules.missing.count
    func part(_ tuples: SuiteMeasure.Tuples, of all: String, complete: String) -> String {
      tuples.isComplete ? complete : "\(percent(tuples.covered, tuples.possible)) of \(all)"
    }
    return [
      measure.rules.all == 0
        ? "no rules"
        : measure.rules.missing.isEmpty
          ? "every rule" : "\(decided) of \(counted(measure.rules.all, "rule"))",
      part(measure.relevant, of: "what matters", complete: "all that matters"),
      part(measure.all, of: "all \(tuplesInWords)", complete: "all \(tuplesInWords)"),
    ].joined(separator: ", ")
  }

  private func percent(_ met: Int, _ all: Int) -> String {
    CombinationCount(String(met)).share(of: CombinationCount(String(all)))
  }

  private var totals: [(String, String)] {
    func share(_ met: Int, _ all: Int, _ word: String) -> String {
      "\(met) of \(all) \(word) (\(percent(met, all)))"
    }
    func share<Thing>(_ things: SuiteMeasure.Share<Thing>, _ word: String) -> String {
      share(things.all - things.missing.count, things.all, word)
    }
    var totals = [("suite", path)]
    totals.append(("rules", share(measure.rules, "decide some row by themselves")))
    if measure.questions.all > 0 { totals.append(("questions", share(measure.questions, "met"))) }
    if measure.includes.all > 0 {
      totals.append(("cases of the spec", share(measure.includes, "there")))
    }
    let (relevant, all) = (measure.relevant, measure.all)
    totals.append(
      ("what matters", share(relevant.covered, relevant.possible, "combinations that rules read"))
    )
    totals.append(("all \(tuplesInWords)", share(all.covered, all.possible, "in some row")))
    return totals
  }

  /// The statements that exclude a row, by their lines.
  private func reasons(_ conflict: Conflict) -> String {
    let places = conflict.places.map { "\($0.message) (line \($0.span.start.line))" }
    let reasons = (places + conflict.notes).map(VisibleText.line)
    return reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
  }
}

extension MeasureReport {
  /// The report for programs.
  package var json: String {
    let document: JSONValue = [
      "version": 1,
      "spec": .string(specification.path),
      "id": .string(specification.id),
      "suite": .string(path),
      "rows": .integer(measure.rows),
      "complete": .bool(measure.isComplete),
      "depth": .string(measure.depth.rawValue),
      "strength": .integer(measure.strength),
      "rules": json(measure.rules) { number in
        let rule = specification.rules[number]
        return rule.house == nil ? rule.id : ReportText(language: .english).reference(to: rule)
      },
      "questions": json(measure.questions) { $0 },
      "includes": json(measure.includes) {
        "line \(specification.coverage.include[$0].span.start.line)"
      },
      "relevant": json(measure.relevant, settings(ofRelevant:)),
      "all": json(measure.all, settings(ofAny:)),
      "impossible": .array(measure.impossible.map(json)),
      "idle": .array(measure.idle.map { .integer(suite.rows[$0].place + 1) }),
      "problems": .array(suite.problems.map(json)),
    ]
    return document.text(spreading: 2)
  }

  private func json(
    _ tuples: SuiteMeasure.Tuples,
    _ settings: (SuiteMeasure.Missing) -> [(factor: String, id: String)]
  ) -> JSONValue {
    [
      "possible": .integer(tuples.possible),
      "covered": .integer(tuples.covered),
      "missing": .array(
        tuples.missing.map { missing in
          .object(settings(missing).map { JSONValue.Member($0.factor, .string($0.id)) })
        }
      ),
    ]
  }

  private func json(_ settings: [(factor: Int, value: Int?)]) -> JSONValue {
    .object(
      settings.map { setting in
        JSONValue.Member(
          name(ofFactor: setting.factor),
          setting.value == nil ? .null : .string(id(ofValue: setting.value, of: setting.factor))
        )
      }
    )
  }

  private func json<Thing>(
    _ share: SuiteMeasure.Share<Thing>,
    _ name: (Thing) -> String
  ) -> JSONValue {
    ["all": .integer(share.all), "missing": .strings(share.missing.map(name))]
  }

  private func json(_ impossible: SuiteMeasure.Impossible) -> JSONValue {
    [
      "row": .integer(suite.rows[impossible.row].place + 1),
      "values": json(impossible.values),
      "lines": .array(
        impossible.conflict.places.map { .integer($0.span.start.line) }
      ),
      "notes": .strings(impossible.conflict.notes),
    ]
  }

  private func json(_ problem: ImportedSuite.Problem) -> JSONValue {
    let message = JSONValue.string(words(for: problem))
    return switch problem {
    case .column(let heading, _): ["column": .string(heading), "message": message]
    case .missing(let factor): ["factor": .string(name(ofFactor: factor)), "message": message]
    case .value(let text, let factor, let rows, _):
      [
        "factor": .string(name(ofFactor: factor)), "text": .string(text),
        "rows": .array(rows.map { .integer(suite.rows[$0].place + 1) }), "message": message,
      ]
    }
  }
}
