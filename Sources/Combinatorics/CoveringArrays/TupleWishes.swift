/// A missing tuple that rows are asked for, and what else a row would bring in with one of its values.
struct TupleWishes {
  /// The factors of the drawn tuple.
  private(set) var factors: [Int32] = []
  /// Its values.
  private(set) var values: [Int32] = []

  /// The missing tuples that share a value with the drawn one: which of its values, and where their other values end in `partners`.
  private var shared: [Int32] = []
  private var ends: [Int32] = []
  /// Factor and value by turns.
  private var partners: [Int32] = []

  /// How many missing tuples share a value.
  var count: Int { shared.count }

  /// Draws the missing tuple at a place.
  mutating func draw(_ drawn: Int, of missing: MissingTuples) {
    factors.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    shared.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    partners.removeAll(keepingCapacity: true)
    for offset in 0..<missing.strength(at: drawn) {
      factors.append(missing.factor(offset, at: drawn))
      values.append(missing.value(offset, at: drawn))
    }
    for place in 0..<missing.count {
      let strength = missing.strength(at: place)
      for offset in 0..<strength {
        let factor = missing.factor(offset, at: place)
        for wish in factors.indices
        where factors[wish] == factor && values[wish] == missing.value(offset, at: place) {
          shared.append(Int32(wish))
          for other in 0..<strength where other != offset {
            partners.append(missing.factor(other, at: place))
            partners.append(missing.value(other, at: place))
          }
          ends.append(Int32(partners.count))
        }
      }
    }
  }

  /// The only value of the drawn tuple that a row lacks; negative where it lacks several.
  func onlyLacking(_ cells: [Int32], from first: Int) -> Int {
    var lacking = -1
    for wish in factors.indices where cells[first + Int(factors[wish])] != values[wish] {
      guard lacking < 0 else { return -1 }
      lacking = wish
    }
    return lacking
  }

  /// How many missing tuples a row would have with the value.
  func gain(of wish: Int, _ cells: [Int32], from first: Int) -> Int32 {
    var gain: Int32 = 0
    var start = 0
    for index in shared.indices {
      let end = Int(ends[index])
      defer { start = end }
      guard shared[index] == wish else { continue }
      var fits = true
      for partner in stride(from: start, to: end, by: 2)
      where cells[first + Int(partners[partner])] != partners[partner + 1] {
        fits = false
        break
      }
      if fits { gain += 1 }
    }
    return gain
  }
}
