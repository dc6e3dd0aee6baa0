import Diagnostics
import Foundation
import Reporting
import Specification
import TestDesign
import TestSupport
import Testing

/// The formats for code hosts follow the specifications of their readers.
@Suite struct CodeHostFormatTests {
  @Test(.enabled(if: Python.hasJSONSchema, "python3 with jsonschema is not installed"))
  func sarifIsWhatOASISAndGitHubAskFor() throws {
    let report = try SpecFiles.everything()
    let schemas = ["sarif-2.1.0", "github-code-scanning"]
    #expect(try Python.complaints(of: schemas, about: report.sarif(version: "1.2.3")) == "")
    let nothing = CheckReport(specs: [])
    #expect(try Python.complaints(of: schemas, about: nothing.sarif(version: "1.2.3")) == "")
  }

  @Test(.enabled(if: Python.hasJSONSchema, "python3 with jsonschema is not installed"))
  func theSchemasDoComplain() throws {
    let wrong = try SpecFiles.everything().sarif(version: "1.2.3")
      .replacing(#""columnKind": "unicodeCodePoints""#, with: #""columnKind": "bytes""#)
    let complaints = try Python.complaints(
      of: ["sarif-2.1.0", "github-code-scanning"],
      about: wrong
    )
    #expect(complaints.contains("sarif-2.1.0.json"))
    #expect(complaints.contains("github-code-scanning.json"))
  }

  @Test func rulesAndResultsOfSARIFBelongTogether() throws {
    let report = try SpecFiles.everything()
    let text = report.sarif(version: "1.2.3")
    let run = try #require(Self.object(text, "runs", 0) as? [String: Any])
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(Set(rules).count == rules.count)
    #expect(rules.starts(with: FindingCode.allCases.map(\.rawValue)))
    let results = try #require(run["results"] as? [[String: Any]])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index] == result["ruleId"] as? String)
    }
    #expect(results.count > 200)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(notifications.count == 1)
    #expect(
      text.contains(#""uri": "specs/n%C3%A4%20me%2Ca%3Ab%25.yaml", "uriBaseId": "%SRCROOT%""#)
    )
  }

  /// Jenkins' schema: the permitted elements and attributes, and correct counts.
  @Test(.enabled(if: Python.hasJSONSchema, "python3 is not installed"))
  func junitIsWhatItsReadersKnow() throws {
    let report = try SpecFiles.everything()
    for threshold in [Diagnostics.Severity.error, .note, nil] {
      let complaints = try Python.withFile(report.junit(failingFrom: threshold)) { path in
        try Python.run(Self.junitProgram, [path])
      }
      #expect(complaints == "")
    }
  }

  @Test func junitFailsFromTheThresholdOn() throws {
    let spec = try SampleCheck.check([SampleCheck.question(), SampleCheck.unreachable])
    let report = CheckReport(specs: [spec])
    #expect(report.junit(failingFrom: nil).contains(#"tests="3" failures="0" errors="0""#))
    #expect(report.junit(failingFrom: .error).contains(#"tests="3" failures="1" errors="0""#))
    #expect(report.junit(failingFrom: .warning).contains(#"tests="3" failures="2" errors="0""#))
    #expect(report.junit(failingFrom: nil).contains("Q-00000001"))
  }

  @Test func commandsOfGitHubAreEscaped() throws {
    var question = SampleCheck.question()
    question.message = "100 %: a, b\r\nand\u{301}: %\u{301}"
    question.ask = nil
    var spec = try SampleCheck.check([question])
    spec.source.path = "./specs/a:b,c%.yaml"
    let line = try #require(CheckReport(specs: [spec]).github.split(separator: "\n").first)
    let start =
      "::error file=specs/a%3Ab%2Cc%25.yaml,line=14,col=3,endLine=14,endColumn=16,"
      + "title=undefined-expectation Q-00000001::100 %25: a, b%0Aand\u{301}: %25\u{301}%0A"
    #expect(line.utf8.starts(with: start.utf8))
  }

  @Test func aCommentOnAPullRequestHasRoomForIt() throws {
    let findings = (0..<3000).map { number -> Finding in
      var finding = SampleCheck.question()
      finding.id = "Q-\(number)"
      return finding
    }
    let spec = try SampleCheck.check(findings)
    let text = CheckReport(specs: [spec, spec]).markdown
    #expect(text.unicodeScalars.count <= 65_536)
    let shown = text.ranges(of: "| error `undefined-expectation` |").count
    #expect(shown > 50)
    #expect(text.hasSuffix("\n… and \(6000 - shown) more findings\n"))
  }

  @Test func whatPeopleWriteStaysTextInMarkdown() throws {
    var question = SampleCheck.question()
    question.message = "<script> | @team #1 `x` [a](b)\nnext"
    question.stub = "```\n# not the end of the block"
    let text = CheckReport(specs: [try SampleCheck.check([question])]).markdown
    #expect(text.contains(#"&lt;script&gt; \| &#64;team &#35;1 \`x\` \[a\](b)\\nnext<br>"#))
    #expect(!text.contains("not the end"))
  }

  @Test func aCommentOnAJapaneseSpecSpeaksJapanese() throws {
    var spec = try SampleCheck.check([SampleCheck.question()])
    guard case .analysed(var specification, let analysis) = spec.outcome else {
      Issue.record("it is analysed")
      return
    }
    specification.language = .japanese
    spec.outcome = .analysed(specification, analysis)
    #expect(CheckReport(specs: [spec]).markdown.contains("<br>最も近いルール："))
  }

