import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Labels stand in sentences as their authors wrote them: never in lower case, never bent, never made a plural.
@Suite struct WrittenLabelTests {
  private static let flags = """
    states:
      registered: Registered
      taken: {label: Taken back by the Senders, values: {a: Taken Back, b: IOS Only}}
    data:
      days: {label: Working days, range: 1..3 Working days}
    operations: {pay: Tap PAY, fail: {label: Bank Fails, variants: {soft: Soft FAIL, hard: HARD}}}
    rules:
      pay:
        - when: {registered: "yes", taken: a, days: 1}
          then: A
      fail: {registered: {"yes": Y}}
    """

  @Test func `a statement stands in quotation marks, with yes or no`() throws {
    let messages = try analysed(spec(Self.flags)).analysis.findings.map(\.message)
    #expect(
      messages.contains("On “Tap PAY” or on “Bank Fails”, what happens if “Registered” is no?")
    )
    #expect(
      messages.contains(
        "On “Tap PAY”, what happens if “Taken back by the Senders” is “IOS Only”?"
      )
    )
  }

  @Test func `the same in Japanese`() throws {
    let text = spec(
      "language: ja\n"
        + Self.flags.replacing("Registered", with: "登録済み").replacing("Tap PAY", with: "支払う")
    )
    let messages = try analysed(text).analysis.findings.map(\.message)
    #expect(messages.contains("登録済みでない状態で、支払った場合、または「Bank Fails」の場合は、どうなりますか？"))
  }

  @Test func `a unit is never made a plural`() throws {
    let specification = try specification(
      spec("data: {days: {range: 0..2 working day}}\noperations: {look: Look}\nrules: {look: A}")
    )
    let labels = specification.factors[0].values.map(\.label)
    #expect(labels == ["0 working day", "1 working day", "2 working day", "3 working day"])
  }

  /// Over random specs with labels in capitals, wherever a question names one.
  @Test func `a question names factors and values as they are written`() throws {
    var named = 0
    for seed in UInt64(0)..<60 {
      guard let random = try RandomAnalysis(seed: seed) else { continue }
      var specification = random.analysed.specification
      specification.language = seed.isMultiple(of: 2) ? .english : .japanese
      for factor in specification.factors.indices {
        specification.factors[factor].label = "The FACTOR \(factor) Sees"
        for value in specification.factors[factor].values.indices
        where !specification.factors[factor].isYesNo {
          specification.factors[factor].values[value].label = "Is VALUE \(factor)-\(value)s"
          specification.factors[factor].values[value].hasOwnLabel = true
        }
      }
      guard let analysed = try analyse(specification, today: testDay).value else { continue }
      for finding in analysed.analysis.findings
      where finding.code == .undefinedCombination || finding.code == .contradictoryRules {
        let texts = [finding.message, finding.question?.condition ?? ""]
        for text in texts {
          let lower = text.lowercased()
          for wanted in ["The FACTOR", "Is VALUE"] {
            #expect(
              text.ranges(of: wanted).count == lower.ranges(of: wanted.lowercased()).count,
              "seed \(seed): \(text)"
            )
            named += text.ranges(of: wanted).count
          }
        }
      }
    }
    #expect(named > 200)
  }
}
