import Combinatorics
import Diagnostics
import Specification

/// A question before it has words: the rows it stands for, and the cube that describes them.
struct QuestionRegion {
  var operation: Int
  /// Maximal, except for what other questions ask.
  var cube: Cube
  /// The rows of the space in the cube that are undefined, without those of the exceptions.
  var rows: Diagram
  /// The cube with only the values that its rows have.
  var tight: Cube
  /// The numbers of earlier questions that ask about a part of the cube already; nearly always none.
  var except: [Int] = []
  /// The cubes that together hold exactly its rows of the space and name as little as they can: one unless there are exceptions; these may
  /// name different variants of the operation.
  var parts: [Cube]
  /// The cubes that its id is made of (`RegionIdentity`).
  var name: [Cube?]
  /// What is said in words; the exceptions are said besides.
  var said: Cube { except.isEmpty ? parts[0] : tight }
}

/// Turns what no rule covers into the fewest cubes of which no two hold the same row.
struct QuestionFinder {
  let regions: RuleRegions
  private let minimalCover: MinimalCover
  private let identity: RegionIdentity
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { regions.space.store }

  /// Operations of which not everything is listed.
  private(set) var incomplete: [Int] = []

  init(_ regions: RuleRegions) {
    self.regions = regions
    identity = RegionIdentity(regions.space)
    minimalCover = MinimalCover(store: regions.space.store, apart: regions.space.apart)
  }

  /// All questions, by operation in the order of declaration.
  mutating func questions() throws(LimitExceeded) -> [QuestionRegion] {
    var questions: [QuestionRegion] = []
    for operation in space.lowered.specification.operations.indices {
      let rows = try store.diagram(of: space.lowered.cube(ofOperation: operation))
      let undefined = try space.possible(try store.intersection(regions.undefined, rows))
      questions += try disjointQuestions(about: undefined, of: operation, from: questions.count)
    }
    return questions
  }

  /// The questions about what is undefined in an operation.
  ///
  /// - Parameters:
  ///   - undefined: Its rows that no rule covers.
  ///   - operation: Its number.
  ///   - first: The number of the first question; the others follow.
  /// - Returns: Questions that refer to earlier ones of the list only.
  /// - Throws: `LimitExceeded` where the diagrams outgrow their limit or the search for a row took too long.
  private mutating func disjointQuestions(
    about undefined: Diagram,
    of operation: Int,
    from first: Int
  ) throws(LimitExceeded) -> [QuestionRegion] {
    guard undefined != .empty else { return [] }
    let bounds = space.lowered.cube(ofOperation: operation)
    let elsewhere = try store.complement(try store.diagram(of: bounds))
    let others = try store.union(elsewhere, try store.difference(space.all, undefined))
    let cover = try minimalCover.cover(undefined, avoiding: others, within: bounds)
    if !cover.isComplete { markIncomplete(operation) }
    let parts = try DisjointCover(store: store, apart: space.apart).parts(
      of: cover.cubes,
      covering: undefined,
      avoiding: others,
      within: bounds
    )
    var questions: [QuestionRegion] = []
    for part in parts {
      let avoided = [others, try store.difference(undefined, part.rows)]
      var cubes = [part.cube]
      if !part.except.isEmpty {
        let all = try store.union(avoided)
        let alternatives = try minimalCover.cover(part.rows, avoiding: all, within: bounds)
        if !alternatives.isComplete { markIncomplete(operation) }
        cubes = alternatives.cubes
      }
      var question = QuestionRegion(
        operation: operation,
        cube: part.cube,
        rows: part.rows,
        tight: try space.tight(part.cube, around: part.rows) ?? part.cube,
        except: part.except.map { first + $0 },
        parts: [],
        name: try identity.name(
          of: part.rows,
          among: undefined,
          avoiding: others,
          within: bounds
        )
      )
      for cube in cubes {
        let tight = try space.tight(cube, around: part.rows) ?? cube
        question.parts.append(try space.essential(tight, avoiding: avoided))
      }
      questions.append(question)
    }
    return questions
  }

  private mutating func markIncomplete(_ operation: Int) {
    // Operations come one after another.
    if incomplete.last != operation { incomplete.append(operation) }
  }
}

extension SpecificationSpace {
  /// A cube with only the values that some rows in it have, the factors that it does not name left open; `nil` where it holds none of them.
  func tight(_ cube: Cube, around rows: Diagram) throws(LimitExceeded) -> Cube? {
    guard let support = try self.rows(of: rows).support(in: cube) else { return nil }
    var tight = cube
    for factor in cube.namedFactors { tight.restrict(factor, to: support.values(of: factor)) }
    return tight
  }

  /// A cube without the factors that need not be named for it to avoid some sets, those that name most values tried first.
  func essential(_ cube: Cube, avoiding sets: [Diagram]) throws(LimitExceeded) -> Cube {
    var essential = cube
    let factors = cube.namedFactors.filter { $0 != lowered.operationFactor }
      .sorted { (-cube.valueCount(of: $0), -$0) < (-cube.valueCount(of: $1), -$1) }
    for factor in factors {
      var wider = essential
      wider.release(factor)
      var isFree = true
      for set in sets where isFree { isFree = try !rows(of: set).intersects(wider) }
      if isFree { essential = wider }
    }
    return essential
  }
}
