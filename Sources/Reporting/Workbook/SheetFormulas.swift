import Workbooks

extension TableSheets {
  func validations(of table: ReportTable) -> [ValidationPlan] {
    table.columns.enumerated().flatMap { number, column in
      rows(of: table, alikeIn: column).compactMap { rows, choices in
        guard !choices.isEmpty || column.look.hint != nil else { return nil }
        return ValidationPlan(
          range: CellRange(column: number, rows: rows),
          choices: choices,
          promptTitle: CellText.fitted(
            column.heading,
            limit: SpreadsheetLimits.promptTitleLength
          ),
          prompt: CellText.fitted(
            column.look.hint ?? "",
            limit: SpreadsheetLimits.validationLength
          )
        )
      }
    }
  }

  /// Returns the rows of the sheet, in runs of consecutive rows with the same choices.
  private func rows(
    of table: ReportTable,
    alikeIn column: ReportColumn
  ) -> [(rows: ClosedRange<Int>, choices: [String])] {
    var runs: [(rows: ClosedRange<Int>, choices: [String])] = []
    for number in table.rows.indices {
      let choices = table.rows[number].choices[column.role] ?? column.look.choices
      let row = table.firstRow + number
      if let last = runs.last, last.choices == choices {
        runs[runs.count - 1].rows = last.rows.lowerBound...row
      } else {
        runs.append((row...row, choices))
      }
    }
    return runs
  }

  func conditionalFormats(of table: ReportTable) -> [ConditionalFormatPlan] {
    guard let first = table.body?.lowerBound, !table.rows.isEmpty else { return [] }
    return table.columns.enumerated().flatMap { number, column in
      column.look.marks.map { mark in
        ConditionalFormatPlan(
          range: CellRange(column: number, rows: first...(first + table.rows.count - 1)),
          .formula(formula(of: mark.match, column: number, table: table), mark.tone)
        )
      }
    }
  }

  /// Returns the match as a formula for the first row below the headings.
  private func formula(of match: ReportMark.Match, column: Int, table: ReportTable) -> String {
    let cell = "$\(CellPosition.letters(ofColumn: column))\(table.firstRow + 1)"
    return switch match {
    case .equals(let text): "\(cell)=\(Self.literal(text))"
    case .begins(let text): "LEFT(\(cell),\(text.utf16.count))=\(Self.literal(text))"
    }
  }

  /// Returns a text as a string literal of a formula.
  static func literal(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

/// Tallies as formulas, so that the workbook keeps counting as people enter results.
extension TableSheets {
  func content(of tally: ReportTally) -> CellPlan.Content {
    formula(of: tally).map { .formula($0, value: .number(Double(tally.counted))) }
      ?? .number(tally.counted)
  }

  /// A count of rows, or a sum over them.
  private struct Term {
    var sign = "+"
    var criteria: [String] = []
    /// The number of criteria that are lists.
    ///
    /// The second list is vertical, so that each of its texts is combined with each of the first.
    var lists = 0

    mutating func add(_ cells: String, _ texts: [String], orBegins starts: [String]) {
      let literals = texts.map { Self.literal($0) } + starts.map { Self.literal($0, "*") }
      precondition(literals.count == 1 || lists < 2, "a term has at most two lists")
      // A literal cannot contain a line break.
      let criterion =
        literals.count == 1
        ? literals[0].split(separator: "\n").joined(separator: "\"&CHAR(10)&\"")
        : "{\(literals.joined(separator: lists == 0 ? "," : ";"))}"
      criteria.append("\(cells),\(criterion)")
      if literals.count > 1 { lists += 1 }
    }

    /// Returns a text as a criterion, with wildcards and comparison operators escaped, followed by `rest`, a star for a prefix.
    private static func literal(_ text: String, _ rest: String = "") -> String {
      let isComparison = text.first.map { "=<>".contains($0) } ?? false
      let plain = text.map { "*?~".contains($0) ? "~\($0)" : String($0) }.joined()
      return TableSheets.literal((isComparison ? "=" : "") + plain + rest)
    }
  }

  /// Returns a formula such as `COUNTIFS('Cases'!$F$5:$F$67,"")`, or `nil` if there is nothing to count or it would be too long.
  private func formula(of tally: ReportTally) -> String? {
    var terms: [Term] = []
    for conditions in tally.alternatives {
      // Cells that match none of the texts are counted as all nonempty ones less those that match.
      var counted = [Term()]
      for condition in conditions {
        guard let cells = cells(of: condition.role, in: tally) else { return nil }
        func add(_ criterion: String) {
          for number in counted.indices { counted[number].criteria.append("\(cells),\(criterion)") }
        }
        switch condition.match {
        case .isEmpty: add("\"\"")
        case .isFilled: add("\"<>\"")
        case .isOneOf(let texts, let starts):
          for number in counted.indices { counted[number].add(cells, texts, orBegins: starts) }
        case .isNoneOf(let texts, let starts):
          var less = counted
          add("\"<>\"")
          for number in less.indices {
            less[number].add(cells, texts, orBegins: starts)
            less[number].sign = less[number].sign == "+" ? "-" : "+"
          }
          counted += less
        }
      }
      terms += counted
    }
    var start = "COUNTIFS("
    if let column = tally.sums {
      guard let cells = cells(of: column, in: tally) else { return nil }
      start = "SUMIFS(\(cells),"
    }
    let formula = terms.map { term in
      let number = start + term.criteria.joined(separator: ",") + ")"
      return term.sign + (term.lists > 0 ? "SUMPRODUCT(\(number))" : number)
    }.joined()
    guard formula.utf16.count < SpreadsheetLimits.formulaLength else { return nil }
    return formula.hasPrefix("+") ? String(formula.dropFirst()) : formula
  }
}
