import Diagnostics
import Foundation
import Reporting
import Specification
import Testing
import Text
import Workbooks

@testable import SpecMatrixCLI

/// `specmatrix review`: one page, with the same outcomes as elsewhere.
@Suite struct ReviewCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the data of one sample, generated first so that its cases have their numbers.
  private func data(_ sample: String) throws -> (spec: String, JSONValue) {
    let text = try String(contentsOfFile: CommittedSpecs.path(sample), encoding: .utf8)
    let spec = try folder.write(text, to: "\(sample).yaml")
    #expect(CommandRun("generate", spec, "--output", folder("out")).status == .success)
    let run = CommandRun("review \(spec) --suite-folder \(folder("out")) --format json")
    #expect(run.status == .success)
    #expect(run.errors == "")
    let document = try JSONValue(json: Array(run.output.utf8))
    return (spec, try #require(document["specs"]?.array?.first))
  }

  @Test(arguments: CommittedSpecs.names)
  func theTablesAreThoseOfShowAndOfTheWorkbook(sample: String) throws {
    let (spec, data) = try data(sample)
    let run = CommandRun("show", spec, "--format", "json", "--suite-folder", folder("out"))
    let shown = try JSONValue(json: Array(run.output.utf8))
    #expect(data["operations"] == shown["operations"])
    #expect(shown["operations"]?.array?.isEmpty == false)
    let id = try #require(data["id"]?.string)
    let isJapanese = data["language"]?.string == "ja"
    let sheet = try TesterWorkbook(path: folder("out/\(id).xlsx")).table(
      ReportTable.Name.outcomes.title(isJapanese ? .japanese : .english)
    )
    let headings = try #require(
      data["outcomesHeadings"]?["fingerprint"]?.string.flatMap { heading in
        sheet.rows.firstIndex { $0.contains { $0.plainText == heading } }
      }
    )
    func column(_ role: ReportColumn.Role) throws -> Int {
      let heading = ReportTable.Name.outcomes.column(role, isJapanese ? .japanese : .english)
        .heading
      return try #require(sheet.rows[headings].firstIndex { $0.plainText == heading })
    }
    let (expected, combinations) = try (column(.expected), column(.combinations))
    let (cases, ids) = try (column(.relatedCases), column(.id))
    // A row of a single cell has a count; those of headings, folds and assumptions have none.
    let rows = sheet.rows.dropFirst(headings + 1).filter {
      $0.indices.contains(combinations) && !$0[combinations].plainText.isEmpty
    }
    var places: [String: Int] = [:]
    var compared = 0
    for operation in data["operations"]?.array ?? [] {
      let name = try #require(operation["id"]?.string)
      let own = rows.filter { $0[ids].plainText.hasPrefix(name + " ") }
      let cells = operation["cells"]?.array ?? []
      #expect(own.count == cells.count, "\(name)")
      for (row, cell) in zip(own, cells) {
        places[name, default: 0] += 1
        compared += 1
        let digits = row[combinations].plainText.filter(\.isNumber)
        #expect(digits == cell["combinations"]?.string)
        let tested = (cell["cases"]?.array ?? []).compactMap(\.string)
        // "PAY-001 +3", 「PAY-001 他3件」
        let named = row[cases].plainText
        #expect(named.prefix { $0 != " " } == tested.first ?? "")
        let more = named.drop { $0 != " " }.filter(\.isNumber)
        #expect(more == (tested.count > 1 ? String(tested.count - 1) : ""))
        let said = row[expected].plainText
        switch cell["outcome"]?.string {
        case "defined":
          for result in cell["results"]?.array ?? [] {
            #expect(try said.contains(#require(result.string)))
          }
          #expect(!said.hasPrefix("?") && !said.hasPrefix("!"))
        case "contradictory": #expect(said.hasPrefix("!"))
        default: #expect(said.hasPrefix("?"))
        }
        for question in cell["questions"]?.array ?? [] {
          #expect(try said.contains(#require(question.string)))
        }
      }
    }
    #expect(compared > 5)
  }

  @Test func allSamplesAreOneSmallFile() throws {
    let file = folder("review.html")
    let run = CommandRun("review", CommittedSpecs.folder, "--output", file)
    #expect(run.status == .success)
    #expect(run.output == "")
    let size = try folder.bytes("review.html").count
    #expect(size <= 400_000, "\(size)")
    let page = try folder.read("review.html")
    #expect(!page.contains("<!--CSP-->") && !page.contains("<!--DATA-->"))
    let again = CommandRun("review", CommittedSpecs.folder)
    #expect(again.output == page)
  }

  /// The script is minified; its texts must keep their spaces.
  @Test func theScriptHasEveryTextAsItIsWritten() throws {
    let page = CommandRun("review", CommittedSpecs.folder).output
    let words = CommittedSpecs.root.appending(path: "Sources/Reporting/Review/Page/words.mjs")
    let lines = try String(contentsOf: words, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("  ") }
    let texts = lines.flatMap { $0.matches(of: /"((?:[^"\\]|\\.)*)"/).map(\.1) }
    #expect(texts.count > 200)
    for text in texts { #expect(page.holds("\"\(text)\""), "\(text)") }
  }

  @Test func textsCannotLeaveTheData() throws {
    let text = "</template></script><img src=x onerror=alert(1)>&amp;<!--"
    let spec = try folder.write(
      SampleSpecs.gap.replacingOccurrences(of: "feature: Gap", with: "feature: \"\(text)\""),
      to: "gap.yaml"
    )
    let page = CommandRun("review", spec).output
    let begin = try #require(page.range(of: "<template id=\"data\">"))
    let end = try #require(page[begin.upperBound...].range(of: "</template>"))
    let data = String(page[begin.upperBound..<end.lowerBound])
    #expect(!data.contains { "<>&".contains($0) })
    let feature = try JSONValue(json: Array(data.utf8))["data"]?["specs"]?.array?.first?["feature"]
    #expect(feature?.string == text)
  }

  @Test func whatCannotBeReadIsOnThePage() throws {
    try folder.write(SampleSpecs.gap, to: "specs/a.yaml")
    try folder.write(
      "specmatrix: 1\nid: BAD\nfeature: Bad\nstates: {plan: [a]}\noperations: [x\n",
      to: "specs/b.yaml"
    )
    try folder.write("specmatrix: 1\nid: LATER\nfeature: Later\n", to: "specs/c.yaml")
    let run = CommandRun("review", folder("specs"), "--format", "json")
    #expect(run.status == .invalid)
    let specs = try JSONValue(json: Array(run.output.utf8))["specs"]?.array ?? []
    #expect(specs.map { $0["state"]?.string } == ["ready", "broken", "planned"])
    let problem = try #require(specs[1]["problems"]?.array?.first)
    #expect(problem["text"]?.string?.contains("b.yaml:") == true)
    #expect(problem["line"]?.integer != nil)
    #expect(specs[2]["feature"]?.string == "Later")
  }

  @Test func aTerminalIsNoPlaceForAPage() throws {
    let spec = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("review", spec, isTerminal: true)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("name a file, as in --output review.html"))
  }

  @Test func noInputIsReplaced() throws {
    let spec = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("review", spec, "--output", spec)
    #expect(run.status == .invalid)
    #expect(try folder.read("gap.yaml") == SampleSpecs.gap)
    let inFolder = CommandRun("review", spec, "--output", folder.path)
    #expect(inFolder.errors.contains("is a folder: name a file"))
  }

  @Test func resultsOfTheWorkbookAreOnThePage() throws {
    let spec = try folder.write(SampleSpecs.complete, to: "done.yaml")
    #expect(CommandRun("generate", spec, "--output", folder("out")).status == .success)
    let workbook = TesterWorkbook(path: folder("out/DONE.xlsx"))
    let ids = try workbook.ids()
    try workbook.enter([
      (ids[0], .result, "OK"), (ids[1], .result, "NG"), (ids[1], .recheck, "Check again"),
    ])
    let run = CommandRun("review", spec, "--suite-folder", folder("out"), "--format", "json")
    let data = try JSONValue(json: Array(run.output.utf8))["specs"]?.array?.first
    let results = (data?["cases"]?.array ?? []).filter { $0["result"] != nil }
    #expect(results.map { $0["id"]?.string } == [ids[0]])
    #expect(results.first?["result"]?.string == "passed")
  }

  /// Similar texts stay distinct, and no text is mistaken for a reference to one.
  @Test func thePageHoldsEveryTextAsItIs() throws {
    let texts = [
      "~1f", "~~", "~", "~\u{301} first", "~\u{301} first", "caf\u{E9} latte", "cafe\u{301} latte",
      "one line\\n~two lines\\none line", "one line",
    ]
    let rules = texts.enumerated().map { number, text in
      "    - {id: r\(number), when: {n: v\(number)}, then: \"\(text)\"}"
    }
    let values = texts.indices.map { "v\($0)" }.joined(separator: ", ")
    let spec = try folder.write(
      """
      specmatrix: 1
      id: TEXTS
      feature: "~0"
      traits: []
      states: {n: [\(values)]}
      operations: [go]
      rules:
        go:
      \(rules.joined(separator: "\n"))

      """,
      to: "texts.yaml"
    )
    let run = CommandRun("review", spec, "--format", "json")
    #expect(run.status == .success, "\(run.errors)")
    let plain = try JSONValue(json: Array(run.output.utf8))
    let page = CommandRun("review", spec).output
    let begin = try #require(page.range(of: "<template id=\"data\">"))
    let end = try #require(page[begin.upperBound...].range(of: "</template>"))
    let packed = try JSONValue(json: Array(page[begin.upperBound..<end.lowerBound].utf8))
    let known = (packed["texts"]?.array ?? []).compactMap(\.string)
    let unpacked = try Self.unpacked(#require(packed["data"]), known)
    #expect(Array(unpacked.compactText.utf8) == Array(plain.compactText.utf8))
  }

  private static func unpacked(_ value: JSONValue, _ texts: [String]) throws -> JSONValue {
    switch value {
    case .null, .bool, .integer, .number: return value
    case .array(let elements):
      let areTexts = elements.contains { $0.string != nil }
      return .array(
        try elements.flatMap { element in
          if areTexts, case .integer(let length) = element, length < 0 {
            return Array(repeating: JSONValue.string(""), count: -length)
          }
          return [try unpacked(element, texts)]
        }
      )
    case .object(let members):
      return .object(try members.map { .init($0.key, try unpacked($0.value, texts)) })
    case .string(let text):
      let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let sign = UInt8(ascii: "~")
      return .string(
        try lines.map { line in
          guard line.first == sign else { return String(line) ?? "" }
          let rest = line.dropFirst()
          if rest.first == sign { return String(rest) ?? "" }
          return try texts[#require(Int(String(rest) ?? "", radix: 36))]
        }
        .joined(separator: "\n")
      )
    }
  }

  @Test func theRevisionRunsNothingThatTheRepositoryNames() throws {
    let git = try GitFolder()
    let spec = try git.folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    try git.commit()
    try git.folder.write("*.yaml filter=evil\n", to: ".git/info/attributes")
    try git.git("config", "filter.evil.clean", "touch '\(git.folder("ran"))'; cat")
    try git.folder.write(SampleSpecs.gap + "\n", to: "specs/gap.yaml")
    #expect(CommandRun("review", spec).status == .success)
    #expect(GitRevision.short(of: [spec], in: git.folder.path)?.hasSuffix("+") == true)
    try git.folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    let revision = try #require(GitRevision.short(of: ["specs/gap.yaml"], in: git.folder.path))
    #expect(revision.wholeMatch(of: /[0-9a-f]{12}/) != nil)
    #expect(try !git.folder.names().contains("ran"))
  }
}
