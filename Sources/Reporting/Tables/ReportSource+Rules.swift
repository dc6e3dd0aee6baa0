import Diagnostics
import Specification
import TestDesign

/// The expectations as a decision table: a row per rule and alternative, a column per factor.
extension ReportSource {
  func rulesTable() -> ReportTable {
    let columns =
      [
        column(.rules, .id),
        column(.rules, .line),
        column(.rules, .operation),
      ] + factorColumns + [
        column(
          .rules,
          .expected,
          marks: [ReportMark(.begins("?"), .open)]
        ),
        column(
          .rules,
          .kind,
          marks: [ReportMark(.equals(text("Undecided", "未決定")), .open)]
        ),
        column(.rules, .priority),
        column(.rules, .overrides),
        column(.rules, .source),
        column(.rules, .relatedCases),
      ]
    let rows = specification.expectations.enumerated().flatMap { number, rule in
      rule.when.alternatives.enumerated().map { alternative, conjunction in
        ReportTable.Row(
          key: alternative == 0 ? rule.id : "\(rule.id)#\(alternative + 1)",
          cells: columns.map {
            cell(ofRule: number, alternative: alternative, conjunction, role: $0.role)
          }
        )
      }
    }
    return ReportTable(
      name: .rules,
      title: ReportTable.Name.rules.title(specification.language),
      columns: columns,
      rows: rows
    )
  }

  private func cell(
    ofRule number: Int,
    alternative: Int,
    _ conjunction: Conjunction,
    role: ReportColumn.Role
  ) -> ReportCell {
    let rule = specification.expectations[number]
    switch role {
    case .id:
      let total = rule.when.alternatives.count
      return .text(total > 1 ? text.remark(rule.id, "\(alternative + 1)/\(total)") : rule.id)
    case .line: return .number(rule.span.start.line)
    case .operation: return words(for: specification.operationFactor, in: conjunction)
    case .factor(let factor): return words(for: factor, in: conjunction)
    case .expected: return outcome(of: rule)
    case .kind:
      switch rule.outcome {
      case .then: return .text(text("Defined", "定義済み"))
      case .undecided: return .text(text("Undecided", "未決定"))
      }
    case .priority: return .text(priority(rule.priority?.rawValue))
    case .overrides:
      return .text(
        rule.overrides.map { specification.expectations[$0].id }.joined(separator: "\n"),
        link: rule.overrides.first.map {
          .row(of: .rules, key: specification.expectations[$0].id)
        }
      )
    case .source:
      let source = rule.source ?? ""
      return address(source)
    case .relatedCases:
      return cell(ofCases: matrix.cases.filter { $0.rules.contains(number) }.map(\.id))
    default: return .empty
    }
  }

  /// What the conjunction asks of a factor; muted where it asks nothing.
  private func words(for factor: Int, in conjunction: Conjunction) -> ReportCell {
    guard let term = conjunction.terms.first(where: { $0.factor == factor }) else {
      return .text(text("any", "問わない"), isMuted: true)
    }
    return .text(words(for: term))
  }

  private func outcome(of rule: Expectation) -> ReportCell {
    switch rule.outcome {
    case .then(let results): return .text(text.lines(results.map(\.text)))
    case .undecided(let open):
      let question = questions.first {
        $0.code == .undecidedExpectation
          && $0.rules.first.map { specification.expectations[$0].id } == rule.id
      }
      return .text(
        "? " + open.text,
        link: question.map { .row(of: .questions, key: $0.id) }
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
