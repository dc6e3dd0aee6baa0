/// A range of numbers and which of them become values.
struct BoundaryRange {
  /// The least valid number, `nil` where there is none.
  var from: Int?
  /// The greatest valid number, `nil` where there is none.
  var to: Int?
  /// The distance of neighbours, at least 1; `to` lies a whole number of steps above `from`.
  var step = 1
  /// Whether every number becomes a value, instead of those at the boundaries.
  var picksAll = false

  /// A number of the range, or one beside it that must be rejected.
  struct Pick: Equatable {
    var number: Int
    var isInvalid: Bool
  }

  /// The values in ascending order (ISTQB, three-value boundary analysis with the outer neighbours invalid): below `from`, `from`,
  /// the first between where there is one, `to`, above `to`; on an open side the two innermost, and nothing invalid.
  func picks(in domain: ClosedRange<Int>) -> [Pick] {
    var valid: [Int]
    switch (from, to) {
    case (let from?, let to?):
      if picksAll {
        valid = Array(stride(from: from, through: to, by: step))
      } else {
        valid = [from]
        if from + step < to { valid.append(from + step) }
        if from < to { valid.append(to) }
      }
    case (let from?, nil): valid = [from, from + step]
    case (nil, let to?): valid = [to - step, to]
    case (nil, nil): valid = []
    }
    let below = from.map { [Pick(number: $0 - step, isInvalid: true)] } ?? []
    let above = to.map { [Pick(number: $0 + step, isInvalid: true)] } ?? []
    let inside = valid.map { Pick(number: $0, isInvalid: false) }
    return (below + inside + above).filter { domain.contains($0.number) }
  }

  /// How many values `picks` gives at most, without making them.
  var count: Int {
    guard picksAll, let from, let to else { return 5 }
    return (to - from) / step + 3
  }
}
