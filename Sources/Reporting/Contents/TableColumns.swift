package import Specification

/// The definition of a column, shared by the writers of tables and the readers of saved sheets.
package struct ColumnStatement: Sendable {
  package let role: ReportColumn.Role
  package let english: String
  package let japanese: String
  package let kind: ReportColumn.Kind
  let room: ReportColumn.Room

  init(
    _ role: ReportColumn.Role,
    _ english: String,
    _ japanese: String,
    _ room: ReportColumn.Room = .ordinary,
    _ kind: ReportColumn.Kind = .generated
  ) {
    (self.role, self.english, self.japanese) = (role, english, japanese)
    (self.kind, self.room) = (kind, room)
  }

  package func heading(_ language: Language) -> String {
    ReportText(language: language)(english, japanese)
  }

  /// "Result (iPhone 15)", 「結果（iPhone 15）」.
  package func heading(_ language: Language, _ device: String) -> String {
    ReportText(language: language).remark(heading(language), device)
  }
}

/// A column of a table whose rows say something about a `Row`: its statement, and the content of its cells.
///
/// A table has its columns always, but for those that a project asks for: one that came and went with what it says would move the others, and with
/// them what people's own formulas mean.
struct TableColumn<Row>: Sendable {
  let statement: ColumnStatement
  /// True if it is folded away for a second look.
  private var isFolded = false
  private var isWanted: @Sendable (ReportSource) -> Bool = { _ in true }
  private var looks: [@Sendable (inout ReportColumn.Look, ReportSource) -> Void] = []
  private var cell: @Sendable (ReportSource, Row) -> ReportCell = { _, _ in .empty }
  /// The texts to choose from in a row, if they are not those of the column.
  private var choices: (@Sendable (ReportSource, Row) -> [String])?
  /// The content of a factor's column, if this stands for one column per factor.
  private var factorCell: (@Sendable (ReportSource, Row, Int) -> ReportCell)?

  /// A column that the program fills.
  init(
    _ role: ReportColumn.Role,
    _ english: String,
    _ japanese: String,
    _ room: ReportColumn.Room = .ordinary,
    cell: @escaping @Sendable (ReportSource, Row) -> ReportCell
  ) {
    statement = ColumnStatement(role, english, japanese, room)
    self.cell = cell
  }

  /// A column that people fill.
  init(
    forPeople role: ReportColumn.Role,
    _ english: String,
    _ japanese: String,
    width: Double = 8,
    choices: (@Sendable (ReportSource, Row) -> [String])? = nil,
    cell: @escaping @Sendable (ReportSource, Row) -> ReportCell = { _, _ in .empty }
  ) {
    statement = ColumnStatement(role, english, japanese, .init(width...width), .people)
    self.choices = choices
    self.cell = cell
  }

  /// A column that people fill, for teams that ask for it in their settings.
  init(optional column: Planning.Column, _ english: String, _ japanese: String, width: Double) {
    self.init(forPeople: .optional(column), english, japanese, width: width)
    isWanted = { $0.specification.planning.columns.contains(column) }
  }

  /// A column for each factor, called by its label; if that says too little, the name tells it apart.
  init(perFactor cell: @escaping @Sendable (ReportSource, Row, Int) -> ReportCell) {
    statement = ColumnStatement(.factor(0), "", "", .init(6...12))
    factorCell = cell
  }

  /// The same column of a table with other rows, which the program leaves empty.
  func empty<Other>() -> TableColumn<Other> {
    TableColumn<Other>(statement, looks)
  }

  fileprivate init(
    _ statement: ColumnStatement,
    _ looks: [@Sendable (inout ReportColumn.Look, ReportSource) -> Void]
  ) {
    self.statement = statement
    self.looks = looks
  }

  /// The same, folded away.
  var folded: Self {
    var column = self
    column.isFolded = true
    return column
  }

  /// The same, only where a project asks for it.
  func wanted(_ isWanted: @escaping @Sendable (ReportSource) -> Bool) -> Self {
    var column = self
    column.isWanted = isWanted
    return column
  }

  /// The same, hidden from people.
  var hidden: Self { looking { look, _ in look.isHidden = true } }

  /// The same with one sentence that tells people what to enter.
  func hint(_ english: String, _ japanese: String) -> Self {
    looking { $0.hint = $1.text(english, japanese) }
  }

  /// The same with texts to choose from in every row.
  func choosing(_ choices: @escaping @Sendable (ReportSource) -> [String]) -> Self {
    looking { $0.choices = choices($1) }
  }

  /// The same with what is highlighted in it; the first match counts.
  func marked(_ marks: @escaping @Sendable (ReportSource) -> [ReportMark]) -> Self {
    looking { $0.marks = marks($1) }
  }

  /// The same with another look.
  func looking(
    _ change: @escaping @Sendable (inout ReportColumn.Look, ReportSource) -> Void
  ) -> Self {
    var column = self
    column.looks.append(change)
    return column
  }

