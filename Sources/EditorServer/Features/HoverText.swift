import Combinatorics
import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

/// The Markdown that an editor shows for the name or rule under the pointer.
struct HoverText {
  private let analysed: AnalysedSpecification
  private let suite: EarlierSuite?

  init?(_ reading: EditorReading) {
    guard let analysed = reading.analysed else { return nil }
    self.analysed = analysed
    suite = reading.suite()
  }

  private var specification: Specification { analysed.specification }

  private func words(_ english: String, _ japanese: String) -> String {
    specification.language.choose(english, japanese)
  }

  func text(of thing: NamedThing) -> String? {
    switch thing {
    case .operation(let id), .variant(_, let id):
      specification.operations.firstIndex { $0.id == id }.flatMap(table) ?? entry(id)
    case .factor(let name): factor(name)
    case .value(let id, let name): value(id, of: name)
    case .rule(let id):
      specification.rules.firstIndex { $0.id == id && $0.house == nil }.flatMap(text(ofRule:))
    }
  }

  // MARK: Operations

  /// Returns the outcome table of an operation, with its open questions.
  private func table(of operation: Int) -> String? {
    guard let table = tables([operation]).first else { return nil }
    var text = markdown([table], isFull: false)
    let asked = analysed.analysis.findings.filter { $0.question?.operation == operation }
    if !asked.isEmpty {
      text += "\n" + asked.map { "- \($0.id): \(MarkdownText.line($0.message))\n" }.joined()
    }
    return text
  }

  private func tables(_ operations: [Int]) -> [OutcomeTable] {
    guard let builder = try? OutcomeTableBuilder(analysed) else { return [] }
    return operations.compactMap { try? builder.table(of: $0) }
  }

  private func markdown(
    _ tables: [OutcomeTable],
    isFull: Bool,
    cases: [Int: [[String]]] = [:]
  )
    -> String
  {
    let report = OutcomeReport(
      specification,
      analysed.analysis,
      tables.map { .table($0) },
      cases: cases,
      isFull: isFull,
      isWhole: false
    )
    // The feature is left out, since the spec is open.
    return String(report.markdown.drop { $0 != "\n" }.drop { $0 == "\n" })
  }

  /// Returns the catalogue's description of an entry that is not selected.
  private func entry(_ id: String) -> String? {
    specification.catalogue[id].map { entry in
      let language = specification.language
      return "**\(entry.label(language))**\n\n\(entry.question(language))"
    }
  }

  // MARK: Rules

  /// Returns how often a rule wins, the rules that it overrides and that override it, and the cases that test it.
  func text(ofRule number: Int) -> String? {
    let rule = specification.rules[number]
    let values = rule.when.alternatives.flatMap(\.terms)
      .filter { $0.factor == specification.operationFactor }.flatMap(\.values)
    let operations = Set(values.map { specification.operationValues[$0].operation }).sorted()
    var text = "**\(MarkdownText.line(rule.id))**"
    if let won = analysed.combinations(wonBy: number),
      let all = analysed.analysis.counts.combinations
    {
      text += words(" wins in \(won) of \(all) combinations", "：\(all)通り中\(won)通りで優先される")
    }
    func names(_ rules: [Int]) -> String {
      rules.map { MarkdownText.line(specification.rules[$0].id) }.joined(separator: ", ")
    }
    let (beaten, winners) = analysed.overrides(of: number)
    if !beaten.isEmpty {
      text += words("\n\ninstead of \(names(beaten))", "\n\n\(names(beaten))に優先する")
    }
    if !winners.isEmpty {
      text += words("\n\ngives way to \(names(winners))", "\n\n\(names(winners))が優先される")
    }
    var won: [OutcomeTable] = []
    for var table in tables(operations) {
      table.cells = table.cells.filter { $0.rules.contains(number) }
      (table.cellCount, table.folds, table.assumptions) = (table.cells.count, [], [])
      guard !table.cells.isEmpty else { continue }
      won.append(table)
    }
    let cases = won.cases(tested, in: specification)
    let ids = Set(cases.values.joined().joined()).sorted()
    if !ids.isEmpty { text += words("\n\ncases: ", "\n\nケース：") + ids.joined(separator: ", ") }
    return won.isEmpty ? text : text + "\n\n" + markdown(won, isFull: true, cases: cases)
  }

  /// The cases of the last generated suite that still match the spec.
  private var tested: [OutcomeTable.Tested] {
    suite.map(analysed.combinations)?.map { OutcomeTable.Tested(id: $0, $1) } ?? []
  }

  // MARK: Factors

  private func factor(_ name: String) -> String? {
    specification.factors.first { $0.name == name }.map { factor in
      var lines = ["**\(MarkdownText.line(factor.label))** (`\(factor.name)`)", ""]
      lines += factor.values.enumerated().map { number, value in
        line(of: value, number == factor.usual ? [words("usual", "通常")] : [])
      }
      if let note = factor.note { lines += ["", MarkdownText.line(note)] }
      return lines.joined(separator: "\n")
    }
  }

  private func value(_ id: String, of name: String) -> String? {
    guard let factor = specification.factors.first(where: { $0.name == name }) else { return nil }
    guard let value = factor.values.first(where: { $0.id == id }) else { return self.factor(name) }
    let more = [value.note, value.how].compactMap(\.self).map { MarkdownText.line($0) }
    return
      (["**\(MarkdownText.line(factor.label))**", "", line(of: value, [])] + more.map { "\n" + $0 })
      .joined(separator: "\n")
  }

  private func line(of value: FactorValue, _ remarks: [String]) -> String {
    let all = remarks + (value.isInvalid ? [words("invalid", "無効")] : [])
    let label = value.label == value.id ? "" : " " + MarkdownText.line(value.label)
    return "- `\(value.id)`\(label)" + (all.isEmpty ? "" : " (\(all.joined(separator: ", ")))")
  }
}
