import Diagnostics
import Testing
import Text
import YAMLSyntax

@testable import Specification

/// The numbers that conditions name cut a range into classes, and which values stand for them.
@Suite struct ThresholdTests {
  @Test(arguments: [
    ("range: 1..4", "", "0- 1 2 4 5-"),
    ("range: 0..200", "0..50; 60..200", "0 1 50 51 59 60 200 201-"),
    ("range: 0..200", "55", "0 1 54 55 56 200 201-"),
    ("range: 0..200", "not 55", "0 1 54 55 56 200 201-"),
    ("range: 0..200", "..50; 51..", "0 1 50 51 200 201-"),
    ("range: 0..", "60..", "0 1 59 60"),
    ("range: ..5", "..3", "3 4 5 6-"),
    ("range: 0..200", "60..201", "0 1 59 60 200 201-"),
    ("range: 0..200", "valid; any; invalid", "0 1 200 201-"),
    ("length: 5..10", "7", "empty- 4- 5 6 7 8 10 11-"),
    ("length: 1..80", "empty; 0", "empty- 1 2 80 81-"),
    (
      "date: 2027-01-01..2027-12-31", "2027-06-30..",
      "2026-12-31- 2027-01-01 2027-01-02 2027-06-29 2027-06-30 2027-12-31 2028-01-01-"
    ),
  ])
  func `both ends of every class are values`(
    range: String,
    conditions: String,
    values: String
  )
    throws
  {
    let rules = conditions.split(separator: ";").map { "    \"\($0.trimmed)\": X" }
    let spec = try decoded(
      "data: {n: {\(range)}}\noperations: {add: Add}\nrules:\n"
        + (rules.isEmpty ? "  add: X" : "  add:\n    n:\n  " + rules.joined(separator: "\n  "))
    )
    let shown = spec.factors[0].values.map { $0.id + ($0.isInvalid ? "-" : "") }
    #expect(shown.joined(separator: " ") == values)
    // Each number is in the class of every value that stands for it, and classes share no number.
    for value in spec.factors[0].values {
      let numbers = try #require(value.numbers)
      #expect(numbers.contains(try #require(value.number)))
      for other in spec.factors[0].values {
        #expect(other.numbers == numbers || other.numbers?.overlaps(numbers) == false)
      }
    }
  }

  @Test func `cases and the usual value add numbers and cut nothing`() throws {
    let spec = try decoded(
      """
      data: {n: {range: 0..200, usual: 30}}
      operations: {add: Add, name: {label: Name, length: 1..80}}
      rules: {add: X}
      cases:
        - when: {n: 70, operation: name/40}
        - when: {n: 90..95, operation: add}
      """
    )
    #expect(spec.factors[0].values.map(\.id) == ["0", "1", "30", "70", "90", "95", "200", "201"])
    #expect(Set(spec.factors[0].values.map(\.numbers)) == [0...200, 201...Int.max])
    #expect(spec.factors[0].values[spec.factors[0].usual].id == "30")
    #expect(spec.operations[1].variants.map(\.id) == ["empty", "1", "2", "40", "80", "81"])
  }

  @Test func `what impossible and only_when name cuts as well`() throws {
    let spec = try decoded(
      """
      states: {gift: {label: Gift, only_when: {n: 100..}}}
      data: {n: {range: 0..200}}
      operations: {add: {label: Add, only_when: {n: ..150}}}
      impossible: [{when: {n: 42}}]
      rules: {add: X}
      """
    )
    #expect(
      spec.factors[1].values.map(\.id) == [
        "0", "1", "41", "42", "43", "99", "100", "150", "151", "200", "201",
      ]
    )
  }

  @Test func `variants are cut by the keys of rules`() throws {
    let spec = try decoded(
      "operations: {name: {label: Name, length: 1..80, kinds: [emoji]}}\nrules: {name/51..59: X, name/emoji: Y}"
    )
    #expect(
      spec.operations[0].variants.map(\.id) == [
        "empty", "1", "2", "50", "51", "59", "60", "80", "81", "emoji",
      ]
    )
  }

  @Test func `more thresholds than a factor can have values are a mistake`() throws {
    let numbers = stride(from: 0, to: 2_000, by: 2).map(String.init).joined(separator: ", ")
    let text = """
      specmatrix: 1
      id: T
      feature: Thresholds
      traits: []
      data: {n: {range: 0..10000}}
      operations: {add: Add}
      rules: {add: [{when: {n: '\(numbers)'}, then: X}]}
      """
    let tree = try #require(parseYAML(SourceFile(path: "t.yaml", text: text)).value)
    let checked = decodeSpecification(tree, path: "t.yaml", catalogue: .standard)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.code) == ["too-many"])
    #expect(checked.diagnostics.first?.span?.start.line == 5)
  }

  private func decoded(_ body: String) throws -> Specification {
    let text = "specmatrix: 1\nid: T\nfeature: Thresholds\ntraits: []\n\(body)\n"
    let tree = try #require(parseYAML(SourceFile(path: "t.yaml", text: text)).value)
    let checked = decodeSpecification(tree, path: "t.yaml", catalogue: .standard)
    return try #require(checked.value, "\(checked.diagnostics)")
  }
}
