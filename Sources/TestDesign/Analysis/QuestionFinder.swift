import Combinatorics
import Diagnostics
import Specification
import Text

/// A question without wording: a plain condition, and the operations that leave it open.
struct QuestionRegion {
  /// One hole per operation value, ascending: equal holes of variants, parts and operations share one question.
  var holes: [PlainHole]
  /// The operation values, and the values of each factor that the question names.
  var condition: Cube
  /// The undefined rows of the question.
  var rows: Diagram
  /// Cubes that cover exactly the rows of the question, or as many as a budget allows; those of one operation are adjacent.
  var parts: [Cube]
  /// True if `parts` covers all rows.
  var isWhole = true

  /// Returns the operations of the question, ascending.
  func operations(_ lowered: LoweredSpecification) -> [Int] {
    Set(holes.map { lowered.operationValues[$0.value].operation }).sorted()
  }
}

/// Turns uncovered combinations into the fewest plain questions with disjoint rows.
struct QuestionFinder {
  /// The maximum number of parts that the line on how to answer names.
  static let maxParts = 4

  let regions: RuleRegions
  let plain: PlainHoleFinder
  private let cover: RegionCover
  private var space: SpecificationSpace { regions.space }
  private var lowered: LoweredSpecification { regions.space.lowered }

  init(_ regions: RuleRegions) throws(LimitExceeded) {
    self.regions = regions
    plain = try PlainHoleFinder(regions)
    cover = RegionCover(regions.space)
  }

  /// Returns all questions, by their first operation in the order of declaration, the most ordinary first.
  func questions() throws(LimitExceeded) -> [QuestionRegion] {
    var groups: [[PlainHole]] = []
    var kinds = Numbering<Likeness>()
    for value in lowered.operationValues.indices {
      for hole in try plain.holes(of: value) {
        let kind = kinds.number(of: try likeness(of: hole))
        if kind == groups.count { groups.append([]) }
        groups[kind].append(hole)
      }
    }
    return try groups.flatMap { areAnswerable($0) ? [$0] : $0.map { [$0] } }
      .map { (holes) throws(LimitExceeded) in try question(holes) }
  }

  private func hasParts(_ hole: PlainHole) -> Bool {
    let operation = lowered.operationValues[hole.value].operation
    return lowered.specification.operations[operation].hasParts
  }

  /// False for parts of a screen that the lines of one answer could not tell apart.
  private func areAnswerable(_ holes: [PlainHole]) -> Bool {
    let labels = Set(holes.map { lowered.operationValues[$0.value].variantLabel })
    return !hasParts(holes[0]) || labels.count == holes.count && holes.count <= Self.maxParts
  }

  private func question(_ holes: [PlainHole]) throws(LimitExceeded) -> QuestionRegion {
    var condition = holes[0].condition
    for hole in holes { condition.insert(hole.value, factor: lowered.operationFactor) }
    var question = QuestionRegion(
      holes: holes,
      condition: condition,
      rows: try space.store.union(holes.map(\.rows)),
      parts: []
    )
    let factor = lowered.operationFactor
    for operation in question.operations(lowered) {
      var own: [[Cube]] = []
      for hole in holes where lowered.operationValues[hole.value].operation == operation {
        let found = try cover.cubes(of: hole.rows, on: [operation])
        question.isWhole = question.isWhole && found.isComplete
        own.append(found.cubes)
      }
      // Values are merged only if all their cubes are equal; otherwise rules for different cubes could overlap.
      question.parts += own.gathered { $0.map { $0.released(factor) } }.flatMap { alike in
        alike[0].indices.map { place in
          alike.dropFirst().reduce(into: alike[0][place]) { cube, other in
            for value in other[place].values(of: factor) { cube.insert(value, factor: factor) }
          }
        }
      }
    }
    return question
  }

  /// The key by which holes are merged into one question.
  private struct Likeness: Hashable {
    /// The condition, without the operation.
    var condition: Cube
    /// The operation, or `nil` if the spec's own operations share a question because the condition names something.
    var operation: Int?
    /// The operation value, if it is a part and the condition names nothing; parts never share a result.
    var part: Int?
    /// The literals that keep the rules deciding the ordinary setup from applying; empty for an invalid condition.
    var nearest: [[NamedCube.Literal]]
    /// The settled regions inside the hole, which may differ between operations.
    var settled: [Cube]
  }

  private func likeness(of hole: PlainHole) throws(LimitExceeded) -> Likeness {
    let condition = hole.condition.released(lowered.operationFactor)
    let named = condition.namedFactors
    let operation = lowered.operationValues[hole.value].operation
    let isOwn = lowered.specification.operations[operation].catalogueEntry == nil
    let winners = plain.setups[hole.value].map { regions.winners($0.row) } ?? []
    let nearest = winners.map { rule -> [NamedCube.Literal] in
      let literals =
        lowered.rules[rule].first { $0.contains(row: plain.setups[hole.value]?.row ?? []) }
        .map(lowered.named)?.literals ?? []
      return literals.filter { named.contains($0.factor) }
    }
    let isInvalid =
      !named.isEmpty
      && named.allSatisfy { factor in
        condition.values(of: factor).allSatisfy { lowered.isInvalid($0, of: factor) }
      }
    let hasParts = hasParts(hole)
    let isAlone = named.isEmpty || hasParts || !isOwn && !isInvalid
    return Likeness(
      condition: condition,
      operation: isAlone ? operation : nil,
      part: hasParts && named.isEmpty ? hole.value : nil,
      nearest: isInvalid ? [] : nearest,
      settled: isAlone || isInvalid ? [] : try settled(inside: hole)
    )
  }

  /// Returns the decided regions inside a hole, without the operation.
  private func settled(inside hole: PlainHole) throws(LimitExceeded) -> [Cube] {
    let inside = try space.store.intersection(space.all, hole.condition)
    let decided = try space.possible(space.store.difference(inside, regions.undefined))
    let operation = lowered.operationValues[hole.value].operation
    return try cover.cubes(of: decided, on: [operation]).cubes.map {
      $0.released(lowered.operationFactor)
    }
  }
}

extension SpecificationSpace {
  /// Returns a cube with only those values of its named factors that occur in its rows, or `nil` if it contains none of them.
  ///
  /// Classes of compared numbers stay whole.
  func tight(_ cube: Cube, around rows: Diagram) throws(LimitExceeded) -> Cube? {
    guard let support = try self.rows(of: rows).support(in: cube) else { return nil }
    var tight = cube
    for factor in cube.namedFactors { tight.restrict(factor, to: support.values(of: factor)) }
    return lowered.alike(tight)
  }
}
