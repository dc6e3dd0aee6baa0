/// A model of which the memory is measured: its text, and what it is covered at.
struct MemoryModel: Sendable {
  var name: String
  var text: String
  var strength = 2
  /// Rows to start from, with the names of the parameters; empty for none.
  var seeds = ""

  /// - Parameters:
  ///   - name: How it is reported.
  ///   - sizes: Values per parameter; the parameters are `P0`, `P1`, …, the values `v0`, `v1`, ….
  ///   - strength: The order of combinations.
  ///   - orders: By parameter its own order; 0 for none.
  ///   - submodels: Parameters and their order.
  ///   - constraints: Lines behind the parameters.
  ///   - negative: Of how many values one is negative; 0 for none.
  ///   - seedRows: How many rows there are to start from.
  init(
    _ name: String,
    _ sizes: [Int],
    strength: Int = 2,
    orders: [Int] = [],
    submodels: [(parameters: Range<Int>, order: Int)] = [],
    constraints: [String] = [],
    negative: Int = 0,
    seedRows: Int = 0
  ) {
    self.name = name
    self.strength = strength
    func value(_ number: Int) -> String {
      negative > 0 && number % negative == negative - 1 ? "~v\(number)" : "v\(number)"
    }
    var lines = sizes.enumerated().map { parameter, size in
      let order = orders.isEmpty || orders[parameter] == 0 ? "" : " @ \(orders[parameter])"
      return "P\(parameter)\(order): \((0..<size).map(value).joined(separator: ", "))"
    }
    lines += submodels.map { submodel in
      "{ \(submodel.parameters.map { "P\($0)" }.joined(separator: ", ")) } @ \(submodel.order)"
    }
    text = (lines + constraints).joined(separator: "\n") + "\n"
    guard seedRows > 0 else { return }
    // Digits that do not repeat soon: a linear congruential generator.
    var state: UInt64 = 1
    let rows = (0..<seedRows).map { _ in
      sizes.map { size in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return "v\(Int(state >> 33) % size)"
      }.joined(separator: "\t")
    }
    let names = sizes.indices.map { "P\($0)" }.joined(separator: "\t")
    seeds = ([names] + rows).joined(separator: "\n") + "\n"
  }

  /// Each parameter's first value rules out the second one of the next.
  private static func chain(_ count: Int) -> [String] {
    (1..<count).map { "IF [P\($0 - 1)] = \"v0\" THEN [P\($0)] <> \"v1\";" }
  }

  private static func alike(_ count: Int, _ size: Int) -> [Int] {
    Array(repeating: size, count: count)
  }

  /// Models small enough for a program that is not optimised.
  static let small = [
    MemoryModel("30000 values", [30_000], strength: 1),
    MemoryModel("20000 · 3 · 3", [20_000, 3, 3]),
    MemoryModel("500 of 2", alike(500, 2)),
    MemoryModel("300 with 10, rules", [300, 10, 50, 50], constraints: rulesOfFirst),
  ]

  private static let rulesOfFirst = (0..<300).map {
    "IF [P0] = \"v\($0)\" THEN [P1] = \"v\($0 % 10)\";"
  }

  /// Forty models: few parameters of many values and many of few, strengths 1 to 6, constraints, orders, sub-models, rows to start from.
  static let all =
    small + [
      MemoryModel("100000 · 2", [100_000, 2]),
      MemoryModel("100000 values", [100_000], strength: 1),
      MemoryModel("2000 with 50 of 2", [2_000] + alike(50, 2)),
      MemoryModel("5000 · 500", [5_000, 500]),
      MemoryModel("1000 · 1000", [1_000, 1_000]),
      MemoryModel("3 of 400", alike(3, 400)),
      MemoryModel("4 of 200", alike(4, 200)),
      MemoryModel("10 of 100", alike(10, 100)),
      MemoryModel("20 of 50", alike(20, 50)),
      MemoryModel("1000 of 2", alike(1_000, 2)),
      MemoryModel("400 of 4", alike(400, 4)),
      MemoryModel("1000 of 20, single", alike(1_000, 20), strength: 1),
      MemoryModel("100 of 2, triples", alike(100, 2), strength: 3),
      MemoryModel("200 of 2, triples", alike(200, 2), strength: 3),
      MemoryModel("50 of 4, triples", alike(50, 4), strength: 3),
      MemoryModel("20 of 12, triples", alike(20, 12), strength: 3),
      MemoryModel("3 of 80, triples", alike(3, 80), strength: 3),
      MemoryModel(
        "mixed, triples",
        [50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 2, 2],
        strength: 3
      ),
      MemoryModel("40 of 2, order 4", alike(40, 2), strength: 4),
      MemoryModel("60 of 2, order 4", alike(60, 2), strength: 4),
      MemoryModel("20 of 4, order 4", alike(20, 4), strength: 4),
      MemoryModel("8 of 10, order 4", alike(8, 10), strength: 4),
      MemoryModel("25 of 2, order 5", alike(25, 2), strength: 5),
      MemoryModel("12 of 4, order 5", alike(12, 4), strength: 5),
      MemoryModel("20 of 2, order 6", alike(20, 2), strength: 6),
      MemoryModel("12 of 3, order 6", alike(12, 3), strength: 6),
      MemoryModel("10 of 4, order 6", alike(10, 4), strength: 6),
      MemoryModel("100 of 8, chain", alike(100, 8), constraints: chain(100)),
      MemoryModel("30 of 6, chain, triples", alike(30, 6), strength: 3, constraints: chain(30)),
      MemoryModel("12 of 4, chain, order 5", alike(12, 4), strength: 5, constraints: chain(12)),
      MemoryModel("orders 3 and 2", alike(80, 4), orders: alike(40, 3) + alike(40, 0)),
      MemoryModel(
        "orders 4, 3 and 2",
        alike(45, 4),
        orders: alike(15, 4) + alike(15, 3) + alike(15, 0)
      ),
      MemoryModel("sub-models", alike(30, 5), submodels: [(0..<8, 3), (8..<14, 3)]),
      MemoryModel("negative values", alike(12, 40), negative: 10),
      MemoryModel("seeds", alike(60, 10), seedRows: 3_000),
      MemoryModel("seeds, triples", alike(20, 6), strength: 3, seedRows: 20_000),
    ]
}
