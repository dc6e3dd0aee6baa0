import Specification

/// The table of test progress, as formulas: all cases of the round, then those of each operation, tester and round.
///
/// The rows follow from the sheets of cases and end-to-end cases as they will be written, so that the testers are those named there.
extension Report {
  /// An operation, with the texts that its cases have in their operation column.
  package struct OperationRows: Hashable, Sendable {
    package var label: String
    package var cells: [String]
  }

  /// Another round: its name, and a change that makes a tally of the current round count it instead.
  package typealias Round = (name: String, change: (inout ReportTally) -> Void)

  private typealias Conditions = [ReportTally.Condition]

  /// The maximum number of testers with rows of their own.
  private static let maxTesters = 50

  /// Updates the progress, once people's entries have been carried over.
  package mutating func sayProgress(rounds: [ReportTable.Name: [Round]] = [:]) {
    guard let number = tables.firstIndex(where: { $0.name == .progress }), let cases = self[.cases]
    else { return }
    let text = ReportText(language: language)
    var rows = [row(cases.title, text("All", "全体"), cases)]
    let byOperation = cases.rows(by: [.operation])
    rows += operations.map { operation in
      // A list of texts for a formula cannot contain a line break.
      let isList = !operation.cells.contains { $0.contains("\n") }
      let cells = isList ? [operation.cells] : operation.cells.map { [$0] }
      var own = cases
      own.rows = operation.cells.flatMap { byOperation[$0.lowercased()] ?? [] }
      let only = cells.map { [ReportTally.Condition(.operation, .isOneOf($0))] }
      return row(operation.label, text("Operation", "操作"), own, only)
    }
    rows += testerRows(cases, text("Tester", "担当"))
    rows += deviceRows(cases, text("Device", "端末"))
    if let flows = self[.flows], flows.rows.contains(where: { !$0.isGone }) {
      rows.append(row(flows.title, text("All steps", "全ステップ"), flows))
      rows += testerRows(flows, flows.title) + deviceRows(flows, flows.title)
    }
    for (name, others) in [(ReportTable.Name.cases, rounds[.cases]), (.flows, rounds[.flows])] {
      guard let table = self[name], let others, !others.isEmpty else { continue }
      let group = text("Round", "ラウンド")
      rows.append(row(table.title, group, table))
      rows += others.map { row($0.name, group, table, change: $0.change) }
    }
    let hasEstimate = cases.index(of: .estimate) != nil
    let columns = ReportTable.Name.progress.statements.map(\.role)
      .filter { hasEstimate || ![.estimate, .minutesLeft].contains($0) }
    tables[number].columns = columns.map { ReportTable.Name.progress.column($0, language) }
    tables[number].rows = rows.map { row in
      ReportTable.Row(key: row.key, cells: row.cells.prefix(columns.count).map(\.self))
    }
  }

  /// Returns a row per tester: who ran a case, or else who is assigned to it.
  private func testerRows(_ cases: ReportTable, _ group: String) -> [ReportTable.Row] {
    let hasAssignees = cases.index(of: .optional(.assignee)) != nil
    let testers = testers(in: cases)
    guard !testers.isEmpty else { return [] }
    let byTester = cases.rows(by: [.tester, .optional(.assignee)])
    let text = ReportText(language: language)
    func row(_ name: String, _ label: String, _ only: [Conditions]) -> ReportTable.Row {
      var own = cases
      own.rows = byTester[name.lowercased()] ?? []
      return self.row(label, group, own, only)
    }
    let nobody: Conditions = [.init(.tester, .isEmpty)]
    return testers.map { name in
      let isName = ReportTally.Match.isOneOf([name])
      let isTo = hasAssignees ? [nobody + [.init(.optional(.assignee), isName)]] : []
      return row(name, name, [[.init(.tester, isName)]] + isTo)
    } + [
      row(
        "",
        text("Nobody yet", "未割り当て"),
        [nobody + (hasAssignees ? [.init(.optional(.assignee), .isEmpty)] : [])]
      )
    ]
  }

  private func deviceRows(_ cases: ReportTable, _ group: String) -> [ReportTable.Row] {
    cases.results.filter(\.isOfDevice).map { role in
      let heading = cases.index(of: role).map { cases.columns[$0].heading } ?? ""
      return row(heading, group, cases, results: [role])
    }
  }

