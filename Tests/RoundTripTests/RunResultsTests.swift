import Diagnostics
import Foundation
import Reporting
import Specification
import TestDesign
import TestSupport
import Testing
import Text

@testable import RoundTrip

@Suite struct RunResultsTests {
  /// The versions of the cases whose code produced the reports; PAY-P4J waits for an answer.
  private static let fingerprints = [
    "PAY-TF4": "a968e991", "PAY-4XR": "dfe5de57", "PAY-DF3": "455e9230", "PAY-P4J": "3dcb467f",
    "PAY-88H": "f0cd3d76", "PAY-6RR": "23533cde", "PAY-6R6": "dc39a279", "PAY-8JQ": "07b72923",
    "PAY-53V": "9997f1ef",
  ]
  /// In the order of the letters below.
  private static let ids = [
    "PAY-TF4", "PAY-4XR", "PAY-DF3", "PAY-P4J", "PAY-88H", "PAY-6RR",
    "PAY-6R6", "PAY-8JQ", "PAY-53V",
  ]
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/reports")

  private let specification: Specification
  private let suite: TestMatrix

  init() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "pay.yaml"), encoding: .utf8)
    let analysed = try SpecText.analysed(text, path: "pay.yaml")
    specification = analysed.specification
    suite = try analysed.cases(earlier: nil, effort: nil)
    #expect(suite.cases.map(\.id).sorted() == Self.ids.sorted())
    #expect(suite.cases.filter { $0.status != .defined }.map(\.id) == ["PAY-P4J"])
  }

  private func report(_ name: String) throws -> TestReport {
    let data = try Data(contentsOf: Self.folder.appending(path: name))
    return try TestReport(path: name, Array(data))
  }

  private func results(
    _ runs: TestReport...,
    fingerprints: [String: String] = fingerprints
  ) -> ResultsReport {
    ResultsReport(runs, of: specification, suite, fingerprints: fingerprints)
  }

  private func xml(_ tests: String) throws -> TestReport {
    try TestReport(path: "x.xml", Array("<testsuites>\(tests)</testsuites>".utf8))
  }

  /// Returns one letter per case: passed, failed, again, unclear, blocked, no result.
  private func letters(_ report: ResultsReport) -> String {
    Self.ids.compactMap { id in report.cases.first { $0.id == id } }.map { entry in
      switch entry.verdict {
      case .passed: "p"
      case .failed: "F"
      case .checkAgain: "a"
      case .unclear: "u"
      case .blocked: "b"
      case .noResult: "-"
      }
    }
    .joined()
  }

  // MARK: What entries come to

  /// The reports that the tools wrote are fixtures; the letters of single entries are those of the first four cases.
  @Test(arguments: try RecordedCases.all(in: "Fixtures/reports"))
  func entriesGoToTheirCases(cases: RecordedCases) throws {
    try cases.check(["report", "entries", "events", "ids"]) { inputs, view in
      let value = inputs["value"]
      switch view {
      case "report":
        let found = results(try report(value))
        #expect(found.unknownEntries.allSatisfy { !$0.hasFailed && $0.otherIDs.isEmpty })
        #expect(found.unknownIDs.isEmpty)
        return ["\(letters(found)) \(found.unknownEntries.map(\.name).sorted())"]
      case "entries": return [String(letters(results(try xml(value))).prefix(4))]
      case "events":
        let events = value.components(separatedBy: ", ")
        return [String(letters(results(try stream(events))).prefix(4))]
      default: return ["\(CaseMention.all(in: value).map(\.id))"]
      }
    }
  }

  @Test func aVersionInAPropertyIsSaid() throws {
    #expect(results(try report("pytest-code.xml")).remarks.isEmpty)
  }

  @Test func theDayIsThatOfTheReport() throws {
    let days = try ["gradle.xml", "playwright.xml", "events-arguments-0.jsonl", "xctest.xml"]
      .map { try report($0).day?.description }
    #expect(days == ["2026-11-20", "2026-11-21", "2026-11-23", nil])
  }

  /// A passed element for all arguments says nothing about single cases.
  @Test func anElementForAllArgumentsPassesNoCase() throws {
    let run = try xml(
      #"<testsuite name="TestResults"><testcase classname="PAYTests" name="case(_:)"/></testsuite>"#
    )
    let found = results(run)
    #expect(letters(found) == "---b-----")
    #expect(!found.mentionsSpec)
    #expect(found.unknownEntries.map(\.name) == ["PAYTests case(_:)"])
    #expect(found.remarks.contains { $0.contains("--event-stream-version 0") })
  }

  @Test func idsThatNoCaseHasAreTold() throws {
    var suite = suite
    let (first, second) = (suite.cases[0], suite.cases[1])
    suite.retired = [
      TestMatrix.Retired(id: "PAY-3XW", code: ""),
      TestMatrix.Retired(id: "PAY-5XW", code: first.code, hasChanged: true),
      TestMatrix.Retired(id: "PAY-5XW", code: second.code, hasChanged: true),
    ]
    let run = try xml(
      """
      <testcase name="PAY-TF4"/><testcase name="PAY-3XW"/><testcase name="PAY-5XW"/>
      <testcase name="PAY-9TC"><failure message="no"/></testcase><testcase name="POST-4KD"/>
      """
    )
    let found = ResultsReport([run], of: specification, suite, fingerprints: [:])
    #expect(found.unknownIDs.map(\.id) == ["PAY-3XW", "PAY-5XW", "PAY-9TC"])
    #expect(found.unknownIDs.map(\.hasFailed) == [false, false, true])
    #expect(found.unknownIDs[0].reason == "the case is retired: it was no longer needed")
    let heirs = [first.id, second.id].sorted().joined(separator: " and ")
    #expect(found.unknownIDs[1].reason == "the case is retired: \(heirs) take its place")
    #expect(found.unknownEntries.map(\.otherIDs) == [["POST-4KD"]])
  }

  @Test func theMessageIsToldWithoutItsMark() throws {
    let title = suite.cases[0].title
    let run = try xml(
      ##"<testcase name="all"><failure message="1 is not 2 specmatrix:PAY-TF4#a968e991 \##(title)"/></testcase>"##
    )
    #expect(results(run).cases[0].reasons == ["1 is not 2"])
  }

  // MARK: Streams of events

  /// Returns a stream in which cases begin, are cancelled, fail and end; only begin events name their case.
  private func stream(_ events: [String], isWhole: Bool = true) throws -> TestReport {
    var lines = [
      #"{"kind":"test","payload":{"id":"T","isParameterized":true,"kind":"function","name":"case(_:)"},"version":"6.3.0"}"#,
      Self.event("runStarted", nil, ""), Self.event("testStarted", "T", ""),
    ]
    for event in events {
      let (kind, text) = (event.prefix(1), String(event.dropFirst(2)))
      switch kind {
      case "+": lines.append(Self.event("testCaseStarted", "T", text))
      case "x": lines.append(Self.event("testCaseCancelled", "T", ""))
      case "!": lines.append(Self.event("issueRecorded", "T", text))
      default: lines.append(Self.event("testCaseEnded", "T", ""))
      }
    }
    if isWhole { lines += [Self.event("testEnded", "T", ""), Self.event("runEnded", nil, "")] }
    return try TestReport(path: "e.jsonl", Array(lines.joined(separator: "\n").utf8))
  }

  private static func event(_ kind: String, _ test: String?, _ text: String) -> String {
    let id = test.map { #","testID":"\#($0)""# } ?? ""
    return
      #"{"kind":"event","payload":{"instant":{"absolute":1.5e-05,"since1970":1795398376.29},"issue":{"isFailure":true},"kind":"\#(kind)","messages":[{"symbol":"default","text":"\#(text)"}]\#(id)},"version":"6.3.0"}"#
  }

  /// A truncated stream passes no case that the whole stream does not pass.
  @Test(arguments: [
    "events-arguments-0.jsonl", "events-arguments-6.3.jsonl", "events-functions-6.3.jsonl",
  ])
  func aCutStreamPassesNothingMore(name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: name))
    let lines = Array(data).split(separator: UInt8(ascii: "\n"))
    let whole = letters(results(try report(name)))
    for count in 1..<lines.count {
      let cut = try TestReport(path: name, Array(lines[..<count].joined(separator: [10])))
      for (part, all) in zip(letters(results(cut)), whole) {
        #expect(part != "p" || all == "p", "\(count) lines")
      }
    }
  }

  @Test func aRunThatWasStoppedSaysSo() throws {
    let found = results(try stream(["+ PAY-TF4", "-", "+ PAY-4XR"], isWhole: false))
    #expect(letters(found).hasPrefix("pu-b"))
    #expect(found.remarks.contains { $0.contains("did not finish") })
  }

  @Test func knownIssuesAndWarningsAreNoFailures() throws {
    let lines = [
      #"{"kind":"test","payload":{"id":"T","isParameterized":false,"kind":"function","name":"PAY_TF4()"},"version":0}"#,
      #"{"kind":"event","payload":{"kind":"testStarted","messages":[],"testID":"T"},"version":0}"#,
      #"{"kind":"event","payload":{"issue":{"isKnown":true},"kind":"issueRecorded","messages":[],"testID":"T"},"version":0}"#,
      #"{"kind":"event","payload":{"issue":{"isKnown":false,"severity":"warning"},"kind":"issueRecorded","messages":[],"testID":"T"},"version":0}"#,
      #"{"kind":"event","payload":{"kind":"testEnded","messages":[],"testID":"T"},"version":0}"#,
    ]
    let text = lines.joined(separator: "\n")
    #expect(letters(results(try TestReport(path: "e", Array(text.utf8)))).hasPrefix("p"))
    let failing = text.replacing(#""severity":"warning""#, with: #""severity":"error""#)
    #expect(letters(results(try TestReport(path: "e", Array(failing.utf8)))).hasPrefix("F"))
  }

  // MARK: Ids

  @Test func aFingerprintAndAMarkAreRead() {
    let mentions = CaseMention.all(
      in: "specmatrix:PAY-4XR#1a2b3c4d PAY-DF3#12 PAY-P4J#1A2B3C4D PAY_88H#1a2b3c4d9"
    )
    #expect(mentions.map(\.fingerprint) == ["1a2b3c4d", nil, nil, nil])
    #expect(mentions.map(\.isMarked) == [true, false, false, false])
    #expect(CaseMention.all(in: "").isEmpty)
    // Words of a title that resemble an id are not mentions of cases.
    #expect(CaseMention.subjects(of: "PAY-4XR#1a2b3c4d like PAY-DF3").map(\.id) == ["PAY-4XR"])
  }

  // MARK: Bad input

  @Test(arguments: [
    ("", "it is empty"), ("  \n", "it is empty"), ("PAY-TF4 passed", "neither JUnit's XML nor"),
    ("<html><body/></html>", "its first element is <html>"),
    ("<testsuites><testcase name=\"PAY-TF4\"/>", "line 1 is not XML: no element found"),
    ("<testsuites><testcase name=\"PAY-", "line 1 is not XML"),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><testsuites/>", "it declares a document type"),
    ("{\"kind\":\"event\",\"payload\":{\"ki", "line 1 is not JSON, or is cut off"),
    ("{\"a\": 1}", "line 1 is not a Swift Testing event"),
    ("{\"kind\":\"event\",\"payload\":{}}\n[1]", "line 2 is not a Swift Testing event"),
  ])
  func whatIsNoReportIsRefused(text: String, reason: String) {
    let error = #expect(throws: FormatMismatch.self) {
      _ = try TestReport(path: "r", Array(text.utf8))
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func whatIsMadeToStopProgramsIsRefused() throws {
    let deep = String(repeating: "<testsuite>", count: 200)
    let long = "<testsuites><testcase name=\"" + String(repeating: "x", count: 5 << 20) + "\"/>"
    for (text, reason) in [(deep, "more than 100 deep"), (long, "longer than any report's")] {
      let error = #expect(throws: FormatMismatch.self) {
        _ = try TestReport(path: "r", Array(text.utf8))
      }
      #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
    let large = [UInt8](repeating: 0x20, count: TestReport.bytes + 1)
    let error = #expect(throws: FormatMismatch.self) { _ = try TestReport(path: "r", large) }
    #expect(error?.reason.contains("larger than 64 MB") == true)
  }
}
