/// How well a table reads: first how many cells it has, then how many groups of a column are told by a value that says little.
struct TableSize: Comparable {
  var cells: Int
  var weakGroups: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.cells, left.weakGroups) < (right.cells, right.weakGroups)
  }
}

/// The rests of tables over the same function: how their values go together, and how many cells they have.
final class TableRests {
  typealias Group = (values: [Int], rest: LabelDiagram)

  struct Key: Hashable {
    var function: LabelDiagram
    /// The columns, as a number.
    var columns: Int
  }

  let store: LabelStore
  private let weakValues: [Int?]
  private var sizes: [Key: TableSize] = [:]
  private var known: [Key: [Group]] = [:]
  private var numbers = Numbering<ArraySlice<Int>>()
  /// By function: the factors that it names.
  private var named: [LabelDiagram: Set<Int>] = [:]
  /// Columns of rests looked at so far.
  private(set) var visits = 0

  init(in store: LabelStore, weakValues: [Int?]) {
    self.store = store
    self.weakValues = weakValues
  }

  func key(_ function: LabelDiagram, _ columns: ArraySlice<Int>) -> Key {
    Key(function: function, columns: numbers.number(of: columns))
  }

  func size(
    of function: LabelDiagram,
    _ columns: ArraySlice<Int>
  ) throws(LimitExceeded) -> TableSize {
    guard let size = try size(of: function, columns, within: .max) else {
      preconditionFailure("every table has room in the largest number")
    }
    return size
  }

  /// The size of a table; `nil` if it has more cells than wanted, which takes no longer to find out than it takes to count these.
  func size(
    of function: LabelDiagram,
    _ columns: ArraySlice<Int>,
    within limit: Int
  ) throws(LimitExceeded) -> TableSize? {
    if function.isNowhere { return TableSize(cells: 0, weakGroups: 0) }
    guard limit > 0 else { return nil }
    if function.label != nil { return TableSize(cells: 1, weakGroups: 0) }
    visits += columns.count
    // Columns that make no difference are left out, so that orders that differ in these share what is known.
    let columns = named(columns, by: function)[...]
    let key = key(function, columns)
    if let size = sizes[key] { return size.cells <= limit ? size : nil }
    var size = TableSize(cells: 0, weakGroups: 0)
    let groups = try groups(function, columns)
    for group in groups {
      let left = limit == .max ? .max : limit - size.cells
      guard let rest = try self.size(of: group.rest, columns.dropFirst(), within: left) else {
        return nil
      }
      let isWeak =
        groups.count > 1 && group.values == columns.first.flatMap { weakValues[$0] }.map { [$0] }
      size.cells = size.cells.addingSaturated(rest.cells)
      size.weakGroups = size.weakGroups.addingSaturated(rest.weakGroups + (isWeak ? 1 : 0))
    }
    sizes[key] = size
    return size
  }

  private func named(_ columns: ArraySlice<Int>, by function: LabelDiagram) -> [Int] {
    let factors = named[function] ?? Set(store.factors(of: function))
    named[function] = factors
    return columns.filter(factors.contains)
  }

  /// The values of the first column, those with a common rest together, with that rest; values that do not occur are left out.
  func groups(
    _ function: LabelDiagram,
    _ columns: ArraySlice<Int>
  ) throws(LimitExceeded) -> [Group] {
    guard let factor = columns.first else {
      preconditionFailure("a function that names a factor has a column for it")
    }
    let key = key(function, columns)
    if let groups = known[key] { return groups }
    let behind = columns.dropFirst()
    var groups: [Group] = []
    var placeOf: [LabelDiagram: Int] = [:]
    // The groups whose rest lacks labels: others take in no more than what is equal.
    var open: [Int] = []
    for value in 0..<store.domains.sizes[factor] {
      let rest = try store.restriction(of: function, factor, to: value)
      guard !rest.isNowhere else { continue }
      let candidates = store.isTotal(rest) ? open : Array(groups.indices)
      if let place = placeOf[rest] {
        groups[place].values.append(value)
      } else if let (place, joined) = try place(for: rest, groups, candidates, behind) {
        groups[place].values.append(value)
        groups[place].rest = joined
        placeOf[rest] = place
        placeOf[joined] = place
        if store.isTotal(joined) { open.removeAll { $0 == place } }
      } else {
        placeOf[rest] = groups.count
        if !store.isTotal(rest) { open.append(groups.count) }
        groups.append(([value], rest))
      }
    }
    known[key] = groups
    return groups
  }

  /// The first group that a value with a rest spares a cell in, and the rest of both.
  private func place(
    for rest: LabelDiagram,
    _ groups: [Group],
    _ candidates: [Int],
    _ columns: ArraySlice<Int>
  ) throws(LimitExceeded) -> (place: Int, joined: LabelDiagram)? {
    for place in candidates {
      try store.step()
      guard let joined = try store.merged(groups[place].rest, rest) else { continue }
      let apart = try size(of: groups[place].rest, columns).cells
        .addingSaturated(try size(of: rest, columns).cells)
      if try size(of: joined, columns).cells < apart { return (place, joined) }
    }
    return nil
  }
}
