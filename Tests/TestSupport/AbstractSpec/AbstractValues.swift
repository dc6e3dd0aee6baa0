/// Where the values of a factor, or the variants of an operation, come from.
package enum AbstractValues: Hashable, Codable, Sendable {
  /// Written out.
  case listed([AbstractValue])
  /// Boundary values of an integer range, or all of its values; a missing `to` means that it has no upper end.
  case range(from: Int, to: Int?, step: Int, all: Bool)
  /// Boundary values of a range of days, written `YYYY-MM-DD`.
  case date(from: String, to: String)
  /// Boundary values of a length, and kinds of text.
  case text(from: Int, to: Int, kinds: [String])
  /// The values `yes` and `no`.
  case flag

  /// The values that this gives, generated ones ascending and kinds of text last.
  package var values: [AbstractValue] {
    switch self {
    case .listed(let values):
      values
    case .range(let from, let to, let step, let all):
      Self.boundaries(from: from, to: to, step: step, all: all).map {
        AbstractValue(id: String($0.number), isInvalid: $0.isInvalid, number: $0.number)
      }
    case .date(let from, let to):
      Self.boundaries(from: Day(from).number, to: Day(to).number, step: 1, all: false).map {
        AbstractValue(
          id: Day(number: $0.number).text,
          isInvalid: $0.isInvalid,
          number: $0.number
        )
      }
    case .text(let from, let to, let kinds):
      Self.boundaries(from: from, to: to, step: 1, all: false).filter { $0.number >= 0 }.map {
        AbstractValue(
          id: $0.number == 0 ? "empty" : String($0.number),
          isInvalid: $0.isInvalid,
          number: $0.number
        )
      } + kinds.map { AbstractValue(id: $0) }
    case .flag:
      [AbstractValue(id: "yes"), AbstractValue(id: "no")]
    }
  }

  /// The boundary rule of the page: one step outside on either side (invalid), both ends, and the first value between.
  private static func boundaries(
    from: Int,
    to: Int?,
    step: Int,
    all: Bool
  ) -> [(number: Int, isInvalid: Bool)] {
    guard let to else { return [(from - step, true), (from, false), (from + step, false)] }
    var valid = Array(stride(from: from, through: to, by: step))
    if !all {
      let between = valid.first { from < $0 && $0 < to }
      valid = [from] + (between.map { [$0] } ?? []) + (from == to ? [] : [to])
    }
    return [(from - step, true)] + valid.map { ($0, false) } + [(to + step, true)]
  }
}
