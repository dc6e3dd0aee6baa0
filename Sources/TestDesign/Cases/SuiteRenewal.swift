import Combinatorics

/// Covers a changed space with as many rows of the earlier suite as a suite of reasonable size allows.
///
/// # Chapter: which earlier rows to give up
///
/// **Problem.** Keeping an earlier row costs nobody anything: its number, results and notes stay valid. But rows made for another space
/// cover this one badly. If every row stays that still covers something of its own, a suite is half as large again as a new one after
/// twenty edits.
///
/// **How much can stay.** A value that is new to a factor needs a row with each value of the largest other factor, `m` of them, and no
/// earlier row is one of these. If a fresh suite has `F` rows, one that is a tenth larger keeps at most `1.1 F - m`. With 25 rows and `m =
/// 5` that is 22: keeping nearly everything and staying within a tenth is not always possible, so there are two bounds.
///
/// **Idea.** First keep everything that is needed. If the suite is more than a tenth larger than a fresh one, try to do without some
/// twentieth of the earlier rows, those with the fewest pairs of their own; the new rows, which have room, may cover what is lost. Only if
/// the suite is still more than three twentieths larger, drop more, each time as many rows as there are too many; then restore, one by one,
/// rows that turn out not to have been in the way.
///
/// **Cost.** One covering array if nothing changed or the suite is close to its lower bound, one more to see that it is small enough, and
/// up to `2.5 · attempts` otherwise.
struct SuiteRenewal {
  /// A suite and the earlier rows that it begins with, in their order.
  struct Outcome {
    var suite: Suite
    var kept: [Int]

    var count: Int { suite.rows.count }
  }

  let space: Space
  /// Its droppable fixed rows are the earlier ones; the others stay.
  let request: CoveringRequest
  var limits = CoveringLimits()
  /// Follows the work; if it ends an attempt, the best suite so far is used.
  let monitor: CoveringMonitor?

  /// The maximum number of suites to compute in search of a small one, and again for restoring rows.
  ///
  /// Models with many factors take seconds for each.
  private var attempts: Int { space.store.domains.count <= 20 ? 12 : 3 }

  private var standing: [Int] { request.fixed.indices.filter { !request.fixed[$0].isDroppable } }

  /// Returns the suite with all earlier rows that are needed or, if that is large and `trading` is set, one not much larger than a fresh
  /// one, if possible.
  ///
  /// `isLarge` is true if the suite with all rows differs from the earlier one and is so large that one that keeps less might be smaller.
  func outcome(trading: Bool) throws(LimitExceeded) -> (Outcome, isLarge: Bool) {
    let largest = try outcome(
      keeping: request.fixed.indices.filter { request.fixed[$0].isDroppable },
      monitor
    )
    let lowerBound = largest.suite.lowerBound
    let isLarge =
      largest.count != request.fixed.count
      && largest.count > lowerBound + lowerBound / 10 && largest.kept.count > standing.count
    guard trading, isLarge, let fresh = attempt(keeping: [])?.count else {
      return (largest, isLarge)
    }
    let order = rowsByNeed(in: largest)
    let best = withoutFew(largest, order, limit: fresh + fresh / 10)
    return (withoutMany(best, order, limit: fresh + fresh * 3 / 20), isLarge)
  }

  /// Returns the smallest suite without a twentieth of the earlier rows, trying consecutive stretches of the order.
  private func withoutFew(
    _ largest: Outcome,
    _ order: [Int],
    limit: Int
  ) -> Outcome {
    let few = order.count / 20
    var best = largest
    guard few > 0 else { return best }
    for first in 0..<min(attempts / 2, order.count - few) where best.count > limit {
      guard let next = attempt(keeping: Array(order[..<first] + order[(first + few)...])) else {
        return best
      }
      if next.count < best.count { best = next }
    }
    return best
  }

  /// Returns a suite within a limit, dropping as many earlier rows as necessary.
  private func withoutMany(
    _ largest: Outcome,
    _ order: [Int],
    limit: Int
  ) -> Outcome {
    var best = largest
    var released = 0
    for _ in 0..<attempts where best.count > limit && released < order.count {
      released = min(released + best.count - limit, order.count)
      guard let next = attempt(keeping: Array(order[released...])) else { return best }
      if next.count < best.count { best = next }
    }
    guard best.count <= limit else { return best }
    // Rows dropped last were needed most.
    for row in order[..<released].reversed().prefix(attempts) where !best.kept.contains(row) {
      let earlier = best.kept.filter { request.fixed[$0].isDroppable }
      guard let next = attempt(keeping: earlier + [row]) else { return best }
      if next.count <= limit, next.kept.count > best.kept.count { best = next }
    }
    return best
  }

