import Diagnostics
import TestDesign
import Text

extension OutcomeReport {
  /// The maximum number of lines of a result, unless whole results are shown.
  private static let lineLimit = 6
  /// The number of lines above which limits of operations with a single outcome are shown only if they need no additional line.
  private static let fewLines = 60

  /// Returns the tables for the terminal, wrapped at `columns`, ending in a line break.
  package func text(columns: Int, usesColor: Bool = false) -> String {
    let set = Typesetter(columns: columns, usesColor: usesColor)
    let (tables, single) = sections
    var output = set.paragraph(title, .strong)
    for section in tables {
      // A single column is named in the title, if there is room.
      let named = section.factors.map { heading($0, of: section.operation) }
      let isNamed = named.count == 1
      let agreed = section.agreement.isEmpty ? "" : text(" — ", " ― ") + section.agreement
      let below = isNamed ? named : []
      let both = limitsAndAssumed(section)
      var title = set.title(section.title + agreed, below, both)
      if !title.saysAll {
        title = set.title(section.title + agreed, below, assumed(section))
        let limits = section.limits.map { set.item($0, indent: 2, style: .muted) }
        title.text += limits.joined()
      }
      output += title.text
      output += grid(section.rows, isNamed ? [""] : named, set).joined()
      if let remark = section.remark { output += set.item(remark, indent: 2, style: .muted) }
      if !title.saysAll {
        output += said(assumed(section), of: section).map { set.item($0, indent: 2, style: .muted) }
          .joined()
      }
    }
    let rest = otherLines(set)
    var singles = singleLines(single, set)
    // In a review, the open questions should fit on a screen or two.
    if !isFull, (output + singles + rest).count(where: \.isNewline) > Self.fewLines {
      singles = singleLines(single, set, savingLines: true)
    }
    return output + singles + rest
  }

  /// Returns the questions that appear in no cell, and the operations whose questions are incomplete.
  private func otherLines(_ set: Typesetter) -> String {
    var output = ""
    if !otherQuestions.isEmpty {
      output += set.title(text("Also asked", "その他の確認事項"), [], []).text
      for finding in otherQuestions {
        let sign = finding.code == .contradictoryRules ? Sign.contradictory : Sign.open
        let style: TerminalStyle = sign == Sign.open ? .open : .error
        output += set.item(
          "\(finding.id) \(VisibleText.line(finding.message))",
          indent: 2,
          sign: (sign, style)
        )
      }
    }
    if !analysis.incomplete.isEmpty {
      let names = analysis.incomplete.map(label)
      output += set.paragraph(
        text("Not all questions are listed for ", "確認事項を一部だけ表示している操作: ")
          + names.joined(separator: ", "),
        nil
      )
    }
    return output
  }

  /// Returns the possible remarks on assumptions for the line above a table, the most detailed first.
  private func assumed(_ section: Section) -> [String] {
    (section.assumptions.count == 1 ? section.assumptions : [])
      + (isFull ? [] : section.briefAssumption.map { [$0] } ?? [])
  }

  /// Returns limits and assumptions as one remark for a heading, the most detailed first, or an empty list if they need several sentences.
  private func limitsAndAssumed(_ section: Section) -> [String] {
    let assumed = assumed(section)
    if section.limits.isEmpty { return assumed }
    guard let limit = section.commonLimit, section.limits.count == 1 else { return [] }
    if assumed.isEmpty { return section.assumptions.isEmpty ? [limit] : [] }
    // “if Role is Member, whatever else”
    let same = "the same whatever"
    return assumed.map { assumed in
      assumed.hasPrefix(same)
        ? limit.trimmingPrefix("only ") + ", whatever" + assumed.dropFirst(same.count)
        : limit + text("; ", "／") + assumed
    }
  }

  /// Returns the shortest remark on assumptions for below the table, used if the line above has no room.
  private func said(_ assumed: [String], of section: Section) -> [String] {
    isFull || assumed.isEmpty ? section.assumptions : assumed.suffix(1)
  }

