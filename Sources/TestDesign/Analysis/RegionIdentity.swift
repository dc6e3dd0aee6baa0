import Combinatorics
import Specification

/// What a question's region is called by in its id: cubes that follow from its rows and from nothing else.
///
/// # Chapter: the same rows, the same name
///
/// **Problem.** A question keeps its id while it asks about the same combinations, however the author orders factors and values. The cube that the
/// cover chose does not do: where `a` is 1 exactly when `b` is 2, the order of declaration decides which of the two it names.
///
/// **Idea.** The tightest cube around the rows is theirs alone. It names too much: every factor that is not free there, so that a factor more
/// would change it. Factors are dropped from it as long as it takes in no combination that is asked about elsewhere or not at all,
/// in an order that does not depend on the declaration: those first that apply only somewhere, the more conditions they hang on the earlier, as they
/// follow from the others; among equals by their names. Where the cube holds rows of other questions, these are described the same way behind it:
/// the rows, without those, without …
///
/// **Worked example.** Undefined is `login: guest`; `plan` applies to members only. The tightest cube is `login: guest`, `plan` not
/// applicable; `plan` goes first, and `login` must stay.
///
/// **Cost.** A few walks over the diagrams for each factor that is left: what can be dropped is dropped in halves.
struct RegionIdentity {
  private let space: SpecificationSpace
  /// The factors in the order in which they are dropped.
  private let order: [Int]

  init(_ space: SpecificationSpace) {
    self.space = space
    let factors = space.lowered.specification.factors
    let depths = Self.depths(factors)
    order = factors.indices.sorted { one, other in
      guard depths[one] == depths[other] else { return depths[one] > depths[other] }
      return factors[one].name.utf8.lexicographicallyPrecedes(factors[other].name.utf8)
    }
  }

  /// By factor: how many conditions hang on each other until it applies.
  private static func depths(_ factors: [Factor]) -> [Int] {
    var known: [Int?] = Array(repeating: nil, count: factors.count)
    func depth(_ factor: Int) -> Int {
      guard factors.indices.contains(factor) else { return 0 }
      if let depth = known[factor] { return depth }
      // No circle leads back here, which the decoder has made sure of.
      let terms = factors[factor].onlyWhen?.alternatives.flatMap(\.terms) ?? []
      let depth = terms.isEmpty ? 0 : 1 + (terms.map { depth($0.factor) }.max() ?? 0)
      known[factor] = depth
      return depth
    }
    return factors.indices.map(depth)
  }

  /// The cubes that name some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of the space that a question is about, at least one.
  ///   - undefined: All that is undefined in its operation.
  ///   - others: What is not.
  ///   - bounds: The operation.
  /// - Returns: The cube around the rows, that around the undefined rows in it that are not among them, and so on; nearly always one. Where two
  ///   cubes in a row would be the same, the rows follow value by value of a factor, each behind a `nil`.
  /// - Throws: `LimitExceeded` where the diagrams outgrow their limit or the search for a row took too long.
  func name(
    of rows: Diagram,
    among undefined: Diagram,
    avoiding others: Diagram,
    within bounds: Cube
  ) throws(LimitExceeded) -> [Cube?] {
    var cubes: [Cube?] = []
    try add(rows, among: undefined, avoiding: others, within: bounds, to: &cubes)
    return cubes
  }

  private func add(
    _ rows: Diagram,
    among undefined: Diagram,
    avoiding others: Diagram,
    within bounds: Cube,
    to cubes: inout [Cube?]
  ) throws(LimitExceeded) {
    let store = space.store
    var hull: Cube?
    var rest = rows
    while cubes.count < Self.limit, let tight = try space.rows(of: rest).support(in: bounds) {
      guard tight != hull else {
        for slice in slices(of: tight) {
          cubes.append(nil)
          try add(rest, among: undefined, avoiding: others, within: slice, to: &cubes)
        }
        return
      }
      hull = tight
      let inside = try store.intersection(undefined, try store.diagram(of: tight))
      let avoided = try store.union(others, try store.difference(undefined, inside))
      cubes.append(try essential(tight, avoiding: space.rows(of: avoided)))
      rest = try space.possible(try store.difference(inside, rest))
    }
  }

  /// More cubes are not needed to tell questions from each other.
  private static let limit = 500

  /// A cube by the values of its first factor that has several, in the order of their ids.
  private func slices(of cube: Cube) -> [Cube] {
    let lowered = space.lowered
    let operation = lowered.operationFactor
    guard let factor = (order + [operation]).first(where: { cube.valueCount(of: $0) > 1 }) else {
      return []
    }
    func id(_ value: Int) -> String {
      if factor == operation { return lowered.operationValues[value].id }
      let values = lowered.specification.factors[factor].values
      return values.indices.contains(value) ? values[value].id : ""
    }
    return cube.values(of: factor)
      .sorted { id($0).utf8.lexicographicallyPrecedes(id($1).utf8) }
      .map { value in
        var slice = cube
        slice.restrict(factor, to: [value])
        return slice
      }
  }

  /// A cube without the factors that need not be named for it to avoid a set.
  private func essential(_ cube: Cube, avoiding set: Space) throws(LimitExceeded) -> Cube {
    var essential = cube
    try drop(order.filter { !cube.isFull($0) }[...], from: &essential, avoiding: set)
    return essential
  }

  /// Drops factors in their order as far as they can be: all at once, or else one half and then the other, which comes to the same.
  private func drop(
    _ factors: ArraySlice<Int>,
    from cube: inout Cube,
    avoiding set: Space
  ) throws(LimitExceeded) {
    guard !factors.isEmpty else { return }
    var wider = cube
    for factor in factors { wider.release(factor) }
    if try !set.intersects(wider) {
      cube = wider
    } else if factors.count > 1 {
      let middle = factors.startIndex + factors.count / 2
      try drop(factors[..<middle], from: &cube, avoiding: set)
      try drop(factors[middle...], from: &cube, avoiding: set)
    }
  }
}