  private func testers(in cases: ReportTable) -> [String] {
    let columns = [ReportColumn.Role.optional(.assignee), .tester].compactMap(cases.index)
    var seen: Set<String> = []
    let names = cases.rows.filter { !$0.isGone }.flatMap { row in
      columns.map { row.cells[$0].shownText }
    }
    return Array(
      names.filter { name in
        // Longer texts, and texts of several lines, are not names.
        !name.isEmpty && name.utf16.count <= 100 && !name.contains(where: \.isNewline)
          && seen.insert(name.lowercased()).inserted
      }.prefix(Self.maxTesters)
    )
  }

  /// Returns a row for the cases that meet all conditions of at least one alternative.
  private func row(
    _ name: String,
    _ group: String,
    _ cases: ReportTable,
    _ only: [Conditions] = [[]],
    results: [ReportColumn.Role]? = nil,
    change: ((inout ReportTally) -> Void)? = nil
  ) -> ReportTable.Row {
    let isCase =
      [ReportTally.Condition(.id, .beginsWithOneOf([id + "-"]))]
      + (cases.index(of: .state) == nil ? [] : [.init(.state, .isEmpty)])
    func tally(
      sums: ReportColumn.Role? = nil,
      _ conditions: (ReportColumn.Role) -> [Conditions]
    ) -> ReportTally {
      let states = (results ?? cases.results).flatMap(conditions)
      var tally = ReportTally(
        cases.name,
        anyOf: only.flatMap { only in states.map { isCase + only + $0 } },
        sums: sums
      )
      if let change { change(&tally) } else { tally.counted = cases.count(of: tally) }
      return tally
    }
    let isValid = ReportTally.Condition(.recheck, .isEmpty)
    func all(_ role: ReportColumn.Role) -> [Conditions] { [[]] }
    func with(_ result: TestResult) -> ReportCell {
      ReportCell(.tally(tally { [[.init($0, .isOneOf(result.words)), isValid]] }))
    }
    let marks = RecheckMarks.each(\.checkAgain) + RecheckMarks.each(\.void)
    func left(_ role: ReportColumn.Role) -> [Conditions] {
      [
        [.init(.recheck, .isFilled)], [isValid, .init(role, .isEmpty)],
        [isValid, .init(role, .isOneOf(TestResult.notRun.words, orBegins: marks))],
      ]
    }
    func minutes(_ conditions: (ReportColumn.Role) -> [Conditions]) -> ReportCell {
      // Steps have no estimates.
      cases.name == .flows ? .empty : ReportCell(.tally(tally(sums: .estimate, conditions)))
    }
    let (whole, rest) = (tally(all), tally(left))
    let done = whole.counted == 0 ? 0 : 1 - Double(rest.counted) / Double(whole.counted)
    return ReportTable.Row(
      key: "\(group)/\(name)",
      cells: [
        .text(name), .text(group), ReportCell(.tally(whole)), with(.passed), with(.failed),
        with(.blocked), ReportCell(.tally(rest)),
        ReportCell(.share(done, without: .left, of: .cases)),
        minutes(all), minutes(left),
      ]
    )
  }
}

extension ReportTable {
  /// Returns the rows by the first nonempty cell in the given columns, in lower case.
  fileprivate func rows(by roles: [ReportColumn.Role]) -> [String: [Row]] {
    let columns = roles.compactMap(index)
    return Dictionary(grouping: rows) { row in
      columns.lazy.map { row.cells[$0].shownText }.first { !$0.isEmpty }?.lowercased() ?? ""
    }
  }

  package var results: [ReportColumn.Role] { columns.map(\.role).results }
}

extension [ReportColumn.Role] {
  /// The columns for results: one per device if there are any, or else the single one.
  package var results: Self {
    contains(where: \.isOfDevice) ? filter(\.isOfDevice) : filter(\.isResult)
  }
}

extension ReportTable.Name {
  static let progressStatements = [
    ColumnStatement(.id, "What", "対象", .init(20...44)),
    ColumnStatement(.kind, "Kind", "区分", .init(8...14)),
    ColumnStatement(.cases, "Cases", "ケース数"),
    ColumnStatement(.passed, "OK", "OK"),
    ColumnStatement(.failed, "NG", "NG"),
    ColumnStatement(.blocked, "Blocked", "ブロック"),
    ColumnStatement(.left, "Left", "残り"),
    ColumnStatement(.done, "Done", "完了率"),
    ColumnStatement(.estimate, "Minutes", "見積（分）"),
    ColumnStatement(.minutesLeft, "Minutes left", "残り（分）"),
  ]
}
