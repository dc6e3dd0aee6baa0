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
    let document: JSONValue = ["version": 1, "specs": .array(specs.map(\.json))]
    return document.text(spreading: 4)
  }
}

extension SpecChange {
  fileprivate var json: JSONValue {
    let content: JSONValue =
      switch outcome {
      case .added(let count, let analysis):
        [
          "change": "added", "cases": .integer(count.cases), "flows": .integer(count.flows),
          "opened": .array(analysis.findings.filter(\.isQuestion).map(\.json)),
        ]
      case .removed(let count):
        [
          "change": "removed", "cases": .integer(count.cases), "flows": .integer(count.flows),
        ]
      case .compared(let suite, let findings):
        [
          "change": isEmpty ? "none" : "changed",
          "counts": suite.countsJSON(ofFlows: false),
          "flowCounts": suite.countsJSON(ofFlows: true),
          "depth": suite.depth.map { depth in
            ["before": .string(depth.before.rawValue), "after": .string(depth.after.rawValue)]
          },
          "strength": suite.strength.map { strength in
            ["before": .integer(strength.before), "after": .integer(strength.after)]
          },
          "cases": .array(suite.changedCases.filter { !$0.isFlow }.map(\.json)),
          "flows": .array(suite.changedCases.filter(\.isFlow).map(\.json)),
          "impossible": .array(suite.entries(of: "impossible").map(\.json)),
          "precedence": .array(suite.entries(of: "precedence").map(\.json)),
          "renamed": .array(suite.renames.map(\.json)),
          "opened": .array(withoutChanged(findings.opened).map(\.json)),
          "closed": .array(withoutChanged(findings.closed).map(\.json)),
          "changedQuestions": .array(questions.map(\.json)),
          "procedures": .array(procedures.map(\.json)),
          "declarations": .array(declarations.map(\.json)),
          "combinations": cells.map { .array($0.changes.map(\.json)) } ?? .null,
        ]
      }
    return .joined(
      [
        "id": .string(id), "oldId": .string(ifAny: oldID), "old": .string(orNull: oldName),
        "new": .string(orNull: newName),
      ],
      content
    )
  }
}

extension ProcedureChange {
  fileprivate var json: JSONValue {
    ["cases": .strings(ids), "before": .string(before), "after": .string(after)]
  }
}

extension DeclarationChange {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "before": .string(orNull: before), "after": .string(orNull: after),
    ]
  }
}

extension CellChanges.Change {
  /// The operation, the number and place of the combinations, and both outcomes.
  var json: JSONValue {
    [
      "operation": .string(operation), "count": .string(count),
      "where": .array(
        place.map { ["factor": .string($0.factor), "values": .string($0.values)] }
      ),
      "everywhereThere": .bool(isWholePlace), "setup": .string(setup), "before": before.json,
      "after": after.json,
    ]
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

extension SpecificationDifference {
  fileprivate var json: JSONValue {
    [
      "condition": .string(condition), "before": .string(orNull: before),
      "after": .string(orNull: after),
    ]
  }
}

extension CaseChange {
  var json: JSONValue {
    let settings = setup.map { setting -> JSONValue in
      ["factor": .string(setting.factor), "value": setting.value.map(JSONValue.string) ?? .null]
    }
    return [
      "id": .string(id),
      "change": .string(kind.rawValue),
      "results": standing.map { .string($0.rawValue) } ?? .null,
      "operation": .string(operation),
      "setup": .array(settings),
      "before": before?.json ?? .null,
      "after": after?.json ?? .null,
      "parts": .array(
        parts.map { part in
          [
            "part": .string(part.label), "before": part.before?.json ?? .null,
            "after": part.after?.json ?? .null,
          ]
        }
      ),
    ]
  }
}

extension CaseChange.Outcome {
  fileprivate var json: JSONValue {
    ["status": .string(status), "expected": .strings(expected)]
  }
}

extension EarlierNames.Rename {
  fileprivate var json: JSONValue {
    [
      "factor": .string(factor), "old": .string(old),
      "new": .string(value ?? factor), "is": value == nil ? "factor" : "value",
    ]
  }
}

extension Finding {
  /// The id, code, severity and message.
  var json: JSONValue {
    [
      "id": .string(id), "code": .string(code.rawValue), "severity": .string(severity.rawValue),
      "message": .string(message),
    ]
  }
}
