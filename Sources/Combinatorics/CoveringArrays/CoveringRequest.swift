package struct CoveringRequest: Sendable {
  /// A group of factors to be covered at a strength of its own.
  package struct Group: Hashable, Sendable {
    package var factors: [Int]
    package var strength: Int

    package init(factors: [Int], strength: Int) {
      self.factors = factors
      self.strength = strength
    }
  }

  /// A row that is there before any other.
  ///
  /// Open values are chosen anew each time; to keep those of an earlier suite, give its complete row.
  package struct FixedRow: Hashable, Sendable {
    /// By factor; `nil` if any value may stand.
    package var values: [Int?]
    /// True if the row goes once nothing needs it, as an earlier generation's does; otherwise it stands in any case.
    package var isDroppable: Bool

    package init(values: [Int?], isDroppable: Bool = false) {
      self.values = values
      self.isDroppable = isDroppable
    }
  }

  /// Groups to cover; the plain suite is the one group of all factors at the default strength.
  ///
  /// A group asks for the values of any `strength` of its factors, 1 to 8; of all its factors where it has fewer.
  package var groups: [Group]
  /// By factor and value: whether coverage asks for the value (it does not for "not applicable").
  package var isAsked: [[Bool]]
  /// By factor and value, from 1: among equally good values the heavier is taken.
  package var weights: [[Int]]
  /// Rows that come first, in this order.
  package var fixed: [FixedRow]
  /// Seed of the generator's draws.
  package var seed: UInt64
  /// How long the suite is made smaller; `nil` for the greedy suite as it is.
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
  /// Rows × factors, value indices.
  package var rows: [[Int]]
  /// How many of the first rows are the request's `fixed` ones, completed where they left a value open, in their order.
  package var fixedCount: Int
  /// Indices of the request's `fixed` rows that are not among them, ascending.
  ///
  /// A droppable row goes where nothing needs it, and any row of which the space holds no completion.
  package var dropped: [Int]
  /// No suite that covers the request has fewer rows.
  package var lowerBound: Int

  /// True if no smaller suite exists for certain.
  package var isOptimal: Bool { rows.count <= lowerBound }

  package init(rows: [[Int]], fixedCount: Int, dropped: [Int] = [], lowerBound: Int = 0) {
    self.rows = rows
    self.fixedCount = fixedCount
    self.dropped = dropped
    self.lowerBound = lowerBound
  }
}

/// How long a suite is made smaller after the greedy start.
///
/// Steps are counted, not seconds, so that the suite is the same on every machine; the times are those of one core of 2023.
package enum CoveringEffort: String, CaseIterable, Sendable {
  /// The greedy suite and a short search: tens of milliseconds.
  case quick
  /// Not noticed on a feature spec, seconds on models of a hundred factors.
  case normal
  /// Up to half a minute.
  case thorough

  /// The steps that the search may take.
  ///
  /// - Parameters:
  ///   - subsetCount: How many choices of factors are to be covered together; 190 are the pairs of 20 factors.
  ///   - size: The product of the numbers of rows and of tuples at the start.
  /// - Returns: About how many looks at tuples and cells.
  func searchSteps(subsetCount: Int, size: Int) -> Int {
    switch self {
    // What is small is found soon or not at all.
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

/// How much memory and how many steps a covering array may take; a step is a look-up of a tuple or of a node.
package struct CoveringLimits: Hashable, Sendable {
  /// The most bytes that a suite may take according to its estimate.
  package var bytes = 1_000_000_000
  /// The most tuples of values that are kept account of, at up to 5 bytes each.
  package var tuples = 50_000_000
  /// The most places that factors have in all subsets to be covered, at up to 40 bytes each.
  package var places = 12_000_000
  /// The most values in all rows together.
  package var cells = 50_000_000
  /// Steps after which the work is given up: some minutes, of which `CoveringEstimate` warns.
  package var steps = 100_000_000_000
  /// Steps up to which impossible tuples are looked for before any row is made.
  ///
  /// What is left is found when the tuple is drawn for a row; by then most tuples are in rows and need no proof.
  package var earlySteps = 50_000_000
  /// About how many steps go into choosing among candidates; each row has at least one.
  package var candidateSteps = 500_000_000
  /// The most tuples of values with which a suite is made smaller by search, at 12 bytes more each.
  package var searchTuples = 16_000_000
  /// Steps of the search that no effort goes beyond.
  package var searchSteps = Int.max
  /// Steps of the search after which it pays to find out whether a smaller suite can be had at all, see `SplitBound`.
  package var stepsBeforeSplitBound = 1_000_000
  /// The most candidates for a row.
  package var candidates = 16

  package init() {}
}

/// A small generator of pseudo-random numbers whose sequence is the same everywhere and for ever.
///
/// The library's generators and shuffles may change between releases; a suite must not.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
package struct SplitMix64: Sendable {
  private var state: UInt64

  /// Starts the sequence of a seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to below the bound, which is at least 1.
  ///
  /// The high half of a product: off an even draw by at most bound / 2^64.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
