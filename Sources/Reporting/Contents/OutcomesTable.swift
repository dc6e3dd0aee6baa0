import Diagnostics
import Specification
package import TestDesign
import Text
import Workbooks

/// The outcome tables of a spec, and people's agreement to them.
package struct ReportOutcomes: Sendable {
  /// The table of each operation, or `nil` if its rules overlap in too many ways.
  package var tables: [OutcomeTable?]
  package var agreement: SpecAgreement

  package init(tables: [OutcomeTable?], agreement: SpecAgreement) {
    self.tables = tables
    self.agreement = agreement
  }
}

/// The sheet of outcomes: a decision table per operation, each of which people agree to or reject.
extension ReportSource {
  func outcomesTable(_ outcomes: ReportOutcomes) -> ReportTable {
    let conditions = outcomes.tables.compactMap { $0?.factors.count }.max() ?? 0
    let columns = Self.outcomeColumns.filter { column in
      guard case .conditionValue(let number) = column.statement.role else { return true }
      return number < conditions
    }
    let cases = outcomes.tables.compactMap(\.self).cases(of: matrix, in: specification)
    let rows = specification.operations.indices.flatMap { operation in
      OutcomeBlock(self, outcomes, operation, cases: cases[operation] ?? []).rows
    }
    var table = table(.outcomes, columns, rows: rows.map { ($0.key, $0.cells) })
    for (number, row) in rows.enumerated() {
      table.rows[number].isHeading = row.isHeading
      table.rows[number].isFolded = row.isFolded
      // People agree to a block as a whole only.
      table.rows[number].takesEntries = row.isAgreeable
      if !row.isAgreeable { table.rows[number].choices[.agreement] = [] }
    }
    table.head += signs(in: table.rows).map { .line($0) } + answerHead
    return table
  }

  /// Returns the explanations of the signs that occur in the rows.
  private func signs(in rows: [ReportTable.Row]) -> [String] {
    let texts = rows.flatMap(\.cells).compactMap { cell -> String? in
      if case .text(let text) = cell.content { text } else { nil }
    }
    let signs: [(sign: String, meaning: String)] = [
      (
        "?",
        text("not decided yet; the number of its question follows", "未決定（右の番号は「仕様の確認」シートの確認ID）")
      ),
      (
        "!",
        text(
          "the spec says two different things; the number of its question follows",
          "仕様のルールが矛盾（右の番号は同じく確認ID）"
        )
      ),
      ("–", text("does not apply there", "その条件では該当しない")),
    ]
    let met = signs.filter { sign, _ in
      texts.contains { $0 == sign || $0.hasPrefix(sign + " ") }
    }
    guard !met.isEmpty else { return [] }
    let meanings = met.map { text("“\($0)” \($1)", "「\($0)」\($1)") }
    return [text("Signs: ", "記号：") + meanings.joined(separator: text("; ", "／"))]
  }

  /// The maximum number of condition columns, more than any operation needs.
  private static let maxConditions = 40

  /// The columns, with those for people on the left and hidden ones that identify the operation and the outcomes shown.
  static let outcomeColumns: [TableColumn<Entries>] =
    [
      TableColumn(.operation, "Operation", "操作", .init(10...22, maxLines: 5)),
      TableColumn(forPeople: .agreement, "Agreement", "合意", width: 10)
        .hint(
          "Choose here if everything below, down to the next operation, is as it should be.",
          "次の操作までの内容がすべて正しければ「合意」、違うところがあれば「相違あり」を選んでください。"
        )
        .choosing { AgreementChoices($0.specification.language).all }
        .marked { source in
          let choices = AgreementChoices(source.specification.language)
          return [
            ReportMark(.equals(choices.agreed), .good), ReportMark(.equals(choices.notSo), .bad),
          ]
        },
      TableColumn(forPeople: .agreementComment, "Comment", "コメント", width: 24)
        .hint(
          "If it is not so: what is wrong? With the name of a rule, that rule is asked about, else the operation.",
          "相違がある場合は、どこが違うかを書いてください。ルール名を書くと、そのルールについての確認事項になります。"
        ),
      TableColumn(.standing, "State", "合意の状況", .init(10...26))
        .marked { [ReportMark(.begins($0.text("Changed", "変更：")), .changed)] },
    ]
    + (0..<maxConditions).map {
      let room = ReportColumn.Room(8...22, maxLines: 6)
      return TableColumn(.conditionValue($0), "Condition \($0 + 1)", "条件\($0 + 1)", room)
    }
    + [
      TableColumn(.expected, "Expected result", "期待結果", .init(22...44))
        .marked {
          [
            ReportMark(.begins("?"), .open), ReportMark(.begins("!"), .bad),
            ReportMark(.begins($0.text.drafted("")), .open),
          ]
        },
      TableColumn(.rule, "Rule", "ルール", .init(8...30)),
      TableColumn(.combinations, "Combinations", "組み合わせ数", .init(13...16)),
      TableColumn(.relatedCases, "Test cases", "関連ケース", .init(8...20)),
      TableColumn(.id, "ID", "ID").hidden,
      TableColumn(.fingerprint, "Fingerprint", "照合用").hidden,
    ]
}

