import Diagnostics
package import Specification
package import TestDesign
import Text

/// The changes relevant to QA between two versions of some specs.
package struct ChangeReport: Sendable {
  /// The changes, in the order of the specs' paths.
  package var specs: [SpecChange]

  package init(specs: [SpecChange]) {
    self.specs = specs
  }

  package var isEmpty: Bool { specs.allSatisfy(\.isEmpty) }

  /// The phrases in the specs' language, or in English if they have several languages.
  var say: ReportText {
    let isJapanese = !specs.isEmpty && specs.allSatisfy { $0.say.language == .japanese }
    return ReportText(language: isJapanese ? .japanese : .english)
  }
}

/// The changes relevant to QA between two versions of one spec.
package struct SpecChange: Sendable {
  package enum Outcome: Sendable {
    /// Both versions exist.
    case compared(SuiteChanges, FindingChanges)
    /// Only the new version exists.
    case added(CaseCount, Analysis)
    /// Only the old version exists.
    case removed(CaseCount)
  }

  /// The spec's id, in the new version if there is one.
  package var id: String
  /// The id in the old version if it differs, as all cases and questions are then renamed.
  package var oldID: String?
  /// The name of the old version: a path, or a revision and a path.
  package var oldName: String?
  package var newName: String?
  package var outcome: Outcome
  /// The combinations whose result changed, or `nil` if they were not compared.
  package var cells: CellChanges?
  /// True if both versions exist but their combinations could not be compared.
  package var isUncompared = false
  package var declarations: [DeclarationChange] = []
  package var procedures: [ProcedureChange] = []
  package var questions: [QuestionChange] = []
  /// The phrases in the spec's language.
  let say: ReportText

  package init(
    id: String,
    oldID: String? = nil,
    oldName: String?,
    newName: String?,
    language: Language = .english,
    outcome: Outcome
  ) {
    say = ReportText(language: language)
    self.id = id
    self.oldID = oldID
    self.oldName = oldName
    self.newName = newName
    self.outcome = outcome
  }

  /// True if there is nothing to report.
  package var isEmpty: Bool {
    guard case .compared(let suite, let findings) = outcome else { return false }
    return oldID == nil && suite.isEmpty && declarations.isEmpty && findings.isEmpty
      && procedures.isEmpty
      && questions.isEmpty && (cells?.changes ?? []).isEmpty
  }
}

extension SpecChange {
  /// A note that the spec's id changed, or `nil` if it did not.
  var idChange: String? {
    oldID.map { say("the id was \($0): cases, questions and files are called \(id) from now on") }
  }

  /// The number of cases by kind of change, such as `1 added, 3 with another result, 12 as before`.
  var caseCounts: String {
    switch outcome {
    case .added(let count, let analysis):
      let open = analysis.openQuestions.count
      let english = open == 0 ? "no open questions" : counted(open, "open question")
      return say(
        "a new spec: \(count.phrase), \(english)",
        "新しい仕様：\(japanese(count))、未回答の確認事項\(open)件"
      )
    case .removed(let count):
      return say("the spec was removed, with its \(count.phrase)", "仕様を削除：\(japanese(count))")
    case .compared(let suite, _):
      let phrases: [(CaseChange.Kind, Phrase)] = [
        (.result, "with another result"), (.setup, "with another setup"),
        (.reworded, "reworded"), (.added, "added"), (.retired, "retired"),
        (.kept, "as before"),
      ]
      let names: [(Phrase, Bool)] = [("cases", false), ("end-to-end cases", true)]
      let kinds = names.compactMap { name, isFlow in
        let parts = phrases.compactMap { kind, phrase in
          let count = suite.cases.count { $0.kind == kind && $0.isFlow == isFlow }
          return count > 0 ? say("\(count) \(say(phrase))", "\(say(phrase))\(count)件") : nil
        }
        return parts.isEmpty ? nil : say.labelled(say(name), say.list(parts))
      }
      return kinds.isEmpty ? say("no cases") : kinds.joined(separator: say("; ", "；"))
    }
  }

  private func japanese(_ count: CaseCount) -> String {
    "テストケース\(count.cases)件" + (count.flows == 0 ? "" : "、シナリオ\(count.flows)件")
  }

  /// A note that the depth or strength changed, such as `depth: all → relevant`, or `nil` if neither did.
  var extentChange: String? {
    guard case .compared(let suite, _) = outcome else { return nil }
    let parts =
      [
        suite.depth.map {
          say.labelled(say("depth"), "\($0.before.rawValue) → \($0.after.rawValue)")
        },
        suite.strength.map { say.labelled(say("strength"), "\($0.before) → \($0.after)") },
      ].compactMap(\.self)
    return parts.isEmpty ? nil : say.list(parts)
  }

  /// The effect on recorded test results, such as `results: 3 void, 1 to check again`, or `nil` if all still stand.
  var resultCounts: String? {
    guard case .compared(let suite, _) = outcome else { return nil }
    let void = suite.cases.count { $0.standing == .void }
    let again = suite.cases.count { $0.standing == .checkAgain }
    let parts =
      (void > 0 ? [say("\(void) void")] : [])
      + (again > 0 ? [say("\(again) to check again")] : [])
    return parts.isEmpty ? nil : say.labelled(say("results"), say.list(parts))
  }

  /// A note that combinations were not compared, or `nil` if they were.
  var comparisonGap: String? {
    guard isUncompared else { return nil }
    return say(
      "combinations were not compared: there are too many, or a number is counted in other steps or compared with a range that changed"
    )
  }

