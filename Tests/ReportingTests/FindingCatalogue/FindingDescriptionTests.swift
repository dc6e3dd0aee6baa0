import Diagnostics
import Foundation
import Reporting
import Testing

@testable import TestDesign

/// The catalogue of findings is accurate.
@Suite struct FindingDescriptionTests {
  @Test(arguments: FindingCode.allCases)
  func theFailingExampleHasThisFindingAtTheMarkAndNoOther(code: FindingCode) throws {
    let description = FindingDescription(code)
    var check = try SpecFiles.check(description.failing.text)
    if code == .contestedDecision, case .analysed(_, let analysis) = check.outcome {
      let decision = try #require(analysis.decisions.first)
      var entry = AgreementLedger.Entry(
        operation: decision.id,
        fingerprint: decision.fingerprint,
        comment: "Both are shown"
      )
      entry.isContested = true
      var ledger = AgreementLedger()
      ledger.record(entry)
      check = try SpecFiles.check(description.failing.text, ledger: ledger)
    }
    #expect(check.diagnostics.map(\.message) == [])
    #expect(check.findings.map(\.code) == [code])
    #expect(check.findings.map(\.span) == [description.failing.span])
    #expect(check.findings.map(\.severity) == [description.severity])
  }

  @Test(arguments: FindingCode.allCases)
  func thePassingExampleHasNone(code: FindingCode) throws {
    let description = FindingDescription(code)
    let check = try SpecFiles.check(description.passing.text)
    #expect(check.diagnostics.map(\.message) == [])
    #expect(check.findings.map(\.message) == [])
    guard case .analysed = check.outcome else {
      Issue.record("\(code) is not analysed")
      return
    }
    #expect(description.passing.span == nil)
    #expect(description.passing.text != description.failing.text)
  }

  /// Every code of a message in the sources has an explanation, and no other code has one.
  @Test func everyMistakeIsExplained() throws {
    var codes: Set<String> = []
    for module in ["YAMLSyntax", "Specification", "TestDesign", "Reporting", "SpecMatrixCLI"] {
      let folder = SpecFiles.root.appending(path: "Sources/\(module)")
      let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      for case let name as String in files where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        codes.formUnion(text.matches(of: /code: "([a-z0-9-]+)"/).map { String($0.output.1) })
        if name.hasSuffix("MistakeCode.swift") {
          codes.formUnion(text.matches(of: /case \w+ = "([a-z-]+)"/).map { String($0.output.1) })
        }
      }
    }
    let explained = MistakeDescription.all.flatMap { $0.codes.map(\.name) }
    #expect(Set(explained).count == explained.count)
    #expect(codes.symmetricDifference(explained) == [])
    #expect(Set(explained).isDisjoint(with: FindingCode.allCases.map(\.rawValue)))
  }

  @Test(arguments: FindingCode.allCases)
  func explanationsFitATerminal(code: FindingCode) {
    let text = ExplanationText().text(of: FindingDescription(code))
    #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.columns(of: $0) <= 80 })
    #expect(!text.contains("\u{1B}"))
    let colored = ExplanationText(usesColor: true).text(of: FindingDescription(code))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text)
  }

  @Test func theListFitsATerminal() {
    let text = ExplanationText().index
    #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.columns(of: $0) <= 80 })
  }

  /// The headings that a finding links to exist.
  @Test(arguments: FindingCode.allCases)
  func topicsAreHeadingsOfTheLanguage(code: FindingCode) throws {
    let page = try String(
      contentsOf: SpecFiles.root.appending(path: "Documentation/language.md"),
      encoding: .utf8
    )
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }
      .map { String($0.drop { $0 == "#" }.dropFirst()) }
    let topics = FindingDescription(code).topics
    #expect(!topics.isEmpty)
    #expect(Set(topics).isSubset(of: headings))
  }
}
