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

  /// Returns the heading for a device: "Result (iPhone 15)", 「結果（iPhone 15）」.
  package func heading(_ language: Language, _ device: String) -> String {
    ReportText(language: language).remark(heading(language), device)
  }
}

/// A column of a table, with the content of its cells given a `Row`.
///
/// Columns are always present, except those that a project asks for: adding and removing columns depending on the content would shift the
/// others and break people's own formulas.
struct TableColumn<Row>: Sendable {
  let statement: ColumnStatement
  /// True if the column is collapsed initially.
  private var isFolded = false
  private var isWanted: @Sendable (ReportSource) -> Bool = { _ in true }
  private var looks: [@Sendable (inout ReportColumn.Look, ReportSource) -> Void] = []
  private var cell: @Sendable (ReportSource, Row) -> ReportCell = { _, _ in .empty }
  /// The choices of a row, or `nil` if they are the same in all rows.
  private var choices: (@Sendable (ReportSource, Row) -> [String])?
  /// The content of the cells, if this stands for one column per factor.
  private var factorCell: (@Sendable (ReportSource, Row, Int) -> ReportCell)?

  /// Creates a column that the program fills.
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

  /// Creates a column that people fill.
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

  /// Creates a column that people fill and that teams enable in their settings.
  init(optional column: Planning.Column, _ english: String, _ japanese: String, width: Double) {
    self.init(forPeople: .optional(column), english, japanese, width: width)
    isWanted = { $0.specification.planning.columns.contains(column) }
  }

  /// Creates a column for each factor, with the factor's label as its heading.
  ///
  /// The name is added to an ambiguous label; see `ReportSource.factorHeadings`.
  init(perFactor cell: @escaping @Sendable (ReportSource, Row, Int) -> ReportCell) {
    statement = ColumnStatement(.factor(0), "", "", .init(6...12))
    factorCell = cell
  }

  /// Returns the same column for a table with other rows, left empty by the program.
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

  /// The column, collapsed.
  var folded: Self {
    var column = self
    column.isFolded = true
    return column
  }

  /// Returns the column, present only if a project asks for it.
  func wanted(_ isWanted: @escaping @Sendable (ReportSource) -> Bool) -> Self {
    var column = self
    column.isWanted = isWanted
    return column
  }

  var hidden: Self { looking { look, _ in look.isHidden = true } }

  /// Returns the column with a sentence that explains what to enter.
  func hint(_ english: String, _ japanese: String) -> Self {
    looking { $0.hint = $1.text(english, japanese) }
  }

  /// Returns the column with choices, the same in every row.
  func choosing(_ choices: @escaping @Sendable (ReportSource) -> [String]) -> Self {
    looking { $0.choices = choices($1) }
  }

  /// Returns the column with highlighting, of which the first match applies.
  func marked(_ marks: @escaping @Sendable (ReportSource) -> [ReportMark]) -> Self {
    looking { $0.marks = marks($1) }
  }

  func looking(
    _ change: @escaping @Sendable (inout ReportColumn.Look, ReportSource) -> Void
  ) -> Self {
    var column = self
    column.looks.append(change)
    return column
  }

  /// Returns the columns of the table, one or one per factor, with their contents.
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

  /// Returns the choices of a row, or `nil` if they are those of the column.
  fileprivate func choices(_ source: ReportSource, _ row: Row) -> [String]? {
    choices.map { $0(source, row) }
  }
}

extension TableColumn<ReportSource.Entries> {
  /// Creates a column that the program fills, for a table whose rows map roles to cells.
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
  /// The nonempty cells of a row, by role.
  typealias Entries = [ReportColumn.Role: ReportCell]

  /// Returns a table with these columns and a row per subject.
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
  /// The possible columns of the table in order, except those of factors.
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
  /// The column added to a sheet when the subject of a row is removed.
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

  /// Returns the definition of the column with a role, or `nil` for columns whose headings come from the spec or from people.
  package func statement(of role: ReportColumn.Role) -> ColumnStatement? {
    statements.first { $0.role == role }
  }

  /// Returns the column with a role in this table, without choices and marks.
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

  /// True if directors or testers fill the column with a role.
  package func isForPeople(_ role: ReportColumn.Role) -> Bool {
    switch role {
    case .added: return true
    case .deviceResult: return self == .cases || self == .flows
    default: break
    }
    return statement(of: role)?.kind == .people
  }
}
