import Diagnostics
package import Specification
package import TestDesign
import Text

/// The source of all tables of a report, with the lookups that they share.
struct ReportSource {
  let specification: Specification
  let analysis: Analysis
  let matrix: TestMatrix
  let catalogue: Catalogue?
  let text: ReportText
  let wording: Wording
  let operationValues: [OperationValue]
  /// The name of each operation value in the table of cases, such as 「通信エラー（オフライン）」.
  ///
  /// A part has the name of the whole operation.
  let caseOperationLabels: [String]
  /// The questions that need an answer, in the order of the analysis.
  let questions: [Finding]
  /// The index in `questions`, by the id of the question.
  let questionNumbers: [String: Int]
  /// The ids of the cases that meet a question, by its id.
  let casesByQuestion: [String: [String]]
  /// The ids of the cases in which a rule takes part, by its index.
  let casesByRule: [Int: [String]]
  /// The index of the operation during which a failure or event happens, by the id of the case.
  let triggers: [String: Int]
  /// The number of factors and operations with texts to enter.
  let textFields: Int
  /// The id of the question that a rule asks, by the rule's index.
  let questionsOfRules: [Int: String]

  /// Creates the source, without a suite for reports made before there are cases.
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
    textFields = (specification.factors.map(\.values) + specification.operations.map(\.variants))
      .count { $0.contains { value in value.sample != nil && value.sample != value.id } }
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

  /// The headings of the factors: the label, with the name added where the label is ambiguous.
  ///
  /// A label is ambiguous if another factor or a fixed column has it too. Headings must be unique since saved files are read by them.
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

  /// The operations that have cases, merged by label, with the texts of their operation column.
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

  /// Returns the progress table without rows, which depend on the other tables.
  fileprivate func progressTable() -> ReportTable {
    table(.progress, [TableColumn<TestCase>](), rows: [])
  }

  /// Returns the key of a rule for links, which differs between a house rule and a rule of the spec with the same id.
  func key(ofRule number: Int) -> String { text.name(of: specification.rules[number]) }

  /// Returns a cell with case ids, linked to the first one, and abbreviated to the first id and the number of others.
  func cell(ofCases ids: [String]) -> ReportCell {
    guard let first = ids.first else { return .empty }
    return .text(
      ids.joined(separator: ", "),
      brief: abbreviated(ids),
      link: .row(of: .cases, key: first)
    )
  }

  /// Returns the first text and the number of others, or `nil` if there is only one.
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

/// The names of values, operations and conditions in cells.
extension ReportSource {
  /// Returns the names of the values that a term allows.
  ///
  /// All variants of an operation are named as the operation, all valid values as such, and most values as "all except".
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

  /// Returns the validity shared by exactly these values, or `nil` if there is none.
  private func validity(of numbers: [Int], among values: [FactorValue]) -> Validity? {
    let invalid = values.indices.filter { values[$0].isInvalid }
    let valid = values.indices.filter { !values[$0].isInvalid }
    guard !invalid.isEmpty, !valid.isEmpty else { return nil }
    return numbers == valid ? .valid : numbers == invalid ? .invalid : nil
  }

  /// The number of lines above which a row would be cut off, since row heights are limited.
  private static let maxLines = 18

  /// Returns the states and data of a combination that apply, followed by the lines in `more`.
  ///
  /// There is one line for each; the brief form joins them if there are too many for a row.
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

  /// Returns the lines joined into one if there are too many for a row, or else `nil`.
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
  /// Creates the report of a spec, its analysis and its suite.
  ///
  /// `catalogue` has the names of dismissed entries, which are shown by id without it. `changes` are those since the last generation, or
  /// `nil` if there is none. Without `outcomes`, the report has no sheet for them.
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

  /// Adds the grid of the pairs that the cases cover.
  package mutating func add(
    _ pairs: PairCoverage,
    of specification: Specification,
    _ analysis: Analysis
  ) {
    coverage = ReportSource(specification, analysis).coverage(pairs)
  }
}
