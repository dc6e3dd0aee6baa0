import Diagnostics
import Specification
import TestDesign
import Text
import Workbooks

/// The rules as a decision table: a row per rule and alternative, a column per factor.
///
/// House rules are listed only if they decide a case; the suite has a case for every rule that decides anything.
extension ReportSource {
  /// A row of the table: one alternative of a rule's condition.
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
        let isShown = rule.house == nil || casesByRule[number] != nil
        return (isShown ? rule.when.alternatives : []).enumerated().map {
          alternative,
          conjunction in
          let key = key(ofRule: number)
          return (
            alternative == 0 ? key : "\(key)#\(alternative + 1)",
            RuleRow(number: number, alternative: alternative, conjunction: conjunction)
          )
        }
      }
    )
  }

  static let ruleColumns: [TableColumn<RuleRow>] = [
    TableColumn(.id, "Rule", "ルール", .init(8...30)) { source, row in
      let total = source.rule(of: row).when.alternatives.count
      let name = source.key(ofRule: row.number)
      return .text(
        total > 1 ? source.text.remark(name, "\(row.alternative + 1)/\(total)") : name
      )
    },
    TableColumn(.operation, "Operation", "操作", .init(8...16, maxLines: 5)) {
      $0.words(for: $0.specification.operationFactor, in: $1.conjunction)
    },
    TableColumn { $0.words(for: $2, in: $1.conjunction) },
    TableColumn(.expected, "Expected result", "期待結果", .init(22...30)) { $0.outcome(of: $1) }
      .marked { _ in [ReportMark(.begins("?"), .open)] },
    TableColumn(.kind, "Status", "状態") { source, row in
      switch source.rule(of: row).outcome {
      case .then where source.rule(of: row).isDrafted: .text(source.text("Draft", "下書き"))
      case .then where source.rule(of: row).isAddition: .text(source.text("On top", "追加"))
      case .then: .text(source.text("Defined", "定義済み"))
      case .placeholder, .question: .text(source.text("Undecided", "未決定"))
      }
    }
    .marked { source in
      [("Undecided", "未決定"), ("Draft", "下書き")].map {
        ReportMark(.equals(source.text($0.0, $0.1)), .open)
      }
    },
    TableColumn(.priority, "Priority", "優先度") {
      .text($0.rule(of: $1).priority.map($0.priority) ?? "")
    },
    TableColumn(
      .comesBefore,
      "Comes before",
      "このルールが優先するルール"
    ) { $0.beaten(by: $1.number) },
    TableColumn(.source, "Source", "出典", .init(8...32)) { source, row in
      let rule = source.rule(of: row)
      return source.address(rule.source ?? rule.house?.path ?? "")
    },
    TableColumn(.relatedCases, "Test cases", "関連ケース", .init(8...20)) {
      $0.cell(ofCases: $0.casesByRule[$1.number] ?? [])
    },
  ]

  fileprivate func rule(of row: RuleRow) -> Rule { specification.rules[row.number] }

  /// Returns the values of a factor that the conjunction allows, muted if it allows any.
  fileprivate func words(for factor: Int, in conjunction: Conjunction) -> ReportCell {
    guard let term = conjunction.terms.first(where: { $0.factor == factor }) else {
      return .text(text("any", "問わない"), isMuted: true)
    }
    return .text(term.isAny ? text("any", "問わない") : words(for: term))
  }

  /// Returns the rules that a rule overrides by `precedence` where both apply.
  ///
  /// In a list, `others` stands for every rule of the spec that the list does not name. Such a rule therefore precedes the entries after
  /// `others`.
  fileprivate func beaten(by number: Int) -> ReportCell {
    guard specification.rules[number].house == nil else { return .empty }
    var names: [String] = []
    var first: Int?
    for entries in specification.precedence.map(\.entries) {
      guard
        let place = entries.firstIndex(where: { $0.rule == number })
          ?? entries.firstIndex(where: { $0.rule == nil })
      else { continue }
      for entry in entries[place...].dropFirst() {
        let name =
          entry.rule.map { specification.rules[$0].id } ?? text("all others", "その他すべて")
        if !names.contains(name) { names.append(name) }
        first = first ?? entry.rule
      }
    }
    return .text(
      names.joined(separator: "\n"),
      link: first.map { .row(of: .rules, key: key(ofRule: $0)) }
    )
  }

  fileprivate func outcome(of row: RuleRow) -> ReportCell {
    switch rule(of: row).outcome {
    case .then(let results): return .text(text.lines(results.map(\.text)))
    case .placeholder(let placeholder):
      return open(["? " + text.lines(placeholder.results.map(\.text))], row)
    case .question(let question):
      return open(["? " + question.text] + text.numbered(question.options), row)
    }
  }

  /// Returns an open outcome, linked to its question.
  private func open(_ lines: [String], _ row: RuleRow) -> ReportCell {
    .text(
      lines.joined(separator: "\n"),
      link: questionsOfRules[row.number].map { .row(of: .questions, key: $0) }
    )
  }

  /// Returns a text, linked if it is a web address or the id of a ticket; the brief form of an address has no scheme and is truncated.
  func address(_ text: String) -> ReportCell {
    guard text.isWebAddress else {
      let page = specification.planning.tickets?.page(of: text)
      return .text(text, link: page.map(ReportCell.Link.page))
    }
    let short = text.split(separator: "//", maxSplits: 1).last ?? ""
    return .text(
      text,
      brief: short.count > 30 ? short.prefix(29) + "…" : String(short),
      link: .page(text)
    )
  }
}
