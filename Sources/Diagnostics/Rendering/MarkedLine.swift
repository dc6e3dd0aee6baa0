/// A line of a source as it is shown, and where a stretch of it falls in terminal columns.
struct MarkedLine {
  /// What is shown: tabs as blanks, controls visible, a very long line cut to a window around the mark.
  let text: String
  /// The columns before the mark.
  let offset: Int
  /// The columns of the mark, at least one.
  let width: Int

  /// Lays out the line for a mark over the given scalars, counted from 0, within `limit` columns.
  ///
  /// A mark that lies behind the line's end is put at its end.
  init(_ line: Substring, marking marked: Range<Int>, limit: Int) {
    let scalars = line.unicodeScalars
    let count = scalars.count
    let lower = min(max(marked.lowerBound, 0), count)
    let upper = min(max(marked.upperBound, lower), count)

    // A minified file is one line of megabytes: only what can be shown is looked at closely.
    let reach = limit * 8
    let first = max(0, lower - reach)
    let last = min(count, lower + reach)
    let start = scalars.index(scalars.startIndex, offsetBy: first)
    let end = scalars.index(start, offsetBy: last - first)
    let cells = Self.cells(of: line[start..<end], from: first)

    let total = cells.reduce(0) { $0 + $1.columns }
    let before = cells.prefix { $0.end <= lower }.reduce(0) { $0 + $1.columns }
    let within = cells.drop { $0.end <= lower }.prefix { $0.start < upper }
      .reduce(0) { $0 + $1.columns }
    if first == 0, last == count, total <= limit {
      text = cells.map(\.text).joined()
      offset = before
      width = max(within, 1)
      return
    }

    // Cut on the left only where the mark would not be seen well from the line's beginning.
    let needsCut = first > 0 || before + min(max(within, 1), limit / 2) >= limit
    var shown = ""
    var used = 0
    var skipped = 0
    var rest = cells[...]
    if needsCut {
      while let cell = rest.first, skipped + cell.columns <= max(0, before - limit / 3) {
        skipped += cell.columns
        rest.removeFirst()
      }
      shown = "…"
      used = 1
    }
    let left = used
    let remaining = total - skipped
    let isCutRight = last < count || left + remaining > limit
    for cell in rest {
      if used + cell.columns > limit - (isCutRight ? 1 : 0) { break }
      shown += cell.text
      used += cell.columns
    }
    if isCutRight { shown += "…" }
    text = shown
    offset = left + before - skipped
    width = max(1, min(within, used - offset))
  }

  /// A grapheme cluster of the line: its scalars in the line, counted from 0, and how it is shown.
  private struct Cell {
    let start: Int
    let end: Int
    let text: String
    let columns: Int
  }

  private static func cells(of text: Substring, from first: Int) -> [Cell] {
    var position = first
    return text.map { character in
      let shown = VisibleText.cell(character)
      let start = position
      position += character.unicodeScalars.count
      let columns = DisplayWidth.columns(of: shown)
      return Cell(start: start, end: position, text: shown, columns: columns)
    }
  }
}
