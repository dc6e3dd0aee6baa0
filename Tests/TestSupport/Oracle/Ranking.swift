/// Determines which of the rules that cover a combination win.
///
/// On each combination, precedence applies first: a rule is *out* if another covering rule precedes it in a list. Then exceptions beat
/// general rules among the rest, by operation, and by part if it has parts. A house rule remains only if no rule of the spec covers.
struct Ranking {
  /// The combinations that each rule wins.
  private(set) var won: [PointSet]
  /// The combinations that the second rule (inner key) takes from the first.
  private(set) var taken: [[Int: PointSet]]

  /// Ranks the rules of a spec and its pack, given the combinations of each rule and of each operation or part.
  init(_ spec: AbstractSpec, covered: [PointSet], operations: [PointSet]) {
    let own = spec.rules.indices
    let before = Self.pairs(of: spec)
    var taken: [[Int: PointSet]] = covered.map { _ in [:] }
    func take(_ points: PointSet, from loser: Int, by winner: Int) {
      guard !points.isEmpty else { return }
      taken[loser][winner] = taken[loser][winner]?.union(points) ?? points
    }
    for pair in before.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) }) {
      let both = covered[pair.first].intersection(covered[pair.second])
      take(both, from: pair.second, by: pair.first)
    }
    for house in covered.indices where house >= own.count {
      for rule in own { take(covered[rule].intersection(covered[house]), from: house, by: rule) }
    }
    let left = covered.indices.map { rule in
      taken[rule].values.reduce(covered[rule]) { $0.subtracting($1) }
    }
    for points in operations {
      let parts = covered.map { $0.intersection(points) }
      for general in covered.indices {
        for exception in covered.indices
        where own.contains(general) == own.contains(exception)
          && !parts[exception].isEmpty && parts[exception] != parts[general]
          && parts[exception].isSubset(of: parts[general])
        {
          take(left[exception].intersection(points), from: general, by: exception)
        }
      }
    }
    self.taken = taken
    won = covered.indices.map { rule in
      taken[rule].values.reduce(covered[rule]) { $0.subtracting($1) }
    }
  }

  struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  /// Returns the pairs of rules of the spec in which a list puts the first before the second.
  static func pairs(of spec: AbstractSpec) -> Set<Pair> {
    var pairs: Set<Pair> = []
    for list in spec.precedence {
      let named = spec.rules.indices.filter { list.entries.contains(.rule(spec.rules[$0].id)) }
      let groups = list.entries.map { entry in
        switch entry {
        case .rule(let id): spec.rules.indices.filter { spec.rules[$0].id == id }
        case .others: spec.rules.indices.filter { !named.contains($0) }
        }
      }
      for (place, group) in groups.enumerated() {
        for first in group {
          for second in groups.dropFirst(place + 1).joined() {
            pairs.insert(Pair(first: first, second: second))
          }
        }
      }
    }
    return pairs
  }

  /// True if the lists form a cycle among the rules that name one of the operations.
  static func isCircle(_ spec: AbstractSpec) -> Bool {
    let pairs = pairs(of: spec)
    return spec.operations.contains { operation in
      var open = Set(
        spec.rules.indices.filter { rule in
          spec.rules[rule].operations.contains { $0.operation == operation.id }
        }
      )
      func isFree(_ rule: Int) -> Bool {
        !open.contains { pairs.contains(Pair(first: $0, second: rule)) }
      }
      while let free = open.sorted().first(where: isFree) { open.remove(free) }
      return !open.isEmpty
    }
  }
}
