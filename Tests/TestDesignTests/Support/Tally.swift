/// The counts and differences of comparing random specs.
///
/// The counts are printed to show the extent of a comparison.
struct Tally: Sendable {
  private(set) var counts: [String: Int] = [:]
  private(set) var differences: [String] = []

  subscript(kind: String) -> Int { counts[kind] ?? 0 }

  mutating func count(_ kind: String, _ number: Int = 1) { counts[kind, default: 0] += number }

  mutating func differ(_ difference: String) { differences.append(difference) }

  mutating func add(_ other: Tally) {
    counts.merge(other.counts, uniquingKeysWith: +)
    differences += other.differences
  }

  var summary: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      + "; \(differences.count) differences"
  }

  /// Returns the tally over `seeds` seeds, in four tasks.
  static func over(
    _ seeds: Int,
    _ compare: @escaping @Sendable (_ seed: UInt64, _ tally: inout Tally) throws -> Void
  ) async throws -> Tally {
    try await withThrowingTaskGroup { group in
      for part in 0..<4 {
        group.addTask {
          var tally = Tally()
          for seed in stride(from: part, to: seeds, by: 4) { try compare(UInt64(seed), &tally) }
          return tally
        }
      }
      return try await group.reduce(into: Tally()) { $0.add($1) }
    }
  }
}
