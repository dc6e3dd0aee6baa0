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
    var state = Array(repeating: 0, count: over.count)  // 0 new, 1 on the path, 2 done
    var path: [Int] = []
    func visit(_ rule: Int) -> [Int]? {
      state[rule] = 1
      path.append(rule)
      for (next, _) in over[rule] {
        if state[next] == 1, let start = path.firstIndex(of: next) { return Array(path[start...]) }
        if state[next] == 0, let circle = visit(next) { return circle }
      }
      path.removeLast()
      state[rule] = 2
      return nil
    }
    for rule in over.indices where state[rule] == 0 {
      if let circle = visit(rule) { return circle }
    }
    return nil
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
