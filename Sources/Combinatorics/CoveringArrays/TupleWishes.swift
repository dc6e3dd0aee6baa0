/// A missing tuple that rows are asked for, and what else a row would bring in with one of its values.
struct TupleWishes {
  /// The values of the drawn tuple, by their numbers among the values of all factors.
  private(set) var values: [Int32] = []

  /// By value of the drawn tuple, and behind the last: where the missing tuples that have it begin in `weights` and `ends`.
  private var firstSharing: [Int] = []
  /// What each counts.
  private var weights: [Int32] = []
  /// Where its other values end in `partners`.
  private var ends: [Int] = []
  /// By their numbers among the values of all factors.
  private var partners: [Int32] = []

  /// How many missing tuples share a value.
  var count: Int { weights.count }

  /// Draws the missing tuple at a place.
  mutating func draw(_ drawn: Int, of accounts: TupleAccounts) {
    values.removeAll(keepingCapacity: true)
    firstSharing.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    partners.removeAll(keepingCapacity: true)
    let missing = accounts.missing
    for offset in 0..<missing.width where missing.value(offset, at: drawn) != MissingTuples.none {
      values.append(missing.value(offset, at: drawn))
    }
    for value in values {
      firstSharing.append(weights.count)
      for place in 0..<missing.count where missing.has(value, at: place) {
        weights.append(accounts.weight(at: place))
        for offset in 0..<missing.width {
          let partner = missing.value(offset, at: place)
          if partner != value, partner != MissingTuples.none { partners.append(partner) }
        }
        ends.append(partners.count)
      }
    }
    firstSharing.append(weights.count)
  }

  /// What the missing tuples count that a row would have with a value of the drawn one.
  func gain(of wish: Int, for row: Int, in rows: RowsByValue) -> Int {
    var gain = 0
    let sharing = firstSharing[wish]..<firstSharing[wish + 1]
    var partner = sharing.lowerBound == 0 ? 0 : ends[sharing.lowerBound - 1]
    for index in sharing {
      let end = ends[index]
      var fits = true
      while partner < end {
        if !rows.has(row, partners[partner]) {
          fits = false
          break
        }
        partner += 1
      }
      partner = end
      if fits { gain += Int(weights[index]) }
    }
    return gain
  }
}
