import Specification

/// How far the tests are, for whoever plans them: all cases of the round, then those of each operation, tester and round, as formulas.
///
/// The rows follow from the sheet of cases as it is going to be written: testers are those whose names stand there.
extension Report {
  /// What the rows of an operation have in their column of operations.
  package struct OperationRows: Hashable, Sendable {
    package var label: String
    package var cells: [String]
  }

  /// Another round: what it is called, and what makes a tally of the present one count it instead.
  package typealias Round = (name: String, change: (inout ReportTally) -> Void)

  private typealias Conditions = [ReportTally.Condition]

  /// Of more testers the first are told apart.
  private static let testersTold = 50

  /// States the progress anew, once people's entries are in.
  package mutating func sayProgress(rounds: [Round] = []) {
    guard let number = tables.firstIndex(where: { $0.name == .progress }), let cases = self[.cases]
    else { return }
    let text = ReportText(language: language)
    var rows = [row(text("All", "全体"), cases.title, cases)]
    rows += operations.map { operation in
      // A list of texts takes none with a line break.
      let isList = !operation.cells.contains { $0.contains("\n") }
      let cells = isList ? [operation.cells] : operation.cells.map { [$0] }
      let only = cells.map { [ReportTally.Condition(.operation, .isOneOf($0))] }
      return row(text("Operation", "操作"), operation.label, cases, only)
    }
    let hasAssignees = cases.index(of: .assignee) != nil
    let testers = testers(in: cases)
    // Who ran a case counts; of one that nobody ran, who is to.
    func responsible(_ match: ReportTally.Match) -> [Conditions] {
      let ran = ReportTally.Condition(.tester, match)
      let isNobody = match == .isEmpty
      guard hasAssignees else { return [[ran]] }
      let isTo = ReportTally.Condition(.assignee, match)
      return isNobody ? [[ran, isTo]] : [[ran], [.init(.tester, .isEmpty), isTo]]
    }
    let group = text("Tester", "担当")
    rows += testers.map { row(group, $0, cases, responsible(.isOneOf([$0]))) }
    if !testers.isEmpty {
      rows.append(row(group, text("Nobody yet", "未割り当て"), cases, responsible(.isEmpty)))
    }
    if !rounds.isEmpty {
      let group = text("Round", "ラウンド")
      rows.append(row(group, cases.title, cases))
      rows += rounds.map { row(group, $0.name, cases, change: $0.change) }
    }
    let hasEstimate = cases.index(of: .estimate) != nil
    let columns = ReportTable.Name.progress.statements.map(\.role)
      .filter { hasEstimate || ![.estimate, .minutesLeft].contains($0) }
    tables[number].columns = columns.map { ReportTable.Name.progress.column($0, language) }
    tables[number].rows = rows.map { row in
      ReportTable.Row(key: row.key, cells: row.cells.prefix(columns.count).map(\.self))
    }
  }

  private func testers(in cases: ReportTable) -> [String] {
    let columns = [ReportColumn.Role.assignee, .tester].compactMap(cases.index)
    var seen: Set<String> = []
    let names = cases.rows.filter { !$0.isGone }.flatMap { row in
      columns.map { row.cells[$0].shownText }
    }
    return Array(
      names.filter { name in
        // Longer texts, and those of several lines, are no names.
        !name.isEmpty && name.utf16.count <= 100 && !name.contains(where: \.isNewline)
          && seen.insert(name.lowercased()).inserted
      }.prefix(Self.testersTold)
    )
  }

  /// A row about the cases that meet all conditions of one of some alternatives.
  private func row(
    _ group: String,
    _ name: String,
    _ cases: ReportTable,
    _ only: [Conditions] = [[]],
    change: ((inout ReportTally) -> Void)? = nil
  ) -> ReportTable.Row {
    let isCase =
      [ReportTally.Condition(.id, .beginsWithOneOf([id + "-"]))]
      + (cases.index(of: .state) == nil ? [] : [.init(.state, .isEmpty)])
    func tally(
      sums: ReportColumn.Role? = nil,
      _ conditions: (ReportColumn.Role) -> [Conditions]
    ) -> ReportTally {
      let states = cases.results.flatMap(conditions)
      var tally = ReportTally(
        .cases,
        anyOf: only.flatMap { only in states.map { isCase + only + $0 } },
        sums: sums
      )
      if let change { change(&tally) } else { tally.counted = cases.count(of: tally) }
      return tally
    }
    let notRun = TestResult.notRun.words
    func all(_ role: ReportColumn.Role) -> [Conditions] { [[]] }
    func with(_ result: TestResult) -> ReportCell {
      ReportCell(
        .tally(tally { [[.init($0, .isOneOf(result.words)), .init(.recheck, .isEmpty)]] })
      )
    }
    func left(_ role: ReportColumn.Role) -> [Conditions] {
      [
        [.init(role, .isEmpty)], [.init(role, .isOneOf(notRun))],
        [.init(role, .isNoneOf(notRun)), .init(.recheck, .isFilled)],
      ]
    }
    let done = tally { [[.init($0, .isNoneOf(notRun)), .init(.recheck, .isEmpty)]] }
    return ReportTable.Row(
      key: "\(group)/\(name)",
      cells: [
        .text(group), .text(name), ReportCell(.tally(tally(all))), with(.passed), with(.failed),
        with(.blocked), ReportCell(.tally(tally(left))), ReportCell(.share(done, of: tally(all))),
        ReportCell(.tally(tally(sums: .estimate, all))),
        ReportCell(.tally(tally(sums: .estimate, left))),
      ]
    )
  }
}

extension ReportTable {
  /// The columns for results.
  package var results: [ReportColumn.Role] { columns.map(\.role).filter(\.isResult) }
}

extension ReportTable.Name {
  static let progressStatements = [
    ColumnStatement(.kind, "By", "区分", .init(8...14)),
    ColumnStatement(.id, "What", "対象", .init(20...44)),
    ColumnStatement(.cases, "Cases", "ケース数"),
    ColumnStatement(.passed, "OK", "OK"),
    ColumnStatement(.failed, "NG", "NG"),
    ColumnStatement(.blocked, "Blocked", "保留"),
    ColumnStatement(.left, "Left", "残り"),
    ColumnStatement(.done, "Done", "完了率"),
    ColumnStatement(.estimate, "Minutes", "見積（分）"),
    ColumnStatement(.minutesLeft, "Minutes left", "残り（分）"),
  ]
}
