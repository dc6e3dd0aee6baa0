/// The readability of a table: its number of cells, then the number of groups that consist of a weak value only.
struct TableSize: Comparable {
  var cells: Int
  var weakGroups: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.cells, left.weakGroups) < (right.cells, right.weakGroups)
  }
}

/// The remaining tables of one function for each remaining sequence of columns, memoised.
final class TableRests {
  typealias Group = (values: [Int], rest: LabelDiagram)

  struct Key: Hashable {
    var function: LabelDiagram
    /// The number assigned to the sequence of columns.
    var columns: Int
  }

  let store: LabelStore
  private let weakValues: [Int?]
  private var sizes: [Key: TableSize] = [:]
  private var known: [Key: [Group]] = [:]
  private var numbers = Numbering<ArraySlice<Int>>()
  /// The factors that each function depends on.
  private var named: [LabelDiagram: Set<Int>] = [:]
  /// The number of columns of rests looked at so far.
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

  /// Returns the size of a table, or `nil` as soon as it exceeds `limit` cells.
  func size(
    of function: LabelDiagram,
    _ columns: ArraySlice<Int>,
    within limit: Int
  ) throws(LimitExceeded) -> TableSize? {
    if function.isNowhere { return TableSize(cells: 0, weakGroups: 0) }
    guard limit > 0 else { return nil }
    if function.label != nil { return TableSize(cells: 1, weakGroups: 0) }
    visits += columns.count
    // Omit columns that make no difference, so that orders that differ only in these share their results.
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

  /// Groups the possible values of the first column by a common rest; impossible values are omitted.
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
    // The groups whose rest is partial. Total rests absorb only equal ones.
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

  /// Returns the first group in which merging `rest` saves a cell, and the merged rest.
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
