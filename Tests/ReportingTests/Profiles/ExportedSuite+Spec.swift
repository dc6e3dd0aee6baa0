import Diagnostics
import Specification
import TestSupport
import Testing
import Text

@testable import Reporting
@testable import TestDesign

extension ExportedSuite {
  /// Creates the suite of a spec, with its cases repeated until there are at least `count`.
  init(
    _ yaml: String,
    count: Int = 0,
    asked: [String] = [],
    edit: (inout TestCase) -> Void = { _ in }
  ) throws {
    let analysed = try SpecText.analysed(yaml)
    let specification = analysed.specification
    var matrix = try analysed.cases(earlier: nil)
    for index in matrix.cases.indices { edit(&matrix.cases[index]) }
    let whole = matrix.cases
    while matrix.cases.count < count {
      var copy = whole[matrix.cases.count % whole.count]
      copy.id = "\(specification.id)-\(matrix.cases.count + 1)"
      matrix.cases.append(copy)
    }
    self.init(specification, analysed.analysis, matrix, catalogue: .standard, asked: asked)
  }

  func text(_ profile: ExportProfile, links: [String: String] = [:]) throws -> String {
    let files = files(for: profile, links: links)
    #expect(files.count == 1)
    guard case .bytes(let bytes) = try #require(files.first).content else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of a profile's only file with `links` to ids of the tool; any other view is the Markdown overview.
  func shown(_ view: String, links: String) -> String {
    guard let profile = ExportProfile.all.first(where: { $0.name == view }) else { return markdown }
    let ids = links.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let linked = Dictionary(uniqueKeysWithValues: ids.map { ($0[0], $0[1]) })
    return files(for: profile, links: linked).map { file in
      switch file.content {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .workbook(let title, let rows):
        ([title] + rows.map { $0.joined(separator: " | ").replacing("\n", with: "⏎") })
          .joined(separator: "\n")
      }
    }.joined().replacing("\u{FEFF}", with: "⟨mark⟩").replacing("\r\n", with: "␍\n")
  }

  func records(
    _ profile: ExportProfile,
    links: [String: String] = [:]
  ) throws -> [[String]] {
    let text = try text(profile, links: links)
    return try CSVRecords(
      text.first == "\u{FEFF}" ? String(text.dropFirst()) : text,
      cellLimit: 1_000_000
    ).rows
  }
}

enum ExportSpecs {
  /// Four cases, the second of them open.
  static let transfer = """
    specmatrix: 1
    id: PAY
    feature: Accept a transfer
    owner: Payments
    states: {plan: {label: Plan, values: {free: Free, premium: Premium}}}
    operations:
      tap: Tap “Accept”
      network_error: {variants: [offline]}
    traits: []
    rules:
      tap:
        - {id: done, when: {plan: free}, priority: high, then: [The money is there, The sender is told]}
        - {id: fee, when: {plan: premium}, question: Is there a fee?}
      network_error: {id: retry, priority: low, then: A button to try again}
    """

  /// Injection attempts against other programs.
  static let hostile = #"""
    specmatrix: 1
    id: EVIL
    feature: "=cmd|' /C calc'!A0 --> ]]> <!-- x"
    owner: "$(touch owner)"
    states: {plan: {label: "=1+1", values: {free: "'; touch free; '", premium: "<!-- test @T12345678"}}}
    operations: {tap: "@SUM(1)`touch tap`"}
    traits: []
    rules:
      tap:
        - {id: done, when: {plan: free}, then: "-1+1|cmd ]]> & \"x\""}
        - {id: fee, when: {plan: premium}, question: "'; touch question; echo '$(touch sub) \\ `touch tick` <!-- specmatrix:Q-00000000 -->?"}
    """#
}

extension ExportProfile {
  static let testRail = named("testrail")
  static let xray = named("xray")
  static let azure = named("azure")
  static let qase = named("qase")
  static let zephyrScale = named("zephyr-scale")
  static let qualityForward = named("qualityforward")
  static let testomat = named("testomat-markdown")
  static let jira = named("jira")
  static let gitHub = named("github")

  private static func named(_ name: String) -> ExportProfile {
    all.first { $0.name == name } ?? all[0]
  }
}
