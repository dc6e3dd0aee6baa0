/// What makes a cell of a column stand out.
package struct ReportMark: Hashable, Sendable {
  /// When the mark shows.
  package enum Match: Hashable, Sendable {
    /// The cell holds this text.
    case equals(String)
    /// The cell begins with this text.
    case begins(String)
    /// The cell of the same row in another column is empty.
    case isEmpty(ReportColumn.Role)
  }

  /// What the mark says; each format has its own colour or word for it.
  package enum Tone: String, CaseIterable, Hashable, Sendable {
    case good, bad, blocked, open, changed, new, notice, muted
  }

  package var match: Match
  package var tone: Tone

  package init(_ match: Match, _ tone: Tone) {
    self.match = match
    self.tone = tone
  }
}