  /// Returns the operations that have a single outcome, a line each, with a common line for the same assumptions.
  private func singleLines(
    _ single: [Section],
    _ set: Typesetter,
    savingLines savesLines: Bool = false
  ) -> String {
    guard !single.isEmpty else { return "" }
    var groups: [(assumed: [String], sections: [Section])] = []
    for section in single {
      let assumed = isFull ? section.assumptions : Array(assumed(section).suffix(1))
      if let place = groups.firstIndex(where: { $0.assumed == assumed }) {
        groups[place].sections.append(section)
      } else {
        groups.append((assumed, [section]))
      }
    }
    // Assumptions common to a group are shown in full if there is room.
    for (place, group) in groups.enumerated() {
      let whole = group.sections[0].assumptions
      if whole.count == 1, whole != group.assumed,
        group.sections.allSatisfy({ $0.assumptions == whole })
      {
        groups[place].assumed = whole + group.assumed
      }
    }
    // A single grid aligns all results in the same column.
    let sections = groups.flatMap(\.sections)
    var rows = sections.map { Row(values: [Value(text: $0.title)], said: limited($0)) }
    var hasMore = false
    if savesLines {
      let plain = sections.map { Row(values: [Value(text: $0.title)], said: $0.rows[0].said) }
      let heights = zip(grid(rows, [""], set), grid(plain, [""], set)).map { limited, plain in
        (limited.count(where: \.isNewline), plain.count(where: \.isNewline))
      }
      for place in rows.indices where heights[place].0 > heights[place].1 {
        rows[place] = plain[place]
        hasMore = true
      }
    }
    let texts = grid(rows, [""], set)
    let hint = hasMore ? [text("--full says when", "条件は --full で表示")] : []
    var output = ""
    var first = 0
    for (place, group) in groups.enumerated() {
      let heading = place == 0 ? text("One outcome each", "結果が1通りの操作") : ""
      if place == 0 || !group.assumed.isEmpty {
        let separator = text("; ", "／")
        let remarks =
          place > 0 || hint.isEmpty
          ? group.assumed
          : group.assumed.isEmpty ? hint : group.assumed.map { $0 + separator + hint[0] }
        let title = set.title(heading, [], remarks)
        output += title.text
        if !title.saysAll {
          output += remarks.suffix(1).map { set.item($0, indent: 2, style: .muted) }.joined()
        }
      }
      output += texts[first..<(first + group.sections.count)].joined()
      first += group.sections.count
    }
    return output
  }

  /// Returns the cell of a section with a single row, followed by the limits of the section.
  private func limited(_ section: Section) -> Said {
    var said = section.rows[0].said
    for limit in section.limits { said.add(text("(\(limit))", "（\(limit)）")) }
    return said
  }

  private func grid(_ rows: [Row], _ heads: [String], _ set: Typesetter) -> [String] {
    OutcomeGrid(
      heads: heads,
      rows: rows,
      columns: set.columns,
      lineLimit: isFull ? nil : Self.lineLimit,
      usesColor: set.usesColor
    ).texts
  }
}

/// The layout of the lines outside the tables.
private struct Typesetter {
  let columns: Int
  let usesColor: Bool

  func styled(_ text: String, _ style: TerminalStyle?) -> String {
    guard usesColor, let style, !text.isEmpty else { return text }
    return style.applied(to: text)
  }

  func paragraph(_ text: String, _ style: TerminalStyle?) -> String {
    LineBreaking.lines(of: text, columns: columns).map { styled($0, style) + "\n" }.joined()
  }

  /// Returns an indented paragraph whose lines are aligned.
  func item(
    _ text: String,
    indent: Int,
    sign: (text: String, style: TerminalStyle)? = nil,
    style: TerminalStyle? = nil
  ) -> String {
    let lead = sign.map { DisplayWidth.columns(of: $0.text) + 1 } ?? 0
    let margin = String(repeating: " ", count: indent)
    return LineBreaking.lines(of: text, columns: max(10, columns - indent - lead)).enumerated()
      .map { number, line in
        let front =
          number == 0
          ? sign.map { styled($0.text, $0.style) + " " } ?? ""
          : String(repeating: " ", count: lead)
        return margin + front + styled(line, style) + "\n"
      }.joined()
  }

