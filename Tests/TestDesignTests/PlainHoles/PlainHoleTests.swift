import Combinatorics
import Specification
import Testing

@testable import TestDesign
@testable import TestSupport

/// The engine's conditions of questions about undefined combinations, against all combinations.
struct PlainHoleTests {
  /// The permitted excess of conditions over the minimum, per argument: the search is not exhaustive.
  private static let allowedExcess = 0.04
  /// The permitted number of superfluous values, whose combinations later conditions all contain.
  private static let allowedSpare = 0

  @Test(arguments: 0..<4)
  func `the fewest plain conditions hold all undefined combinations`(part: Int) throws {
    var compared = PlainHoleTally()
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      try compared.compare(seed: UInt64(seed))
    }
    print("plain holes:", compared.tally.summary)
    #expect(Array(compared.tally.differences.prefix(10)) == [])
    #expect(
      Double(compared.tally["conditions too many"])
        <= Self.allowedExcess * Double(compared.tally["conditions"]),
      "\(compared.larger.prefix(10))"
    )
    #expect(compared.spare.count <= Self.allowedSpare, "\(compared.spare.prefix(10))")
    #expect(compared.tally["values settled"] > compared.tally["specs"] / 4)
  }

  /// Ends of a range may be together, and so may gaps, but they do not mix, and invalid numbers are separate.
  @Test(arguments: [(["5"], 2), (["1", "5", "9"], 2), (["1", "5"], 3), (["1", "3", "6"], 3)])
  func `brute force knows ends from gaps`(covered: [String], fewest: Int) {
    var spec = AbstractSpec(id: "T", feature: "Test")
    let source = AbstractValues.range(from: 1, to: 9, unit: nil)
    spec.factors = [AbstractFactor(name: "n", kind: .data, values: source)]
    spec.operations = [AbstractOperation(id: "go")]
    let when = AbstractCondition(.init("n", ids: covered))
    spec.rules = [
      AbstractRule(id: "r", operations: [.init("go")], when: when, outcome: .then(["A"]))
    ]
    var search = PlainHoleSearch(PlainHoleOracle(Oracle(spec), value: 0), limit: 1000)
    #expect(search.fewest() == fewest)
  }

  @Test func `brute force judges by the most ordinary combination`() {
    var spec = AbstractSpec(id: "T", feature: "Test")
    spec.factors = ["a", "b"].map { name in
      let values = AbstractValues.listed([AbstractValue(id: "x"), AbstractValue(id: "y")])
      return AbstractFactor(name: name, kind: .state, values: values)
    }
    spec.operations = [AbstractOperation(id: "go")]
    let when = AbstractCondition(.init("a", ids: ["x"]), .init("b", ids: ["y"]))
    spec.rules = [
      AbstractRule(id: "r", operations: [.init("go")], when: when, outcome: .then(["A"]))
    ]
    let holes = PlainHoleOracle(Oracle(spec), value: 0)
    #expect(holes.rows == [[0, 1, 0], [0, 0, 0], [1, 1, 0], [1, 0, 0]])
    #expect(holes.objection(to: [:]) != nil)
    #expect(holes.objection(to: [0: 0b10]) == nil)
    #expect(holes.objection(to: [0: 0b11]) != nil)
    #expect(holes.objection(to: [1: 0b01]) == nil)
    var search = PlainHoleSearch(holes, limit: 1000)
    #expect(search.fewest() == 2)
  }
}

/// Compares specs one by one and counts the comparisons.
private struct PlainHoleTally {
  private static let mostCombinations = 300
  private static let steps = 5000

  var tally = Tally()
  /// The operation values with more conditions than necessary.
  private(set) var larger: [String] = []
  private(set) var spare: [String] = []

  mutating func compare(seed: UInt64) throws {
    guard let random = try RandomAnalysis(seed: seed) else { return }
    let oracle = random.oracle
    // If a factor is always invalid, nothing is usual.
    guard !oracle.values.dropLast().contains(where: { $0.allSatisfy(\.isInvalid) }) else { return }
    tally.count("specs")
    let store = random.analysed.regions.space.store
    let engineRows = random.engineRows
    let holes = random.analysed.questions.flatMap(\.holes)
    for value in Set(holes.map(\.value)) where !oracle.operationOfValue.indices.contains(value) {
      tally.differ("seed \(seed): a hole of operation value \(value)")
    }
    for point in oracle.points(.undefined).members {
      let asked = random.analysed.questions.count { question in
        question.holes.contains { store.contains($0.rows, row: engineRows[point]) }
      }
      if asked != 1 {
        tally.differ("seed \(seed), \(oracle.describe(point)): in \(asked) questions")
      }
    }
    for value in oracle.operationOfValue.indices {
      let own = holes.filter { $0.value == value }.sorted { $0.place < $1.place }
      let name = "seed \(seed), \(oracle.values[oracle.factors.count - 1][value].id)"
      let usual = random.analysed.specification.factors.map(\.usual)
      let reference = PlainHoleOracle(oracle, value: value, usual: usual)
      compare(own, value, random, engineRows, reference, name)
      count(own.count, reference, name)
    }
  }

