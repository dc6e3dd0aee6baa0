import Text

package enum CaseKind: String, CaseIterable, Sendable {
  /// 正常系: any other case.
  case normal
  /// 準正常系: the operation reads a value that the feature must reject.
  case invalidInput = "invalid-input"
  /// 異常系: the operation is a failure of something around the feature.
  case failure
  /// 中断・復帰: the operation interrupts the user's work.
  case interruption
}

/// How a team plans and records its tests: the settings' additions to the sheet of cases.
package struct Planning: Sendable {
  package enum Column: String, CaseIterable, Sendable {
    /// The person who runs the case.
    case assignee
    case due
  }

  /// The minutes that a case takes, by kind; empty if not given.
  package var estimate: [CaseKind: Int] = [:]
  package var columns: [Column] = []
  /// The devices on which each case is run in a round, each with its own results; empty for one result per case.
  package var devices: [String] = []
  package var tickets: TicketPages?

  package init() {}
}

/// The web pages of a team's tickets.
package struct TicketPages: Hashable, Sendable {
  /// The address with `{id}` in place of the id.
  let url: String

  /// Returns the page of a ticket if the text is an id: `BUG-12`, `#34`, `34`.
  package func page(of text: String) -> String? {
    guard text.utf8.count < 50,
      let match = text.trimmed.wholeMatch(of: /#?((?:[A-Za-z][A-Za-z0-9_]*-)?[0-9]+)/)
    else { return nil }
    return url.replacing("{id}", with: match.1)
  }
}
