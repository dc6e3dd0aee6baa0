import Text

/// A number that follows what people enter: how many rows of a table meet some conditions, or the sum of a column in these.
package struct ReportTally: Hashable, Sendable {
  /// What a cell of a row must be.
  package enum Match: Hashable, Sendable {
    case isEmpty
    case isFilled
    /// One of these texts, or begins with one of some others, whatever their case.
    case isOneOf([String], orBegins: [String] = [])
    /// Anything else; not empty.
    case isNoneOf([String], orBegins: [String] = [])

    static func beginsWithOneOf(_ starts: [String]) -> Self { .isOneOf([], orBegins: starts) }
  }

  /// A condition on the cell of a column.
  package struct Condition: Hashable, Sendable {
    package var role: ReportColumn.Role
    package var match: Match

    package init(_ role: ReportColumn.Role, _ match: Match) {
      self.role = role
      self.match = match
    }
  }

  package var table: ReportTable.Name
  /// A row counts that meets all conditions of one of them, as often as there are such.
  package var alternatives: [[Condition]]
  /// The same for rows about what the spec no longer has, which count by nothing else.
  package var gone: [[Condition]]
  /// The column whose numbers are added; `nil` if rows are counted.
  package var sums: ReportColumn.Role?
  /// The number as the report stands.
  package var counted = 0
  /// The title of the table, where the report has several of its kind.
  package var title: String?
  /// Where the rows stand, if on a sheet that is not part of the report.
  package var sheet: ForeignSheet?

  /// The rows of a sheet that is not part of the report.
  package struct ForeignSheet: Hashable, Sendable {
    package var name: String
    /// Counted from 0.
    package var rows: ClosedRange<Int>
    /// By role, counted from 0.
    package var columns: [ReportColumn.Role: Int]

    package init(name: String, rows: ClosedRange<Int>, columns: [ReportColumn.Role: Int]) {
      self.name = name
      self.rows = rows
      self.columns = columns
    }
  }

  package init(
    _ table: ReportTable.Name,
    anyOf alternatives: [[Condition]],
    gone: [[Condition]] = [],
    sums: ReportColumn.Role? = nil
  ) {
    self.table = table
    self.alternatives = alternatives
    self.gone = gone
    self.sums = sums
  }

  /// Tells rows about what the spec no longer has from the others.
  package mutating func leaveOutGone() {
    guard !reads(.state) else { return }
    alternatives =
      alternatives.map { $0 + [Condition(.state, .isEmpty)] }
      + gone.map { $0 + [Condition(.state, .isFilled)] }
  }

  /// Looks at other columns of results than those for each of which it has the same alternatives now.
  package mutating func read(_ results: [ReportColumn.Role], insteadOf present: [ReportColumn.Role])
  {
    guard results != present, let first = present.first else { return }
    let ofFirst = alternatives.prefix(alternatives.count / present.count)
    alternatives = results.flatMap { role in
      ofFirst.map { $0.map { $0.role == first ? Condition(role, $0.match) : $0 } }
    }
  }

  /// True if it looks at what testers entered.
  package var readsResults: Bool { alternatives.contains { $0.contains { $0.role.isResult } } }

  /// True if it looks at a column.
  package func reads(_ role: ReportColumn.Role) -> Bool {
    alternatives.contains { $0.contains { $0.role == role } }
  }
}

extension ReportTable {
  /// How many rows a tally counts.
  package func count(of tally: ReportTally) -> Int {
    let columns = Dictionary(
      firstOf: self.columns.enumerated().map { ($0.element.role, $0.offset) }
    )
    return tally.count(of: rows) { row, role in columns[role].map { row.cells[$0].shownText } ?? ""
    }
  }
}

extension ReportTally {
  /// How many of some rows it counts, whose texts are what they show in the column with a role.
  package func count<Row>(of rows: [Row], text: (Row, ReportColumn.Role) -> String) -> Int {
    let alternatives = alternatives.map { conditions in
      conditions.map { ($0.role, $0.match.folded) }
    }
    return rows.reduce(0) { sum, row in
      let meets = alternatives.count { conditions in
        conditions.allSatisfy { role, match in match.holds(of: text(row, role)) }
      }
      return sum + meets * (sums.map { Int(text(row, $0)) ?? 0 } ?? 1)
    }
  }
}

extension ReportTally.Match {
  /// The same with its texts as they are compared: spreadsheets make no difference between large and small letters.
  fileprivate var folded: Self {
    switch self {
    case .isEmpty, .isFilled: self
    case .isOneOf(let texts, let starts):
      .isOneOf(texts.map { $0.lowercased() }, orBegins: starts.map { $0.lowercased() })
    case .isNoneOf(let texts, let starts):
      .isNoneOf(texts.map { $0.lowercased() }, orBegins: starts.map { $0.lowercased() })
    }
  }

  /// True if a text meets a folded match.
  fileprivate func holds(of text: String) -> Bool {
    switch self {
    case .isEmpty: text.isEmpty
    case .isFilled: !text.isEmpty
    case .isOneOf(let texts, let starts):
      texts.contains(text.lowercased()) || starts.contains(where: text.lowercased().hasPrefix)
    case .isNoneOf(let texts, let starts):
      !text.isEmpty && !Self.isOneOf(texts, orBegins: starts).holds(of: text)
    }
  }
}
