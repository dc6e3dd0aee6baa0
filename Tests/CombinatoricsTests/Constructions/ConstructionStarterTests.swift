import Combinatorics
import Testing

struct ConstructionStarterTests {
  @Test func everyKnownStarterDevelopsToACoveringArray() {
    for starter in Starter.known {
      let rows = starter.developed()
      let sizes = Array(repeating: starter.values, count: starter.factors)
      #expect(firstUncovered(rows: rows, sizes: sizes) == nil, "\(starter)")
    }
  }
}
