import Specification
import TestDesign
import Text
import Workbooks

/// The table of changes to cases and questions since the last generation.
extension ReportSource {
  /// Returns the changes to the spec, then to its questions, then to the cases, or a note after the first generation.
  func changesTable(_ changes: SuiteChanges?) -> ReportTable {
    var lines: [Entries] = []
    let cases = (changes?.cases ?? []).filter { $0.kind != .kept }
    if let changes {
      lines = extentEntries(changes) + changes.renames.map(entries(of:))
      lines += changes.specification.map(entries(of:))
      lines += (changes.openedQuestions ?? []).map(entries(ofOpened:))
      lines += (changes.closedQuestions ?? []).map { entries(ofClosed: $0, changes) }
      lines += cases.map(entries(of:))
    }
    if lines.isEmpty {
      lines = [
        [.change: .text(text("Nothing has changed since the last generation.", "前回の生成から変更はありません。"))]
      ]
    }
    var table = table(
      .changes,
      Self.changeColumns,
      rows: lines.enumerated().map { (String($0), $1) }
    )
    for (row, change) in zip(table.rows.indices.suffix(cases.count), cases) {
      table.rows[row].standing = change.standing.map { (change.id, .text(name(of: $0))) }
    }
    return table
  }

  static let changeColumns: [TableColumn<Entries>] = [
    TableColumn(.id, "What", "対象", .init(8...30)),
    TableColumn(.change, "Change", "変更内容")
      .marked {
        [
          ReportMark(.equals($0.name(of: .retired)), .muted),
          ReportMark(.equals($0.name(of: .added)), .new),
          ReportMark(.equals($0.name(of: .result)), .changed),
          ReportMark(.equals($0.opened), .open), ReportMark(.equals($0.closed), .good),
        ]
      },
    TableColumn(.operation, "Operation", "操作", .init(8...16, maxLines: 5)),
    TableColumn(.setup, "Setup or condition", "前提条件・条件", .init(20...36)),
    TableColumn(.before, "Before", "変更前", .init(16...40)),
    TableColumn(.after, "Now", "変更後", .init(16...40)),
    TableColumn(.standing, "Earlier results", "これまでの結果の扱い")
      .marked {
        [
          ReportMark(.equals($0.name(of: .void)), .bad),
          ReportMark(.equals($0.name(of: .checkAgain)), .notice),
        ]
      },
  ]

  private func extentEntries(_ changes: SuiteChanges) -> [Entries] {
    func entries(_ what: String, _ before: String, _ after: String) -> Entries {
      [
        .id: .text(what), .before: .text(before), .after: .text(after),
        .change: .text(text("More or fewer cases are shown", "表示するケースの範囲の変更")),
      ]
    }
    let depth = changes.depth.map {
      entries(text("Depth", "深さ"), name(of: $0.before), name(of: $0.after))
    }
    let strength = changes.strength.map {
      entries(text("Strength", "組み合わせ強度"), String($0.before), String($0.after))
    }
    return [depth, strength].compactMap(\.self)
  }

  /// Returns the display name of a depth.
  func name(of depth: Depth) -> String {
    switch depth {
    case .review: text("Review", "レビュー")
    case .relevant: text("Relevant", "関連")
    case .all: text("All", "すべて")
    }
  }

  /// Returns the display name of a depth with its meaning.
  func explained(_ depth: Depth) -> String {
    let name = name(of: depth)
    return switch depth {
    case .review: text("\(name): each rule and question once", "\(name)：ルールと確認事項を1回ずつ")
    case .relevant: text("\(name): what the results depend on", "\(name)：結果を左右する組み合わせ")
    case .all: text("\(name): values of any factors together", "\(name)：全因子の値の組み合わせ")
    }
  }

  private func entries(of rename: EarlierNames.Rename) -> Entries {
    let factor = specification.factors.first { $0.name == rename.factor }?.label ?? rename.factor
    return [
      .id: .text(factor),
      .change: .text(text("Name changed in the spec", "仕様での名前の変更")),
      .before: .text(rename.old),
      .after: .text(rename.value ?? rename.factor),
    ]
  }

  fileprivate var opened: String { text("Question opened", "確認事項の追加") }
  fileprivate var closed: String { text("Question closed", "確認事項の解決") }

  /// Returns the row for a rule, factor or value that changed in the spec.
  private func entries(of difference: SpecificationDifference) -> Entries {
    let kind =
      difference.before == nil
      ? text("new in the spec", "仕様に追加")
      : difference.after == nil
        ? text("gone from the spec", "仕様から削除") : text("changed in the spec", "仕様で変更")
    var entries: Entries = [
      .before: .text(difference.before ?? ""), .after: .text(difference.after ?? ""),
    ]
    switch difference.subject {
    case .rule(let id):
      let key = EarlierRule.key(of: id)
      let isThere = key == nil && difference.after != nil
      entries[.id] = .text(key ?? id, link: isThere ? .row(of: .rules, key: id) : nil)
      let what =
        switch key {
        case "impossible": text("Impossible condition", "起こり得ない条件")
        case "precedence": text("Precedence", "優先順位")
        default: text("Rule", "ルール")
        }
      entries[.change] = .text(text("\(what) \(kind)", "\(what)：\(kind)"))
      entries[.setup] = .text(difference.condition)
    case .factor(let label):
      entries[.id] = .text(label == EarlierFactor.operation ? text("Operation", "操作") : label)
      entries[.change] = .text(text("Factor \(kind)", "因子：\(kind)"))
    case .value(let label, let factor):
      let isOperation = factor == EarlierFactor.operation
      entries[.id] = .text(isOperation ? label : text.labelled(factor, label))
      entries[.change] = .text(
        isOperation
          ? text("Operation \(kind)", "操作：\(kind)") : text("Value \(kind)", "水準：\(kind)")
      )
    }
    return entries
  }

