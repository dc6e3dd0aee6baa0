import Specification

@testable import Reporting

/// A report of texts that break careless writers.
enum NastyReport {
  /// A text and what a cell shows of it.
  static let texts: [(given: String, shown: String)] = [
    ("=1+1", "=1+1"), ("+81 3", "+81 3"), ("-1", "-1"), ("@sum", "@sum"),
    ("{=A1}", "{=A1}"), ("https://example.com/a b", "https://example.com/a b"),
    ("</t>&amp;<c r=\"A1\"/>", "</t>&amp;<c r=\"A1\"/>"),
    ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("tab\there", "tab\there"),
    ("nul\u{0} bell\u{7} escape\u{1B} delete\u{7F}", "nul␀ bell␇ escape␛ delete␡"),
    ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"), ("  edges  ", "  edges  "),
    ("👨‍👩‍👧‍👦 é 𠮷 ‮rtl", "👨‍👩‍👧‍👦 é 𠮷 ‮rtl"), ("'quoted'", "'quoted'"), ("007", "007"),
    ("_x0041_ _x00e9_ _x12_", "_x0041_ _x00e9_ _x12_"),
    (
      String(repeating: "_x0041_", count: 4_600),
      String(repeating: "_x0041_", count: 1_724) + "… [32200]"
    ),
    (
      String(repeating: "長", count: 40_000),
      String(repeating: "長", count: 32_767 - 9) + "… [40000]"
    ),
  ]

  static let report = Report(
    language: .english,
    id: "NASTY",
    feature: "1 nasty & text \u{1}" + String(repeating: "&👨‍👩‍👧‍👦", count: 100),
    tool: "specmatrix 0",
    summary: ReportSummary(title: "[Summary]:*?/\\", heading: "=A1", sections: []),
    tables: [
      ReportTable(
        name: .questions,
        title: "'A title that is much longer than sheets' names can be'",
        columns: [ReportColumn(role: .id, heading: "=heading")],
        rows: texts.enumerated().map { number, text in
          ReportTable.Row(key: "\(number)", cells: [.text(text.given)])
        }
      ),
      ReportTable(
        name: .cases,
        title: "[summary]",
        columns: [ReportColumn(role: .id, heading: "link")],
        rows: [
          ReportTable.Row(key: "a", cells: [.text("b", link: .row(of: .rules, key: "none"))]),
          ReportTable.Row(
            key: "b",
            cells: [
              .text(
                "c",
                link: .page("https://example.com/" + String(repeating: "x", count: 3_000))
              )
            ]
          ),
        ]
      ),
    ]
  )
}
