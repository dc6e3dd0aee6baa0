import Text

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
  /// Those on which each case is run in a round, each with results of its own; empty for one result a case.
  package var devices: [String] = []
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
