/// An estimate of the cost of a covering array, from counts alone: available before anything is built and the same on every machine.
///
/// The numbers of tuples and places ignore constraints; they are exact for one group and an upper bound for overlapping groups. Rows and
/// steps are those of suites without constraints: `P · (1 + (0.12 + 0.05 t) · ln(tuples / P))` rows, where `P` is the largest product of
/// `t` domain sizes, was within 15 % of the greedy suites for 2 to 5 values, 12 to 100 factors and strengths 2 to 6. If one factor has many
/// more values than the others, the rows are estimated in blocks; see `rows`.
package struct CoveringEstimate: Hashable, Sendable {
  /// The number of tuples of values, including impossible ones.
  package private(set) var tuples = 0
  /// The number of factor positions in all subsets to be covered.
  package private(set) var places = 0
  /// The number of rows of the greedy suite, without fixed rows.
  package private(set) var rows = 0
  /// The number of steps of the greedy start; a step is a look-up of a tuple.
  package private(set) var steps = 0
  /// The peak memory in bytes, without that of the program itself; see `CoveringMemory`.
  package private(set) var bytes = 0

  /// Look-ups per second on one core of 2023.
  private static let stepsPerSecond = 200_000_000
  /// The assumed number of sweeps over the values of a row.
  private static let sweeps = 4

  /// The approximate duration of the greedy start in seconds.
  package var seconds: Int { steps / Self.stepsPerSecond }

  /// True if the greedy start takes more than a minute, so that users should be warned.
  package var takesMinutes: Bool { seconds > 60 }

  /// Estimates the cost of a request.
  ///
  /// `rowCount` is the number of rows of the space, if known: no suite has more. `diagrams` is the number of bytes of the space's diagrams
  /// and their copies, or `nil` without constraints. `limits` determines whether there is a search.
  ///
  /// Complexity: O(groups · factors · strength).
  package init(
    _ request: CoveringRequest,
    domains: Domains,
    rowCount: Int = .max,
    diagrams: Int? = nil,
    limits: CoveringLimits = CoveringLimits()
  ) {
    var sweep = 0.0
    var expected = 0.0
    var largest = 1.0
    var memory = CoveringMemory(domains)
    for group in request.groups.distinct {
      let strength = group.strength
      let sizes = group.factors.map { factor in request.isAsked[factor].count { $0 } }
      let all = group.factors.map { domains.sizes[$0] }
      tuples = tuples.addingSaturated(all.sumOfProducts(of: strength))
      let subsets = all.map { _ in 1 }.sumOfProducts(of: strength)
      places = places.addingSaturated(subsets.multipliedSaturated(by: strength))
      let uses = all.dropFirst().map { _ in 1 }.sumOfProducts(of: strength - 1)
      memory.add(group.factors, strength, subsets: subsets)
      sweep += Double(subsets) + Double(uses) * Double(all.reduce(all.count, +))

      let descending = sizes.sorted(by: >)
      expected = max(expected, Self.rows(descending[...], strength))
      largest = max(largest, descending.prefix(strength).reduce(1.0) { $0 * Double(max($1, 1)) })
    }
    let given = Double(request.fixed.count)
    let made = max(0, min(expected, Double(rowCount)) - given)
    rows = made.rounded
    steps = (made * sweep * Double(Self.sweeps)).rounded
    memory.tuples = Double(tuples)
    memory.places = Double(places)
    memory.rows = made + given
    memory.fixedRows = given
    memory.isSmallest = memory.rows <= largest * 1.01
    memory.diagramBytes = diagrams.map(Double.init)
    bytes = memory.most(withSearch: tuples <= limits.searchTuples).rounded
  }

  /// The estimate as a phrase: "about 79,300 rows, 610 MB and 2 minutes".
  package var phrase: String {
    let memory = Self.megabytes(bytes)
    let minutes = max(1, (seconds + 30) / 60)
    let time = minutes == 1 ? "1 minute" : "\(minutes.grouped) minutes"
    return "about \(rows.grouped) rows, \(memory) and \(seconds < 30 ? "less than a minute" : time)"
  }

  private static func megabytes(_ bytes: Int) -> String {
    let megabytes = max(1, bytes / 1_000_000)
    return megabytes < 10_000 ? "\(megabytes.grouped) MB" : "\((megabytes / 1_000).grouped) GB"
  }

  /// Throws if the estimate exceeds the limits, before minutes are spent on finding out.
  func check(_ limits: CoveringLimits) throws(LimitExceeded) {
    let excess: [(number: Int, limit: Int, what: String)] = [
      (tuples, limits.tuples, "tuples of values"),
      (places, limits.places, "places in groups of factors"),
      (steps, limits.steps, "steps"),
    ]
    guard let first = excess.first(where: { $0.number > $0.limit }) else {
      guard bytes <= limits.bytes else {
        throw LimitExceeded(
          what: "coverage that takes \(phrase), the limit being \(Self.megabytes(limits.bytes))"
        )
      }
      return
    }
    throw LimitExceeded(
      what: "coverage of \(first.number.grouped) \(first.what), the limit being "
        + "\(first.limit.grouped); it would take \(phrase)"
    )
  }

  /// Returns the number of rows of a greedy suite for factors of descending sizes.
  ///
  /// Uses a block of rows for each value of the largest factor, each covering the others at one strength less, if these are enough rows for
  /// the others at the full strength; otherwise the formula for similar sizes.
  private static func rows(_ sizes: ArraySlice<Int>, _ strength: Int) -> Double {
    guard strength > 0, let largest = sizes.first else { return 1 }
    guard strength > 1 else { return Double(max(largest, 1)) }
    let others = sizes.dropFirst()
    let blocks = Double(max(largest, 1)) * rows(others, strength - 1)
    return blocks >= rowsOfAlike(others, strength) ? blocks : rowsOfAlike(sizes, strength)
  }

  /// Returns the number of rows for factors of similar sizes.
  private static func rowsOfAlike(_ sizes: ArraySlice<Int>, _ strength: Int) -> Double {
    guard sizes.count >= strength else { return 0 }
    let largest = sizes.prefix(strength).reduce(1.0) { $0 * Double(max($1, 1)) }
    let asked = Double(Array(sizes).sumOfProducts(of: strength))
    let more = (0.12 + 0.05 * Double(strength)) * logarithm(max(1, asked / largest))
    return largest * (1 + more)
  }

  /// Returns the natural logarithm to two decimals, without a library function whose last digits may differ between machines.
  private static func logarithm(_ number: Double) -> Double {
    let exponent = Double(number.exponent)
    let rest = number.significand - 1
    // The chord of log2 between two powers of two, bent in the middle.
    return (exponent + rest + 0.344 * rest * (1 - rest)) * 0.693_147
  }
}

extension Double {
  /// The nearest integer, saturating at `Int.max`.
  fileprivate var rounded: Int { self < 9e18 ? Int(rounded(.toNearestOrEven)) : .max }
}

/// An observer of the progress of a covering array that may end it early.
///
/// It is called after counted steps, so stopping at the nth call stops at the same point on every machine. A monitor does not change which
/// rows are made.
package struct CoveringMonitor {
  /// The stage that the work has reached.
  package enum Progress: Hashable, Sendable {
    /// Nothing is built yet; the estimate states the expected cost.
    case begins(CoveringEstimate)
    /// Rows are being made until no tuple of values is open.
    case greedy(rows: Int, openTuples: Int, tuples: Int)
    /// A complete suite is being reduced, until `limit` steps are spent.
    case search(rows: Int, steps: Int, limit: Int)
  }

  /// Receives the progress and returns whether to continue.
  ///
  /// Returning false during the search ends it with the smallest suite found so far; before, the work ends without a suite.
  package var goesOn: (Progress) -> Bool

  package init(goesOn: @escaping (Progress) -> Bool) {
    self.goesOn = goesOn
  }

  /// The number of search steps between two calls, which take some milliseconds.
  static let searchSteps = 2_000_000
}
