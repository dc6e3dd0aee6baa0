import Combinatorics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The reported differences of two random versions of a small spec, against every pair of their combinations, number by number.
///
/// A combination of one version corresponds to those of the other with the same operation and the same value of every factor that both have
/// and that applies in both. The result has changed
/// * for each pair that is possible in both versions and has different outcomes;
/// * for a combination of one version without a possible counterpart in the other, if that has its operation and values and the reason is
///   not merely two invalid values.
///
/// Nothing else is a change, in particular no added or removed value, factor or operation.
struct ChangeOracleTests {
  private struct Tally {
    var pairs = 0
    var changes = 0
    var gone = 0
    var differences: [String] = []
  }

  @Test(arguments: 0..<4)
  func `changes are those of every pair of combinations`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: 10 * Seeds.count, by: 4) { try judge(seed, &tally) }
    print("changes: \(tally.pairs) pairs, \(tally.changes) changed, \(tally.gone) cannot happen")
    #expect(tally.differences.prefix(4) == [])
    #expect(tally.changes > 0 && tally.gone > 0)
  }

  private func judge(_ seed: Int, _ tally: inout Tally) throws {
    var random = TestSupport.SplitMix64(seed: UInt64(seed))
    let old = TinySpec.random(&random)
    let new = old.edited(&random)
    guard let before = try analysedIfValid(old.text), let after = try analysedIfValid(new.text)
    else { return }
    guard let compared = try ComparedRegions(before, after),
      let regions = try compared.regions(limit: 1_000)
    else {
      tally.differences.append("seed \(seed): not compared")
      return
    }
    func differ(_ what: String) {
      tally.differences.append("seed \(seed): \(what)\n\(old.text)\n\(new.text)")
    }
    // The changed rows by region.
    var hits = regions.map { _ in Set<[Int]>() }
    func expect(_ rows: [[Int]], _ was: TinySpec.Said, _ now: TinySpec.Said, _ what: () -> String) {
      if rows.isEmpty { differ("no row for \(what())") }
      for row in rows { expect(row, was, now, what) }
    }
    func expect(_ row: [Int], _ was: TinySpec.Said, _ now: TinySpec.Said, _ what: () -> String) {
      let found = regions.indices.filter { compared.store.contains(regions[$0].rows, row: row) }
      if was == now {
        if !found.isEmpty { differ("reported, yet the same: \(what())") }
        return
      }
      guard found.count == 1 else {
        return differ("in \(found.count) changes: \(what()) \(was) \(now)")
      }
      let region = regions[found[0]]
      if region.before != was.outcome || region.after != now.outcome {
        differ("\(region.before) > \(region.after), by brute force \(was) > \(now): \(what())")
      }
      hits[found[0]].insert(row)
    }
    let versions = [old, new]
    let names = Set(old.factors.map(\.name)).intersection(new.factors.map(\.name))
    for operation in old.operations where new.operations.contains(operation) {
      let points = versions.map { version in
        version.points.map { ($0, version.said(operation, $0)) }
          .filter { $0.1 != .impossible && $0.1 != .twoInvalid }
      }
      var met: [Set<TinySpec.Point>] = [[], []]
      for (one, was) in points[0] {
        for (other, now) in points[1] where corresponds(one, other, names) {
          met[0].insert(one)
          met[1].insert(other)
          tally.pairs += 1
          if was != now { tally.changes += 1 }
          expect(rows(one, other, operation, compared.space), was, now) {
            "\(operation) \(one) \(other)"
          }
        }
      }
      for version in 0...1 {
        let other = versions[1 - version]
        for (point, said) in points[version] where !met[version].contains(point) {
          let common = other.factors.filter { names.contains($0.name) }
          let values = common.compactMap { factor in
            (point[factor.name] ?? nil).map { (factor, $0) }
          }
          guard values.allSatisfy({ other.values(of: $0).contains($1) }),
            values.count(where: { other.isInvalid($1, of: $0) }) < 2
          else { continue }
          tally.gone += 1
          let rows = rows(alone: point, operation, version, compared)
          let sides = version == 0 ? (said, .impossible) : (TinySpec.Said.impossible, said)
          expect(rows, sides.0, sides.1) { "\(operation) \(point) alone in \(version)" }
        }
      }
    }
    for (region, hits) in zip(regions, hits) {
      let count = compared.store.decimalCount([region.rows])
      if count != String(hits.count) {
        differ("\(region.before) > \(region.after): \(count) rows, by brute force \(hits.count)")
      }
    }
  }

  private func corresponds(
    _ one: TinySpec.Point,
    _ other: TinySpec.Point,
    _ names: Set<String>
  ) -> Bool {
    names.allSatisfy { name in
      guard let left = one[name] ?? nil, let right = other[name] ?? nil else { return true }
      return left == right
    }
  }

  /// Returns the rows that represent a pair.
  private func rows(
    _ one: TinySpec.Point,
    _ other: TinySpec.Point,
    _ operation: String,
    _ space: SharedSpace
  ) -> [[Int]] {
    let places = space.specification.factors.enumerated().map { factor, declared in
      let sides = [one[declared.name] ?? nil, other[declared.name] ?? nil]
      return space.values[factor].indices.filter { place in
        let value = space.values[factor][place]
        return value.applies == sides.map { $0 != nil }
          && sides.allSatisfy { $0.map { stands(value, $0, declared) } ?? true }
      }
    }
    return rows(places, operation, space)
  }

  /// Returns the rows that represent a combination without a counterpart.
  private func rows(
    alone point: TinySpec.Point,
    _ operation: String,
    _ version: Int,
    _ compared: ComparedRegions
  ) -> [[Int]] {
    let space = compared.space
    let one = space.oneEach(version, compared.store.domains)
    let places = space.specification.factors.enumerated().map { factor, declared in
      let own = point[declared.name] ?? nil
      return space.values[factor].indices.filter { place in
        let value = space.values[factor][place]
        return one.contains(place, factor: factor) && value.applies[version] == (own != nil)
          && own.map { stands(value, $0, declared) } ?? true
      }
    }
    return rows(places, operation, space)
  }

  private func rows(_ places: [[Int]], _ operation: String, _ space: SharedSpace) -> [[Int]] {
    let values = space.specification.operationValues
    guard let last = values.firstIndex(where: { $0.id == operation }) else { return [] }
    return (places + [[last]]).reduce([[]]) { rows, places in
      rows.flatMap { row in places.map { row + [$0] } }
    }
  }

  /// True if a value of the space represents one of a version.
  private func stands(_ value: SharedSpace.Value, _ own: String, _ factor: Factor) -> Bool {
    guard value.shown < factor.values.count else { return false }
    let shown = factor.values[value.shown]
    if let numbers = shown.numbers { return Int(own).map(numbers.contains) ?? false }
    return shown.id == own
  }
}

extension TinySpec.Said {
  fileprivate var outcome: CellChanges.Outcome {
    switch self {
    case .result(let text): .init(status: .defined, texts: [[text]])
    case .undefined: .init(status: .undefined)
    case .impossible, .twoInvalid: .init(status: .impossible)
    }
  }
}
