import Diagnostics
package import Specification
package import TestDesign
import Text

/// The decisions of a spec that people confirm, for `show --decisions` and `explain D-…`.
package struct DecisionReport {
  private let specification: Specification
  private let decisions: [Decision]
  private let isFull: Bool
  private let text: ReportText

  /// Creates the report.
  ///
  /// `decisions` are those to show, the most important first. `isFull` adds the results of all rules, of which a sentence quotes only a
  /// few.
  package init(_ specification: Specification, _ decisions: [Decision], isFull: Bool) {
    self.specification = specification
    self.decisions = decisions
    self.isFull = isFull
    text = ReportText(language: specification.language)
  }

  private var title: String {
    let open = decisions.count { !$0.state.isConfirmed }
    let count = decisions.count
    return "\(specification.id) \(VisibleText.line(specification.feature))"
      + text(
        " — \(count == 0 ? "no decisions" : "\(open) of \(counted(count, "decision")) to confirm")",
        " ― " + (count == 0 ? "決定なし" : "確認が必要な決定 \(open)/\(count)件")
      )
  }

  /// Returns the report for the terminal, with the places of the rules.
  package func text(columns: Int, usesColor: Bool = false) -> String {
    var terminal = TerminalText(columns: columns, usesColor: usesColor)
    terminal.heading(title, .strong)
    for decision in decisions {
      terminal.heading("\(decision.id) \(VisibleText.line(decision.sentence))")
      for line in details(decision) { terminal.item(line) }
    }
    return terminal.text
  }

  package var markdown: String {
    "## \(MarkdownText.line(title))\n\n"
      + decisions.map { decision in
        "- \(decision.id): \(MarkdownText.line(decision.sentence))"
          + details(decision).map { "<br>" + MarkdownText.line($0) }.joined() + "\n"
      }.joined()
  }

  package var json: String {
    let document = JSONValue.of([
      "version": 1, "id": specification.id, "feature": specification.feature,
      "decisions": decisions.map { specification.json($0) },
    ])
    return document.text(spreading: 3)
  }

  /// Returns the scene, the rules and the agreement.
  private func details(_ decision: Decision) -> [String] {
    func name(_ rule: Int) -> String {
      let declared = specification.rules[rule]
      return text.reference(to: declared)
    }
    let size = decision.combinations.map { count -> String in
      let count = CombinationCount(count)
      return text(
        "; \(count.readable) combination\(count.isOne ? "" : "s")",
        "（\(count.readable)通り）"
      )
    }
    let beaten = decision.beaten.map(name).joined(separator: text(", ", "・"))
    let winner = decision.winner.map(name) ?? ""
    let line = decision.span.start.line
    let rules =
      switch decision.kinds.first {
      case .first?:
        text("`first` in line \(line)", "`first`（\(line)行目）")
      case .answer?:
        decision.house.map { "\($0.path):\($0.line)" }
          ?? text("`questions`, line \(line)", "`questions`（\(line)行目）")
      case .mention?, .invalid?, .zero?: winner
      case .final?: decision.rules.map(name).joined(separator: text(", ", "・"))
      case .crossing?: text("\(winner) and ", "\(winner)と") + beaten
      case .beside?: text("\(winner) beside ", "\(winner)の横に：") + beaten
      case .addition?: text("\(winner) on top of ", "\(winner)を追加：") + beaten
      default: text("\(winner) wins over ", "\(winner)が優先：") + beaten
      }
    let scene = decision.scene.isEmpty ? [] : [text("for example ", "例：") + decision.scene]
    let listed = isFull && decision.rules.count > 1 ? decision.rules : []
    let results = listed.map {
      text.labelled(name($0), text.list(specification.rules[$0].results ?? []))
    }
    return scene + [rules + (size ?? "")] + results
      + AgreementWords(specification).standing(decision)
  }
}

extension Specification {
  func json(_ decision: Decision) -> JSONValue {
    let state: JSONValue =
      switch decision.state {
      case .open: ["state": "open"]
      case .reasoned(let reason): .of(["state": "confirmed", "because": reason.ifAny])
      case .agreed(let entry): .of(["state": "confirmed", "…": entry.json])
      case .changed(let entry): .of(["state": "open", "changed": true, "…": entry.json])
      case .contested(let entry):
        .of(["state": "contested", "changed": decision.hasChanged.ifTrue, "…": entry.json])
      }
    return .of([
      "id": decision.id, "message": decision.sentence, "kinds": decision.kinds.map(\.rawValue),
      "operations": decision.operations.map { operations[$0].id },
      "rule": decision.winner.map { rules[$0].id },
      "insteadOf": decision.givingWay.map { rules[$0].id },
      "results": decision.rules.flatMap { rules[$0].results ?? [] }.withoutRepetitions,
      "scene": decision.scene.ifAny, "combinations": decision.combinations,
      "asked": decision.isAsked.ifTrue,
      "line": decision.house?.line ?? decision.span.start.line, "path": decision.house?.path,
      "fingerprint": decision.fingerprint, "…": state,
    ])
  }
}

extension AgreementLedger.Entry {
  var json: JSONValue { .of(["by": by, "on": on, "comment": comment]) }
}
