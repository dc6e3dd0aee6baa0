/// The wanted tuples that no row has, in no order, each with its factors and values.
struct MissingTuples {
  /// Room for one tuple in `factors` and `values`: the largest strength there is.
  static let width = 6

  private var tuples: [Int32] = []
  /// By place: the strength of the tuple.
  private var strengths: [Int32] = []
  private var factors: [Int32] = []
  private var values: [Int32] = []
  /// By tuple: its place.
  private var placeOf: [Int32: Int32] = [:]

  var count: Int { tuples.count }
  var isEmpty: Bool { tuples.isEmpty }

  /// Adds a tuple: the values that a row has for some factors.
  mutating func insert(
    _ tuple: Int,
    factors subset: [Int32],
    in places: Range<Int>,
    row: Int,
    of cells: [Int32]
  ) {
    placeOf[Int32(tuple)] = Int32(tuples.count)
    tuples.append(Int32(tuple))
    strengths.append(Int32(places.count))
    for place in places {
      factors.append(subset[place])
      values.append(cells[row + Int(subset[place])])
    }
    for _ in places.count..<Self.width {
      factors.append(0)
      values.append(0)
    }
  }

  /// Takes a tuple away; the last one moves into its place.
  mutating func remove(_ tuple: Int) {
    guard let place = placeOf.removeValue(forKey: Int32(tuple)).map(Int.init) else { return }
    let last = tuples.count - 1
    if place != last {
      tuples[place] = tuples[last]
      strengths[place] = strengths[last]
      placeOf[tuples[place]] = Int32(place)
      for offset in 0..<Self.width {
        factors[place * Self.width + offset] = factors[last * Self.width + offset]
        values[place * Self.width + offset] = values[last * Self.width + offset]
      }
    }
    tuples.removeLast()
    strengths.removeLast()
    factors.removeLast(Self.width)
    values.removeLast(Self.width)
  }

  func strength(at place: Int) -> Int { Int(strengths[place]) }
  func factor(_ offset: Int, at place: Int) -> Int32 { factors[place * Self.width + offset] }
  func value(_ offset: Int, at place: Int) -> Int32 { values[place * Self.width + offset] }
}
