import Diagnostics

extension ChangeReport {
  /// The report for people, within 80 columns.
  ///
  /// - Parameters:
  ///   - limit: How many entries of one kind are shown of a spec; `nil` for all.
  ///   - usesColor: Whether it is coloured for a terminal.
  /// - Returns: A paragraph for each spec with changes, and the number of those without.
  package func text(limit: Int? = 10, usesColor: Bool = false) -> String {
    let page = ChangePage(limit: limit, usesColor: usesColor)
    var blocks = specs.filter { !$0.isEmpty }.map(page.block)
    let same = specs.count(where: \.isEmpty)
    if same > 0 {
      blocks.append("nothing changes for QA in \(counted(same, "spec"))\n")
    }
    return blocks.joined(separator: "\n")
  }
}

/// Sets the changes of a spec for a terminal.
private struct ChangePage {
  let limit: Int?
  let usesColor: Bool

  private static let columns = 80
  /// Ids that stand together are no more than fit a few lines.
  private static let idLimit = 24

  func block(_ change: SpecChange) -> String {
    var lines = [
      styled("\(VisibleText.line(change.id)): \(VisibleText.line(change.versions))", .strong)
    ]
    lines += wrapped(change.caseCounts, indent: 2)
    if let results = change.resultCounts { lines += wrapped(results, indent: 2) }
    for section in change.sections {
      lines += ["", styled(section.title, .strong)]
      for item in section.items.prefix(limit ?? .max) { lines += self.lines(item, section.mark) }
      let rest = section.items.count - min(limit ?? .max, section.items.count)
      if rest > 0 { lines.append("  … and \(rest) more (--all)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ item: ChangeSection.Item, _ mark: ChangeSection.Mark) -> [String] {
    let shown = limit == nil ? item.ids.count : Self.idLimit
    var head = item.ids.prefix(shown).joined(separator: ", ")
    if item.ids.count > shown { head += " and \(item.ids.count - shown) more (--all)" }
    if !item.text.isEmpty { head += "  " + item.text }
    var lines = wrapped(head, indent: 4)
    lines[0] = "  " + styled(mark.rawValue, mark.style) + lines[0].dropFirst(3)
    let width = item.details.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
    for detail in item.details {
      let blanks = String(repeating: " ", count: width - DisplayWidth.columns(of: detail.label))
      var texts = wrapped(detail.text, indent: 8 + width)
      texts[0] = "      \(detail.label): \(blanks)" + texts[0].dropFirst(8 + width)
      lines += texts
    }
    return lines
  }

  /// The lines of a text behind so many blanks.
  private func wrapped(_ text: String, indent: Int) -> [String] {
    LineBreaking.lines(of: VisibleText.line(text), columns: Self.columns - indent)
      .map { String(repeating: " ", count: indent) + $0 }
  }

  private func styled(_ text: String, _ style: TerminalStyle) -> String {
    usesColor ? style.applied(to: text) : text
  }
}

extension ChangeSection.Mark {
  fileprivate var style: TerminalStyle {
    switch self {
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }
}
