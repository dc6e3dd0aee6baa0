import Combinatorics
import Diagnostics
import Specification

/// A question before it has words: the rows it stands for, and the cube that describes them.
struct QuestionRegion {
  var operation: Int
  /// Maximal.
  var cube: Cube
  /// The rows of the space in the cube that are undefined.
  var rows: Diagram
  /// The cube with only the values that its rows have: what is said in words.
  var tight: Cube
}

/// Turns what no rule covers into the fewest cubes.
struct QuestionFinder {
  let regions: RuleRegions
  private let minimalCover: MinimalCover
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { regions.space.store }

  /// Operations of which not everything is listed.
  private(set) var incomplete: [Int] = []

  init(_ regions: RuleRegions) {
    self.regions = regions
    minimalCover = MinimalCover(store: regions.space.store, apart: regions.space.apart)
  }

  /// All questions, by operation in the order of declaration.
  mutating func questions() throws(LimitExceeded) -> [QuestionRegion] {
    var questions: [QuestionRegion] = []
    for operation in space.lowered.specification.operations.indices {
      let rows = try store.diagram(of: space.lowered.cube(ofOperation: operation))
      let undefined = try space.possible(try store.intersection(regions.undefined, rows))
      questions += try cover(undefined, of: operation)
    }
    return questions
  }

  private mutating func cover(
    _ rows: Diagram,
    of operation: Int
  ) throws(LimitExceeded) -> [QuestionRegion] {
    guard rows != .empty else { return [] }
    let operationCube = space.lowered.cube(ofOperation: operation)
    let elsewhere = try store.complement(try store.diagram(of: operationCube))
    let others = try store.union(elsewhere, try store.difference(space.all, rows))
    let cover = try minimalCover.cover(rows, avoiding: others, within: operationCube)
    if !cover.isComplete { markIncomplete(operation) }
    var questions: [QuestionRegion] = []
    for cube in cover.cubes {
      let own = try store.intersection(rows, try store.diagram(of: cube))
      guard let support = try space.rows(of: own).support(in: cube) else { continue }
      var tight = cube
      for factor in cube.namedFactors { tight.restrict(factor, to: support.values(of: factor)) }
      questions.append(
        QuestionRegion(operation: operation, cube: cube, rows: own, tight: tight)
      )
    }
    return questions
  }

  private mutating func markIncomplete(_ operation: Int) {
    // Operations come one after another.
    if incomplete.last != operation { incomplete.append(operation) }
  }
}
