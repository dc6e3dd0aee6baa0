import Diagnostics
import Text
import YAMLSyntax

/// What kind of test a case is.
package enum CaseKind: String, CaseIterable, Sendable {
  /// 正常系
  case normal
  /// 準正常系: the operation reads a value that the feature must reject.
  case invalidInput = "invalid-input"
  /// 異常系: the operation is a failure of something around the feature.
  case failure
  /// 中断・復帰: the operation interrupts what the user is about.
  case interruption
}

/// How a team plans and records its tests: what the settings add to the sheet of cases.
package struct Planning: Sendable {
  /// A column that people fill, for teams that want it.
  package enum Column: String, CaseIterable, Sendable {
    /// Who is to run the case.
    case assignee
    /// Until when.
    case due
  }

  /// The minutes that a case takes, of every kind; empty if nobody says.
  package var estimate: [CaseKind: Int] = [:]
  package var columns: [Column] = []
  package var tickets: TicketPages?

  package init() {}
}

/// Where the tickets of a team are found.
package struct TicketPages: Hashable, Sendable {
  /// With `{id}` in place of the id.
  let url: String

  /// The page of a ticket, if a text is the id of one: `BUG-12`, `#34`, `34`.
  package func page(of text: String) -> String? {
    guard text.utf8.count < 50,
      let match = text.trimmed.wholeMatch(of: /#?((?:[A-Za-z][A-Za-z0-9_]*-)?[0-9]+)/)
    else { return nil }
    return url.replacing("{id}", with: match.1)
  }
}

extension SettingsDecoder {
  func planning(_ fields: Fields<Key>) -> Planning {
    var planning = Planning()
    if let node = fields[.estimate] { planning.estimate = estimate(node) }
    planning.columns = columns(fields)
    planning.tickets = tickets(fields)
    return planning
  }

  /// What takes no time of its own takes as long as a normal case.
  private func estimate(_ node: SyntaxNode) -> [CaseKind: Int] {
    guard let fields = read.fields(of: node, CaseKind.self, subject: "`estimate`"),
      let usual = fields.required(.normal)
    else { return [:] }
    return CaseKind.allCases.reduce(into: [:]) { minutes, kind in
      let node = fields[kind] ?? usual
      minutes[kind] = read.integer(node, "the minutes of `\(kind.rawValue)`", in: 1...10_000)
    }
  }

  private func columns(_ fields: Fields<Key>) -> [Planning.Column] {
    guard let node = fields[.columns], let items = read.list(node, fields.name(.columns))
    else { return [] }
    var names = UniqueNames()
    return items.compactMap { item in
      guard let column = read.word(item, "a column", Planning.Column.self),
        names.insert(column.rawValue, at: item.span, called: "the column", read)
      else { return nil }
      return column
    }
  }

  private func tickets(_ fields: Fields<Key>) -> TicketPages? {
    guard let node = fields[.ticketURL], let url = read.name(node, fields.name(.ticketURL)) else {
      return nil
    }
    if url.isWebAddress, url.contains("{id}") { return TicketPages(url: url) }
    return read.reject(
      .invalidValue,
      "`ticket_url` must be a web address with `{id}` in it, not `\(url)`",
      at: node.span,
      help: [
        "`{id}` stands for the id of a ticket: `ticket_url: https://tracker.example/browse/{id}`"
      ]
    )
  }
}
