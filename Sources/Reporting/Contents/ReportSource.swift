import Diagnostics
package import Specification
package import TestDesign
import Text

/// What the tables of a report are made from, with the look-ups that all of them share.
struct ReportSource {
  let specification: Specification
  let analysis: Analysis
  let matrix: TestMatrix
  let catalogue: Catalogue?
  let text: ReportText
  let wording: Wording
  let operationValues: [OperationValue]
  /// By operation value: what a case is called that does it, 「通信エラー（オフライン）」; of a part the whole operation.
  let caseOperationLabels: [String]
  /// What somebody must answer, in the order of the analysis.
  let questions: [Finding]
  /// By id of a question: its place in `questions`.
  let questionNumbers: [String: Int]
  /// The ids of the cases that meet a question, by its id.
  let casesByQuestion: [String: [String]]
  /// The ids of the cases in which a rule takes part, by its number.
  let casesByRule: [Int: [String]]
  /// By id of a case that tests a failure or an event: the number of the operation during which it happens.
  let triggers: [String: Int]
  /// The id of the question that a rule asks, by the rule's number.
  let questionsOfRules: [Int: String]

  /// Without a suite it is the source of what is reported before there are cases.
  init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ matrix: TestMatrix = TestMatrix(strength: 1, cases: [], retired: []),
    catalogue: Catalogue? = nil
  ) {
    self.specification = specification
    self.analysis = analysis
    self.matrix = matrix
    self.catalogue = catalogue
    text = ReportText(language: specification.language)
    wording = Wording(specification)
    operationValues = specification.operationValues
    caseOperationLabels = specification.caseOperationOfValue.map(wording.caseOperation)
    questions = analysis.questions
    questionNumbers = Dictionary(firstOf: questions.enumerated().map { ($0.element.id, $0.offset) })
    triggers = matrix.triggers(in: specification)
    var casesByQuestion: [String: [String]] = [:]
    var casesByRule: [Int: [String]] = [:]
    for testCase in matrix.cases {
      for question in testCase.questions {
        casesByQuestion[question, default: []].append(testCase.id)
      }
      for rule in testCase.rules { casesByRule[rule, default: []].append(testCase.id) }
    }
    self.casesByQuestion = casesByQuestion
    self.casesByRule = casesByRule
    questionsOfRules = Dictionary(
      firstOf: questions.compactMap { question in question.openRule.map { ($0, question.id) } }
    )
  }

  /// By factor: its label; where it reads like another's, or like a column that every such table has, the name tells them apart.
  ///
  /// A file that comes back is read by its headings.
  var factorHeadings: [String] {
    var counts: [String: Int] = [:]
    for statement in ReportTable.Name.cases.statements + ReportTable.Name.rules.statements {
      for language in Language.allCases { counts[statement.heading(language).asName] = 1 }
    }
    for factor in specification.factors { counts[factor.label.asName, default: 0] += 1 }
    return specification.factors.map { factor in
      counts[factor.label.asName] == 1 ? factor.label : text.remark(factor.label, factor.name)
    }
  }

  /// The operations that have cases, those of one label together, with what the sheet of cases calls them.
  fileprivate var operationRows: [Report.OperationRows] {
    var rows: [Report.OperationRows] = []
    var places: [String: Int] = [:]
    var seen: Set<String> = []
    for testCase in matrix.cases {
      let value = testCase.combination.operation
      let label = specification.operations[operationValues[value].operation].label.onOneLine
      guard seen.insert(caseOperationLabels[value]).inserted else { continue }
      let place = places[label] ?? rows.count
      places[label] = place
      if place == rows.count { rows.append(.init(label: label, cells: [])) }
      rows[place].cells.append(caseOperationLabels[value])
    }
    return rows
  }

  /// The table of the progress, whose rows follow from the other tables.
  fileprivate func progressTable() -> ReportTable {
    table(.progress, [TableColumn<TestCase>](), rows: [])
  }

  /// What links call the row of a rule: a rule of the house may have the id of one of the spec.
  func key(ofRule number: Int) -> String { text.name(of: specification.rules[number]) }

  /// Case ids in one cell, leading to the first of them; where there are many, narrow columns show the first and how many more.
  func cell(ofCases ids: [String]) -> ReportCell {
    guard let first = ids.first else { return .empty }
    return .text(
      ids.joined(separator: ", "),
      brief: abbreviated(ids),
      link: .row(of: .cases, key: first)
    )
  }

  /// The first of several texts and how many more there are; `nil` if one is all.
  func abbreviated(_ texts: [String]) -> String? {
    guard let first = texts.first, texts.count > 1 else { return nil }
    return first + text(" +\(texts.count - 1)", " 他\(texts.count - 1)件")
  }

  func priority(_ priority: Rule.Priority) -> String {
    switch priority {
    case .high: text("High", "高")
    case .medium: text("Medium", "中")
    case .low: text("Low", "低")
    }
  }
}

