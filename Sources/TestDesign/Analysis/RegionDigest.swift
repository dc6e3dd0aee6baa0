import Combinatorics
import Specification
import Text

/// The digest of a set of combinations, or of a function over them.
///
/// It is independent of all orders: factors and values are named by id and sorted, and numbers by the intervals that belong together, so
/// that a threshold for another operation has no effect. A factor, value or variant with a new id counts as another one.
struct RegionDigest {
  private let lowered: LoweredSpecification

  init(_ lowered: LoweredSpecification) { self.lowered = lowered }

  /// Returns sixteen hexadecimal digits for a set, restricted to the factors by which its combinations are distinguished.
  ///
  /// The digest does not change when other combinations become possible. Throws `LimitExceeded` if the walk takes too long.
  private func digest(
    of rows: Diagram,
    reading factors: [Int],
    in space: SpecificationSpace
  ) throws(LimitExceeded) -> String {
    let store = LabelStore(for: space.store, stepLimit: Self.stepLimit)
    let (membership, _) = try store.membership(of: [rows], within: rows, in: space.store)
    return try digest(membership, ["", "in"], reading: factors, store)
  }

  /// Returns the digest of a set, or one of the conditions of its rules if the former takes too many steps.
  func digest(
    of rows: Diagram,
    reading factors: [Int],
    in space: SpecificationSpace,
    ofRules rules: [Int]
  ) -> String {
    if let digest = try? digest(of: rows, reading: factors, in: space) { return digest }
    let conditions = rules.map { rule in
      lowered.rules[rule].map { cube in
        cube.namedFactors.map { factor in
          Self.quoted(name(factor)) + Self.listed(valueNames(factor, cube.values(of: factor)))
        }.sorted().joined()
      }.sorted()
    }
    return TextDigest.whole(conditions.map(Self.listed).joined())
  }

  /// The maximum number of steps for the digest of a set.
  private static let stepLimit = 20_000

  /// Returns sixteen hexadecimal digits for a function from combinations to labels.
  ///
  /// `labels` has the meaning of each label; `reading` lists the factors that may matter. Throws `LimitExceeded` if the walk takes too
  /// long.
  func digest(
    _ function: LabelDiagram,
    _ labels: [String],
    reading: [Int],
    _ store: LabelStore
  ) throws(LimitExceeded) -> String {
    let (factors, function) = try store.deciding(function, reading)
    var walk = Walk(
      outcomes: labels,
      factors: factors.map { (name($0), $0) }.sorted { inFront($0) < inFront($1) },
      sizes: lowered.domains.sizes,
      names: valueNames,
      store: store
    )
    return try walk.digest(function, 0)
  }

  /// Returns the sort key of a factor: the operation first, the others by name.
  ///
  /// If the operation came last, each combination of the factors of its parts would have a separate remainder.
  private func inFront(_ factor: (name: String, factor: Int)) -> (Int, String) {
    (factor.factor == lowered.operationFactor ? 0 : 1, factor.name)
  }

  func name(_ factor: Int) -> String {
    factor == lowered.operationFactor ? "operation" : lowered.specification.factors[factor].name
  }

  /// Returns names of values: intervals for numbers, ids for the others, and an empty string for *not applicable*.
  private func valueNames(_ factor: Int, _ chosen: [Int]) -> [String] {
    if factor == lowered.operationFactor {
      let values = lowered.operationValues
      return chosen.map { values.indices.contains($0) ? values[$0].id : "" }.sorted()
    }
    let values = lowered.specification.factors[factor].values
    let declared = chosen.filter { $0 < values.count }
    let intervals = values.intervals(declared).map {
      "\($0.numbers.lowerBound)..\($0.numbers.upperBound)"
    }
    let others = declared.filter { values[$0].numbers == nil }.map { values[$0].id }
    return (declared.count < chosen.count ? [""] : []) + intervals + others.sorted()
  }

  static func listed(_ texts: [String]) -> String {
    "\(texts.count)" + texts.map(quoted).joined()
  }

  /// Returns a text prefixed with its length, which makes concatenation unambiguous.
  static func quoted(_ text: String) -> String { "\(text.utf8.count):\(text)" }

  /// The traversal of a function, with a cached digest for each of its subdiagrams.
  private struct Walk {
    struct Key: Hashable {
      var function: LabelDiagram
      var place: Int
    }

    /// The text of each label.
    let outcomes: [String]
    /// The operation, then the other factors by name.
    let factors: [(name: String, factor: Int)]
    /// The number of values of each factor.
    let sizes: [Int]
    let names: (_ factor: Int, _ values: [Int]) -> [String]
    let store: LabelStore
    var known: [Key: String] = [:]

    mutating func digest(
      _ function: LabelDiagram,
      _ place: Int
    ) throws(LimitExceeded) -> String {
      if function.isNowhere { return "" }
      if let label = function.label { return TextDigest.whole(outcomes[label]) }
      let key = Key(function: function, place: place)
      if let known = known[key] { return known }
      let (name, factor) = factors[place]
      // The values that lead to each remainder of the function.
      var parts: [String: [Int]] = [:]
      for value in 0..<sizes[factor] {
        let rest = try store.restriction(of: function, factor, to: value)
        parts[try digest(rest, place + 1), default: []].append(value)
      }
      // A factor that makes no difference is skipped.
      let said = parts.filter { !$0.key.isEmpty }.map { rest, values in
        RegionDigest.listed(names(factor, values)) + rest
      }
      let digest =
        parts.count > 1
        ? TextDigest.whole(RegionDigest.quoted(name) + said.sorted().joined())
        : parts.keys.first ?? ""
      known[key] = digest
      return digest
    }
  }
}