  private func entries(ofOpened question: EarlierSuite.Question) -> Entries {
    [
      .id: .text(question.id, link: .row(of: .questions, key: question.id)),
      .change: .text(opened),
      .after: .text(question.message),
    ]
  }

  /// Returns the row for a question that is no longer asked, with what was decided.
  private func entries(
    ofClosed question: EarlierSuite.Question,
    _ changes: SuiteChanges
  ) -> Entries {
    let answer = answer(to: question.id, question.message, changes)
    return [
      .id: .text(question.id),
      .change: .text(closed),
      .before: .text(question.message),
      .after: answer.text.isEmpty
        ? .text(text("no longer asked", "該当する条件がなくなりました"), isMuted: true)
        : .text(
          answer.text,
          link: answer.rules.first.map { .row(of: .rules, key: key(ofRule: $0)) }
        ),
    ]
  }

  /// Returns the spec's current answer to a closed question, and the rules that give it.
  ///
  /// - Parameters:
  ///   - id: The id of the question.
  ///   - message: The question, or an empty text if it is no longer known.
  ///   - changes: The changes since the last generation, or `nil` if there is none.
  /// - Returns: The answer, empty if the question no longer arises, and the indices of the rules in `Specification.rules`.
  func answer(
    to id: String,
    _ message: String,
    _ changes: SuiteChanges?
  ) -> (text: String, rules: [Int]) {
    let mentions = specification.rules.indices.filter {
      specification.rules[$0].source?.contains(id) == true
    }
    let deciding = mentions.isEmpty ? changes?.answers[id] ?? [] : mentions
    let decided = specification.questions.filter {
      !$0.decision.isEmpty && $0.question.text.onOneLine == message
    }.flatMap(\.decision)
    let impossible = specification.impossible.compactMap(\.because).filter { $0.contains(id) }
      .map { text("Cannot happen: ", "起こり得ない：") + $0.onOneLine }
    let said = deciding.isEmpty ? decided : deciding.map(results(ofRule:))
    return (text.lines(said + impossible.withoutRepetitions), deciding)
  }

  private func entries(of change: CaseChange) -> Entries {
    let setup = change.setup.enumerated().compactMap { number, setting in
      setting.value.map {
        text.labelled(setting.factor, $0)
          + (change.newSettings.contains(number) ? text(" (new)", "（新）") : "")
      }
    }
    let isGone = change.kind == .retired
    let row = ReportCell.Link.row(
      of: change.isFlow ? .flows : .cases,
      key: change.id + (change.isFlow ? "/1" : "")
    )
    return [
      .id: .text(change.id, link: isGone ? nil : row),
      .change: .text(name(of: change.kind)),
      .operation: .text(change.operation),
      .setup: .text(setup.joined(separator: "\n"), brief: brief(setup)),
      .before: .text(outcomes(of: change, \.before, \.before)),
      .after: .text(outcomes(of: change, \.after, \.after)),
    ]
  }

  /// Returns the old or new outcome; for an operation with parts, of the parts that changed.
  private func outcomes(
    of change: CaseChange,
    _ whole: KeyPath<CaseChange, CaseChange.Outcome?>,
    _ part: KeyPath<CaseChange.Part, CaseChange.Outcome?>
  ) -> String {
    guard !change.parts.isEmpty else { return change[keyPath: whole].map(words) ?? "" }
    return change.parts.map { changed in
      text.labelled(
        changed.label,
        changed[keyPath: part].map(words) ?? text("not to be seen", "表示なし")
      )
    }.joined(separator: "\n")
  }

  private func words(_ outcome: CaseChange.Outcome) -> String {
    outcome.expected.isEmpty
      ? text("? not decided", "? 未決定") : text.lines(outcome.expected)
  }

  fileprivate func name(of kind: CaseChange.Kind) -> String {
    switch kind {
    case .added: text("New case", "新規ケース")
    case .retired: text("Retired case", "欠番になったケース")
    case .result: text("Expected result changed", "期待結果の変更")
    case .setup: text("Setup changed", "前提条件の変更")
    case .reworded: text("Only reworded", "文言のみの変更")
    case .kept: text("Kept", "継続")
    }
  }

  fileprivate func name(of standing: CaseChange.Standing) -> String {
    switch standing {
    case .stands: text("Still valid", "そのまま有効")
    case .checkAgain: RecheckMarks(specification.language).checkAgain
    case .void: RecheckMarks(specification.language).void
    }
  }
}

extension Report {
  /// Adds to the table of changes whether earlier results still stand, for the cases with the given ids, which have results.
  package mutating func sayStanding(ofTested tested: Set<String>) {
    guard let number = tables.firstIndex(where: { $0.name == .changes }),
      let column = tables[number].index(of: .standing)
    else { return }
    for row in tables[number].rows.indices {
      guard let standing = tables[number].rows[row].standing, tested.contains(standing.caseID)
      else { continue }
      tables[number].rows[row].cells[column] = standing.cell
    }
  }
}
