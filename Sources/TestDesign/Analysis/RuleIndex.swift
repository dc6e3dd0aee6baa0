import Combinatorics

/// An index of the parts of rules whose conditions match a row.
///
/// # Chapter: which rules can meet
///
/// **Problem.** Finding exceptions, and the rules that win in a case, requires the rules that match a row. Comparing 10,000 rules with each
/// of 10,000 rows takes 10^8 comparisons, nearly all of them in vain.
///
/// **Idea.** A tree over the cubes of the conditions. Each node tests one factor: cubes that allow few of its values are stored under those
/// values, all others under a separate child. A row descends into the child of its value and into the child of the others; the cubes in the
/// leaves are compared one by one. A node tests the factor that leaves the fewest cubes to a row on average.
///
/// **Worked example.** Rules "submit, a = 1", "submit, b = 2", "back": the root tests the operation, its child for *submit* tests `a`. The
/// row *submit*, a = 3, b = 2 reaches the rule on `b` (under "others"), but neither "a = 1" nor "back".
///
/// **Cost.** A cube is copied for each value that it allows, at most `maxCopies` times per node and 16 times on average. A tree of disjoint
/// rules has leaves of a few cubes, so a lookup costs about the depth of the tree. Rules that allow many values of every factor are
/// compared with every row, at a few machine words each.
///
/// Source: P. Gupta, N. McKeown, "Packet Classification using Hierarchical Intelligent Cuttings", Hot Interconnects 1999.
struct RuleIndex {
  private struct Entry {
    var part: Int
    var cube: Cube
    /// The factors of which the cube allows few values.
    var narrow: [(factor: Int, values: [Int])]
  }

  /// A node of the tree: the indices of entries, or children by value and one child for cubes that allow many values.
  private indirect enum Node {
    case leaf([Int])
    case split(factor: Int, children: [Int: Node], others: Node?)
  }

  /// The maximum number of cubes in a leaf that is not split.
  private static let leafSize = 8
  /// The maximum number of values of a factor under which one cube is stored.
  private static let maxCopies = 4

  private let parts: RuleParts
  private let entries: [Entry]
  private let root: Node

  /// Builds the index from the parts of the rules.
  init(_ parts: RuleParts, domains: Domains) {
    var entries: [Entry] = []
    for part in parts.indices {
      for cube in parts[part].cubes {
        let narrow = (0..<domains.count).compactMap { factor -> (factor: Int, values: [Int])? in
          let count = cube.valueCount(of: factor)
          guard count <= Self.maxCopies, count * 2 <= domains.sizes[factor] else { return nil }
          return (factor, cube.values(of: factor))
        }
        entries.append(Entry(part: part, cube: cube, narrow: narrow))
      }
    }
    self.parts = parts
    self.entries = entries
    var building = Building(entries: entries, domains: domains, copiesLeft: 16 * entries.count)
    root = building.node(Array(entries.indices), without: [])
  }

  /// Returns the parts that match a row, ascending; each belongs to a different rule.
  ///
  /// `steps` is increased by the number of cubes compared.
  func parts(matching row: [Int], steps: inout Int) -> [Int] {
    var found: [Int] = []
    var open = [root]
    while let node = open.popLast() {
      switch node {
      case .leaf(let numbers):
        steps += numbers.count
        for number in numbers where entries[number].cube.contains(row: row) {
          found.append(entries[number].part)
        }
      case .split(let factor, let children, let others):
        steps += 1
        if let child = children[row[factor]] { open.append(child) }
        if let others { open.append(others) }
      }
    }
    found.sort()
    // A part with several alternatives may match more than once.
    return found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
  }

  /// Returns the parts that match a row, ascending.
  func parts(matching row: [Int]) -> [Int] {
    var steps = 0
    return parts(matching: row, steps: &steps)
  }

  /// Returns the rules that match a row, ascending.
  func rules(matching row: [Int]) -> [Int] { parts(matching: row).map { parts[$0].rule } }

  /// True if each cube of a part is contained in a cube of the other; false negatives are possible.
  func isWithin(_ part: Int, _ other: Int) -> Bool {
    parts[part].cubes.allSatisfy { cube in
      cube.isEmpty || parts[other].cubes.contains { $0.contains(cube) }
    }
  }

  private struct Building {
    let entries: [Entry]
    let domains: Domains
    var copiesLeft: Int

    /// Returns a node for cubes that does not test the used factors.
    mutating func node(_ numbers: [Int], without used: [Int]) -> Node {
      guard numbers.count > RuleIndex.leafSize, copiesLeft > 0,
        let factor = bestFactor(numbers, without: used)
      else { return .leaf(numbers) }
      var byValue: [Int: [Int]] = [:]
      var others: [Int] = []
      for number in numbers {
        guard let values = entries[number].narrow.first(where: { $0.factor == factor })?.values
        else {
          others.append(number)
          continue
        }
        copiesLeft -= values.count
        for value in values { byValue[value, default: []].append(number) }
      }
      let used = used + [factor]
      var children: [Int: Node] = [:]
      for (value, part) in byValue.sorted(by: { $0.key < $1.key }) {
        children[value] = node(part, without: used)
      }
      return .split(
        factor: factor,
        children: children,
        others: others.isEmpty ? nil : node(others, without: used)
      )
    }

    /// Returns the factor whose split leaves the fewest cubes to a row on average, or `nil` if none saves a quarter of them.
    private func bestFactor(_ numbers: [Int], without used: [Int]) -> Int? {
      var cubes = Array(repeating: 0, count: domains.count)
      var copies = cubes
      for number in numbers {
        for (factor, values) in entries[number].narrow {
          cubes[factor] += 1
          copies[factor] += values.count
        }
      }
      var best: (factor: Int, spared: Double)?
      for factor in 0..<domains.count where cubes[factor] > 0 && !used.contains(factor) {
        let spared = Double(cubes[factor]) - Double(copies[factor]) / Double(domains.sizes[factor])
        if best.map({ spared > $0.spared }) ?? true { best = (factor, spared) }
      }
      guard let best, best.spared * 4 >= Double(numbers.count) else { return nil }
      return best.factor
    }
  }
}
