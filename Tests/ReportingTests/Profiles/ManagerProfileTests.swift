import TestDesign
import Testing
import Text
import Workbooks

@testable import Reporting

/// Exports to test managers; a small suite in each format is recorded in `Reports/profiles.md`.
@Suite struct ManagerProfileTests {
  private let suite: ExportedSuite

  init() throws {
    suite = try ExportedSuite(ExportSpecs.transfer)
    try #require(suite.cases.map(\.id) == ["PAY-WQ6", "PAY-P6H", "PAY-FJ8"])
    try #require(suite.cases.map(\.isOpen) == [false, true, false])
  }

  @Test(arguments: [(1_000, [1_000]), (1_001, [1_000, 1]), (2_500, [1_000, 1_000, 500])])
  func xrayTakesAThousandIssuesAtOnce(count: Int, parts: [Int]) throws {
    let files = try ExportedSuite(ExportSpecs.transfer, count: count).files(for: .xray, links: [:])
    let suffixes = ["xray.csv", "xray-2.csv", "xray-3.csv"]
    #expect(files.map(\.suffix) == Array(suffixes.prefix(parts.count)))
    for (file, part) in zip(files, parts) {
      guard case .bytes(let bytes) = file.content else { continue }
      let rows = try CSVRecords(String(decoding: bytes, as: UTF8.self), cellLimit: 1_000_000).rows
      #expect(Set(rows.dropFirst().map { $0[0] }).count == part)
      #expect(rows.dropFirst().first?[0] == "1")
    }
  }

  /// The family emoji is one character of eleven UTF-16 units.
  @Test(arguments: ["x", "👨‍👩‍👧‍👦", "が", "漢"])
  func azureTakesTitlesOf128UnitsAndNoHalfCharacters(character: String) throws {
    let label = String(repeating: character, count: 200)
    let yaml = ExportSpecs.transfer.replacing("Tap “Accept”", with: label)
    let suite = try ExportedSuite(yaml)
    let file = try #require(suite.files(for: .azure, links: [:]).first)
    let titles = try suite.records(.azure).dropFirst().map { $0[2] }.filter { !$0.isEmpty }
    #expect(titles.count == 3 && file.shortened == 2)
    for title in titles { #expect(title.utf16.count <= 128 && title.hasPrefix("PAY-")) }
    let cut = try #require(titles.first)
    #expect(cut.hasSuffix("…") && cut.utf16.count > 128 - character.utf16.count - 1)
    #expect(cut.dropLast().hasSuffix(character))
    #expect(suite.cases[0].title.hasPrefix(String(cut.dropLast())))
  }

  @Test(arguments: [ExportProfile.xray, .azure, .qase, .zephyrScale, .jira])
  func noCellIsAFormula(profile: ExportProfile) throws {
    let suite = try ExportedSuite(ExportSpecs.hostile)
    let records = try suite.records(profile)
    #expect(records.count >= 2)
    for cell in records.joined() { #expect(!CSVWriter.isFormulaLike(cell), "\(cell)") }
    // Titles begin with an id and need no quote, which the tool would show.
    #expect(!records.joined().contains { $0.hasPrefix("'EVIL") })
    let file = try #require(suite.files(for: profile, links: [:]).first)
    #expect(file.neutralised == records.joined().count { $0.hasPrefix("'") })
  }

  @Test func nothingThatPeopleWriteEndsAnElementOrAComment() throws {
    let suite = try ExportedSuite(ExportSpecs.hostile)
    let xml = try suite.text(.testRail)
    let cases = try XMLRecords.read("case", in: Array(xml.utf8))
    #expect(cases.map { $0["title"] } == suite.cases.map(\.title))
    let steps = try XMLRecords.read("step", in: Array(xml.utf8))
    #expect(steps.map { $0["expected"] } == suite.cases.map(\.expected))
    let markdown = try suite.text(.testomat)
    #expect(markdown.matches(of: /(?m)^\s*(- )?<!-- test/).count == suite.cases.count)
    #expect(!markdown.contains("@T12345678"))
    #expect(suite.markdown.matches(of: /<!--/).count == 1)
  }

  /// If not all questions are listed, a part may be open without one.
  @Test func aCaseIsOpenAsLongAsOneOfItsPartsIs() throws {
    let yaml = """
      specmatrix: 1
      id: PART
      feature: Parts
      states: {plan: [free, premium]}
      operations: {look: {parts: [price, name]}}
      traits: []
      rules:
        look/price: {id: price, then: The price is shown}
        look/name: {id: name, when: {plan: free}, then: The name is shown}
      """
    let suite = try ExportedSuite(yaml) { $0.questions = [] }
    #expect(suite.cases.count == 2)
    for testCase in suite.cases { #expect(testCase.isOpen == testCase.setup.contains("remium")) }
    #expect(try suite.text(.testRail).matches(of: /<references>open</).count == 1)
  }

  @Test func equalSuitesGiveEqualFiles() throws {
    let again = try ExportedSuite(ExportSpecs.transfer)
    for profile in ExportProfile.all where profile != .qualityForward {
      #expect(try suite.text(profile) == again.text(profile))
    }
    #expect(suite.markdown == again.markdown)
  }

  /// No control character, invisible character, HTML or link of a spec reaches another program as such.
  @Test(arguments: ExportProfile.all)
  func `what could deceive is seen`(profile: ExportProfile) throws {
    let suite = try ExportedSuite(
      #"""
      specmatrix: 1
      id: EVIL
      feature: "A\e[31m <img src=x onerror=f()> [b](javascript:f()) \u202Ec"
      owner: "\u2066Owner\a"
      states: {plan: {label: "Plan\a", values: {free: "Fr\u202Eee", premium: "\e]0;x\aPremium"}}}
      operations: {tap: "Tap\e[2J <script>f()</script> [d](javascript:f())"}
      traits: []
      rules:
        tap:
          - {id: done, when: {plan: free}, then: ["Shown\e[31m\tas\u200B is", "<b>e</b>"]}
          - {id: fee, when: {plan: premium}, question: "Is \u202Ethere\0 a fee?"}
      """#
    )
    let files = suite.files(for: profile, links: [:])
    let texts = files.flatMap { file -> [String] in
      switch file.content {
      case .bytes(let bytes): [String(decoding: bytes, as: UTF8.self)]
      case .workbook(_, let rows): rows.flatMap { $0 }
      }
    }
    #expect(texts.joined().contains("Tap") || texts.joined().contains("fee"))
    for text in texts {
      let harmful = text.unicodeScalars.dropFirst(text.hasPrefix("\u{FEFF}") ? 1 : 0).filter {
        $0.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains($0)
          || $0.properties.isBidiControl || $0 == "\u{200B}"
      }
      #expect(harmful.isEmpty, "\(profile)")
      guard profile == .testomat else { continue }
      let shown = text.replacing(#/<!--[^>]*-->/#, with: "")
      #expect(shown.firstMatch(of: #/<[a-z/!]|[^\\]\]\(/#) == nil, "\(shown)")
    }
  }
}
