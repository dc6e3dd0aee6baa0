import Diagnostics
import Testing

@testable import TestDesign

/// Days that no calendar has, in labels and results.
@Suite struct ImpossibleDayTests {
  @Test(arguments: [
    ("Valid until 31 June", "31 June"), ("on 31st of June 2027.", "31st of June 2027"),
    ("June 31 is the last day", "June 31"), ("“Feb. 30” is displayed", "Feb. 30"),
    ("Paid on 29 February 2027", "29 February 2027"),
    ("by February 29th, 2100", "February 29th, 2100"),
    ("until 2027-02-30", "2027-02-30"), ("2027/4/31 is shown", "2027/4/31"),
    ("9月31日まで有効と表示する", "9月31日"), ("２０２７年２月２９日に届く", "２０２７年２月２９日"),
    ("13月1日の売上を表示する", "13月1日"), ("11月31日に終わる", "11月31日"), ("2月30日", "2月30日"),
    ("Sept 31", "Sept 31"), ("from 30 June to 31 November", "31 November"),
  ])
  func isFound(text: String, day: String) {
    #expect(ImpossibleDay.first(in: text) == day)
  }

  @Test(arguments: [
    "2月29日", "29 February", "Feb 29", "2024-02-29", "2024年2月29日", "令和7年2月29日", "9月30日", "31 May",
    "December 31", "31日間", "1月31日間", "9月31日目", "1か月31日", "call 0120-31-1234", "2027-02-301",
    "12027-02-30",
    "A-2027-02-30", "2027-02-30-1", "2027-02-30.csv", "v2027-02-30b", "1234-56-78", "2027-99-99",
    "may 31 people",
    "31 june", "at 31 Marketing", "June 2027", "June 31%", "June 31.5 kg", "Nov 31:00",
    "31 Augustine", "June 300",
    "存在しない日（9月31日）を入力する", "31 June is no such day", "an invalid day, such as 2027-02-30", "",
    "no day at all", "31",
    "100/200/300", "9月", "月31日", "2月30", "5月5日", "31 or June",
  ])
  func isNoFalseAlarm(text: String) {
    #expect(ImpossibleDay.first(in: text) == nil)
  }

  @Test func everyLabelAndResultIsReadButThoseOfInvalidValues() throws {
    let text = spec(
      """
      states:
        plan: {label: Plan until 31 June, values: {free: until 2027-02-30, bad: {label: 9月31日, invalid: true}}}
      data: {day: {date: 2027-02-01..2027-02-28}}
      operations: {pay: {label: Pay on 31 April, variants: {card: by 31 November}}}
      rules:
        pay: {when: {plan: any, day: any}, then: [It is paid on 30 June, It is booked on 31 June]}
      """
    )
    let findings = try analysed(text).analysis.findings.filter { $0.code == .noSuchDay }
    #expect(
      findings.map(\.message) == [
        "There is no 31 June: 30 June or 1 July?",
        "There is no 2027-02-30: 2027-02-28 or 2027-03-01?",
        "There is no 31 April: 30 April or 1 May?",
        "There is no 31 November: 30 November or 1 December?",
        "There is no 31 June: 30 June or 1 July?",
      ]
    )
    #expect(Set(findings.map(\.severity)) == [.error])
    #expect(Set(findings.map(\.id)).count == 5)
    #expect(marked(findings.last?.span, in: text) == "It is booked on 31 June")
  }
}
