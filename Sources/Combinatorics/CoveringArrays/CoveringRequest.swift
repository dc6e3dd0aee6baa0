package struct CoveringRequest: Sendable {
  /// A group of factors to be covered at its own strength.
  package struct Group: Hashable, Sendable {
    package var factors: [Int]
    package var strength: Int

    package init(factors: [Int], strength: Int) {
      self.factors = factors
      self.strength = strength
    }
  }

  /// A row placed before all generated ones.
  ///
  /// Open values are chosen anew each time; to keep those of an earlier suite, pass its complete row.
  package struct FixedRow: Hashable, Sendable {
    /// The value of each factor, or `nil` if any value will do.
    package var values: [Int?]
    /// True if the row may be dropped when it is redundant, such as a row of an earlier suite.
    package var isDroppable: Bool

    package init(values: [Int?], isDroppable: Bool = false) {
      self.values = values
      self.isDroppable = isDroppable
    }
  }

  /// The groups to cover; a plain suite has one group of all factors.
  ///
  /// A group requests the tuples of any `strength` of its factors, from 1 to 8, or of all its factors if it has fewer.
  package var groups: [Group]
  /// True, by factor and value, if coverage requests the value; false for "not applicable".
  package var isAsked: [[Bool]]
  /// Weights by factor and value, at least 1; among equally good values the heavier is taken.
  package var weights: [[Int]]
  /// The rows that come first, in this order.
  package var fixed: [FixedRow]
  /// The seed of the random number generator.
  package var seed: UInt64
  /// The effort spent on reducing the suite, or `nil` for the greedy suite as it is.
  package var effort: CoveringEffort?

  package init(
    groups: [Group],
    isAsked: [[Bool]],
    weights: [[Int]],
    fixed: [FixedRow] = [],
    seed: UInt64 = 0,
    effort: CoveringEffort? = nil
  ) {
    self.groups = groups
    self.isAsked = isAsked
    self.weights = weights
    self.fixed = fixed
    self.seed = seed
    self.effort = effort
  }
}

/// The rows of a covering array.
package struct Suite: Hashable, Sendable {
  /// Value indices by row and factor.
  package var rows: [[Int]]
  /// The number of leading rows that are `fixed` rows of the request, completed and in their order.
  package var fixedCount: Int
  /// The ascending indices of the request's `fixed` rows that were dropped.
  ///
  /// A droppable row is dropped if it is redundant, any row if it cannot be completed in the space.
  package var dropped: [Int]
  /// A lower bound on the number of rows of any suite that satisfies the request.
  package var lowerBound: Int

  /// True if the suite is proven to have the fewest rows.
  package var isOptimal: Bool { rows.count <= lowerBound }

  package init(rows: [[Int]], fixedCount: Int, dropped: [Int] = [], lowerBound: Int = 0) {
    self.rows = rows
    self.fixedCount = fixedCount
    self.dropped = dropped
    self.lowerBound = lowerBound
  }
}

/// The effort spent on reducing a suite after the greedy start.
///
/// Steps are counted, not seconds, so that the suite is the same on every machine; the times are those of one core of 2023.
package enum CoveringEffort: String, CaseIterable, Sendable {
  /// The greedy suite and a short search: tens of milliseconds.
  case quick
  /// Unnoticeable for the spec of a feature, seconds for models of a hundred factors.
  case normal
  /// Up to half a minute.
  case thorough

  /// Returns the maximum number of search steps, each about one look at a tuple or cell.
  ///
  /// `subsetCount` is the number of subsets of factors to be covered together (190 are the pairs of 20 factors), `size` the product of the
  /// initial numbers of rows and tuples.
  func searchSteps(subsetCount: Int, size: Int) -> Int {
    switch self {
    // Small suites are reduced soon or not at all.
    case .quick: min(3_000_000, 700_000 + 8 * size)
    case .normal:
      switch subsetCount {
      case ...200: 16_000_000
      case ...1_000: 120_000_000
      default: 250_000_000
      }
    case .thorough: 5_000_000_000
    }
  }
}

/// Limits on the memory and steps of a covering array; a step is a look-up of a tuple or node.
package struct CoveringLimits: Hashable, Sendable {
  /// The maximum estimated memory of a suite, in bytes.
  package var bytes = 1_000_000_000
  /// The maximum number of tuples of values, at up to 5 bytes each.
  package var tuples = 50_000_000
  /// The maximum number of factor positions in all subsets to be covered, at up to 40 bytes each.
  package var places = 12_000_000
  /// The maximum number of values in all rows together.
  package var cells = 50_000_000
  /// The number of steps after which the work is abandoned: several minutes, of which `CoveringEstimate` warns.
  package var steps = 100_000_000_000
  /// The maximum number of steps spent on finding impossible tuples before any row is made.
  ///
  /// The remaining ones are found when they are drawn for a row; by then most tuples are in rows and need no proof.
  package var earlySteps = 50_000_000
  /// The approximate number of steps spent on choosing among candidates; each row has at least one.
  package var candidateSteps = 500_000_000
  /// The maximum number of tuples for which a suite is reduced by search, at 12 more bytes each.
  package var searchTuples = 16_000_000
  /// The maximum number of search steps, whatever the effort.
  package var searchSteps = Int.max
  /// The number of search steps after which computing a better lower bound is worthwhile; see `SplitBound`.
  package var stepsBeforeSplitBound = 1_000_000
  /// The maximum number of candidates for a row.
  package var candidates = 16

  package init() {}
}

/// A small pseudorandom number generator whose sequence is the same on every platform and in every release.
///
/// The standard library's generators and shuffles may change between releases; a suite must not.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
package struct SplitMix64: Sendable {
  private var state: UInt64

  /// Creates a generator with the sequence of a seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number in `0..<bound`; `bound` must be positive.
  ///
  /// It is the high half of a product, whose bias is at most bound / 2^64.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
