import Diagnostics
import Specification
import TestDesign
import Text

extension ChangeReport {
  /// Returns the report for the terminal, wrapped at 80 columns, with at most `limit` entries of a kind per spec, or all for `nil`.
  package func text(limit: Int? = 10, usesColor: Bool = false) -> String {
    var blocks = specs.filter { !$0.isEmpty }.map { $0.text(limit: limit, usesColor: usesColor) }
    let same = specs.count(where: \.isEmpty)
    if same > 0 {
      blocks.append(
        say("nothing changes for QA in \(counted(same, "spec"))\n", "QAに影響する変更のない仕様：\(same)件\n")
      )
    }
    return blocks.joined(separator: "\n")
  }
}

extension SpecChange {
  /// The number of ids that fit on a few lines.
  private static let idLimit = 24
  private static let columns = 80

  fileprivate func text(limit: Int?, usesColor: Bool) -> String {
    var text = TerminalText(columns: Self.columns, usesColor: usesColor)
    text.line(text.styled(say.labelled(VisibleText.line(id), VisibleText.line(versions)), .strong))
    for line in headLines { text.item(line) }
    for section in sections {
      text.heading(section.title)
      for item in section.items.prefix(limit ?? .max) {
        add(item, section, to: &text, idLimit: limit.map { _ in Self.idLimit })
      }
      let rest = section.items.count - min(limit ?? .max, section.items.count)
      if rest > 0 { text.line("  … " + say("and \(rest) more (--all)")) }
    }
    return text.text
  }

  /// The lines about the spec as a whole.
  private var headLines: [String] {
    [idChange, extentChange, caseCounts, resultCounts, comparisonGap].compactMap(\.self)
  }

  private func add(
    _ item: ChangeSection.Item,
    _ section: ChangeSection,
    to text: inout TerminalText,
    idLimit: Int?
  ) {
    let shown = idLimit ?? item.ids.count
    var head = item.ids.prefix(shown).joined(separator: ", ")
    let more = item.ids.count - shown
    if more > 0 { head += say(" and \(more) more (--all)", "ほか\(more)件（--all）") }
    if !item.text.isEmpty { head += "  " + item.text }
    let lines = LineBreaking.lines(of: VisibleText.line(head), columns: Self.columns - 4)
    for (number, line) in lines.enumerated() {
      let sign = number == 0 ? text.styled(section.sign, section.style) : " "
      text.line("  \(sign) \(line)")
    }
    let width = item.details.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
    for detail in item.details {
      let blanks = String(repeating: " ", count: width - DisplayWidth.columns(of: detail.label))
      text.item(detail.text, indent: 6, lead: say.labelled(detail.label, blanks), style: nil)
    }
  }
}

extension ChangeReport {
  /// The report as Markdown, such as for a comment on a pull request, with long lists folded.
  package var markdown: String {
    guard !isEmpty else { return say("Nothing changes for QA.\n", "QAに影響する変更はありません。\n") }
    return specs.filter { !$0.isEmpty }.map(\.markdown).joined(separator: "\n")
  }
}

extension SpecChange {
  fileprivate var markdown: String {
    var text = "### \(say.labelled(MarkdownText.line(id), MarkdownText.line(versions)))\n\n"
    let said = [
      idChange.map(MarkdownText.line), extentChange, caseCounts, resultCounts, comparisonGap,
    ]
    text += said.compactMap(\.self).joined(separator: say("; ", "；")) + "\n"
    for section in sections {
      let title = "\(section.title) (\(section.items.reduce(0) { $0 + $1.ids.count }))"
      let list = section.items.map(\.markdown).joined()
      text +=
        section.items.count > 10
        ? "\n<details><summary>\(title)</summary>\n\n\(list)\n</details>\n"
        : "\n**\(title)**\n\n\(list)"
    }
    return text
  }
}

extension ChangeSection.Item {
  fileprivate var markdown: String {
    let names = ids.map(MarkdownText.line).joined(separator: ", ")
    var text = "- \(names)" + (self.text.isEmpty ? "" : " · \(MarkdownText.line(self.text))") + "\n"
    for detail in details { text += "  - \(detail.label): \(MarkdownText.line(detail.text))\n" }
    return text
  }
}

