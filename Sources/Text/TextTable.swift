package import Diagnostics

/// A table for the terminal: cells are wrapped, and their neighbours stay in place whatever script they are in.
package struct TextTable {
  /// A paragraph of a cell, with an indicator in front that may have a colour of its own.
  package struct Paragraph: Hashable {
    package var sign: String
    package var text: String
    package var style: TerminalStyle?

    package init(sign: String = "", text: String = "", style: TerminalStyle? = nil) {
      self.sign = sign
      self.text = text
      self.style = style
    }

    fileprivate var whole: String { [sign, text].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  package struct Row {
    package var label: [Paragraph]
    package var cells: [[Paragraph]]
    /// True if it begins something new: then a whole line stands above it, else a light one beside the labels.
    package var isFirst: Bool

    package init(label: [Paragraph], cells: [[Paragraph]], isFirst: Bool) {
      self.label = label
      self.cells = cells
      self.isFirst = isFirst
    }
  }

  private let heads: [[Paragraph]]
  private let corner: [Paragraph]
  private let rows: [Row]
  /// The most lines that a paragraph of a cell takes; `nil` for all.
  private let lineLimit: Int?

  package init(heads: [[Paragraph]], corner: [Paragraph], rows: [Row], lineLimit: Int?) {
    self.heads = heads
    self.corner = corner
    self.rows = rows
    self.lineLimit = lineLimit
  }

  /// No column of cells is narrower unless the table as a whole is.
  private static let leastColumns = 13
  private static let separator = " │ "

  /// The table within so many columns; if the table needs more, its columns are shown in parts, one below the other.
  package func text(columns: Int, usesColor: Bool) -> String {
    let labels = ([corner] + rows.map(\.label)).joined()
    let longest = labels.map { DisplayWidth.columns(of: $0.whole) }.max() ?? 0
    let label = min(longest, max(10, columns * 3 / 10))
    let fitting = max(1, (columns - label) / (Self.leastColumns + Self.separator.count))
    let parts = max(1, (heads.count + fitting - 1) / fitting)
    let size = (heads.count + parts - 1) / parts
    return stride(from: 0, to: heads.count, by: max(1, size)).map { first in
      part(first..<min(first + size, heads.count), label, columns, usesColor)
    }.joined(separator: "\n")
  }

  private func part(
    _ range: Range<Int>,
    _ label: Int,
    _ columns: Int,
    _ usesColor: Bool
  ) -> String {
    let widths = widths(range, room: columns - label - range.count * Self.separator.count)
    func rule(_ margin: String, _ crossing: String, _ dash: String) -> String {
      let dashes = widths.enumerated().map { place, width in
        let isLast = place == widths.count - 1
        return String(repeating: dash, count: width + (isLast ? 1 : 2))
      }
      return String(repeating: margin, count: label + 1) + crossing
        + dashes.joined(separator: "┼") + "\n"
    }
    func lines(_ label: [Paragraph], _ cells: [[Paragraph]]) -> String {
      self.lines([label] + Array(cells[range]), [columnWidth] + widths, usesColor)
    }
    let columnWidth = label
    var text = lines(corner, heads)
    for (number, row) in rows.enumerated() {
      text += row.isFirst || number == 0 ? rule("─", "┼", "─") : rule(" ", "├", "┄")
      text += lines(row.label, row.cells)
    }
    return text
  }

  /// A column gets what it needs if that is less than its share; the others share the rest.
  private func widths(_ range: Range<Int>, room: Int) -> [Int] {
    let needed = range.map { column in
      let cells = [heads[column]] + rows.map { $0.cells[column] }
      return max(1, cells.joined().map { DisplayWidth.columns(of: $0.whole) }.max() ?? 1)
    }
    var widths = needed.map { _ in 0 }
    var left = max(room, needed.count)
    let order = needed.indices.sorted { (needed[$0], $0) < (needed[$1], $1) }
    for (place, column) in order.enumerated() {
      widths[column] = min(needed[column], left / (needed.count - place))
      left -= widths[column]
    }
    return widths
  }

  private func lines(_ cells: [[Paragraph]], _ widths: [Int], _ usesColor: Bool) -> String {
    let columns = zip(cells, widths).enumerated().map { place, cell in
      cell.0.flatMap { set($0, cell.1, limit: place == 0 ? nil : lineLimit, usesColor) }
    }
    let height = columns.map(\.count).max() ?? 0
    return (0..<height).map { line in
      var text = ""
      var missing = 0
      for (place, column) in columns.enumerated() {
        let shown = line < column.count ? column[line] : (text: "", columns: 0)
        if place > 0 { text += String(repeating: " ", count: missing) + Self.separator }
        text += shown.text
        missing = widths[place] - shown.columns
      }
      return text.withoutBlanksAtEnd + "\n"
    }.joined()
  }

  /// The lines of a paragraph with their widths.
  private func set(
    _ paragraph: Paragraph,
    _ width: Int,
    limit: Int?,
    _ usesColor: Bool
  ) -> [(text: String, columns: Int)] {
    let indent = paragraph.text.prefix { $0 == " " }
    var lines = LineBreaking.narrowLines(
      of: String(paragraph.whole.dropFirst(paragraph.sign.isEmpty ? indent.count : 0)),
      columns: max(1, width - (paragraph.sign.isEmpty ? indent.count : 0))
    )
    if paragraph.sign.isEmpty { lines = lines.map { indent + $0 } }
    if let limit, lines.count > limit {
      lines.removeSubrange(limit...)
      lines[limit - 1] = DisplayWidth.truncated(lines[limit - 1] + "…", to: width)
    }
    return lines.enumerated().map { number, line in
      let columns = DisplayWidth.columns(of: line)
      guard usesColor, let style = paragraph.style else { return (line, columns) }
      guard !paragraph.sign.isEmpty, !paragraph.text.isEmpty else {
        return (style.applied(to: line), columns)
      }
      guard number == 0, line.hasPrefix(paragraph.sign) else { return (line, columns) }
      return (
        style.applied(to: paragraph.sign) + line.dropFirst(paragraph.sign.count), columns
      )
    }
  }
}