  private static func object(_ json: String, _ key: String, _ index: Int) throws -> Any? {
    let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return (root?[key] as? [Any])?[index]
  }

  private static let junitProgram = """
    import sys, xml.etree.ElementTree as tree
    known = {
      "testsuites": ({"name", "tests", "failures", "errors"}, {"testsuite"}),
      "testsuite": ({"name", "tests", "failures", "errors"}, {"testcase"}),
      "testcase": ({"classname", "name"}, {"failure", "error", "system-out"}),
      "failure": ({"message", "type"}, set()),
      "error": ({"message", "type"}, set()),
      "system-out": (set(), set()),
    }
    root = tree.parse(sys.argv[1]).getroot()
    if root.tag != "testsuites": print("the root is", root.tag)
    for element in root.iter():
      attributes, children = known.get(element.tag, (set(), set()))
      if element.tag not in known: print("unknown element", element.tag)
      if set(element.attrib) != attributes: print(element.tag, "has", sorted(element.attrib))
      for child in element:
        if child.tag not in children: print(element.tag, "holds", child.tag)
    for suite in [root] + root.findall("testsuite"):
      for name, path in [("tests", ".//testcase"), ("failures", ".//failure"), ("errors", ".//error")]:
        if int(suite.get(name)) != len(suite.findall(path)): print(suite.get("name"), name)
    for case in root.iter("testcase"):
      if len(case) > 1: print(case.get("name"), "has several outcomes")
    """

  /// Returns a report on specs whose settings disable findings.
  private func reportWithSettings() throws -> CheckReport {
    var spec = try SampleCheck.check([SampleCheck.question()])
    spec.settings = AppliedSettings(
      path: "app/<a & \"b\">/specmatrix.yaml",
      severities: ["undefined-expectation": .off, "vague-expectation": .error]
    )
    spec.settings?.switchedOff = [.undefinedCombination: 33]
    var mild = SampleCheck.invalid
    mild.settings = AppliedSettings(path: "b/specmatrix.yaml", severities: [:])
    return CheckReport(specs: [spec, mild, try SampleCheck.check([])])
  }

  @Test(.enabled(if: Python.hasJSONSchema, "python3 with jsonschema is not installed"))
  func sarifWithSettingsIsWhatOASISAndGitHubAskFor() throws {
    let sarif = try reportWithSettings().sarif(version: "1.2.3")
    let schemas = ["sarif-2.1.0", "github-code-scanning"]
    #expect(try Python.complaints(of: schemas, about: sarif) == "")
    #expect(sarif.ranges(of: #""descriptor": {"id": "settings"}"#).count == 2)
    #expect(sarif.contains("undefined-expectation off (33 findings), vague-expectation error"))
  }

  @Test(.enabled(if: Python.hasJSONSchema, "python3 with jsonschema is not installed"))
  func whatJUnitSkipsIsWhatSettingsHide() throws {
    let text = try reportWithSettings().junit(failingFrom: .error)
    let counted = #"({"name", "tests", "failures", "errors"}, {"testcase"})"#
    let program = Self.junitProgram
      .replacing(
        counted,
        with: #"({"name", "tests", "failures", "errors"}, {"properties", "testcase"})"#
      )
      .replacing(
        #"{"failure", "error", "system-out"}"#,
        with: #"{"failure", "error", "skipped", "system-out"}"#
      )
      .replacing(
        #""system-out": (set(), set()),"#,
        with: """
          "system-out": (set(), set()), "properties": (set(), {"property"}),
            "property": ({"name", "value"}, set()), "skipped": ({"message"}, set()),
          """
      )
      .replacing(
        "set(element.attrib) != attributes",
        with: #"set(element.attrib) - {"skipped"} != attributes"#
      )
      .replacing(
        #"("errors", ".//error")]"#,
        with:
          #"("errors", ".//error")] + ([("skipped", ".//skipped")] if suite.get("skipped") else [])"#
      )
    let complaints = try Python.withFile(text) { try Python.run(program, [$0]) }
    #expect(complaints == "")
    #expect(text.ranges(of: #" skipped="1""#).count == 1)
    #expect(text.ranges(of: "<skipped message=").count == 1)
    #expect(text.ranges(of: #"<property name="settings""#).count == 2)
  }

  /// A list too long for a comment is truncated; if it was incomplete to begin with, a line before it says so.
  @Test func aCutMarkdownSaysThatTheListIsIncomplete() throws {
    let finding = SampleCheck.unreachable
    let many = Array(repeating: finding, count: 2_000)
    let whole = CheckReport(specs: [try SampleCheck.check(many)]).markdown
    let part = CheckReport(specs: [try SampleCheck.check(many, incomplete: [1, 0])]).markdown
    #expect(part.contains("more findings\n"))
    #expect(part.contains("\n**network\\_error, submitの確認事項は一部だけを表示**\n"))
    #expect(!whole.contains("一部だけ"))
    let short = CheckReport(specs: [try SampleCheck.check([finding], incomplete: [0])]).markdown
    #expect(short.components(separatedBy: "一部だけを表示").count == 2)
  }
}
