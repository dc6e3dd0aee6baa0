import Combinatorics

/// How many combinations of values rows contain.
///
/// Rows that agree in some factors are a class; another factor splits the classes, and the classes in the end are the combinations.
/// So all choices that begin alike share the work on their beginning.
struct TupleCount {
  private let isCounted: ([Int], _ strength: Int) -> Bool
  private let rowCount: Int
  /// By factor: the values of the rows, and how many there are at most.
  private let columns: [[Int]]
  private let sizes: [Int]
  /// By class and value: the split that met it last, and the class that it became then.
  private var splitOf: [Int] = []
  private var classOf: [Int] = []
  private var split = 0
  private var chosen: [Int] = []
  private var total = 0

  /// The different tuples of the groups in the rows, as far as their factors are counted.
  static func count(
    _ rows: [[Int]],
    _ groups: [CoveringRequest.Group],
    where isCounted: @escaping ([Int], _ strength: Int) -> Bool = { _, _ in true }
  ) -> Int {
    guard !rows.isEmpty else { return 0 }
    var count = TupleCount(rows, isCounted)
    let all = Array(repeating: 0, count: rows.count)
    for group in groups {
      count.visit(group, from: 0, min(group.strength, group.factors.count), all, classCount: 1)
    }
    return count.total
  }

  private init(_ rows: [[Int]], _ isCounted: @escaping ([Int], _ strength: Int) -> Bool) {
    self.isCounted = isCounted
    rowCount = rows.count
    columns = rows[0].indices.map { factor in rows.map { $0[factor] } }
    sizes = columns.map { ($0.max() ?? 0) + 1 }
  }

  /// Counts the choices that add so many factors, from a place of the group on, to those that are chosen.
  private mutating func visit(
    _ group: CoveringRequest.Group,
    from place: Int,
    _ left: Int,
    _ classes: [Int],
    classCount: Int
  ) {
    guard left > 0 else { return }
    var split = classes
    for place in place..<max(place, group.factors.count - left + 1) {
      chosen.append(group.factors[place])
      if left > 1 {
        let count = self.split(classes, classCount, by: group.factors[place], into: &split)
        visit(group, from: place + 1, left - 1, split, classCount: count)
      } else if isCounted(chosen, group.strength) {
        total += self.split(classes, classCount, by: group.factors[place], into: &split)
      }
      chosen.removeLast()
    }
  }

  /// Splits classes of rows by the values of a factor; returns how many there are then.
  private mutating func split(
    _ classes: [Int],
    _ classCount: Int,
    by factor: Int,
    into result: inout [Int]
  ) -> Int {
    let size = sizes[factor]
    let missing = classCount * size - splitOf.count
    if missing > 0 {
      splitOf += Array(repeating: 0, count: missing)
      classOf += Array(repeating: 0, count: missing)
    }
    split += 1
    var count = 0
    let column = columns[factor]
    for row in 0..<rowCount {
      let key = classes[row] * size + column[row]
      if splitOf[key] != split {
        splitOf[key] = split
        classOf[key] = count
        count += 1
      }
      result[row] = classOf[key]
    }
    return count
  }
}
