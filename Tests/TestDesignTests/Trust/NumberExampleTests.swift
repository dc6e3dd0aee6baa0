import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Numbers between thresholds, and invalid values: what passed and must not, and its neighbour that must still pass.
struct NumberExampleTests {
  private static func items(_ rules: String, range: String = "0..200", more: String = "") -> String
  {
    spec(
      """
      data: {items: {range: \(range)}}
      operations: {add: Add an item}
      rules: {add: {items: {\(rules)}}}
      \(more)
      """
    )
  }

  // MARK: Classes

  @Test func `a gap between two thresholds is a question`() throws {
    let gap = try analysed(Self.items("0..50: A, 60..200: B"))
    #expect(Set(gap.analysis.findings.map(\.code)) == [.undefinedCombination])
    #expect(gap.undefinedNumbers(of: "items") == [51...59, 201...Int.max])
    #expect(gap.values(of: "items") == ["0", "1", "50", "51", "59", "60", "200", "201"])
    // Counts stay those of the values listed.
    #expect(gap.analysis.counts.combinations == "8")
    #expect(gap.analysis.counts.undefined == "3")
    #expect(try codes(Self.items("0..50: A, 51..200: B, 201: C")) == [])
  }

  @Test func `a question speaks of classes as intervals, and so does its stub`() throws {
    let findings = try analysed(Self.items("0..50: A, 60..200: B, 201: C")).analysis.findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.message.contains("51 to 59"))
    #expect(finding.stub?.contains("51..59") == true)
  }

  @Test func `the boundaries stay on top`() throws {
    let text = Self.items("valid: A, invalid: B", range: "1..4")
    #expect(try analysed(text).values(of: "items") == ["0", "1", "2", "4", "5"])
    #expect(try codes(text) == [])
  }

  @Test(arguments: [
    ("0..6: A, 8..200: B, 201: C", [7...7]), ("not 7: A, 201: C", [7...7]),
    ("..49: A, 100..: B, 201: C", [50...99]), ("valid: A", [201...Int.max]),
    ("0: A, 200: B, 201: C", [1...199]), ("3, 17, 42: A, others: B", [201...Int.max]),
  ])
  func `any number of the range may be named`(_ rules: String, open: [ClosedRange<Int>]) throws {
    let text = Self.items(rules.contains(", 17") ? "\"3, 17, 42\": A, others: B" : rules)
    #expect(try analysed(text).undefinedNumbers(of: "items") == open)
  }

  @Test func `the same numbers all said pass`() throws {
    #expect(try codes(Self.items("0..6: A, 7: C, 8..200: B, 201: C")) == [])
    #expect(try codes(Self.items("..49: A, 50..99: C, 100..: B, 201: C")) == [])
    #expect(try codes(Self.items("\"3, 17, 42\": A, others: B, 201: C")) == [])
  }

  @Test func `what is impossible and where a factor applies cut too`() throws {
    let text = spec(
      """
      states: {plan: {values: [free, premium], only_when: {items: 30..}}}
      data: {items: {range: 0..200}}
      operations: {add: Add}
      impossible: [{when: {plan: premium, items: 101..}, because: the keypad stops there}]
      rules: {add: {items: {valid: A, invalid: B}}}
      """
    )
    let values = try analysed(text).values(of: "items")
    #expect(values == ["0", "1", "29", "30", "100", "101", "200", "201"])
  }

  @Test func `a case adds a value and cuts nothing`() throws {
    let text = Self.items(
      "0..50: A, 51..200: B, 201: C",
      more: "cases: [{when: {operation: add, items: 17}}]"
    )
    let analysed = try analysed(text)
    #expect(analysed.values(of: "items") == ["0", "1", "17", "50", "51", "200", "201"])
    #expect(analysed.specification.factors[0].values[2].numbers == 0...50)
    #expect(analysed.analysis.findings.isEmpty)
  }

  @Test(arguments: ["202", "-1", "200..202", "300.."])
  func `a number beyond the neighbour is an error that says the range`(text: String) throws {
    let remarks = try remarks(Self.items("valid: A, invalid: B, \"\(text)\": C"))
    #expect(remarks.count == 1)
    #expect(remarks[0].contains("0..200") || remarks[0].contains("0 to 200"), "\(remarks)")
  }

  @Test func `the last class of a range without an end is represented by its first number`() throws
  {
    let text = Self.items("0..9: A, 10..: B", range: "0..")
    #expect(try analysed(text).values(of: "items") == ["0", "1", "9", "10"])
    #expect(try codes(text) == [])
    let gap = try analysed(Self.items("0..9: A, 20..: B", range: "0.."))
    #expect(gap.undefinedNumbers(of: "items") == [10...19])
  }

  @Test func `a thousand thresholds are too many`() throws {
    let rules = (0...1000).map { "\($0 * 2): R\($0)" }.joined(separator: ", ")
    #expect(try mistakes(Self.items(rules, range: "0..2000")).contains { $0.hasPrefix("too-many") })
    let few = (0...10).map { "\($0 * 2): R\($0)" }.joined(separator: ", ")
    #expect(try mistakes(Self.items(few + ", others: R", range: "0..2000")) == [])
  }

  // MARK: Days, lengths, operations, listed numbers

  @Test func `days have gaps too`() throws {
    func text(_ second: String) -> String {
      spec(
        """
        data: {start: {date: 2027-04-01..2027-04-30}}
        operations: {book: Book}
        rules: {book: {start: {2027-04-01..2027-04-10: A, \(second)..2027-04-30: B, invalid: C}}}
        """
      )
    }
    let gap = try analysed(text("2027-04-12"))
    #expect(gap.undefinedNumbers(of: "start").count == 1)
    #expect(gap.values(of: "start").contains("2027-04-11"))
    #expect(try codes(text("2027-04-11")) == [])
  }

  @Test func `length 0 and empty are the same value, and kinds lie in no interval`() throws {
    func text(_ rules: String) -> String {
      spec(
        """
        data: {name: {length: 1..140, kinds: [emoji]}}
        operations: {save: Save}
        rules: {save: {name: {\(rules)}}}
        """
      )
    }
    #expect(try codes(text("0: A, 1: B, 2..140: C, 141: D, emoji: E")) == [])
    #expect(try codes(text("empty: A, 1: B, \"2..140, emoji\": C, 141: D")) == [])
    let open = try analysed(text("0: A, 1: B, 2..140: C, 141: D"))
    let cube = try #require(open.analysis.findings.first?.cube)
    let emoji = open.values(of: "name").firstIndex(of: "emoji")
    #expect(open.analysis.findings.count == 1)
    #expect(cube.literals.last?.values == emoji.map { [$0] })
  }

  @Test func `an operation that takes numbers has gaps too`() throws {
    func text(_ rules: String) -> String {
      spec(
        """
        operations: {add_item: {label: Add, range: 1..80}}
        rules: {\(rules), add_item/invalid: D}
        """
      )
    }
    let gap = try analysed(text("add_item/1..50: A, add_item/60..: B"))
    #expect(gap.undefinedVariants == [51...59])
    #expect(try codes(text("add_item/1..50: A, add_item/51..59: C, add_item/60..: B")) == [])
  }

  @Test func `listed integers compare with any bound between the least and the greatest`() throws {
    func text(_ rules: String) -> String {
      spec(
        """
        data: {seats: [1, 3, 10, 50]}
        operations: {book: Book}
        rules: {book: {seats: {\(rules)}}}
        """
      )
    }
    #expect(try codes(text("1: A, 2..20: B, 21..: C")) == [])
    #expect(try codes(text("1: A, 2..9: B, 21..: C")) == ["undefined-expectation"])
    #expect(try !mistakes(text("1: A, 2..20: B, 60..: C")).isEmpty)
  }

  // MARK: Invalid values

  @Test(arguments: ["text_input: Added", "text_input/1..140: Added", "text_input/valid: Added"])
  func `a rule for a text leaves what must be rejected open`(rule: String) throws {
    func text(_ more: String) -> String {
      spec("operations: {text_input: {length: 1..140}}\nrules:\n  \(rule)\n\(more)")
    }
    let analysed = try analysed(text(""))
    #expect(Set(analysed.analysis.findings.map(\.code)) == [.undefinedCombination])
    #expect(analysed.undefinedVariants == [0...0, 141...Int.max])
    #expect(try codes(text("  text_input/invalid: Refused")) == [])
    #expect(try codes(text("  text_input/empty, text_input/141: Refused")) == [])
  }

  @Test(arguments: ["not 3", "1..", "..4", "valid", "1..4", "others"])
  func `not, open ends and the rest stay among the valid values`(text: String) throws {
    func rules(_ more: String) -> String {
      Self.items("3: A, \(text == "others" ? "others" : text): B\(more)", range: "1..4")
    }
    #expect(try analysed(rules("")).undefinedNumbers(of: "items") == [Int.min...0, 5...Int.max])
    #expect(try codes(rules(", invalid: C")) == [])
    #expect(try codes(rules(", \"0, 5\": C")) == [])
  }

  @Test(arguments: ["0..5", "any"])
  func `a bound beyond the range and any take in what is invalid`(text: String) throws {
    #expect(try codes(Self.items("\(text): A", range: "1..4")) == [])
  }
}
