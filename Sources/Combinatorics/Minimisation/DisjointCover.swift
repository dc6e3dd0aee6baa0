/// Cubes that cover a set and share no row.
///
/// # Chapter: nobody is asked the same thing twice
///
/// **Problem.** The cubes of a minimal cover overlap (`MinimalCover`). Asked as questions, two of them ask about the same row, and whoever
/// answers each differently contradicts himself. Share the rows out so that each row is in one cube, without a cube more.
///
/// **Naive way.** Cut every cube into what the cubes in front of it leave. A cube without a corner is no cube but several, so that
/// the number of questions grows, often to twice as many.
///
/// **Idea.** Take the cubes in some order, and shrink each to the tightest cube around the rows of the set that the earlier ones leave (its
/// *hull*). A hull holds no row of the off-set, since it is a part of its cube. What is to be seen is whether it holds a row of an
/// earlier cube; where it does, the cube cannot come so late. Which rows are left depends on the cubes that came before and not on their
/// order, so the search for an order goes through sets of cubes: a set that leads nowhere is tried once. Cubes that no chain of overlaps
/// connects do not concern each other. Then each hull is widened again as far as it goes without taking in a row of the off-set or of
/// another cube, so that it names as little as possible.
///
/// **When there is no such order.** Some sets need a cube more to be covered without overlaps. Their cubes are then kept, and those that still
/// hold rows of earlier ones say which (`except`): such a cube stands for its rows without theirs. The same where the search takes too many
/// steps: the order is then one in which as few as can be seen at once need an exception.
///
/// **Ties.** The order of preference decides which cube is tried first, so that those that name least stay whole; a hull is widened in the
/// order of declaration. Neither depends on the order of the levels.
///
/// **Worked example.** Over a, b, c of two values, on-set "a = 0 or b = 0 or c = 0": the minimal cover a=0, b=0, c=0 overlaps in each
/// pair. In this order b=0 leaves what a=0 took, its hull is "a = 1, b = 0"; the third cube shrinks to "a = 1, b = 1, c = 0". All three share
/// no row, and none can be widened.
///
/// **Cost.** To see whether a cube can come after some others takes a few walks over diagrams. An order that works at once takes as many of
/// them as there are cubes; a search for another one is limited.
package struct DisjointCover {
  /// Budgets, in steps.
  package struct Limits: Sendable {
    /// Places in an order that are tried.
    package var choices = 5_000
    /// Nodes visited in the search for an order.
    package var work = 1_000_000

    package init() {}
  }

  /// A cube that shares no row of the set with the others.
  package struct Part: Sendable {
    /// Holds nothing of the off-set; maximal except for the rows of other parts.
    package var cube: Cube
    /// The rows of the set that it stands for: all that it holds, or that the exceptions leave of them.
    package var rows: Diagram
    /// The numbers of earlier parts whose rows it holds as well; nearly always none.
    package var except: [Int] = []
  }

  private let store: DiagramStore
  private let apart: [Diagram]
  private let limits: Limits

  /// - Parameters:
  ///   - store: The store of the sets that are covered.
  ///   - apart: What makes the space besides these sets where its one diagram would be too large (`Space`).
  ///   - limits: Budgets.
  package init(store: DiagramStore, apart: [Diagram] = [], limits: Limits = Limits()) {
    self.store = store
    self.apart = apart
    self.limits = limits
  }

  /// Shares the rows of a set out among the cubes of a cover.
  ///
  /// - Parameters:
  ///   - cubes: Cubes that avoid the off-set, the preferred ones in front.
  ///   - onSet: What they cover.
  ///   - offSet: What no cube may hold.
  ///   - bounds: A cube that no cube leaves.
  /// - Returns: As many parts as there are cubes, or fewer where one had nothing that the others did not have; exceptions refer to earlier parts.
  /// - Throws: `LimitExceeded` where the diagrams outgrow their limit or the search for a row took too long.
  package func parts(
    of cubes: [Cube],
    covering onSet: Diagram,
    avoiding offSet: Diagram,
    within bounds: Cube
  ) throws(LimitExceeded) -> [Part] {
    var search = ShrinkingOrder(store: store, apart: apart, limits: limits)
    try search.add(cubes, covering: onSet)
    var parts: [Part] = []
    // By cube: the number of its part, as long as it has one.
    var numbers: [Int?] = Array(repeating: nil, count: cubes.count)
    var taken = Diagram.empty
    for cube in try search.order() {
      let rows = search.rows[cube]
      var part = Part(cube: cubes[cube], rows: rows)
      if search.neighbours[cube].contains(where: { numbers[$0] != nil }) {
        part.rows = try store.difference(rows, taken)
        guard let hull = try space(of: part.rows).support(in: part.cube) else { continue }
        var held = part.rows
        for other in search.neighbours[cube] {
          guard let number = numbers[other],
            try space(of: parts[number].rows).intersects(hull)
          else { continue }
          part.except.append(number)
          held = try store.union(held, parts[number].rows)
        }
        part.except.sort()
        let others = try store.union(offSet, try store.difference(onSet, held))
        part.cube = try hull.widened(avoiding: space(of: others), within: bounds)
      }
      numbers[cube] = parts.count
      taken = try store.union(taken, rows)
      parts.append(part)
    }
    return parts
  }

  private func space(of set: Diagram) -> Space { Space(apart + [set], in: store) }
}

