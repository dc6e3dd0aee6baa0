import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// One spec in many shapes: text, tree, list, mixed, nested, several operations, equivalent keys, long and short forms, block, flow and
/// JSON.
struct OracleShapeTests {
  /// Three more styles of each spec are read as the intended spec, value by value.
  @Test(arguments: 0..<4)
  func `every shape is read as what it means`(part: Int) {
    var differences: [String] = []
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      for hasPack in [false, true] {
        var spec = RandomSpec.make(seed: UInt64(seed), hasPack: hasPack, hasPlaceholders: true)
        let oracle = Oracle(spec)
        for style in 1...3 {
          spec.styleSeed &+= 1
          let read = ReadSpec(spec)
          let found = read.specification.map { OracleReading($0, oracle).differences } ?? []
          differences += (read.mistakes + found).map {
            "seed \(seed)\(hasPack ? " with a pack" : ""), style \(style): \($0)"
          }
        }
      }
    }
    #expect(Array(differences.prefix(10)) == [])
  }

  /// Two styles of a spec give the same cases under the same ids.
  @Test(arguments: 0..<4)
  func `the suite does not depend on the shape`(part: Int) throws {
    var compared = 0
    for seed in stride(from: part, to: Seeds.share(100), by: 4) {
      var spec = RandomSpec.make(seed: UInt64(seed), hasPack: seed % 3 == 0)
      let one = try suite(spec)
      spec.styleSeed &+= 1
      #expect(try suite(spec) == one, "seed \(seed)")
      compared += one?.count ?? 0
    }
    #expect(compared > 0)
  }

  /// Returns the cases in words, or `nil` if only the space shows that the spec is invalid.
  private func suite(_ spec: AbstractSpec) throws -> [String]? {
    let specification = try #require(ReadSpec(spec).specification)
    guard let analysed = try analyse(specification, today: testDay).value else { return nil }
    return try analysed.cases(earlier: nil).cases.map {
      "\($0.id) \($0.combination) \($0.status) \($0.rules) \($0.questions)"
    }
  }
}
