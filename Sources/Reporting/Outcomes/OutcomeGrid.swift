import Diagnostics
import Text

/// The layout of a table for a terminal, without ruling: the values of factors in columns, followed by the results.
///
/// If the columns would be too narrow to read, the values are stacked instead, each indented further than the one before.
struct OutcomeGrid {
  typealias Row = OutcomeReport.Row

  let heads: [String]
  let rows: [Row]
  let columns: Int
  /// The maximum number of lines of a defined result, or `nil` for no limit.
  let lineLimit: Int?
  let usesColor: Bool

  private static let indent = 2
  private static let gap = 2
  /// The minimum width of a column, unless its contents need less.
  private static let minColumn = 11
  /// The minimum share of the line for the results, unless they need less.
  private static let minShare = 1.0 / 3
  /// The approximate number of column layouts that are tried.
  private static let trials = 12

  /// The lines of each row, each with a line break; the first row begins with the headings.
  ///
  /// The layout with the fewest lines is chosen. Columns are given up for stacked values if that saves a seventh of the lines.
  var texts: [String] {
    func lineCount(_ texts: [String]) -> Int {
      texts.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "\n") } }
    }
    var best: (texts: [String], lines: Int)?
    for widths in layouts {
      let texts = inColumns(widths)
      let lines = lineCount(texts)
      if best.map({ lines < $0.lines }) ?? true { best = (texts, lines) }
    }
    guard let best else { return stacked }
    guard heads.count > 2 else { return best.texts }
    let stacked = self.stacked
    return lineCount(stacked) * 7 < best.lines * 6 ? stacked : best.texts
  }

  private func inColumns(_ widths: [Int]) -> [String] {
    rows.enumerated().map { ($0 == 0 ? headLines(widths) : "") + lines($1, widths) }
  }

  // MARK: In columns

  /// The widths of the columns and of the results in each possible layout, or an empty list if none is readable.
  private var layouts: [[Int]] {
    let room = columns - Self.indent - Self.gap * heads.count
    let needed = heads.indices.map { column in
      ([heads[column]] + rows.compactMap { $0.values[column]?.text })
        .map { DisplayWidth.columns(of: $0) }.max() ?? 0
    }
    let said = rows.map { DisplayWidth.columns(of: $0.said.whole) }.max() ?? 0
    let least = max(min(said, Int(Double(columns) * Self.minShare)), 1)
    let most = room - needed.map { min($0, Self.minColumn) }.reduce(0, +)
    guard least <= most else { return [] }
    let narrowFirst = needed.indices.sorted { (needed[$0], $0) < (needed[$1], $1) }
    // If everything fits, there is only one layout.
    let fits = needed.reduce(said, +) <= room
    let stride = stride(from: least, through: most, by: max(1, (most - least) / Self.trials))
    return (fits ? [said] : Array(stride)).map { forSaid in
      var left = room - forSaid
      var widths = needed.map { _ in 0 }
      for (place, column) in narrowFirst.enumerated() {
        widths[column] = min(needed[column], left / (needed.count - place))
        left -= widths[column]
      }
      return widths + [forSaid + left]
    }
  }

  private func headLines(_ widths: [Int]) -> String {
    guard heads.contains(where: { !$0.isEmpty }) else { return "" }
    let cells = zip(heads, widths).map { head, width in
      LineBreaking.narrowLines(of: head, columns: max(1, width)).map { styled($0, .gutter) }
    }
    return beside(cells, widths)
  }

  private func lines(_ row: Row, _ widths: [Int]) -> String {
    var cells = zip(row.values, widths).map { value, width -> [Line] in
      guard let value else { return [] }
      return LineBreaking.narrowLines(of: value.text, columns: max(1, width))
        .map { styled($0, value.isAny ? .muted : nil) }
    }
    cells.append(saidLines(row.said, max(1, widths[widths.count - 1])))
    return beside(cells, widths)
  }

  private func beside(_ cells: [[Line]], _ widths: [Int]) -> String {
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { number in
      var text = String(repeating: " ", count: Self.indent)
      for (place, cell) in cells.enumerated() {
        let line = number < cell.count ? cell[number] : Line(text: "", columns: 0)
        text += line.text
        let isLast = place == cells.count - 1
        if !isLast {
          text += String(repeating: " ", count: max(0, widths[place] - line.columns) + Self.gap)
        }
      }
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }

  // MARK: Stacked

  private var stacked: [String] {
    // True for each column whose current value, possibly from a row above, is any value, which needs no level.
    var isAny = heads.map { _ in false }
    return rows.map { row in
      var text = ""
      var depth = Self.indent
      let told = row.values.indices.filter { !(row.values[$0]?.isAny ?? true) }
      for (column, value) in row.values.enumerated() {
        if let value { isAny[column] = value.isAny }
      }
      for (column, value) in row.values.enumerated() where !isAny[column] {
        if let value {
          let named = heads[column].isEmpty ? value.text : "\(heads[column]): \(value.text)"
          let whole = "\(named) → \(row.said.whole)"
          if column == told.last, row.said.notes.isEmpty,
            DisplayWidth.columns(of: whole) <= columns - depth
          {
            let lead = String(repeating: " ", count: depth) + "\(named) → "
            let said = saidLines(row.said, columns)
            return text + said.map { lead + $0.text + "\n" }.joined()
          }
          text += block(
            LineBreaking.narrowLines(of: named, columns: max(10, columns - depth))
              .map { styled($0, nil) },
            depth
          )
        }
        depth += 1
      }
      depth += 1
      return text + block(saidLines(row.said, max(10, columns - depth)), depth)
    }
  }

  private func block(_ lines: [Line], _ indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0.text + "\n" }.joined()
  }

  // MARK: Lines

  private struct Line {
    var text: String
    var columns: Int
  }

  private func styled(_ text: String, _ style: TerminalStyle?) -> Line {
    let columns = DisplayWidth.columns(of: text)
    guard usesColor, let style, !text.isEmpty else { return Line(text: text, columns: columns) }
    return Line(text: style.applied(to: text), columns: columns)
  }

  private func saidLines(_ said: OutcomeReport.Said, _ width: Int) -> [Line] {
    var lines = LineBreaking.narrowLines(of: said.whole, columns: width)
    if let lineLimit, said.sign.isEmpty, lines.count > lineLimit {
      lines = LineBreaking.narrowLines(of: said.text, columns: width)
      if lines.count > lineLimit {
        lines.removeSubrange(lineLimit...)
        lines[lineLimit - 1] = DisplayWidth.truncated(lines[lineLimit - 1] + "…", to: width)
      }
      if !said.remark.isEmpty {
        lines += LineBreaking.narrowLines(of: said.remark, columns: width)
      }
    }
    var set = lines.enumerated().map { number, line -> Line in
      guard usesColor, number == 0, let style = said.style, !said.sign.isEmpty,
        line.hasPrefix(said.sign)
      else { return Line(text: line, columns: DisplayWidth.columns(of: line)) }
      return Line(
        text: style.applied(to: said.sign) + line.dropFirst(said.sign.count),
        columns: DisplayWidth.columns(of: line)
      )
    }
    let notes = said.notes.joined(separator: " · ")
    if !notes.isEmpty {
      set += LineBreaking.narrowLines(of: notes, columns: width).map { styled($0, .muted) }
    }
    return set
  }
}

extension OutcomeReport.Said {
  /// The sign, text and remark on one line, without the notes.
  var whole: String { [sign, text, remark].filter { !$0.isEmpty }.joined(separator: " ") }
}