/// Finds an order in which what earlier cubes leave of each is a cube again.
private struct ShrinkingOrder {
  let store: DiagramStore
  let apart: [Diagram]
  let limits: DisjointCover.Limits

  private var cubes: [Cube] = []
  /// By cube: its rows of the set.
  private(set) var rows: [Diagram] = []
  /// By cube: the others that share rows of the set with it, ascending.
  private(set) var neighbours: [[Int]] = []

  private var choices = 0
  private let workLimit: Int
  /// True if a cube may come after some of its neighbours.
  private var known: [Place: Bool] = [:]
  /// Sets of cubes that no order begins with.
  private var failed: Set<[Int]> = []

  private struct Place: Hashable {
    var cube: Int
    /// Ascending.
    var earlier: [Int]
  }

  /// Some cubes in an order.
  private struct Beginning {
    var order: [Int] = []
    var isPlaced: [Bool]
    /// All their rows.
    var taken = Diagram.empty
  }

  init(store: DiagramStore, apart: [Diagram], limits: DisjointCover.Limits) {
    self.store = store
    self.apart = apart
    self.limits = limits
    workLimit = store.work + limits.work
  }

  mutating func add(_ cubes: [Cube], covering onSet: Diagram) throws(LimitExceeded) {
    self.cubes = cubes
    for cube in cubes { rows.append(try store.intersection(onSet, try store.diagram(of: cube))) }
    neighbours = Array(repeating: [], count: cubes.count)
    for one in cubes.indices {
      try store.budget.charge(10 * (cubes.count - one))
      for other in cubes.indices.dropFirst(one + 1) where cubes[one].intersects(cubes[other]) {
        let shared = try store.intersection(rows[one], rows[other])
        guard try Space(apart + [shared], in: store).hasRows() else { continue }
        neighbours[one].append(other)
        neighbours[other].append(one)
      }
    }
  }

  /// All cubes, those that concern each other in the order found, each group in the places that its cubes have by preference.
  mutating func order() throws(LimitExceeded) -> [Int] {
    var order = Array(cubes.indices)
    let none = Beginning(isPlaced: Array(repeating: false, count: cubes.count))
    for group in groups where group.count > 1 {
      let found =
        if let clean = try cleanOrder(of: group, behind: none) { clean } else {
          try orderWithExceptions(of: group, behind: none)
        }
      for (place, cube) in zip(group, found) { order[place] = cube }
    }
    return order
  }

  /// The cubes that chains of overlaps connect, each group ascending.
  private var groups: [[Int]] {
    var groups: [[Int]] = []
    var isSeen = Array(repeating: false, count: cubes.count)
    for start in cubes.indices where !isSeen[start] {
      var group = [start]
      isSeen[start] = true
      var next = 0
      while next < group.count {
        for other in neighbours[group[next]] where !isSeen[other] {
          isSeen[other] = true
          group.append(other)
        }
        next += 1
      }
      groups.append(group.sorted())
    }
    return groups
  }

  /// An order of the group that has some beginning and makes all disjoint; `nil` where none is found.
  private mutating func cleanOrder(
    of group: [Int],
    behind beginning: Beginning
  ) throws(LimitExceeded) -> [Int]? {
    guard beginning.order.count < group.count else { return beginning.order }
    let set = beginning.order.sorted()
    guard !failed.contains(set) else { return nil }
    for cube in group where !beginning.isPlaced[cube] {
      choices += 1
      guard choices <= limits.choices, store.work <= workLimit else { return nil }
      guard try isClean(cube, after: beginning) else { continue }
      let longer = try adding(cube, to: beginning)
      if let order = try cleanOrder(of: group, behind: longer) { return order }
    }
    failed.insert(set)
    return nil
  }

  /// An order in which the next cube is the first that needs no exception, or else the first.
  private mutating func orderWithExceptions(
    of group: [Int],
    behind beginning: Beginning
  ) throws(LimitExceeded) -> [Int] {
    var beginning = beginning
    var open = group
    while !open.isEmpty {
      var next = 0
      for (place, cube) in open.enumerated() where store.work <= workLimit + limits.work {
        guard try isClean(cube, after: beginning) else { continue }
        next = place
        break
      }
      beginning = try adding(open.remove(at: next), to: beginning)
    }
    return beginning.order
  }

  private func adding(
    _ cube: Int,
    to beginning: Beginning
  ) throws(LimitExceeded) -> Beginning {
    var longer = beginning
    longer.order.append(cube)
    longer.isPlaced[cube] = true
    longer.taken = try store.union(beginning.taken, rows[cube])
    return longer
  }

  /// True if the hull of what some cubes leave of another holds no row of theirs.
  private mutating func isClean(
    _ cube: Int,
    after beginning: Beginning
  ) throws(LimitExceeded) -> Bool {
    let earlier = neighbours[cube].filter { beginning.isPlaced[$0] }
    guard !earlier.isEmpty else { return true }
    let place = Place(cube: cube, earlier: earlier)
    if let known = known[place] { return known }
    let left = Space(apart + [try store.difference(rows[cube], beginning.taken)], in: store)
    let hull = try left.support(in: cubes[cube])
    // Cubes that are no neighbours share no row with it.
    let taken = Space(apart + [beginning.taken], in: store)
    let isClean = if let hull { try !taken.intersects(hull) } else { true }
    known[place] = isClean
    return isClean
  }
}
