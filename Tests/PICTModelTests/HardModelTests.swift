import Combinatorics
import Diagnostics
import Foundation
import PICTModel
import Testing

/// Models whose constraints outgrow one diagram: random clauses at the satisfiability threshold, and pigeonholes.
@Suite struct HardModelTests {
  /// 3-SAT clauses; a literal is a Boolean and its value.
  private struct Clauses {
    var count: Int
    var clauses: [[(variable: Int, value: Int)]] = []

    /// Creates random clauses; with `hasSolution`, only clauses that a random row satisfies.
    init(_ count: Int, _ clauseCount: Int, seed: Int, hasSolution: Bool) {
      self.count = count
      var random = SplitMix64(seed: UInt64(seed))
      let solution = (0..<count).map { _ in random.below(2) }
      while clauses.count < clauseCount {
        var variables: [Int] = []
        while variables.count < 3 {
          let variable = random.below(count)
          if !variables.contains(variable) { variables.append(variable) }
        }
        let clause = variables.map { (variable: $0, value: random.below(2)) }
        if hasSolution, !holds(clause, solution) { continue }
        clauses.append(clause)
      }
    }

    var text: String {
      let parameters = (0..<count).map { "V\($0): 0, 1\n" }.joined()
      let constraints = clauses.map { clause in
        clause.map { "[V\($0.variable)] = \($0.value)" }.joined(separator: " OR ") + ";\n"
      }
      return parameters + "\n" + constraints.joined()
    }

    private func holds(_ clause: [(variable: Int, value: Int)], _ row: [Int]) -> Bool {
      clause.contains { row[$0.variable] == $0.value }
    }

    func allows(_ row: [Int]) -> Bool { clauses.allSatisfy { holds($0, row) } }

    /// All satisfying rows, by trying all 65,536 assignments of 16 Booleans as bit masks.
    var solutions: [[Int]] {
      // A clause is violated if all of its bits differ.
      let broken = clauses.map { clause in
        (
          mask: clause.reduce(0) { $0 | 1 << $1.variable },
          bits: clause.reduce(0) { $0 | (1 - $1.value) << $1.variable }
        )
      }
      let rows = (0..<(1 << count)).filter { row in
        !broken.contains { row & $0.mask == $0.bits }
      }
      return rows.map { row in (0..<count).map { row >> $0 & 1 } }
    }
  }

  private static func pairs(_ rows: [[Int]]) -> Set<[Int]> {
    var pairs: Set<[Int]> = []
    for row in rows {
      for first in row.indices {
        for second in (first + 1)..<max(first + 1, row.count) {
          pairs.insert([first, row[first], second, row[second]])
        }
      }
    }
    return pairs
  }

  private static func suite(_ text: String) throws -> [[Int]]? {
    let model = try #require(PICTCase(text).model)
    return try cover(model).value?.rows.map { $0.compactMap { $0 } }
  }

  @Test(arguments: 0..<12)
  func suitesAgreeWithAllRowsListed(seed: Int) throws {
    let clauses = Clauses(16, 48 + 4 * seed, seed: seed, hasSolution: seed % 3 > 0)
    let solutions = clauses.solutions
    guard let rows = try Self.suite(clauses.text) else { return #expect(solutions.isEmpty) }
    #expect(Set(rows).isSubset(of: Set(solutions)))
    #expect(Self.pairs(rows) == Self.pairs(solutions))
  }

  /// The largest models take ten seconds.
  private static let isUnhurried = ProcessInfo.processInfo.environment["SPECMATRIX_SEEDS"] != nil

  @Test(arguments: [(45, 189), (60, 252)] + (isUnhurried ? [(100, 380)] : []))
  func clausesWithASolutionAreCovered(count: Int, clauses: Int) throws {
    let clauses = Clauses(count, clauses, seed: count, hasSolution: true)
    let rows = try #require(try Self.suite(clauses.text))
    #expect(!rows.isEmpty && rows.allSatisfy(clauses.allows))
  }

  @Test func clausesWithoutASolutionAreRefused() throws {
    let clauses = Clauses(60, 330, seed: 1, hasSolution: false)
    #expect(try Self.suite(clauses.text) == nil)
  }

  @Test(arguments: [(9, 9), (11, 11), (10, 9)])
  func pigeonsGetAHoleEachIfThereAreAsMany(pigeons: Int, holes: Int) throws {
    let names = (0..<holes).map { "h\($0)" }.joined(separator: ", ")
    var text = (0..<pigeons).map { "P\($0): \(names)\n" }.joined() + "\n"
    for last in 0..<pigeons {
      for other in 0..<last { text += "[P\(other)] <> [P\(last)];\n" }
    }
    guard let rows = try Self.suite(text) else { return #expect(pigeons > holes) }
    #expect(rows.allSatisfy { Set($0).count == pigeons })
    let isComplete = Self.pairs(rows).count == pigeons * (pigeons - 1) / 2 * holes * (holes - 1)
    #expect(isComplete)
  }
}
