/// The wanted tuples that no row has, in no order, each with its values.
///
/// A value stands here as its number among the values of all factors (`TupleTable.firstValue`).
struct MissingTuples {
  /// What stands in place of a value behind the last one of a tuple.
  static let none: Int32 = -1

  /// Room for one tuple in `values`: the largest strength there is.
  let width: Int
  private var tuples: [Int32] = []
  private var values: [Int32] = []

  init(width: Int) {
    self.width = width
  }

  var count: Int { tuples.count }
  var isEmpty: Bool { tuples.isEmpty }

  /// Adds a tuple behind the others; its values follow by `append(value:)`, `none` up to the width.
  mutating func append(tuple: Int) {
    tuples.append(Int32(tuple))
  }

  mutating func append(value: Int32) {
    values.append(value)
  }

  /// Takes away the tuple at a place; the last one moves there.
  ///
  /// - Returns: The tuple that is at the place now, or the one taken away where that was the last.
  mutating func remove(at place: Int) -> Int {
    let last = tuples.count - 1
    let moved = tuples[last]
    if place != last {
      tuples[place] = moved
      for offset in 0..<width { values[place * width + offset] = values[last * width + offset] }
    }
    tuples.removeLast()
    values.removeLast(width)
    return Int(moved)
  }

  func tuple(at place: Int) -> Int { Int(tuples[place]) }

  /// One of the values of the tuple at a place, or `none`.
  func value(_ offset: Int, at place: Int) -> Int32 { values[place * width + offset] }

  /// Whether the tuple at a place has a value.
  func has(_ value: Int32, at place: Int) -> Bool {
    for index in (place * width)..<((place + 1) * width) where values[index] == value {
      return true
    }
    return false
  }
}