/// The sheet of decisions, one per row, each of which people agree to or reject.
extension ReportSource {
  func decisionsTable() -> ReportTable {
    table(
      .decisions,
      Self.decisionColumns,
      head: answerHead,
      rows: analysis.decisions.enumerated().map { ($1.id, ($0 + 1, $1)) }
    )
  }

  static let decisionColumns: [TableColumn<(number: Int, decision: Decision)>] = [
    TableColumn(.number, "No.", "No.", .init(5...5)) { .number($1.number) },
    TableColumn(.question, "Decision", "決定", .init(50...60)) { source, row in
      let scene = row.decision.scene
      let example = scene.isEmpty ? [] : [source.text("For example ", "例：") + scene]
      return .text(([row.decision.sentence] + example).joined(separator: "\n"))
    },
    TableColumn(forPeople: .agreement, "Agreement", "合意", width: 12)
      .choosing { [$0.text("Agree", "合意"), $0.text("Disagree", "相違あり")] }
      .marked {
        [
          ReportMark(.equals($0.text("Agree", "合意")), .good),
          ReportMark(.equals($0.text("Disagree", "相違あり")), .bad),
        ]
      },
    TableColumn(forPeople: .agreementComment, "Comment", "コメント", width: 36),
    TableColumn(.standing, "State", "合意の状況", .init(10...26)) {
      .text($0.standing($1.decision))
    }
    .marked { [ReportMark(.begins($0.text("Changed", "変更：")), .changed)] },
    TableColumn(.operation, "Operation", "操作", .init(10...22, maxLines: 5)) { source, row in
      let labels = row.decision.operations.map { source.specification.operations[$0].label }
      return .text(labels.joined(separator: "\n"))
    },
    TableColumn(.rule, "Rule", "ルール", .init(8...30)) { source, row in
      guard let winner = row.decision.winner.map(source.key) else { return .empty }
      let beaten = row.decision.givingWay.map(source.key).joined(separator: ", ")
      return .text(
        winner + (beaten.isEmpty ? "" : source.text("\ninstead of \(beaten)", "\n\(beaten)に優先")),
        link: .row(of: .rules, key: winner)
      )
    },
    TableColumn(.combinations, "Combinations", "組み合わせ数", .init(13...16)) {
      $1.decision.combinations.map(ReportCell.count) ?? .empty
    },
    TableColumn(.id, "ID", "ID") { .text($1.decision.id) }.hidden,
    TableColumn(.fingerprint, "Fingerprint", "照合用") { .text($1.decision.fingerprint) }.hidden,
  ]

  func standing(_ decision: Decision) -> String {
    let said = text.lines(AgreementWords(specification, wording).standing(decision))
    return (decision.state.lapsed == nil ? "" : text("", "変更：")) + said.capitalisedAtStart
  }
}

private struct OutcomeBlock {
  struct Row {
    var key: String
    var cells: ReportSource.Entries
    var isHeading = false
    var isFolded = false
    var isAgreeable = false
  }

