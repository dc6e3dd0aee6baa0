import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing

@testable import TestCode
@testable import TestDesign

/// The generated text in every language and style.
struct LanguageTests {
  private static let payment = "specs/payment-confirmation.yaml"

  private static func files(
    _ model: CodeModel,
    _ language: CodeLanguage,
    _ style: CodeStyle = .arguments
  ) throws -> [CodeFile] {
    let code = model.code(in: language, style, .raw)
    return try #require(code.value, "\(code.diagnostics.map(\.message))")
  }

  /// A wrong name in a template would fail here.
  @Test(arguments: CodeSpecs.samples + ["odd"] + (0..<Seeds.share(40)).map { "\($0)" })
  func `samples, odd names and random specs are written, the latter in the same bytes`(
    name: String
  ) throws {
    let read =
      switch (name, Int(name)) {
      case ("odd", _): try CodeSpecs.spec("ODD", CodeSpecs.oddNames)
      case (_, let seed?): try CodeSpecs.random(seed: seed)?.analysed
      default: try CodeSpecs.sample(name)
      }
    guard let analysed = read else { return }
    let model = try CodeSpecs.model(of: analysed)
    let other = name.hasPrefix("specs/") ? nil : try CodeSpecs.model(of: analysed)
    for language in CodeLanguage.allCases {
      for style in language.styles {
        let files = try Self.files(model, language, style)
        let again = try other.map { try Self.files($0, language, style) }
        #expect(again == nil || again?.map(\.text) == files.map(\.text))
        for file in files {
          #expect(file.text.prefix(200).contains(CodeModel.mark), "\(file.name)")
          #expect(file.text.hasSuffix("\n") && !file.text.contains(" \n"), "\(file.name)")
        }
      }
    }
  }

