import Combinatorics
import Diagnostics
import Specification

/// A question before it has words: a plain condition, and the operations that leave it open.
struct QuestionRegion {
  /// One for each value of the operation, ascending: alike holes of variants, parts and operations are asked once.
  var holes: [PlainHole]
  /// The values of the operation, and the values of each factor that the question names.
  var condition: Cube
  /// All undefined rows that belong to it.
  var rows: Diagram
  /// Cubes that hold exactly its rows of the space, or as many of them as a budget allows; those of one operation stand together.
  var parts: [Cube]
  /// True if the parts hold all of its rows.
  var isWhole = true

  /// The operations asked about, ascending.
  func operations(_ lowered: LoweredSpecification) -> [Int] {
    Set(holes.map { lowered.operationValues[$0.value].operation }).sorted()
  }
}

/// Turns what no rule covers into the fewest plain questions of which no two hold the same row.
struct QuestionFinder {
  /// As many parts are named in a line that says how to answer.
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

  /// All questions, by their first operation in the order of declaration, the most ordinary first.
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

  /// True unless they are parts of a screen that the lines of one answer could not tell apart.
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
    for operation in question.operations(lowered) {
      let found = try cover.cubes(of: question.rows, on: [operation])
      question.isWhole = question.isWhole && found.isComplete
      question.parts += found.cubes
    }
    return question
  }

  /// Holes that are alike are one question.
  private struct Likeness: Hashable {
    /// The condition, without the operation.
    var condition: Cube
    /// The operation; `nil` if operations of the spec itself are asked about together, as under a condition that names something.
    var operation: Int?
    /// The value of the operation if it is a part and the condition names nothing: no result is observed in two.
    var part: Int?
    /// What keeps the rules that decide the ordinary setup from the condition; nothing if it is invalid.
    var nearest: [[NamedCube.Literal]]
    /// Where it is settled what happens, which may be elsewhere on another operation.
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

  /// Where it is decided inside a hole what happens, without the operation.
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
  /// A cube with only the values that some rows in it have, the factors that it does not name left open; `nil` if it holds none of them.
  func tight(_ cube: Cube, around rows: Diagram) throws(LimitExceeded) -> Cube? {
    guard let support = try self.rows(of: rows).support(in: cube) else { return nil }
    var tight = cube
    for factor in cube.namedFactors { tight.restrict(factor, to: support.values(of: factor)) }
    return tight
  }
}