  /// Returns a suite on top of some of the earlier rows, or `nil` if the attempt is ended or exceeds a limit.
  private func attempt(keeping rows: [Int]) -> Outcome? {
    // The effort was already reported for the first suite.
    let quiet = monitor.map { monitor in
      CoveringMonitor { progress in
        if case .begins = progress { true } else { monitor.goesOn(progress) }
      }
    }
    return try? outcome(keeping: rows, quiet)
  }

  /// Returns the smallest suite on top of some of the earlier rows.
  private func outcome(
    keeping rows: [Int],
    _ monitor: CoveringMonitor?
  ) throws(LimitExceeded) -> Outcome {
    let rows = (standing + rows).sorted()
    var request = request
    request.fixed = rows.map { self.request.fixed[$0] }
    let suite = try coveringArray(
      space: space,
      request: request,
      limits: limits,
      monitor: monitor
    )
    let dropped = Set(suite.dropped)
    return Outcome(
      suite: suite,
      kept: rows.indices.filter { !dropped.contains($0) }.map { rows[$0] }
    )
  }

  /// Returns the earlier rows in the order in which to drop them: each time the one with the fewest pairs of its own.
  private func rowsByNeed(in outcome: Outcome) -> [Int] {
    var pairs = OwnPairs(outcome.suite.rows, isAsked: request.isAsked)
    var left = outcome.kept.indices.filter { request.fixed[outcome.kept[$0]].isDroppable }
    var order: [Int] = []
    while let row = left.min(by: { pairs.own[$0] < pairs.own[$1] }) {
      left.removeAll { $0 == row }
      pairs.remove(row)
      order.append(outcome.kept[row])
    }
    return order
  }
}

/// Counts, for each row, the requested pairs of values that no other row has, while rows are removed.
///
/// Only pairs shared by several rows are stored: for each the number of remaining rows, and the XOR of their indices, which in the end is
/// the index of the last one. Memory: O(shared pairs), at most rows · factors² / 4.
struct OwnPairs {
  private struct Pair: Hashable {
    var factors: Int
    var values: Int
  }

  private struct Holders {
    var count = 0
    var combined = 0

    mutating func toggle(_ row: Int, by change: Int) {
      count += change
      combined ^= row
    }
  }

  private let rows: [[Int]]
  private let isAsked: [[Bool]]
  private var shared: [Pair: Holders] = [:]
  /// The number of pairs that no other remaining row has, by row.
  private(set) var own: [Int]

  init(_ rows: [[Int]], isAsked: [[Bool]]) {
    self.rows = rows
    self.isAsked = isAsked
    own = Array(repeating: 0, count: rows.count)
    for left in isAsked.indices {
      for right in isAsked.indices.dropFirst(left + 1) {
        var holders: [Pair: Holders] = [:]
        for row in rows.indices {
          guard let pair = pair(left, right, of: row) else { continue }
          holders[pair, default: Holders()].toggle(row, by: 1)
        }
        for (pair, holders) in holders {
          if holders.count == 1 { own[holders.combined] += 1 } else { shared[pair] = holders }
        }
      }
    }
  }

  mutating func remove(_ row: Int) {
    for left in isAsked.indices {
      for right in isAsked.indices.dropFirst(left + 1) {
        guard let pair = pair(left, right, of: row), var holders = shared[pair] else { continue }
        holders.toggle(row, by: -1)
        if holders.count == 1 { own[holders.combined] += 1 }
        shared[pair] = holders
      }
    }
  }

  /// Returns the pair of a row in two factors, or `nil` if one of the values is not requested.
  private func pair(_ left: Int, _ right: Int, of row: Int) -> Pair? {
    let values = rows[row]
    guard isAsked[left][values[left]], isAsked[right][values[right]] else { return nil }
    return Pair(
      factors: left * isAsked.count + right,
      values: values[left] * isAsked[right].count + values[right]
    )
  }
}
