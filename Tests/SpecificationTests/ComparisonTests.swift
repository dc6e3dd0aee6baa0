import Diagnostics
import Specification
import Testing

/// Comparisons of two factors in conditions: what they are read as, and which numbers become values for them.
@Suite struct ComparisonTests {
  private func spec(_ size: String, _ free: String, _ when: String, _ more: String = "") -> String {
    """
    specmatrix: 1
    id: FIT
    feature: Upload a file
    traits: []
    states:
      plan: [a, b]
    data:
      size: \(size)
      free: \(free)
    operations:
      send: Tap Send
    rules:
      send:
        - {when: \(when), then: Sent}
    \(more)
    """
  }

  private func relations(_ text: String) throws -> [[String]] {
    let checked = decode(text)
    let specification = try #require(checked.value, "\(checked.diagnostics)")
    let number = try #require(specification.factors.firstIndex { $0.comparison != nil })
    return specification.rules.flatMap(\.when.alternatives).map { conjunction in
      conjunction.terms.filter { $0.factor == number }
        .flatMap { $0.values.map { specification.factors[number].values[$0].id } }
    }
  }

  @Test(arguments: [
    ("{size: more than free}", ["more"]), ("{size: less than free}", ["less"]),
    ("{size: at most free}", ["less", "same"]), ("{size: at least free}", ["same", "more"]),
    ("{size: same as free}", ["same"]), ("{size: not same as free}", ["less", "more"]),
    ("{size: not more than free}", ["less", "same"]),
    ("{size: 5.. and more than free}", ["more"]),
    ("{size: not 5 and not more than free}", ["less", "same"]),
    ("{size: [less than free, same as free]}", ["less", "same"]),
  ])
  func `a comparison is a set of relations`(when: String, relations: [String]) throws {
    let text = spec("{range: 1..9 MB}", "{range: 0..20 MB}", when)
    #expect(try self.relations(text) == [relations])
  }

  /// The one that is compared first stands on the left, whichever is named later.
  @Test func `both sides speak of one relation`() throws {
    let more = "    - {when: {free: more than size}, then: Lost}"
    let text = spec("{range: 1..9 MB}", "{range: 0..20 MB}", "{size: more than free}", more)
    #expect(try relations(text) == [["more"], ["less"]])
  }

  @Test func `keys of a tree compare, and others is the rest`() throws {
    let more = "    - size: {more than free: Full, others: Lost}"
    let text = spec("{range: 1..9 MB}", "{range: 0..20 MB}", "{size: same as free}", more)
    #expect(try relations(text) == [["same"], ["more"], ["less", "same"]])
  }

  /// A number that both have, in each pair of classes, and those beside it.
  @Test(arguments: [
    (
      "{range: 0..9}", "{range: 4..20}", "{size: more than free}", "0 1 3 4 5 9 10", "3 4 5 9 20 21"
    ),
    (
      "{range: 0..200}", "{range: 0..200}", "{size: 50.. and more than free}",
      "0 1 49 50 51 200 201", "0 1 49 50 51 200 201"
    ),
    (
      "{range: 1..48 hours}", "{range: 1..2 days}", "{size: more than free}",
      "0 1 2 23 24 25 48 49", "0 1 2 3"
    ),
    ("{range: 0..9}", "{values: [3, 5]}", "{size: more than free}", "0 1 2 3 4 5 6 9 10", "3 5"),
    (
      "{range: 0.00..9.00 EUR}", "{range: 0..9 EUR}", "{size: more than free}",
      "0.00 0.01 1.00 9.00 9.01", "0 1 9 10"
    ),
  ])
  func `numbers in common become values`(
    size: String,
    free: String,
    when: String,
    sizes: String,
    frees: String
  ) throws {
    let checked = decode(spec(size, free, when))
    let specification = try #require(checked.value, "\(checked.diagnostics)")
    let ids = specification.factors[1...2].map { $0.values.map(\.id).joined(separator: " ") }
    #expect(ids == [sizes, frees])
  }

  @Test func `a relation that two ranges cannot have is no value`() throws {
    let text = spec("{range: 1..10}", "{range: 10..30}", "{size: less than free}")
    let specification = try #require(decode(text).value)
    #expect(specification.factors[3].values.map(\.id) == ["less", "same"])
  }

  @Test func `without a comparison there is no factor besides`() throws {
    let text = spec("{range: 1..10}", "{range: 10..30}", "{size: 5..}")
    #expect(try #require(decode(text).value).factors.count == 3)
  }
}
