/// Renders diagnostics for people: a headline, a marked source excerpt, and help.
///
/// ```
/// post.yaml:9:3: error[duplicate-key]: the key `plan` appears twice in this mapping
///   |
/// 9 |   plan: [free]
///   |   ^^^^
///   |
/// 3 |   plan: free
///   |   ---- first used here
///   |
///   = help: merge the two, or delete one
/// ```
package struct DiagnosticRenderer: Sendable {
  package enum Form: Sendable {
    /// A headline, source excerpt, related spans and help.
    case full
    /// The headline only, one line per diagnostic.
    case concise
  }

  package var form: Form
  package var usesColor: Bool
  /// The maximum columns of a source line; a longer one is truncated around the mark.
  package var columns: Int
  /// The columns at which help is wrapped between words, or `nil` not to wrap it.
  package var helpColumns: Int?

  package init(
    form: Form = .full,
    usesColor: Bool = false,
    columns: Int = 100,
    helpColumns: Int? = nil
  ) {
    self.form = form
    self.usesColor = usesColor
    self.columns = max(columns, 20)
    self.helpColumns = helpColumns
  }

  /// Returns the diagnostics in the given order, each ending in a line break, full ones separated by empty lines.
  package func render(_ diagnostics: some Sequence<Diagnostic>, in file: SourceFile) -> String {
    render(diagnostics, path: file.path, lines: SourceLines(file.text))
  }

  /// Renders diagnostics in a text that is already split into lines, which pays if it is rendered in many parts.
  package func render(
    _ diagnostics: some Sequence<Diagnostic>,
    path: String,
    lines: SourceLines
  ) -> String {
    let shown = diagnostics.map { render($0, path: path, lines: lines) }
    return shown.joined(separator: form == .full ? "\n" : "")
  }

  /// Returns one diagnostic, ending in a line break.
  package func render(_ diagnostic: Diagnostic, in file: SourceFile) -> String {
    render([diagnostic], in: file)
  }

  private func render(_ diagnostic: Diagnostic, path: String, lines: SourceLines) -> String {
    var output = [headline(of: diagnostic, path: path)]
    guard form == .full else { return output[0] + "\n" }
    let marks = marks(of: diagnostic, lines: lines)
    let gutter = marks.map { String($0.number).count }.max() ?? 0
    let bar = styled(String(repeating: " ", count: gutter) + " |", .gutter)
    for mark in marks {
      let number = String(mark.number)
      let padding = String(repeating: " ", count: gutter - number.count)
      output.append(bar)
      let line = styled(padding + number + " |", .gutter) + " " + mark.line.text
      output.append(line.withoutBlanksAtEnd)
      let blanks = String(repeating: " ", count: mark.line.offset)
      let sign = String(repeating: mark.sign, count: mark.line.width)
      let label = mark.label.isEmpty ? sign : sign + " " + mark.label
      output.append(bar + " " + blanks + styled(label, mark.style))
    }
    if !marks.isEmpty, !diagnostic.help.isEmpty { output.append(bar) }
    for help in diagnostic.help { output += helpLines(help, gutter: gutter) }
    return output.map { $0 + "\n" }.joined()
  }

  private func headline(of diagnostic: Diagnostic, path: String) -> String {
    var place = VisibleText.line(path)
    if let start = diagnostic.span?.start { place += ":\(start.line):\(start.column)" }
    let kind = "\(diagnostic.severity.rawValue)[\(VisibleText.line(diagnostic.code))]"
    return styled(place + ":", .strong) + " "
      + styled(kind, TerminalStyle(diagnostic.severity))
      + ": " + VisibleText.line(diagnostic.message)
  }

  private struct Mark {
    var number: Int
    var line: MarkedLine
    var sign: String
    var label: String
    var style: TerminalStyle
  }

  private func marks(of diagnostic: Diagnostic, lines: SourceLines) -> [Mark] {
    var marks: [Mark] = []
    if let span = diagnostic.span {
      let style = TerminalStyle(diagnostic.severity)
      marks += mark(span, lines: lines, sign: "^", label: "", style: style)
    }
    for related in diagnostic.related {
      let label = VisibleText.line(related.message)
      marks += mark(related.span, lines: lines, sign: "-", label: label, style: .gutter)
    }
    return marks
  }

  /// Returns the mark of a span: for several lines, the first line up to its end; none if the line does not exist.
  private func mark(
    _ span: SourceSpan,
    lines: SourceLines,
    sign: String,
    label: String,
    style: TerminalStyle
  ) -> [Mark] {
    guard let line = lines.scalars(ofLine: span.start.line) else { return [] }
    let lower = max(0, span.start.column - 1)
    let upper = span.end.line > span.start.line ? Int.max : max(lower, span.end.column - 1)
    let marked = MarkedLine(line, marking: lower..<upper, limit: columns)
    return [
      Mark(number: span.start.line, line: marked, sign: sign, label: label, style: style)
    ]
  }

  /// Returns the lines of a help text, indented below the first line's text.
  ///
  /// Only the first line is wrapped: those after it are code to be copied.
  private func helpLines(_ help: String, gutter: Int) -> [String] {
    let margin = String(repeating: " ", count: gutter) + " = "
    let indent = String(repeating: " ", count: gutter + " = help: ".count)
    var lines = SourceLines(help).lines.map { VisibleText.line($0) }
    if let helpColumns, let first = lines.first {
      let room = max(20, helpColumns - indent.count)
      lines.replaceSubrange(0..<1, with: LineBreaking.lines(of: first, columns: room))
    }
    return lines.enumerated().map { index, text in
      if index == 0 { return styled(margin, .gutter) + styled("help:", .strong) + " " + text }
      return (indent + text).withoutBlanksAtEnd
    }
  }

  private func styled(_ text: String, _ style: TerminalStyle) -> String {
    usesColor ? style.applied(to: text) : text
  }
}

/// A source line as shown, with the columns of a marked range.
struct MarkedLine {
  /// The text shown: tabs as spaces, control characters made visible, a very long line truncated around the mark.
  let text: String
  let offset: Int
  /// The width of the mark in columns, at least one.
  let width: Int

  /// Lays out the line for a mark over the given scalars, counted from 0, within `limit` columns.
  ///
  /// A mark beyond the end of the line is moved to its end.
  init(_ line: LineScalars, marking marked: Range<Int>, limit: Int) {
    let count = line.count
    let lower = min(max(marked.lowerBound, 0), count)
    let upper = min(max(marked.upperBound, lower), count)

    // A minified file is one line of megabytes: only the part that can be shown is processed.
    let reach = limit * 8
    let first = max(0, lower - reach)
    let last = min(count, lower + reach)
    let cells = Self.cells(of: line[first..<last], from: first)

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

    // Truncate the beginning only if the mark would not be clearly visible otherwise.
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

  /// A grapheme cluster of the line: the range of its scalars, counted from 0, and the text shown for it.
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
