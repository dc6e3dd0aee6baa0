/// All maximal cubes that hold at least one point of `on` and none of `off`.
///
/// A cube keeps clear of a point when, in some factor, it leaves the point's value out. So the values that a maximal cube
/// leaves out are a minimal set that hits every point of `off`, and all of these are listed by branching on a point that is not hit
/// yet and dropping every branch in which some value left out is no longer needed.
///
/// Source: Murakami and Uno, "Efficient algorithms for dualizing large-scale hypergraphs" (2014), algorithm MMCS.
struct MaximalCubes {
  private let onCount: Int
  private let full: [UInt64]
  /// By point of `off`: its values, as numbers of `cells`.
  private let cellsOfPoint: [[Int]]
  /// By cell (a value of a factor): the points of `on`, and of `off`, that have it.
  private let on: [PointSet]
  private let off: [PointSet]
  private var stepsLeft: Int
  private var found: [PointSet] = []
  private var seen: Set<PointSet> = []

  init(on: [[Int]], off: [[Int]], full: [UInt64], limit: Int) {
    var number: [[Int: Int]] = []
    var cells = 0
    for mask in full {
      var numbers: [Int: Int] = [:]
      for bit in 0..<64 where mask & (1 << UInt64(bit)) != 0 {
        numbers[bit] = cells
        cells += 1
      }
      number.append(numbers)
    }
    func cellsOf(_ point: [Int]) -> [Int] { zip(number, point).compactMap { $0[$1] } }
    func sets(_ points: [[Int]]) -> [PointSet] {
      var sets = Array(repeating: PointSet(capacity: points.count), count: cells)
      for (index, point) in points.enumerated() {
        for cell in cellsOf(point) { sets[cell].insert(index) }
      }
      return sets
    }
    self.full = full
    onCount = on.count
    cellsOfPoint = off.map(cellsOf)
    self.on = sets(on)
    self.off = sets(off)
    stepsLeft = limit
  }

  /// The points of `on` that each maximal cube holds, every set once; `nil` past the limit of steps.
  mutating func pointsOfAll() -> [PointSet]? {
    let complete = extend(
      needed: [],
      held: PointSet(all: onCount),
      unhit: PointSet(all: cellsOfPoint.count),
      banned: Set()
    )
    return complete ? found : nil
  }

  /// - Parameters:
  ///   - needed: By cell left out: the points of `off` that no other cell left out hits.
  ///   - held: The points of `on` that are still in the cube.
  ///   - unhit: The points of `off` that are still in the cube.
  ///   - banned: Cells that other branches leave out.
  /// - Returns: True if the limit allowed the search to end.
  private mutating func extend(
    needed: [PointSet],
    held: PointSet,
    unhit: PointSet,
    banned: Set<Int>
  ) -> Bool {
    stepsLeft -= 1
    guard stepsLeft >= 0 else { return false }
    guard let point = unhit.first else {
      if seen.insert(held).inserted { found.append(held) }
      return true
    }
    let choices = cellsOfPoint[point].filter { !banned.contains($0) }
    var banned = banned.union(choices)
    for cell in choices {
      let stillHeld = held.subtracting(on[cell])
      let stillNeeded = needed.map { $0.subtracting(off[cell]) }
      // A cell that fails here fails deeper down too, so it stays banned.
      guard !stillHeld.isEmpty, !stillNeeded.contains(where: \.isEmpty) else { continue }
      let complete = extend(
        needed: stillNeeded + [unhit.intersection(off[cell])],
        held: stillHeld,
        unhit: unhit.subtracting(off[cell]),
        banned: banned
      )
      guard complete else { return false }
      banned.remove(cell)
    }
    return true
  }
}