  private let source: ReportSource
  private let operation: Int
  private let table: OutcomeTable?
  private let state: SpecAgreement.State
  private let cases: [[String]]

  private var specification: Specification { source.specification }
  private var text: ReportText { source.text }
  private var id: String { specification.operations[operation].id }
  private var label: String { specification.operations[operation].label }

  init(_ source: ReportSource, _ outcomes: ReportOutcomes, _ operation: Int, cases: [[String]]) {
    self.source = source
    self.operation = operation
    table = outcomes.tables[operation]
    state = outcomes.agreement.states[operation]
    self.cases = cases
  }

  var rows: [Row] {
    guard let table else {
      return [heading] + [
        remark("none", text("? There are too many cases for a table.", "? 場合分けが多すぎて表にできません。"))
      ]
    }
    guard table.cellCount > 0 else {
      return [heading] + [remark("never", text("– This cannot happen.", "– この操作は起こりません。"))]
    }
    let names = table.cellNames(in: specification)
    return [heading] + limits
      + (table.isFolded ? folds(table, names) : cells(table, table.cells.indices, names))
      + assumptions(table)
  }

  /// The heading row, with the operation and the factors that matter to it.
  private var heading: Row {
    var cells: ReportSource.Entries = [
      .operation: .text(label), .id: .text(id), .standing: .text(standing),
    ]
    if let table {
      for (place, factor) in table.factors.enumerated() {
        cells[.conditionValue(place)] = .text(
          text.heading(ofFactor: factor, of: operation, in: specification)
        )
      }
      // An agreement that still holds keeps its fingerprint, even if there are fewer assumptions now.
      let agreed = if case .agreed(let entry) = state { entry.fingerprint } else { String?.none }
      cells[.fingerprint] = .text(agreed ?? table.fingerprint)
    }
    let isAgreeable = (table?.cellCount ?? 0) > 0
    return Row(key: id, cells: cells, isHeading: true, isAgreeable: isAgreeable)
  }

  private var standing: String {
    let words = AgreementWords(specification, source.wording)
    var lines = [words.headline(state)]
    if case .changed(_, let change) = state {
      lines[0] = text("", "変更：") + lines[0]
      lines += words.details(change, table)
    }
    let said = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    return said.prefix(1).uppercased() + said.dropFirst()
  }

  private func row(_ name: String, _ cells: ReportSource.Entries) -> Row {
    // A shortened digest suffices, since nobody reads the key.
    var row = Row(key: "\(id) \(TextDigest.whole(name).prefix(8))", cells: cells)
    row.cells[.operation] = .text(label, isMuted: true)
    row.cells[.id] = .text(row.key)
    return row
  }

  private func remark(_ name: String, _ said: String) -> Row {
    row(name, [.expected: .text(said, isMuted: true)])
  }

  // MARK: Cells

  /// Returns the rows of a range of cells; `names` holds the names of all cells.
  private func cells(_ table: OutcomeTable, _ range: Range<Int>, _ names: [String]) -> [Row] {
    range.map { number in
      let cell = table.cells[number]
      let above = number > range.lowerBound ? table.cells[number - 1] : nil
      var cells = conditions(
        table.factors,
        cell.values,
        cell.spans,
        above: above.map { ($0.values, $0.spans) }
      )
      cells[.expected] = expected(cell)
      cells[.rule] = rules(of: cell)
      cells[.combinations] = cell.combinations.map { .count($0) } ?? .empty
      cells[.relatedCases] = source.cell(ofCases: self.cases[number])
      return row(names[number], cells)
    }
  }

  /// Returns the cells of a large table, grouped by the most significant factors under a row with their common conditions.
  private func folds(_ table: OutcomeTable, _ cellNames: [String]) -> [Row] {
    let names = table.foldNames(in: specification)
    return table.folds.enumerated().flatMap { number, fold -> [Row] in
      let own = fold.firstCell..<(fold.firstCell + fold.cells)
      if table.listsCells, fold.cells == 1 { return cells(table, own, cellNames) }
      let above = number > 0 ? table.folds[number - 1] : nil
      var said = conditions(
        table.foldedFactors,
        fold.values,
        fold.spans,
        above: above.map { ($0.values, $0.spans) }
      )
      said[.expected] = expected(fold)
      guard table.listsCells else { return [row("fold " + names[number], said)] }
      return [row("fold " + names[number], said)]
        + cells(table, own, cellNames).map { cell in
          var folded = cell
          folded.isFolded = true
          return folded
        }
    }
  }