  @Test(arguments: [
    (
      CodeLanguage.swift, CodeStyle.functions,
      #"func (PAY_[2-9A-Z]+)_\w+\(\) async throws \{\n.*PAY.cases\["#
    ),
    (.swift, .previews, ##"#Preview\("([^"]+)"\)"##),
    (.kotlin, .functions, #"fun (PAY_[2-9A-Z]+)_\w+\(\)"#),
    (.python, .functions, #"def test_(PAY_[2-9A-Z]+)_\w+\("#),
    (.typescript, .functions, #"check\("([^ ]+) "#),
    (.typescript, .storybook, #"export const (\w+): Story"#),
    (.gherkin, .functions, #"Scenario: ([^ ]+) "#),
    (.gherkin, .arguments, #"\n +\| (PAY-[2-9A-Z]+) "#),
  ])
  func `each case has an entry under its id`(
    language: CodeLanguage,
    style: CodeStyle,
    pattern: String
  ) throws {
    let model = try CodeSpecs.model(of: CodeSpecs.sample(Self.payment))
    let text = try #require(Self.files(model, language, style).last).text
    let ids = text.matches(of: try Regex(pattern, as: (Substring, Substring).self))
      .map { String($0.output.1).replacing("_", with: "-") }.filter { !$0.contains("E2E") }
    #expect(ids.sorted() == model.cases.map(\.testCase.id).sorted())
    // Only Gherkin groups the cases by expectation.
    #expect(language == .gherkin || ids == model.cases.map(\.testCase.id))
  }

  @Test(arguments: [
    (CodeLanguage.swift, ["MANY.cases.swift", "MANY.cases.go.swift", "MANY.cases.come.swift"]),
    (.kotlin, ["MANY.cases.kt", "MANY.cases.Go.kt", "MANY.cases.Come.kt", "MANYTests.kt"]),
  ])
  func `above 200 cases each operation has a file of its own`(
    language: CodeLanguage,
    names: [String]
  ) throws {
    let model = try CodeSpecs.modelOfTriples(of: CodeSpecs.many())
    try #require(model.cases.count > CodeModel.divisionLimit)
    let files = try Self.files(model, language)
    #expect(files.map(\.name) == names)
    let listed = files.map { $0.text.matches(of: /id(?: =|:) "MANY-[2-9A-Z]+"/).count }
    #expect(listed[0] == 0 && listed[1] > 0 && listed[2] > 0)
    #expect(listed.reduce(0, +) == model.cases.count)
  }

  /// The tests refer to their cases by index, in a list that the program concatenates and sorts.
  @Test func `above 1,000 cases each function runs the case that it is named after`() throws {
    let model = try CodeSpecs.modelOfTriples(of: CodeSpecs.many(valuesPerFactor: 11))
    try #require(model.cases.count > 1_000)
    let files = try Self.files(model, .swift, .functions)
    #expect(files[0].text.contains("($0.id.utf8.count, $0.id) < ($1.id.utf8.count, $1.id)"))
    let listed = files.dropFirst().flatMap { $0.text.matches(of: /id: "(MANY-[2-9A-Z]+)"/) }
      .map { String($0.output.1) }.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    #expect(listed == model.cases.map(\.testCase.id))
    let functions = files[0].text.matches(
      of: /@Test\("(MANY-[2-9A-Z]+)#[^\n]*\n  func (MANY_\w+)\(\)[^\n]*\n[^\n]*MANY\.cases\[(\d+)\]/
    )
    #expect(functions.count == model.cases.count)
    for function in functions {
      let (_, id, name, place) = function.output
      #expect(listed[Int(place) ?? 0] == id && name.hasPrefix(id.replacing("-", with: "_") + "_"))
    }
  }

  @Test func `nothing of previews needs Testing`() throws {
    let model = try CodeSpecs.model(of: CodeSpecs.sample(Self.payment))
    let files = try Self.files(model, .swift, .previews)
    #expect(files.map(\.name) == ["PAY.cases.swift", "PAY.previews.swift"])
    for file in files {
      #expect(!file.text.contains("import Testing") && !file.text.contains("CustomTest"))
    }
  }

  // MARK: Gherkin

  @Test func `a Japanese spec has the words of a Japanese feature`() throws {
    let model = try CodeSpecs.model(of: CodeSpecs.sample("specs/tsukurepo-post.yaml"))
    let text = try Self.files(model, .gherkin)[0].text
    #expect(text.hasPrefix("# language: ja\n# Generated by specmatrix from "))
    for word in ["機能: ", "シナリオアウトライン: <ケース> <タイトル>", "前提 「", "もし ", "ならば ", "例:"] {
      #expect(text.contains(word), "\(word)")
    }
    for word in ["Feature", "Given", "Then", "And "] { #expect(!text.contains(word)) }
  }

  /// Returns the setup steps by scenario.
  private static func given(_ text: String) -> [String: [Substring]] {
    var given: [String: [Substring]] = [:]
    var scenario = ""
    for line in text.split(separator: "\n") {
      if let id = line.firstMatch(of: /Scenario: (\S+)/)?.output.1 { scenario = String(id) }
      if let label = line.firstMatch(of: /(?:Given|And) “([^”]+)” is “/)?.output.1 {
        given[scenario, default: []].append(label)
      }
    }
    return given
  }

  @Test func `a scenario sets up only what matters for it`() throws {
    let model = try CodeSpecs.model(of: CodeSpecs.sample(Self.payment))
    let given = Self.given(try Self.files(model, .gherkin, .functions)[0].text)
    for entry in model.cases {
      let matters = Set(entry.testCase.matters.map { model.specification.factors[$0].label })
      let said = Set((given[entry.testCase.id] ?? []).map(String.init))
      #expect(said.isSuperset(of: matters))
      // Besides, only what the operation requires.
      let operation = model.specification.operations[model.operations[entry.operation].operation]
      #expect(said == matters || operation.onlyWhen != nil)
    }
    #expect(given["PAY-3M6"] == nil)
    #expect(given["PAY-8JD"] == ["Identity check", "Amount"])
    let outlines = try Self.files(model, .gherkin)[0].text
    #expect(outlines.contains("\n      | case | title |\n      | PAY-3M6 | Going back |\n"))
  }

  @Test func `no summary is longer than Jira takes`() throws {
    let label = String(repeating: "a long 👨‍👩‍👧 word ", count: 40)
    let sections = "states: {a: [b, c]}\noperations: {go: \(label)}\nrules: {go: It goes}\n"
    let model = try CodeSpecs.model(of: CodeSpecs.spec("LONG", sections))
    func names(_ style: CodeStyle) throws -> [Substring] {
      try Self.files(model, .gherkin, style)[0].text.matches(of: /\n  Scenario: (.*)/)
        .map(\.output.1)
    }
    let cut = try names(.xray)
    #expect(cut.count == model.cases.count)
    #expect(cut.allSatisfy { $0.utf16.count <= 255 && $0.hasSuffix("…") })
    for (short, long) in zip(cut, try names(.functions)) {
      #expect(long.utf16.count > 255 && long.hasPrefix(short.dropLast()))
    }
  }

  @Test func `what Xray calls a case is a tag of its scenario`() throws {
    let model = try CodeSpecs.model(of: CodeSpecs.sample(Self.payment))
    let keys = ["PAY-F24": "WEB-59", "PAY-26M": "WEB-60"]
    let file = try #require(model.code(in: .gherkin, .xray, .raw, xray: keys).value?.first)
    #expect(file.text.contains("\n  @TEST_WEB-59 @id:5845\n  Scenario: PAY-F24 "))
    // Without a key, nothing else changes.
    let plain = try Self.files(model, .gherkin, .xray)[0].text
    #expect(file.text.replacing(#/@TEST_\S+ /#, with: "") == plain && file.text != plain)
  }

  // MARK: Pages of snapshots

  private static func page(_ model: CodeModel, at pattern: String?) throws -> String {
    let page = model.snapshotPage(at: pattern)
    return try #require(page.value, "\(page.diagnostics.map(\.message))").text
  }

  @Test func `a page says of each case what its picture shows, and of the others that they wait`()
    throws
  {
    let model = try CodeSpecs.model(of: CodeSpecs.sample(Self.payment))
    let page = try Self.page(model, at: "Snapshots/{expected}/{case}.txt")
    let links = page.matches(of: /\[(PAY-[2-9A-Z]+)\]\((Snapshots\/[^)]+\.txt)\)/)
      .map { String($0.output.1) }
    #expect(links.sorted() == model.cases.filter(\.isDecided).map(\.testCase.id).sorted())
    #expect(page.contains("\n## accept-expired\n\n| case |"))
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| PAY-FM4 |") })
    #expect(row.hasPrefix("| PAY-FM4 | Tap Accept – expired transfer | Identity check: Passed<br>"))
    let expected = "“This transfer has expired” is displayed with a button to ask for it again"
    #expect(row.contains(" | \(expected) | ["))
    let waiting = model.cases.filter { !$0.isDecided }.map(\.testCase.id).joined(separator: ", ")
    #expect(page.hasSuffix("\nWithout a snapshot, waiting for answers: \(waiting)\n"))
    let image = "![PAY-FM4](__Snapshots__/PAY.snapshots/accept-expired.PAY-FM4.png)"
    #expect(try Self.page(model, at: nil).contains(image))
  }

  @Test func `texts of people do not break the page`() throws {
    let spec = """
      specmatrix: 1
      id: ODD
      feature: "A | B <b>"
      traits: []
      states: {a: {values: {x: "x | [y](z)", y: }}}
      operations: {show: "Show <script>"}
      rules: {show: "| *It* is shown | -->"}

      """
    let model = try CodeSpecs.model(of: CodeSpecs.analysed(spec, path: "--> x.yaml"))
    let page = try Self.page(model, at: nil)
    #expect(page.hasPrefix("<!-- Generated by specmatrix from - -&gt; x.yaml. -->\n\n"))
    #expect(!page.dropFirst(4).contains("<script") && !page.contains("[y](z)"))
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ODD-") }
    #expect(rows.count == 2)
    for row in rows { #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 6) }
  }
}
