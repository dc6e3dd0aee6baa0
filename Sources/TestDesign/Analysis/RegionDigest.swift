import Combinatorics
import Specification
import Text

/// The digest of a set of combinations, or of a function over them.
///
/// It says the same in names that do not depend on the order of anything: factors and values by id, sorted; numbers by the intervals that belong together,
/// so that a threshold of another operation changes nothing. A factor, a value or a variant with another id is another one.
struct RegionDigest {
  private let lowered: LoweredSpecification

  init(_ lowered: LoweredSpecification) { self.lowered = lowered }

  /// The digest of a set of combinations, as far as some factors tell them apart: it stays when others become possible beside the set.
  ///
  /// - Parameters:
  ///   - rows: The set.
  ///   - factors: Those by which combinations are told apart.
  ///   - space: The space of the set.
  /// - Returns: Sixteen hexadecimal digits.
  /// - Throws: `LimitExceeded` if the walk takes too long.
  private func digest(
    of rows: Diagram,
    reading factors: [Int],
    in space: SpecificationSpace
  ) throws(LimitExceeded) -> String {
    let store = LabelStore(for: space.store, stepLimit: Self.stepLimit)
    let (membership, _) = try store.membership(of: [rows], within: rows, in: space.store)
    return try digest(membership, ["", "in"], reading: factors, store)
  }

  /// The same; if that takes too many steps, a digest of the conditions of the rules that make the set.
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

  /// The most steps to tell a set from another.
  private static let stepLimit = 20_000

  /// The digest of a function.
  ///
  /// - Parameters:
  ///   - function: From combinations to labels.
  ///   - labels: What each label says.
  ///   - reading: The factors that may matter to it.
  ///   - store: The store of the function.
  /// - Returns: Sixteen hexadecimal digits.
  /// - Throws: `LimitExceeded` if the walk takes too long.
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

  /// The operation first: if it came last, each combination of the factors of its parts would have a rest of its own.
  private func inFront(_ factor: (name: String, factor: Int)) -> (Int, String) {
    (factor.factor == lowered.operationFactor ? 0 : 1, factor.name)
  }

  func name(_ factor: Int) -> String {
    factor == lowered.operationFactor ? "operation" : lowered.specification.factors[factor].name
  }

  /// Some values of a factor: the intervals of numbers, the ids of all others; nothing is *not applicable*.
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

  /// A text that shows where it ends, whatever it holds.
  static func quoted(_ text: String) -> String { "\(text.utf8.count):\(text)" }

  /// The walk through a function, a digest for each of its rests.
  private struct Walk {
    struct Key: Hashable {
      var function: LabelDiagram
      var place: Int
    }

    /// By label.
    let outcomes: [String]
    /// The operation, then the others by name.
    let factors: [(name: String, factor: Int)]
    /// Values per factor.
    let sizes: [Int]
    /// What some values of a factor are called.
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
      // By what is left of the function: the values that leave it.
      var parts: [String: [Int]] = [:]
      for value in 0..<sizes[factor] {
        let rest = try store.restriction(of: function, factor, to: value)
        parts[try digest(rest, place + 1), default: []].append(value)
      }
      // A factor that makes no difference is as good as none.
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
