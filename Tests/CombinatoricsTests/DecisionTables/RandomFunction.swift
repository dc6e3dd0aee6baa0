import Testing

@testable import Combinatorics

/// A random partial function of a few factors, and the same function as a diagram.
struct RandomFunction {
  let sizes: [Int]
  /// The label of each row in mixed radix, the last factor fastest, or `nil` for none.
  let labels: [Int?]
  let store: LabelStore
  let diagram: LabelDiagram

  init(seed: Int) throws {
    var random = TestRandom(seed)
    let count = 2 + random.below(4)
    sizes = (0..<count).map { _ in 2 + random.below(2) }
    // Labels depend on some of the factors only, so that others can be removed.
    let deciding = random.some(below: count)
    let labelCount = 2 + random.below(3)
    let noise = random.below(3) * 10
    let gaps = random.below(4) * 20
    var byDeciding: [[Int]: Int] = [:]
    var labels: [Int?] = []
    let all = sizes.reduce(1, *)
    for number in 0..<all {
      let row = Self.row(number, sizes)
      let key = deciding.map { row[$0] }
      if byDeciding[key] == nil { byDeciding[key] = random.below(labelCount) }
      let label =
        random.chance(noise) && random.chance(10) ? random.below(labelCount) : byDeciding[key]
      labels.append(random.chance(gaps) ? nil : label)
    }
    self.labels = labels

    let domains = Domains(sizes: sizes)
    var order = Array(sizes.indices)
    if random.chance(50) { order.reverse() }
    let sets = DiagramStore(domains: domains, order: order)
    let sizes = self.sizes
    func set(_ wanted: (Int?) -> Bool) throws -> Diagram {
      try sets.diagram(
        of: labels.indices.filter { wanted(labels[$0]) }
          .map { Cube(row: Self.row($0, sizes), domains: domains) }
      )
    }
    store = LabelStore(for: sets)
    let (function, members) = try store.membership(
      of: try (0..<labelCount).map { label in try set { $0 == label } },
      within: try set { $0 != nil },
      in: sets
    )
    diagram = try store.relabelled(function, members.map { $0.first ?? 0 })
  }

  static func row(_ number: Int, _ sizes: [Int]) -> [Int] {
    var rest = number
    var row = sizes
    for factor in sizes.indices.reversed() {
      row[factor] = rest % sizes[factor]
      rest /= sizes[factor]
    }
    return row
  }

  /// True if rows that agree in some factors have the same label.
  func decides(_ factors: [Int]) -> Bool {
    var known: [[Int]: Int] = [:]
    for (number, label) in labels.enumerated() {
      guard let label else { continue }
      let row = Self.row(number, sizes)
      let key = factors.map { row[$0] }
      if let other = known[key], other != label { return false }
      known[key] = label
    }
    return true
  }

  /// Returns all sets of `count` factors in lexicographic order.
  func sets(of count: Int, from first: Int = 0) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return (first..<sizes.count).filter { $0 + count <= sizes.count }.flatMap { factor in
      sets(of: count - 1, from: factor + 1).map { [factor] + $0 }
    }
  }

  /// Returns the first of the smallest deciding subsets, or `nil` if not even all candidates decide.
  func smallest(among candidates: [Int]) -> [Int]? {
    (0...candidates.count).lazy.flatMap { sets(of: $0) }
      .first { $0.allSatisfy(candidates.contains) && decides($0) }
  }
}
