import Combinatorics

/// Finds the parts of rules whose condition matches a row without asking every rule.
///
/// # Chapter: which rules can meet
///
/// **Problem.** If one rule is an exception of another, and which rules win in a case, are questions about rows: which rules match
/// this one? Asking each of 10,000 rules for each of 10,000 rows takes 10^8 comparisons, nearly all in vain.
///
/// **Idea.** A tree over the cubes of the conditions. Each node looks at one factor: cubes that allow few of its values hang under those
/// values, all others hang under a node of their own. A row follows the child of its value, and the child of the others. What is left
/// in the leaves is compared one by one. The factor of a node is the one that leaves the fewest cubes to a row on average.
///
/// **Worked example.** Rules "submit, a = 1", "submit, b = 2", "back": the root looks at the operation, its child for *submit* at `a`.
/// The row *submit*, a = 3, b = 2 passes the rule on `b` (under "others") and meets neither "a = 1" nor "back".
///
/// **Cost.** A cube is copied for each value that it allows, at most `most` times a node and `16` times on average; a tree of disjoint
/// rules has leaves of a few cubes, so a row costs about the depth of the tree. Rules that allow many values of every factor are compared
/// with every row, a few machine words each.
///
/// Source: P. Gupta, N. McKeown, "Packet Classification using Hierarchical Intelligent Cuttings", Hot Interconnects 1999.
struct RuleIndex {
  /// A cube of a condition.
  private struct Entry {
    var part: Int
    var cube: Cube
    /// The factors of which it allows few values.
    var narrow: [(factor: Int, values: [Int])]
  }

  /// A place in the tree: children by value, one child for cubes that do not care, or numbers of entries.
  private indirect enum Node {
    case leaf([Int])
    case split(factor: Int, children: [Int: Node], others: Node?)
  }

  /// Leaves of so many cubes are not split.
  private static let leafSize = 8
  /// The most values of a factor under which one cube hangs.
  private static let maxCopies = 4

  private let parts: RuleParts
  private let entries: [Entry]
  private let root: Node

  /// Makes the index.
  ///
  /// - Parameters:
  ///   - parts: The parts of the rules.
  ///   - domains: The factors.
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

  /// The parts that match a row, ascending.
  ///
  /// - Parameters:
  ///   - row: A value for each factor.
  ///   - steps: Raised by the number of cubes compared.
  /// - Returns: Numbers of parts, each of another rule.
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
    // A part of several alternatives may match with more than one.
    return found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
  }

  /// The parts that match a row, ascending.
  func parts(matching row: [Int]) -> [Int] {
    var steps = 0
    return parts(matching: row, steps: &steps)
  }

  /// The rules that match a row, ascending.
  func rules(matching row: [Int]) -> [Int] { parts(matching: row).map { parts[$0].rule } }

  /// True if a part plainly says less than another: each of its cubes lies in one of the other's.
  func isWithin(_ part: Int, _ other: Int) -> Bool {
    parts[part].cubes.allSatisfy { cube in
      cube.isEmpty || parts[other].cubes.contains { $0.contains(cube) }
    }
  }

  /// What building the tree needs to know.
  private struct Building {
    let entries: [Entry]
    let domains: Domains
    var copiesLeft: Int

    /// A node for some cubes that no longer looks at the given factors.
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

    /// The factor whose split leaves the fewest cubes to a row on average; `nil` if none spares a quarter of them.
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
