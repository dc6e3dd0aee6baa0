/// How much a message weighs: a note informs, a warning wants a look, an error stops.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  case note, warning, error

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
