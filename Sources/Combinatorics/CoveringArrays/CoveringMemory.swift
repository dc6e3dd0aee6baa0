/// The memory that a covering array takes, estimated from counts alone.
///
/// # Chapter: how much memory, before it is allocated
///
/// **Problem.** A model of a few lines may need gigabytes. Finding out by running it wastes minutes, and on a small machine the process is
/// killed without a message.
///
/// **Idea.** The sizes of all arrays are products of a few counts: tuples, subsets and their places, values, rows. The arrays do not all
/// exist at once: rows are made, redundant ones dropped, a smaller suite searched for, the suite ordered, and finally written. The estimate
/// is the maximum over these stages. The number of rows is the only count that is not exact.
///
/// **Validation.** `ExternalMemoryTests` compares the estimate with runs of the program on models of many shapes: it is within a factor of
/// 1.5 in both directions.
struct CoveringMemory {
  var tuples = 0.0
  var places = 0.0
  var rows = 0.0
  /// The number of fixed rows.
  var fixedRows = 0.0
  /// True if there are hardly more rows than the largest subset has tuples, so that there is nothing to search for.
  var isSmallest = false
  /// The bytes of the diagrams, or `nil` if there are no constraints.
  var diagramBytes: Double?
  private var subsets = 0.0
  private var strength = 1
  private var isPairwise = true
  /// The number of words that ordering the rows takes; see `UncoveredTuples`.
  private var orderWords = 0.0
  private let domains: Domains
  private var firstValue: [Int] { domains.firstValue }

  init(_ domains: Domains) {
    self.domains = domains
  }

  /// Adds a group of factors, which must be ascending.
  mutating func add(_ factors: [Int], _ strength: Int, subsets: Int) {
    self.subsets += Double(subsets)
    self.strength = max(self.strength, strength)
    if strength != 2 { isPairwise = false }
    // The sum of the products of the sizes of every choice of factors so far, by the number of factors chosen.
    var products = [1.0] + Array(repeating: 0.0, count: strength)
    guard let last = factors.last else { return }
    for (place, factor) in factors.enumerated() where place < factors.count - 1 {
      let first = firstValue[factors[place + 1]] >> 6
      let words = Double((firstValue[last + 1] + 63) >> 6 - first)
      let size = Double(domains.sizes[factor])
      if strength > 1 { orderWords += products[strength - 2] * size * words }
      for count in stride(from: strength - 1, to: 0, by: -1) {
        products[count] += products[count - 1] * size
      }
    }
    if strength == 1 { orderWords += Double((firstValue[last + 1] + 63) >> 6) }
  }

  /// Returns the bytes of the most expensive stage.
  func most(withSearch: Bool) -> Double {
    let made = model + diagrams + fixed + table + suite
    let stages = [
      made + draft,
      made + 4 * tuples,
      withSearch ? made + search + suite : 0,
      made + suite + 8 * orderWords + 16 * subsets,
      model + diagrams + fixed + output,
    ]
    return stages.max() ?? 0
  }

  private var diagrams: Double { diagramBytes ?? 0 }
  private var values: Double { Double(domains.valueCount) }
  private var factors: Double { Double(domains.count) }

  /// The names of values and the request's data about each.
  private var model: Double { 250 * values + 500 * factors }

  /// Fixed rows as given, with open values.
  private var fixed: Double { fixedRows * (16 * factors + 40) }

  /// Rows as lists of values.
  private var suite: Double { rows * (8 * factors + 48) }

  /// The size of `TupleTable`.
  private var table: Double { tuples + 16 * places + 28 * subsets + pairs }

  /// The size of `OpenPairs`.
  private var pairs: Double {
    let words = values * ((values + 63) / 64).rounded(.down)
    return isPairwise && words <= max(tuples / 4, 4_096) ? 8 * words : 0
  }

  /// The size of `RowDraft`.
  private var draft: Double { pairs == 0 ? 5 * subsets : 0 }

  /// The size of `SuiteSearch`, `TupleAccounts`, `SubsetUses` and `RowsByValue`.
  private var search: Double {
    let uses = places * (4 + 8 * Double(max(1, strength - 1)))
    let cells = rows * factors * 20
    let dense = domains.sizes.reduce(0.0) { $0 + ($1 <= 64 ? Double($1) / 8 : 12) } * rows
    return 12 * tuples + uses + cells + dense + 24 * rows + 20 * values + 16 * subsets + split
  }

  /// The size of `SplitBound`, if it is tried.
  private var split: Double {
    let counts = values * subsets
    guard diagramBytes != nil, !isSmallest, tuples <= Double(SplitBound.maxNeeds),
      counts <= Double(SplitBound.maxCounts)
    else { return 0 }
    return 4 * counts + 45 * tuples
  }

  /// The suite with its expected results and as text.
  private var output: Double { suite + rows * (16 * factors + 40) + rows * factors * 16 }
}

extension CoveringMemory {
  /// Returns the bytes of a space's diagrams and of the `RowFinder` copy, or `nil` if the space has all rows.
  static func bytes(of space: Space) -> Int? {
    guard !space.parts.isEmpty else { return nil }
    let store = space.store
    let cells = store.table.cells.count
    var slots = 1 << 10
    while store.nodeCount * 2 > slots { slots *= 2 }
    return 4 * cells + 12 * slots + 5 * cells + 20 * store.nodeCount
  }
}
