import Combinatorics
import Specification

/// Which rule gives way to which.
struct Overrides {
  /// Why a rule overrides another.
  enum Reason {
    /// It covers a proper part of what the other covers.
    case isException
    /// Its `overrides` names the other.
    case saysSo
  }

  /// By rule: the rules that override it, ascending, and why.
  let over: [[(rule: Int, reason: Reason)]]

  /// Finds who overrides whom, from what each rule covers of the space.
  init(
    _ specification: Specification,
    covered: [Diagram],
    store: DiagramStore
  ) throws(LimitExceeded) {
    var parts = ProperParts(covered: covered, store: store)
    var over: [[(rule: Int, reason: Reason)]] = []
    for rule in covered.indices {
      var overriders: [(rule: Int, reason: Reason)] = []
      for other in covered.indices
      where other != rule && covered[rule] != .empty && covered[other] != .empty {
        if specification.expectations[other].overrides.contains(rule) {
          overriders.append((other, .saysSo))
        } else if try parts.isProperPart(other, of: rule) {
          overriders.append((other, .isException))
        }
      }
      over.append(overriders)
    }
    self.over = over
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

/// Compares what rules cover; most pairs are told apart by a row that one covers and the other does not.
private struct ProperParts {
  let covered: [Diagram]
  let store: DiagramStore
  /// By rule: some rows that it covers.
  var witnesses: [[[Int]]]

  init(covered: [Diagram], store: DiagramStore) {
    self.covered = covered
    self.store = store
    witnesses = covered.map { store.anyRow(of: $0).map { [$0] } ?? [] }
  }

  mutating func isProperPart(_ inner: Int, of outer: Int) throws(LimitExceeded) -> Bool {
    guard covered[inner] != covered[outer] else { return false }
    guard witnesses[inner].allSatisfy({ store.contains(covered[outer], row: $0) }) else {
      return false
    }
    let outside = try store.difference(covered[inner], covered[outer])
    guard let witness = store.anyRow(of: outside) else { return true }
    witnesses[inner].append(witness)
    return false
  }
}
