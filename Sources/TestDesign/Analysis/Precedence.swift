import Combinatorics
import Specification

/// Which rule gives way to which.
///
/// A rule gives way where another says that it `overrides` it, and to its exceptions: rules that match a proper part of the combinations
/// that it matches. Who is an exception of whom is asked only of rules that match a common row (`RuleIndex`); most of those are told apart
/// by a second row.
struct Precedence {
  /// Why a rule overrides another.
  enum Reason {
    /// It matches a proper part of what the other matches.
    case isException
    /// Its `overrides` names the other.
    case saysSo
  }

  /// By rule: the rules that override it, ascending, and why.
  let over: [[(rule: Int, reason: Reason)]]
  /// Cubes compared with rows, and pairs of rules compared with each other: what tests count.
  let steps: Int

  /// Finds who overrides whom.
  ///
  /// - Parameters:
  ///   - specification: The spec of the rules.
  ///   - matches: By rule, what it matches of the space.
  ///   - index: The conditions of the same rules.
  ///   - space: The space.
  /// - Throws: `LimitExceeded` where the diagrams outgrow their limit or the search for a row took too long.
  init(
    _ specification: Specification,
    matches: [Diagram],
    index: RuleIndex,
    space: SpecificationSpace
  ) throws(LimitExceeded) {
    var over: [[(rule: Int, reason: Reason)]] = Array(repeating: [], count: matches.count)
    var steps = 0
    for rule in matches.indices {
      guard let first = try space.rows(of: matches[rule]).someRow(),
        let last = try space.rows(of: matches[rule]).someRow(prefersLast: true)
      else { continue }
      let named = Set(specification.rules[rule].overrides)
      for other in named where other != rule && matches[other] != .empty {
        over[other].append((rule, .saysSo))
      }
      // Rows that the rule matches: a rule that does not match all of them does not hold the rule as a part.
      // Its first and its last row differ in every factor that it leaves free.
      var witnesses = [first]
      for other in index.rules(matching: last, steps: &steps) {
        guard other != rule, !named.contains(other), matches[other] != matches[rule] else {
          continue
        }
        steps += 1
        guard witnesses.allSatisfy({ space.store.contains(matches[other], row: $0) }) else {
          continue
        }
        if !index.isWithin(rule, other) {
          let outside = try space.store.difference(matches[rule], matches[other])
          if let witness = try space.rows(of: outside).someRow() {
            witnesses.append(witness)
            continue
          }
        }
        // Apart, different diagrams may hold the same combinations.
        if !space.isJoined, try space.isWithin(matches[other], matches[rule]) { continue }
        over[other].append((rule, .isException))
      }
    }
    self.over = over
    self.steps = steps
  }

  /// The rules that override a rule, without exceptions of its exceptions: what these match is taken from it with the others.
  func strongest(over rule: Int) -> [Int] {
    var spared: Set<Int> = []
    var strongest: [Int] = []
    // Those with most exceptions of their own come first.
    for (other, _) in over[rule].sorted(by: {
      (over[$1.rule].count, $0.rule) < (over[$0.rule].count, $1.rule)
    }) where !spared.contains(other) {
      strongest.append(other)
      for (part, reason) in over[other] where reason == .isException { spared.insert(part) }
    }
    return strongest
  }

  /// A circle of rules each of which is overridden by the next, the last by the first; `nil` where there is none.
  var circle: [Int]? {
    // Rules that nothing left overrides are in no circle; what then is left has an overrider that is left, too.
    var open = Set(over.indices)
    var overriderCount = over.map(\.count)
    var overridden = Array(repeating: [Int](), count: over.count)
    for rule in over.indices { for (other, _) in over[rule] { overridden[other].append(rule) } }
    var free = over.indices.filter { overriderCount[$0] == 0 }
    while let rule = free.popLast() {
      open.remove(rule)
      for other in overridden[rule] {
        overriderCount[other] -= 1
        if overriderCount[other] == 0 { free.append(other) }
      }
    }
    var path: [Int] = []
    var next = open.min()
    while let rule = next {
      if let start = path.firstIndex(of: rule) { return Array(path[start...]) }
      path.append(rule)
      next = over[rule].first { open.contains($0.rule) }?.rule
    }
    return nil
  }

  /// Whether a rule gives way to another, be it through rules between them.
  func givesWay(_ rule: Int, to other: Int) -> Bool {
    var seen: Set<Int> = [rule]
    var open = [rule]
    while let rule = open.popLast() {
      for (next, _) in over[rule] where seen.insert(next).inserted {
        if next == other { return true }
        open.append(next)
      }
    }
    return false
  }
}
