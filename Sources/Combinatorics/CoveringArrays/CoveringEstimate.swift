/// What a covering array will take, from counts alone: before anything is built, and the same on every machine.
///
/// The tuples and places are exact for one group and an upper bound for groups that overlap, constraints left aside. Rows and steps
/// are those of suites without constraints: `P · (1 + (0.12 + 0.05 t) · ln(tuples / P))` rows, `P` being the largest
/// product of `t` domains, came within 15 % of the greedy suites for 2 to 5 values, 12 to 100 factors and strengths 2 to 6.
/// Where one factor has many more values than the others, its blocks of rows count, see `rows`.
package struct CoveringEstimate: Hashable, Sendable {
  /// Tuples of values, impossible ones among them.
  package private(set) var tuples = 0
  /// Places that factors have in all subsets to be covered.
  package private(set) var places = 0
  /// Rows of the greedy suite, those left out that are there before.
  package private(set) var rows = 0
  /// Steps of the greedy start; a step is a look-up of a tuple.
  package private(set) var steps = 0
  /// Bytes that the process takes most at one time, see `CoveringMemory`; what the program itself takes is not among them.
  package private(set) var bytes = 0

  /// Look-ups a second on one core of 2023.
  private static let stepsPerSecond = 200_000_000
  /// How often the values of a row are gone through.
  private static let sweeps = 4

  /// About how many seconds the greedy start takes.
  package var seconds: Int { steps / Self.stepsPerSecond }

  /// True if a person would wonder if it ever ends.
  package var takesMinutes: Bool { seconds > 60 }

  /// Counts what a request asks for.
  ///
  /// Complexity: O(groups · factors · strength).
  ///
  /// - Parameters:
  ///   - request: What is to be covered.
  ///   - domains: The factors.
  ///   - rowCount: The number of rows that there are, if it is known: no suite has more.
  ///   - diagrams: Bytes of the diagrams of the space, and of what is made of them; `nil` without constraints.
  ///   - limits: What the suite may take: beyond some number of tuples there is no search.
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

  /// What it takes, as a phrase: "about 79,300 rows, 610 MB and 2 minutes".
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

  /// Refuses what would go beyond the limits, before minutes are spent on finding out.
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

  /// The rows of a greedy suite for factors of sizes that descend.
  ///
  /// A block of rows for each value of the largest factor, each covering the others at a strength less: where these are rows enough for the
  /// others at the strength itself, it takes no more.
  private static func rows(_ sizes: ArraySlice<Int>, _ strength: Int) -> Double {
    guard strength > 0, let largest = sizes.first else { return 1 }
    guard strength > 1 else { return Double(max(largest, 1)) }
    let others = sizes.dropFirst()
    let blocks = Double(max(largest, 1)) * rows(others, strength - 1)
    return blocks >= rowsOfAlike(others, strength) ? blocks : rowsOfAlike(sizes, strength)
  }

  /// The same for factors of about as many values.
  private static func rowsOfAlike(_ sizes: ArraySlice<Int>, _ strength: Int) -> Double {
    guard sizes.count >= strength else { return 0 }
    let largest = sizes.prefix(strength).reduce(1.0) { $0 * Double(max($1, 1)) }
    let asked = Double(Array(sizes).sumOfProducts(of: strength))
    let more = (0.12 + 0.05 * Double(strength)) * logarithm(max(1, asked / largest))
    return largest * (1 + more)
  }

  /// The natural logarithm to a hundredth, without a library whose last digits may differ between machines.
  private static func logarithm(_ number: Double) -> Double {
    let exponent = Double(number.exponent)
    let rest = number.significand - 1
    // The chord of log2 over a power of two, bent in its middle.
    return (exponent + rest + 0.344 * rest * (1 - rest)) * 0.693_147
  }
}

extension Double {
  /// The nearest whole number, or the largest where there is no room for it.
  fileprivate var rounded: Int { self < 9e18 ? Int(rounded(.toNearestOrEven)) : .max }
}

/// Follows the making of a covering array and may end it early.
///
/// It is asked after counted steps, so that whoever stops after a number of questions stops at the same place on every machine.
/// Without a monitor the same rows are made.
package struct CoveringMonitor {
  /// Where the work stands.
  package enum Progress: Hashable, Sendable {
    /// Nothing is built yet; this is about what it will take.
    case begins(CoveringEstimate)
    /// Rows are made until no tuple of values is open.
    case greedy(rows: Int, openTuples: Int, tuples: Int)
    /// A complete suite is made smaller, until so many steps are spent.
    case search(rows: Int, steps: Int, limit: Int)
  }

  /// Takes note of the progress and says whether the work goes on.
  ///
  /// A search that is ended gives the smallest suite found so far; before, there is none that is complete.
  package var goesOn: (Progress) -> Bool

  package init(goesOn: @escaping (Progress) -> Bool) {
    self.goesOn = goesOn
  }

  /// Steps of the search between two questions: some milliseconds.
  static let searchSteps = 2_000_000
}
