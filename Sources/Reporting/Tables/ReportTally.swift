import Text

/// A number that follows people's entries: the count of rows that meet some conditions, or the sum of a column in them.
package struct ReportTally: Hashable, Sendable {
  /// A condition on the text of a cell, compared without regard to case.
  package enum Match: Hashable, Sendable {
    case isEmpty
    case isFilled
    /// One of these texts, or a text with one of these prefixes.
    case isOneOf([String], orBegins: [String] = [])
    /// Any other text that is not empty.
    case isNoneOf([String], orBegins: [String] = [])

    static func beginsWithOneOf(_ starts: [String]) -> Self { .isOneOf([], orBegins: starts) }
  }

  package struct Condition: Hashable, Sendable {
    package var role: ReportColumn.Role
    package var match: Match

    package init(_ role: ReportColumn.Role, _ match: Match) {
      self.role = role
      self.match = match
    }
  }

  package var table: ReportTable.Name
  /// The alternatives, each a list of conditions; a row counts once for every alternative that it satisfies.
  package var alternatives: [[Condition]]
  /// The alternatives for rows whose subject was removed, which count only by these.
  package var gone: [[Condition]]
  /// The column whose numbers are added, or `nil` to count rows.
  package var sums: ReportColumn.Role?
  /// The number according to the report.
  package var counted = 0
  /// The title of the table, if the report has several with its name.
  package var title: String?
  /// The sheet with the rows, if it is not part of the report.
  package var sheet: ForeignSheet?

  /// The rows of a sheet that is not part of the report.
  package struct ForeignSheet: Hashable, Sendable {
    package var name: String
    /// The range of rows, counted from 0.
    package var rows: ClosedRange<Int>
    /// The index of each column, by role.
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

  /// Separates the rows whose subject was removed from the others.
  package mutating func leaveOutGone() {
    guard !reads(.state) else { return }
    alternatives =
      alternatives.map { $0 + [Condition(.state, .isEmpty)] }
      + gone.map { $0 + [Condition(.state, .isFilled)] }
  }

  /// Replaces the columns of results, for each of which the tally must have the same alternatives.
  package mutating func read(_ results: [ReportColumn.Role], insteadOf present: [ReportColumn.Role])
  {
    guard results != present, let first = present.first else { return }
    let ofFirst = alternatives.prefix(alternatives.count / present.count)
    alternatives = results.flatMap { role in
      ofFirst.map { $0.map { $0.role == first ? Condition(role, $0.match) : $0 } }
    }
  }

  /// True if the tally reads results entered by testers.
  package var readsResults: Bool { alternatives.contains { $0.contains { $0.role.isResult } } }

  package func reads(_ role: ReportColumn.Role) -> Bool {
    alternatives.contains { $0.contains { $0.role == role } }
  }
}

extension ReportTable {
  /// Returns the value of a tally over the rows of the table.
  package func count(of tally: ReportTally) -> Int {
    let columns = Dictionary(
      firstOf: self.columns.enumerated().map { ($0.element.role, $0.offset) }
    )
    return tally.count(of: rows) { row, role in columns[role].map { row.cells[$0].shownText } ?? ""
    }
  }
}

extension ReportTally {
  /// Returns the value over some rows, given a function that returns the text of a row in the column with a role.
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
  /// The match with its texts in lower case, since spreadsheets compare without regard to case.
  fileprivate var folded: Self {
    switch self {
    case .isEmpty, .isFilled: self
    case .isOneOf(let texts, let starts):
      .isOneOf(texts.map { $0.lowercased() }, orBegins: starts.map { $0.lowercased() })
    case .isNoneOf(let texts, let starts):
      .isNoneOf(texts.map { $0.lowercased() }, orBegins: starts.map { $0.lowercased() })
    }
  }

  /// True if a text satisfies a folded match.
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
