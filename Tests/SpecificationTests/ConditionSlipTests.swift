import Diagnostics
import Specification
import Testing

/// Slips in conditions that were read as something else, or whose right form was none.
@Suite struct ConditionSlipTests {
  private func decoded(_ condition: String, range: String = "0..20000") -> Checked<Specification> {
    decode(
      sections: """
        data: {n: {range: \(range)}}
        operations: {o: O}
        rules:
          o:
            - when: {n: "\(condition)"}
              then: X
        """
    )
  }

  private func help(_ condition: String, range: String = "0..20000") -> [String] {
    helps(decoded(condition, range: range))
  }

  private func helps(_ checked: Checked<Specification>) -> [String] {
    checked.diagnostics.flatMap(\.help)
  }

  /// The overflow ended the process.
  @Test(arguments: ["> 9223372036854775807", "< -9223372036854775808"])
  func `a comparison with the last number of all is an error like others`(condition: String) async {
    switch condition.first {
    case ">":
      await #expect(processExitsWith: .success) {
        _ = decode(
          sections: """
            data: {n: {range: 1..5}}
            operations: {o: O}
            rules: {o: {n: {"> 9223372036854775807": X}}}
            """
        )
      }
    default:
      await #expect(processExitsWith: .success) {
        _ = decode(
          sections: """
            data: {n: {range: 1..5}}
            operations: {o: O}
            rules: {o: {n: {"< -9223372036854775808": X}}}
            """
        )
      }
    }
  }

  /// `1..10,000` was `1..10` and `000`, thus 0 and 1, without a word.
  @Test(arguments: [
    ("1..10,000", "1..10000"), ("..10,000", "..10000"), ("10,000..20,000", "10000..20000"),
    ("not 10,000", "not 10000"), ("1〜10,000", "1..10000"), (">= 10,000", "10000.."),
  ])
  func `digits in groups are an error wherever they stand`(condition: String, right: String) {
    #expect(decoded(condition).value == nil)
    #expect(help(condition).contains { $0.contains("`\(right)`") })
  }

  /// Each help said `1`, which can be written and means less.
  @Test(arguments: [
    ("1 to 20000", "1..20000"), ("from 1 to 20000", "1..20000"), ("1 - 20000", "1..20000"),
    ("1 or 2", "1, 2"), ("1 and 2", "1, 2"), ("10 000", "10000"), ("1 or more", "1.."),
  ])
  func `the right form means what was written`(condition: String, right: String) {
    #expect(decoded(condition).value == nil)
    #expect(help(condition).contains { $0.contains("`\(right)`") })
  }

  /// The help said `9..1`.
  @Test(arguments: [("-9--1", "-9..-1"), ("-9-1", "-9..1"), ("-9–-1", "-9..-1")])
  func `a minus of an interval's bound is no dash`(condition: String, right: String) {
    #expect(help(condition, range: "-20..20").contains { $0.contains("`\(right)`") })
  }

  /// A key of `rules` refuses `not …`, which was the remedy.
  @Test func `others behind an operation are not answered with not`() {
    let checked = decode(
      sections: """
        operations: {o: {label: O, variants: [v, w]}}
        rules: {o/others: X}
        """
    )
    #expect(checked.hasErrors)
    #expect(!helps(checked).contains { $0.contains("not …") })
  }

  /// The help said `add/000`.
  @Test func `digits in groups behind an operation show the number`() {
    let checked = decode(
      sections: """
        operations: {add: {label: Add, range: 0..10000}}
        rules: {"add/10,000": X}
        """
    )
    #expect(helps(checked).contains { $0.contains("`add/10000`") })
    #expect(checked.diagnostics.count == 1)
  }
}
