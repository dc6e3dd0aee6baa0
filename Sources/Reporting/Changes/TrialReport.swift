import Diagnostics
import Specification
package import TestDesign
package import Text

/// The effect that drafted rules and answers would have on a spec.
package struct TrialReport {
  /// An answer with the state that applying it would reach (`applied`, `known`, `refused` or `stale`) and an explanation.
  package typealias Answer = (question: String, state: String, text: String)

  package var answers: [Answer]
  package var before: AnalysedSpecification
  package var after: AnalysedSpecification
  /// The combinations that would change, or `nil` if they are not counted.
  package var cells: CellChanges?
  /// The changes to the cases, or `nil` if there are too many cases to generate.
  package var change: SpecChange?
  /// The edit of the spec, in the format of `git diff`.
  package var diff: String

  /// The maximum number of entries listed per kind.
  private static let limit = 50
  private let english = ReportText(language: .english)

  package init(
    answers: [Answer],
    before: AnalysedSpecification,
    after: AnalysedSpecification,
    cells: CellChanges?,
    change: SpecChange?,
    diff: String
  ) {
    (self.answers, self.before, self.after) = (answers, before, after)
    (self.cells, self.change, self.diff) = (cells, change, diff)
  }

  private var specification: Specification { after.specification }

  /// Returns the questions of one version that the other does not ask.
  private func questions(
    of one: AnalysedSpecification,
    notIn other: AnalysedSpecification
  ) -> [Finding] {
    let known = Set(other.analysis.questions.map(\.id))
    return one.analysis.questions.filter { !known.contains($0.id) }
  }

  package var closed: [Finding] { questions(of: before, notIn: after) }
  package var opened: [Finding] { questions(of: after, notIn: before) }

  /// The opened questions about contradictory rules.
  private var contradictions: [Finding] { opened.filter { $0.code == .contradictoryRules } }

  /// The new decisions that nobody has confirmed yet.
  package var decisions: [Decision] {
    let known = Set(before.analysis.decisions.map(\.fingerprint))
    return after.analysis.decisions.filter {
      !$0.state.isConfirmed && !known.contains($0.fingerprint)
    }
  }

  /// The opened findings that are not questions: mistakes in the draft and remarks on it.
  private var remarks: [Finding] {
    FindingChanges(from: before.analysis, to: after.analysis).opened.filter { !$0.isQuestion }
  }

  // MARK: For people

  package func text(columns: Int = 80, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    let left = after.analysis.requiredQuestions.count
    text.line(
      "\(specification.id): \(cellPhrase); \(closed.count) closed, \(opened.count) opened, \(counted(left, "question")) left – nothing is written"
    )
    list(&text, "answers", answers) { text, answer in
      text.item("\(answer.state): \(answer.text)", lead: answer.question + "  ")
    }
    list(&text, "questions closed", closed) { $0.item($1.message, lead: "- \($1.id)  ") }
    list(&text, "questions opened", opened) { $0.item($1.message, lead: "+ \($1.id)  ") }
    list(&text, "contradictions", contradictions) { text, finding in
      for rule in finding.rules.prefix(6) {
        text.rule(rule, of: specification, named: name(ofRule: rule))
      }
      if let example = finding.question?.example {
        text.line("  for example")
        text.combination(example, of: specification)
      }
    }
    list(&text, "decisions to confirm", decisions) { $0.item($1.sentence, lead: "? \($1.id)  ") }
    list(&text, "other findings", remarks) { text, finding in
      text.item("\(finding.severity.rawValue)[\(finding.code.rawValue)] \(finding.message)")
    }
    list(&text, "combinations that change", cells?.changes ?? []) { text, change in
      text.item(
        "\(change.operation): \(change.before.phrase(english)) → \(change.after.phrase(english))",
        lead: "\(change.count) × "
      )
    }
    if let change, !change.isEmpty {
      text.heading("test cases")
      text.item(change.caseCounts)
    }
    return text.text
  }

  /// Returns the rule's name with its line in the current spec, or marked as drafted.
  private func name(ofRule rule: Int) -> String {
    let id = specification.rules[rule].id
    let old = before.specification.rules.firstIndex { $0.id == id }
    return old.map(Wording(before.specification).name) ?? "`\(id)` (in the draft)"
  }

  private var cellPhrase: String {
    guard let cells else { return "combinations that change are not counted" }
    return "\(cells.count) of \(after.analysis.counts.combinations ?? "?") combinations change"
  }

  private func list<Item>(
    _ text: inout TerminalText,
    _ heading: String,
    _ items: [Item],
    _ item: (inout TerminalText, Item) -> Void
  ) {
    guard !items.isEmpty else { return }
    text.heading(heading)
    for shown in items.prefix(Self.limit) { item(&text, shown) }
    let more = items.count - Self.limit
    if more > 0 { text.line("  … and \(more) more") }
  }

  // MARK: For programs

  package var json: String { document.text(spreading: 3) }

  package var document: JSONValue {
    let cases: JSONValue =
      if let change, case .compared(let suite, _) = change.outcome {
        .of([
          "counts": suite.countsJSON(ofFlows: false),
          "flowCounts": suite.countsJSON(ofFlows: true),
          "changed": suite.changedCases.prefix(Self.limit).map(\.json),
        ])
      } else {
        .null
      }
    return .of([
      "version": 1, "id": specification.id, "path": specification.path,
      "answers": answers.json { ["question": $0.question, "state": $0.state, "text": $0.text] },
      "questions": JSONValue.of([
        "closed": closed.map(\.json), "opened": opened.map(\.json),
        "left": after.analysis.requiredQuestions.count,
      ]),
      "contradictions": contradictions.map(contradiction),
      "decisions": decisions.json { ["id": $0.id, "sentence": $0.sentence] },
      "findings": remarks.map(\.json), "cells": cells.map(json).orNull, "cases": cases,
      "diff": diff,
    ])
  }

  private func contradiction(_ finding: Finding) -> JSONValue {
    .of([
      "id": finding.id, "message": finding.message, "combinations": finding.combinations.orNull,
      "rules": finding.rules.map { specification.rules[$0] }.json {
        ["id": $0.id, "then": $0.results ?? []]
      },
      "example": (finding.question?.example.map(specification.json(of:))).orNull,
    ])
  }

  private func json(_ cells: CellChanges) -> JSONValue {
    .of([
      "count": cells.count, "combinations": after.analysis.counts.combinations.orNull,
      "changes": cells.changes.prefix(Self.limit).json {
        ["…": $0.json, "example": cells.specification.json(of: $0.example)]
      },
      "more": max(0, cells.changes.count - Self.limit),
    ])
  }
}

extension CellChanges.Outcome {
  func phrase(_ say: ReportText) -> String {
    let said = texts.map { $0.map(\.onOneLine).joined(separator: "; ") }
    switch status {
    case .defined:
      let moves = becomes.map { "(\($0.joined(separator: ", ")))" }
      return (said + moves).joined(separator: "; ")
    case .undecided: return "? " + said.joined(separator: say(" – or: ", "、または："))
    case .contradictory: return "! " + said.joined(separator: say(" – or: ", "、または："))
    case .undefined: return say("undefined")
    case .impossible: return say("cannot happen")
    }
  }

  var json: JSONValue {
    .of(["status": status.rawValue, "texts": texts, "becomes": becomes])
  }
}