  private mutating func compare(
    _ holes: [PlainHole],
    _ value: Int,
    _ random: RandomAnalysis,
    _ engineRows: [[Int]],
    _ reference: PlainHoleOracle,
    _ name: String
  ) {
    let oracle = random.oracle
    let space = random.analysed.regions.space
    if Set(holes.map(\.place)).count != holes.count {
      tally.differ("\(name): places are \(holes.map(\.place))")
    }
    let read = holes.map { hole -> PlainHoleOracle.Condition? in
      guard let cube = oracle.cube(space.lowered.named(hole.condition)),
        cube.masks.last == 1 << UInt64(value)
      else { return nil }
      return reference.condition(cube, operation: oracle.operationOfValue[value])
    }
    let conditions = read.compactMap(\.self)
    guard conditions.count == read.count else {
      tally.differ("\(name): a condition of another operation value")
      return
    }
    for condition in conditions {
      tally.count("conditions")
      tally.count("factors named", condition.count)
      let text = reference.describe(condition)
      if let objection = reference.objection(to: condition) {
        tally.differ("\(name): \(text) is not plain: \(objection)")
      }
      for (factor, mask) in condition {
        if !reference.reads.contains(factor) {
          tally.differ("\(name): \(text) names factor \(factor), which no rule reads")
        }
        if !reference.isUnmixed(factor, mask) {
          tally.differ("\(name): \(text) mixes values of factor \(factor)")
        }
      }
    }
    let holders = reference.holders(conditions)
    var owners: [Int: Int] = [:]
    for (place, own) in holders.sorted(by: { $0.key < $1.key }) {
      let point = reference.points[place]
      if own.isEmpty { tally.differ("\(name): no condition holds \(oracle.describe(point))") }
      owners[point] = own.first
    }
    for (number, hole) in holes.enumerated() {
      let wrong = engineRows.indices.filter { point in
        space.store.contains(hole.rows, row: engineRows[point]) != (owners[point] == number)
      }
      if let first = wrong.first {
        let text = "\(reference.describe(conditions[number])) in place \(hole.place)"
        tally.differ(
          "\(name): \(wrong.count) rows of \(text), such as \(oracle.describe(first))"
        )
      }
    }
    compareValues(of: conditions, holders, reference, name)
  }

  /// Expects each value of a condition to be needed for a combination that belongs to it.
  private mutating func compareValues(
    of conditions: [PlainHoleOracle.Condition],
    _ holders: [Int: [Int]],
    _ reference: PlainHoleOracle,
    _ name: String
  ) {
    for (number, condition) in conditions.enumerated() {
      let text = reference.describe(condition)
      let own = holders.filter { $0.value.first == number }
      if own.isEmpty {
        tally.differ("\(name): nothing belongs to \(text)")
      } else if own.allSatisfy({ $0.value.count > 1 }) {
        spare.append("\(name): later conditions hold all of \(text)")
      }
      for (factor, mask) in condition where !reference.isNamedAnyway(factor) {
        for value in 0..<64 where mask & (1 << UInt64(value)) != 0 {
          let rest = mask & ~(1 << UInt64(value))
          // Without the number between two others, an end may become a gap.
          guard rest != 0, reference.isUnmixed(factor, rest) else { continue }
          let with = own.filter { reference.rows[$0.key][factor] == value }
          if with.isEmpty {
            tally.differ("\(name): \(text) has no need of \(value) of factor \(factor)")
          } else if with.allSatisfy({ $0.value.count > 1 }) {
            spare.append("\(name): later conditions hold \(value) of factor \(factor) of \(text)")
          }
        }
      }
    }
  }

  private mutating func count(
    _ conditions: Int,
    _ reference: PlainHoleOracle,
    _ name: String
  ) {
    guard reference.isUndefined.contains(true) else { return }
    guard reference.points.count <= Self.mostCombinations else {
      tally.count("values skipped")
      return
    }
    var search = PlainHoleSearch(reference, limit: Self.steps)
    guard let fewest = search.fewest() else {
      tally.count("values unsettled")
      return
    }
    tally.count("values settled")
    if conditions < fewest {
      tally.differ("\(name): \(conditions) conditions, fewer than the fewest, \(fewest)")
    } else if conditions > fewest {
      tally.count("conditions too many", conditions - fewest)
      larger.append("\(name): \(conditions) conditions where \(fewest) do")
    }
  }
}

extension RandomAnalysis {
  /// The combinations in the engine's numbering, by number of the oracle.
  var engineRows: [[Int]] {
    oracle.combinations.map { numbers in
      let operation = (numbers.last ?? nil) ?? 0
      return analysed.regions.space.lowered.row(
        Combination(values: Array(numbers.dropLast()), operation: operation)
      )
    }
  }
}