  /// Returns a rule with a title, the heading of the column below and the first remark that fits; `saysAll` is true if one does.
  func title(
    _ title: String,
    _ columnsBelow: [String],
    _ remarks: [String]
  ) -> (text: String, saysAll: Bool) {
    let dash = "─"
    let below = columnsBelow.map { " · \($0)" }.joined()
    func width(_ text: String) -> Int { DisplayWidth.columns(of: text) }
    var line = styled("\(dash)\(dash)", .muted)
    var used = 2
    if !title.isEmpty {
      guard used + 2 + width(title + below) < columns else {
        return (paragraph(title + below, .strong), false)
      }
      line += " " + styled(title, .strong) + styled(below, .gutter) + " "
      used += 2 + width(title + below)
    }
    let remark = remarks.first { used + 5 + width($0) <= columns }
    if let remark {
      line += styled(used > 2 ? dash + " " : " ", .muted) + styled(remark, .muted) + " "
      used += (used > 2 ? 2 : 1) + width(remark) + 1
    }
    line += styled(String(repeating: dash, count: max(0, columns - used)), .muted)
    return (line + "\n", remark != nil)
  }
}

extension OutcomeReport {
  /// The tables as Markdown, for a page or a comment.
  package var markdown: String {
    let (tables, single) = sections
    var output = "## \(MarkdownText.line(title))\n"
    for section in tables {
      let heads =
        section.factors.map { heading($0, of: section.operation) } + [text("Result", "結果")]
      output += "\n### \(MarkdownText.line(section.title))\n\n"
      if !section.agreement.isEmpty { output += MarkdownText.line(section.agreement) + "\n\n" }
      output += table(heads, whole(section.rows).map { ($0.map(cell), $1) })
      output += remarks(section)
    }
    if !single.isEmpty {
      output += "\n### \(text("One outcome each", "結果が1通りの操作"))\n\n"
      output += table(
        [text("Operation", "操作"), text("Result", "結果")],
        single.map { ([MarkdownText.line($0.title)], limited($0)) }
      )
      for section in single where !section.assumptions.isEmpty {
        let lines = section.assumptions.map { MarkdownText.line($0) }.joined(separator: "<br>")
        output += "\n\(MarkdownText.line(section.title)): \(lines)\n"
      }
    }
    if !otherQuestions.isEmpty { output += "\n### \(text("Also asked", "その他の確認事項"))\n\n" }
    for finding in otherQuestions {
      output += "- \(finding.id): \(MarkdownText.line(finding.message))\n"
    }
    return output
  }

  private func remarks(_ section: Section) -> String {
    let lines = section.limits + (section.remark.map { [$0] } ?? []) + section.assumptions
    return lines.isEmpty
      ? "" : "\n" + lines.map { MarkdownText.line($0) }.joined(separator: "<br>") + "\n"
  }

  private func table(_ heads: [String], _ rows: [([String], Said)]) -> String {
    MarkdownText.table(heads.map(MarkdownText.line), rows.map { $0 + [markdown($1)] })
  }

  private func cell(_ value: Value) -> String { MarkdownText.line(value.text) }

  /// Escapes the exclamation mark, which would begin an image, and leaves the question mark.
  private func markdown(_ said: Said) -> String {
    let first = [said.sign == Sign.contradictory ? "\\!" : said.sign, MarkdownText.line(said.text)]
      .filter { !$0.isEmpty }.joined(separator: " ")
    return ([first, MarkdownText.line(said.remark)] + said.notes.map { MarkdownText.line($0) })
      .filter { !$0.isEmpty }.joined(separator: "<br>")
  }

  /// Returns the rows with every value, since cells of Markdown tables cannot span rows.
  private func whole(_ rows: [Row]) -> [([Value], Said)] {
    var above: [Value] = []
    return rows.map { row in
      above = row.values.enumerated().map { $1 ?? above[$0] }
      return (above, row.said)
    }
  }
}