  /// The names of the versions, such as `specs/post.yaml` or `old → new`.
  var versions: String {
    switch (oldName, newName) {
    case (let old?, let new?): "\(old) → \(new)"
    case (let one?, nil), (nil, let one?): one
    case (nil, nil): ""
    }
  }
}

/// All changes of one kind, as the text and the Markdown show them.
struct ChangeSection {
  struct Item {
    /// The ids to which the item applies.
    var ids: [String]
    /// The text that follows the ids on the same line.
    var text: String = ""
    /// The labelled lines below, such as `was` with the former result.
    var details: [(label: String, text: String)] = []
  }

  var title: String
  /// The style for added, removed or changed items.
  var style: TerminalStyle
  var items: [Item]

  var sign: String {
    switch style {
    case .added: "+"
    case .removed: "-"
    default: "~"
    }
  }
}

extension SpecChange {
  /// The sections that are not empty, in order of importance to testers.
  var sections: [ChangeSection] {
    guard case .compared(let suite, let findings) = outcome else { return [] }
    func asked(_ findings: [Finding]) -> [ChangeSection.Item] {
      withoutChanged(findings).filter(\.isQuestion).map(\.item)
    }
    func others(_ findings: [Finding]) -> [ChangeSection.Item] {
      findings.filter { !$0.isQuestion }.map(\.item)
    }
    let sections: [(Phrase, TerminalStyle, [ChangeSection.Item])] = [
      ("expected result changed: test results are void", .changed, suite.outcomeItems(say)),
      ("setup changed", .changed, suite.setupItems(say)),
      ("steps, texts to paste or priority changed", .changed, procedures.map { $0.item(say) }),
      ("combinations with another result", .changed, cellItems),
      ("reworded only: results stand", .changed, suite.idItems(.reworded)),
      ("what follows changed", .changed, suite.moveItems(say)),
      ("factors, values and operations added", .added, declarationItems { $0.before == nil }),
      ("factors, values and operations removed", .removed, declarationItems { $0.after == nil }),
      ("ranges changed", .changed, declarationItems { $0.before != nil && $0.after != nil }),
      ("impossible conditions changed", .changed, suite.items(of: "impossible", say)),
      ("precedence changed", .changed, suite.items(of: "precedence", say)),
      ("cases added", .added, suite.cases(.added).map { $0.item(showing: $0.after, say) }),
      ("cases retired", .removed, suite.cases(.retired).map { $0.item(showing: nil, say) }),
      ("questions opened", .added, asked(findings.opened)),
      ("questions closed", .removed, asked(findings.closed)),
      ("questions changed", .changed, questions.map { $0.item(say) }),
      ("other findings opened", .added, others(findings.opened)),
      ("other findings closed", .removed, others(findings.closed)),
      ("renamed", .changed, suite.renames.map { ChangeSection.Item(ids: [$0.phrase(say)]) }),
    ]
    return sections.filter { !$0.2.isEmpty }
      .map { ChangeSection(title: say($0), style: $1, items: $2) }
  }
}

extension SpecChange {
  /// Returns the findings without the questions listed as changed.
  func withoutChanged(_ findings: [Finding]) -> [Finding] {
    let told = Set(questions.flatMap { [$0.oldID, $0.finding.id] })
    return findings.filter { !told.contains($0.id) }
  }

  /// The combinations whose result changed and that no listed case already shows.
  private var cellItems: [ChangeSection.Item] {
    guard case .compared(let suite, _) = outcome else { return [] }
    let shown = Dictionary(grouping: suite.cases(.result)) {
      [$0.before?.expected ?? [], $0.after?.expected ?? []]
    }
    return (cells?.changes ?? []).filter { change in
      // Changes to what rules set have a section of their own.
      if change.before.status == change.after.status, change.before.texts == change.after.texts {
        return false
      }
      let texts = [change.before, change.after].map { $0.texts.flatMap(\.self) }
      // A variant's label begins with that of its operation.
      let variant = say.remark(change.operation, "").dropLast()
      return !(shown[texts] ?? []).contains { shown in
        shown.operation == change.operation || shown.operation.hasPrefix(variant)
      }
    }.map { change in
      ChangeSection.Item(
        ids: [change.operation],
        text: place(of: change),
        details: say.sides(change.before.phrase(say), change.after.phrase(say))
      )
    }
  }
}

extension SpecChange {
  /// Returns where the combinations are, such as "where Fees: 10 to 19 EUR".
  ///
  /// If the description covers other combinations as well, an example precedes what all of them have in common.
  private func place(of change: CellChanges.Change) -> String {
    let place = change.place.map { "\($0.factor): \($0.values)" }.joined(separator: " / ")
    guard !change.isWholePlace else {
      return place.isEmpty ? say("in all combinations") : say("where \(place)")
    }
    let example = change.setup
    return say("for example \(example)", "例：\(example)")
      + (place.isEmpty ? "" : say("; only where \(place)", "；\(place)の場合のみ"))
  }

  private func declarationItems(
    _ isMeant: (DeclarationChange) -> Bool
  ) -> [ChangeSection.Item] {
    declarations.filter(isMeant).map { change in
      let isRange = change.before != nil && change.after != nil
      return .init(
        ids: [change.name],
        details: isRange ? say.sides(change.before, change.after) : []
      )
    }
  }
}

extension ProcedureChange {
  fileprivate func item(_ say: ReportText) -> ChangeSection.Item {
    .init(ids: ids, details: say.sides(before, after))
  }
}
