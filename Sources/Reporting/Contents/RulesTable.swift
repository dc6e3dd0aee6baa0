import Diagnostics
import Specification
import TestDesign
import Workbooks

/// The rules as a decision table: a row per rule and alternative, a column per factor.
extension ReportSource {
  /// One alternative of a rule's condition, which is a row.
  struct RuleRow {
    var number: Int
    var alternative: Int
    var conjunction: Conjunction
  }

  func rulesTable() -> ReportTable {
    table(
      .rules,
      Self.ruleColumns,
      rows: specification.rules.enumerated().flatMap { number, rule in
        rule.when.alternatives.enumerated().map { alternative, conjunction in
          (
            alternative == 0 ? rule.id : "\(rule.id)#\(alternative + 1)",
            RuleRow(number: number, alternative: alternative, conjunction: conjunction)
          )
        }
      }
    )
  }

  static let ruleColumns: [TableColumn<RuleRow>] = [
    TableColumn(.id, "Rule", "ルール", .init(8...30)) { source, row in
      let rule = source.rule(of: row)
      let total = rule.when.alternatives.count
      return .text(
        total > 1 ? source.text.remark(rule.id, "\(row.alternative + 1)/\(total)") : rule.id
      )
    },
    TableColumn(.line, "Line", "行") { .number($0.rule(of: $1).span.start.line) },
    TableColumn(.operation, "Operation", "操作", .init(8...16, mostLines: 5)) {
      $0.words(for: $0.specification.operationFactor, in: $1.conjunction)
    },
    TableColumn { $0.words(for: $2, in: $1.conjunction) },
    TableColumn(
      .expected,
      "Expected result",
      "期待結果",
      .init(22...30),
      look: { _ in .init(marks: [ReportMark(.begins("?"), .open)]) }
    ) { $0.outcome(of: $0.rule(of: $1)) },
    TableColumn(
      .kind,
      "Status",
      "状態",
      look: { .init(marks: [ReportMark(.equals($0.text("Undecided", "未決定")), .open)]) }
    ) { source, row in
      switch source.rule(of: row).outcome {
      case .then: .text(source.text("Defined", "定義済み"))
      case .undecided: .text(source.text("Undecided", "未決定"))
      }
    },
    TableColumn(.priority, "Priority", "優先度") {
      .text($0.priority($0.rule(of: $1).priority?.rawValue))
    },
    TableColumn(.overrides, "Overrides", "優先する相手") { source, row in
      let ids = source.rule(of: row).overrides.map { source.specification.rules[$0].id }
      return .text(
        ids.joined(separator: "\n"),
        link: ids.first.map { .row(of: .rules, key: $0) }
      )
    },
    TableColumn(.source, "Source", "出典", .init(8...32)) {
      $0.address($0.rule(of: $1).source ?? "")
    },
    TableColumn(.relatedCases, "Test cases", "関連ケース", .init(8...20)) {
      $0.cell(ofCases: $0.casesByRule[$1.number] ?? [])
    },
  ]

  fileprivate func rule(of row: RuleRow) -> Rule { specification.rules[row.number] }

  /// What the conjunction asks of a factor; muted where it asks nothing.
  fileprivate func words(for factor: Int, in conjunction: Conjunction) -> ReportCell {
    guard let term = conjunction.terms.first(where: { $0.factor == factor }) else {
      return .text(text("any", "問わない"), isMuted: true)
    }
    return .text(words(for: term))
  }

  fileprivate func outcome(of rule: Rule) -> ReportCell {
    switch rule.outcome {
    case .then(let results): return .text(text.lines(results.map(\.text)))
    case .undecided(let open):
      return .text(
        "? " + open.text,
        link: questionsOfRules[rule.id].map { .row(of: .questions, key: $0) }
      )
    }
  }

  /// A text that can be clicked where it is a web address, shown without its scheme and its end where space is short.
  func address(_ text: String) -> ReportCell {
    guard isAddress(text) else { return .text(text) }
    let short = text.split(separator: "//", maxSplits: 1).last ?? ""
    return .text(
      text,
      brief: short.count > 30 ? short.prefix(29) + "…" : String(short),
      link: .page(text)
    )
  }

  /// Whether a text is a web address, so that it can be clicked.
  func isAddress(_ text: String) -> Bool {
    (text.hasPrefix("https://") || text.hasPrefix("http://"))
      && text.unicodeScalars.allSatisfy { $0.value > 32 && !"<>\"".unicodeScalars.contains($0) }
  }
}