  /// Returns the conditions, muted where they repeat the row above.
  private func conditions(
    _ factors: [Int],
    _ values: [[Int]],
    _ spans: [Bool],
    above: (values: [[Int]], spans: [Bool])?
  ) -> ReportSource.Entries {
    var cells: ReportSource.Entries = [:]
    var isSame = above != nil
    for (place, factor) in factors.enumerated() {
      isSame =
        isSame && above?.values[place] == values[place] && above?.spans[place] == spans[place]
      let isAny = spans[place] && values[place].count > 1
      let words = isAny ? text("any", "すべて") : source.wording.cell(values[place], of: factor)
      cells[.conditionValue(place)] = .text(words, isMuted: isAny || isSame)
    }
    return cells
  }

  private func expected(_ cell: OutcomeTable.Cell) -> ReportCell {
    let questions = cell.questions.joined(separator: ", ")
    let link = cell.questions.first.map { ReportCell.Link.row(of: .questions, key: $0) }
    let said = said(cell.outcome, questions)
    return .text(cell.isDrafted(in: specification) ? text.drafted(said) : said, link: link)
  }

  private func expected(_ fold: OutcomeTable.Fold) -> ReportCell {
    if let outcome = fold.outcome { return .text(said(outcome, "")) }
    let count = fold.cells == .max ? "∞" : String(fold.cells)
    let open = fold.open == .max ? "∞" : String(fold.open)
    return .text(
      fold.open > 0
        ? text("? \(open) of \(count) open", "? \(count)行中\(open)行が未解決")
        : text("\(count) rows, all defined", "\(count)行すべて定義済み")
    )
  }

  private func said(_ outcome: OutcomeTable.Outcome, _ questions: String) -> String {
    let alternatives = outcome.alternatives(in: specification)
    let said: String
    switch outcome {
    case .defined(let results): return text.lines(results)
    case .undefined, .undecided:
      said = alternatives.map { text.lines($0.map(source.wording.asked)) }.joined(separator: "\n")
    case .contradictory:
      said = alternatives.map { $0.joined(separator: text("; ", "／")) }
        .joined(separator: text("\nor: ", "\nまたは："))
    }
    let first = [outcome.sign, questions].filter { !$0.isEmpty }.joined(separator: " ")
    return said.isEmpty ? first : first + "\n" + said
  }

  private func rules(of cell: OutcomeTable.Cell) -> ReportCell {
    func names(_ rules: [Int]) -> String {
      rules.map(source.key).joined(separator: ", ")
    }
    guard let first = cell.rules.first else { return .empty }
    let beaten = names(cell.insteadOf)
    return .text(
      names(cell.rules)
        + (beaten.isEmpty ? "" : text("\ninstead of \(beaten)", "\n\(beaten)に優先")),
      link: .row(of: .rules, key: source.key(ofRule: first))
    )
  }

  // MARK: Limits and assumptions

  private var limits: [Row] {
    let lines = source.wording.limits(of: operation).map(\.capitalisedAtStart)
    return lines.isEmpty ? [] : [remark("limits", lines.joined(separator: "\n"))]
  }

  private func assumptions(_ table: OutcomeTable) -> [Row] {
    let all = table.assumptions.flatMap(\.operationValues)
    let lines = table.assumptions.map { assumed in
      let said = source.wording.assumption(assumed.assumption)
      let own = assumed.operationValues
      let isWhole =
        own.count == all.count
        && own.count == max(1, specification.operations[operation].variants.count)
      guard !isWhole else { return said.capitalisedAtStart }
      return text.labelled(source.wording.cell(own, of: specification.operationFactor), said)
    }
    return lines.isEmpty ? [] : [remark("same", lines.joined(separator: "\n"))]
  }
}