extension ChangeReport {
  /// The report as JSON, in which unchanged cases are counted, not listed.
  package var json: String {
    JSONValue.of(["version": 1, "specs": specs.map(\.json)]).text(spreading: 4)
  }
}

extension SpecChange {
  fileprivate var json: JSONValue {
    let content: JSONValue =
      switch outcome {
      case .added(let count, let analysis):
        .of([
          "change": "added", "cases": count.cases, "flows": count.flows,
          "opened": analysis.findings.filter(\.isQuestion).map(\.json),
        ])
      case .removed(let count):
        .of(["change": "removed", "cases": count.cases, "flows": count.flows])
      case .compared(let suite, let findings):
        .of([
          "change": isEmpty ? "none" : "changed", "counts": suite.countsJSON(ofFlows: false),
          "flowCounts": suite.countsJSON(ofFlows: true),
          "depth": suite.depth.map {
            JSONValue.of(["before": $0.before.rawValue, "after": $0.after.rawValue])
          },
          "strength": suite.strength.map {
            JSONValue.of(["before": $0.before, "after": $0.after])
          },
          "cases": suite.changedCases.filter { !$0.isFlow }.map(\.json),
          "flows": suite.changedCases.filter(\.isFlow).map(\.json),
          "impossible": json(suite.entries(of: "impossible")),
          "precedence": json(suite.entries(of: "precedence")),
          "renamed": suite.renames.json {
            [
              "factor": $0.factor, "old": $0.old, "new": $0.value ?? $0.factor,
              "is": $0.value == nil ? "factor" : "value",
            ]
          },
          "opened": withoutChanged(findings.opened).map(\.json),
          "closed": withoutChanged(findings.closed).map(\.json),
          "changedQuestions": questions.map(\.json),
          "procedures": procedures.json {
            ["cases": $0.ids, "before": $0.before, "after": $0.after]
          },
          "declarations": declarations.json {
            ["name": $0.name, "before": $0.before.orNull, "after": $0.after.orNull]
          },
          "combinations": cells.map { $0.changes.map(\.json) }.orNull,
        ])
      }
    return .of([
      "id": id, "oldId": oldID, "old": oldName.orNull, "new": newName.orNull, "…": content,
    ])
  }

  private func json(_ entries: [SpecificationDifference]) -> [JSONValue] {
    entries.json {
      ["condition": $0.condition, "before": $0.before.orNull, "after": $0.after.orNull]
    }
  }
}

extension CellChanges.Change {
  /// The operation, the number and place of the combinations, and both outcomes.
  var json: JSONValue {
    .of([
      "operation": operation, "count": count,
      "where": place.json { ["factor": $0.factor, "values": $0.values] },
      "everywhereThere": isWholePlace, "setup": setup, "before": before.json, "after": after.json,
    ])
  }
}

extension SuiteChanges {
  var changedCases: [CaseChange] { cases.filter { $0.kind != .kept } }

  func countsJSON(ofFlows isFlow: Bool) -> JSONValue {
    let kinds = cases.filter { $0.isFlow == isFlow }.map(\.kind)
    return .object(
      CaseChange.Kind.allCases.map { kind in
        .init(kind.rawValue, .integer(kinds.count { $0 == kind }))
      }
    )
  }
}

extension CaseChange {
  var json: JSONValue {
    .of([
      "id": id, "change": kind.rawValue, "results": (standing?.rawValue).orNull,
      "operation": operation,
      "setup": setup.json { ["factor": $0.factor, "value": $0.value.orNull] },
      "before": (before?.json).orNull, "after": (after?.json).orNull,
      "parts": parts.json {
        ["part": $0.label, "before": ($0.before?.json).orNull, "after": ($0.after?.json).orNull]
      },
    ])
  }
}

extension CaseChange.Outcome {
  fileprivate var json: JSONValue {
    .of(["status": status, "expected": expected])
  }
}

extension Finding {
  /// The id, code, severity and message.
  var json: JSONValue {
    .of(["id": id, "code": code.rawValue, "severity": severity.rawValue, "message": message])
  }
}