/// The names of values, operations and conditions as they stand in cells.
extension ReportSource {
  /// The values that a term allows, by name: all variants of an operation as the operation, all valid values as such, most values as
  /// "all except".
  func words(for term: Term) -> String {
    var names: [String]
    if term.factor == specification.operationFactor {
      names = namesOfOperations(term.values)
    } else {
      let factor = specification.factors[term.factor]
      let values = factor.values
      func labels(_ chosen: [Int]) -> [String] {
        wording.terms(chosen, of: values, on: factor.line) { $0.label }
      }
      let rest = values.indices.filter { !term.values.contains($0) }
      if rest.isEmpty, term.values.count > 1 {
        names = [text("any value", "任意の値")]
      } else if term.values.count > 1, let validity = validity(of: term.values, among: values) {
        names = [
          validity == .valid
            ? text("any valid value", "有効な値") : text("any invalid value", "無効な値")
        ]
      } else if labels(term.values).count > 3, labels(rest).count < labels(term.values).count {
        let others = labels(rest).joined(separator: text(", ", "・"))
        names = [text("all except \(others)", "\(others)以外")]
      } else {
        names = labels(term.values)
      }
    }
    if term.allowsNotApplicable { names.append(text("not applicable", "該当なし（–）")) }
    return names.joined(separator: text(" / ", "／"))
  }

  private enum Validity { case valid, invalid }

  /// What some values have in common that no other value has.
  private func validity(of numbers: [Int], among values: [FactorValue]) -> Validity? {
    let invalid = values.indices.filter { values[$0].isInvalid }
    let valid = values.indices.filter { !values[$0].isInvalid }
    guard !invalid.isEmpty, !valid.isEmpty else { return nil }
    return numbers == valid ? .valid : numbers == invalid ? .invalid : nil
  }

  /// More lines than this would be cut off where rows can be only so high.
  private static let maxLines = 18

  /// The states and data of a combination, factors that do not apply left out, and what else is to be said below them.
  ///
  /// One line each; where there are many, one behind the other where rows are low.
  func setup(of combination: Combination, adding more: [String] = []) -> ReportCell {
    let lines =
      combination.values.enumerated()
      .compactMap { factor, value in
        let declared = specification.factors[factor]
        guard let value, declared.comparison == nil else { return nil }
        return text.labelled(declared.label, wording.value(value, of: factor))
      } + more
    return .text(lines.joined(separator: "\n"), brief: brief(lines))
  }

  /// Lines one behind the other, where there are too many for a row.
  func brief(_ lines: [String]) -> String? {
    lines.count > Self.maxLines ? lines.joined(separator: text("; ", "／")) : nil
  }

  private func namesOfOperations(_ values: [Int]) -> [String] {
    let named = Dictionary(grouping: values.sorted()) { operationValues[$0].operation }
    return named.sorted { $0.key < $1.key }.flatMap { operation, named -> [String] in
      let declared = specification.operations[operation]
      if named.count == max(1, declared.variants.count) { return [declared.label] }
      let ids = Set(named.compactMap { operationValues[$0].variant?.id })
      let numbers = declared.variants.indices.filter { ids.contains(declared.variants[$0].id) }
      if named.count > 1, let validity = validity(of: numbers, among: declared.variants) {
        let remark = validity == .valid ? text("valid", "有効") : text("invalid", "無効")
        return [text.remark(declared.label, remark)]
      }
      return named.map { wording.operation($0) }
    }
  }
}

extension Report {
  /// The report of a spec, its analysis and its suite.
  ///
  /// - Parameters:
  ///   - specification: The spec.
  ///   - analysis: What it leaves open.
  ///   - matrix: Its cases.
  ///   - toolVersion: The version of the program.
  ///   - catalogue: Gives dismissed entries the names that people read; without it they keep their ids.
  ///   - changes: What became of the last generation; `nil` if there is none.
  ///   - outcomes: The outcome tables; without them there is no such sheet.
  package init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ matrix: TestMatrix,
    toolVersion: String,
    catalogue: Catalogue? = nil,
    changes: SuiteChanges? = nil,
    outcomes: ReportOutcomes? = nil
  ) {
    let source = ReportSource(specification, analysis, matrix, catalogue: catalogue)
    let flows = source.flowsTable()
    let tables =
      [source.questionsTable()]
      + (outcomes == nil || analysis.decisions.isEmpty ? [] : [source.decisionsTable()])
      + (outcomes.map { [source.outcomesTable($0)] } ?? [])
      + [source.casesTable()] + (flows.rows.isEmpty ? [] : [flows])
      + [source.progressTable(), source.changesTable(changes)]
      + [source.rulesTable(), source.factorsTable()]
    let tool = "specmatrix \(toolVersion)"
    self.init(
      language: specification.language,
      id: specification.id,
      feature: specification.feature,
      tool: tool,
      summary: source.summary(
        tables: tables,
        agreement: outcomes.map { ($0.agreement.agreedCount, specification.operations.count) }
      ),
      tables: tables
    )
    if flows.rows.isEmpty { emptyFlows = flows }
    specPath = specification.path
    operations = source.operationRows
    sayProgress()
  }

  /// Adds the grid of what the cases cover, pair by pair.
  package mutating func add(
    _ pairs: PairCoverage,
    of specification: Specification,
    _ analysis: Analysis
  ) {
    coverage = ReportSource(specification, analysis).coverage(pairs)
  }
}