  /// The columns of the table with their contents.
  fileprivate func columns(_ source: ReportSource) -> [(ReportColumn, (Row) -> ReportCell)] {
    guard isWanted(source) else { return [] }
    if let factorCell {
      return source.factorHeadings.enumerated().map { number, heading in
        var column = ReportColumn(role: .factor(number), heading: heading, room: statement.room)
        column.isFolded = isFolded
        return (column, { factorCell(source, $0, number) })
      }
    }
    var column = ReportColumn(
      role: statement.role,
      heading: statement.heading(source.specification.language),
      kind: statement.kind,
      room: statement.room
    )
    for change in looks { change(&column.look, source) }
    column.isFolded = isFolded
    let devices = statement.role == .result ? source.specification.planning.devices : []
    guard devices.isEmpty else {
      column.look.marks += source.recheckMarks
      return devices.map { device in
        column.role = .deviceResult(device)
        column.heading = statement.heading(source.specification.language, device)
        return (column, { cell(source, $0) })
      }
    }
    return [(column, { cell(source, $0) })]
  }

  /// The texts to choose from in a row; `nil` if they are those of the column.
  fileprivate func choices(_ source: ReportSource, _ row: Row) -> [String]? {
    choices.map { $0(source, row) }
  }
}

extension TableColumn<ReportSource.Entries> {
  /// A column that the program fills, of a table whose rows say what stands where.
  init(
    _ role: ReportColumn.Role,
    _ english: String,
    _ japanese: String,
    _ room: ReportColumn.Room = .ordinary
  ) {
    self.init(role, english, japanese, room) { $1[role] ?? .empty }
  }
}

extension ReportSource {
  /// The cells of a row that are not empty, by role.
  typealias Entries = [ReportColumn.Role: ReportCell]

  /// A table with these columns and a row for each of the things.
  func table<Row>(
    _ name: ReportTable.Name,
    _ columns: [TableColumn<Row>],
    head: [ReportTable.HeadRow] = [],
    rows: [(key: String, subject: Row)]
  ) -> ReportTable {
    let filled = columns.flatMap { $0.columns(self) }
    return ReportTable(
      name: name,
      title: name.title(specification.language),
      head: [.line(name.purpose(specification.language))] + head,
      columns: filled.map(\.0),
      rows: rows.map { key, subject in
        var row = ReportTable.Row(key: key, cells: filled.map { $0.1(subject) })
        for column in columns { row.choices[column.statement.role] = column.choices(self, subject) }
        return row
      }
    )
  }
}

extension ReportTable.Name {
  /// The columns that the table can have, in their order, those of factors left out.
  package var statements: [ColumnStatement] {
    switch self {
    case .questions: Self.questionStatements + [Self.state]
    case .decisions: Self.decisionStatements + [Self.state]
    case .outcomes: Self.outcomeStatements + [Self.state]
    case .cases: Self.caseStatements + [Self.state]
    case .flows: Self.flowStatements + [Self.state]
    case .rules: Self.ruleStatements + [Self.state]
    case .factors: Self.factorStatements + [Self.state]
    case .progress: Self.progressStatements
    case .changes: Self.changeStatements
    case .setAside: Self.setAsideStatements
    }
  }

  private static let questionStatements = all(ReportSource.questionColumns)
  private static let decisionStatements = all(ReportSource.decisionColumns)
  private static let outcomeStatements = all(ReportSource.outcomeColumns)
  private static let caseStatements = all(ReportSource.caseColumns)
  private static let flowStatements = all(ReportSource.flowColumns)
  private static let ruleStatements = all(ReportSource.ruleColumns)
  private static let factorStatements = all(ReportSource.factorColumns)
  private static let changeStatements = all(ReportSource.changeColumns)
  /// The column that a sheet gets with the first row whose subject is gone.
  private static let state = ColumnStatement(.state, "Gone", "廃止", .init(8...16))
  private static let setAsideStatements = [
    ColumnStatement(.id, "What", "対象", .init(8...30)),
    ColumnStatement(.origin, "From the sheet", "元のシート"),
    ColumnStatement(.change, "Why it is here", "ここにある理由"),
    ColumnStatement(.note, "Text", "記入内容", .init(30...60), .people),
  ]

  private static func all<Row>(_ columns: [TableColumn<Row>]) -> [ColumnStatement] {
    columns.map(\.statement).filter { $0.role != .factor(0) }
  }

  /// The definition of the column with a role; `nil` for columns whose headings come from the spec or from people.
  package func statement(of role: ReportColumn.Role) -> ColumnStatement? {
    statements.first { $0.role == role }
  }

  /// The column with a role as the table has it, empty of choices and marks.
  package func column(_ role: ReportColumn.Role, _ language: Language) -> ReportColumn {
    let statement = statement(of: role)
    var heading = statement?.heading(language) ?? ""
    if case .deviceResult(let device) = role {
      heading = self.statement(of: .result)?.heading(language, device) ?? ""
    }
    return ReportColumn(
      role: role,
      heading: heading,
      kind: statement?.kind ?? .people,
      room: statement?.room
    )
  }

  /// True if directors and testers fill the column with a role.
  package func isForPeople(_ role: ReportColumn.Role) -> Bool {
    switch role {
    case .added: return true
    case .deviceResult: return self == .cases || self == .flows
    default: break
    }
    return statement(of: role)?.kind == .people
  }
}
