import Combinatorics

/// What is undefined as questions of which no two ask about the same combination.
extension QuestionFinder {
  /// The questions about what is undefined in an operation.
  ///
  /// - Parameters:
  ///   - undefined: The rows of the operation that no rule covers.
  ///   - operation: Its number.
  ///   - first: The number of the first question; the others follow.
  mutating func disjointQuestions(
    about undefined: Diagram,
    of operation: Int,
    from first: Int
  ) throws(LimitExceeded) -> [QuestionRegion] {
    guard undefined != .empty else { return [] }
    let bounds = space.lowered.cube(ofOperation: operation)
    let defined = try offSet(undefined, in: bounds)
    let cover = try minimalCover.cover(undefined, avoiding: defined, within: bounds)
    if !cover.isComplete { markIncomplete(operation) }
    let parts = try DisjointCover(store: store, apart: space.apart).parts(
      of: cover.cubes,
      covering: undefined,
      avoiding: defined,
      within: bounds
    )
    var questions: [QuestionRegion] = []
    for part in parts {
      guard let tight = try space.tight(part.cube, around: part.rows) else { continue }
      let others = [defined, try store.difference(undefined, part.rows)]
      var question = QuestionRegion(
        operation: operation,
        cube: part.cube,
        rows: part.rows,
        tight: tight,
        rules: [],
        except: part.except.map { first + $0 },
        parts: []
      )
      if part.except.isEmpty {
        question.parts = [try space.essential(tight, avoiding: others)]
      } else {
        let cubes = try minimalCover.cover(
          part.rows,
          avoiding: try store.union(others),
          within: bounds
        ).cubes
        for cube in cubes {
          guard let tight = try space.tight(cube, around: part.rows) else { continue }
          question.parts.append(try space.essential(tight, avoiding: others))
        }
      }
      questions.append(question)
    }
    return questions
  }
}

extension SpecificationSpace {
  /// A cube with only the values that some rows in it have, those that it does not name left open; `nil` where it holds none of them.
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
