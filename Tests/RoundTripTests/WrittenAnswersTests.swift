import Diagnostics
import Foundation
import Reporting
import TestDesign
import TestSupport
import Testing
import Text

import struct Specification.Settings
import struct Specification.Specification

@testable import RoundTrip
@testable import Workbooks

/// 400 answers, half English and half Japanese, written before the code that reads them, with the intended meaning.
///
/// Each has the intended effect or is refused with a reason; none becomes an unintended rule.
@Suite struct WrittenAnswersTests {
  private struct Written: Decodable {
    var n: Int
    var spec: String
    var id: String
    var answer: String
    var kind: String?
    var comment: String?
    var meant: String
    var result: String?
    var day: String?

    var testDescription: String { "\(n) \(meant): \(answer)" }
    var results: [String] { (result ?? "").split(separator: "\n").map(String.init) }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  private static let answers = ["answers", "directors", "busy", "trial"].flatMap {
    name -> [Written] in
    guard let data = try? Data(contentsOf: folder.appending(path: "\(name).json")) else {
      return []
    }
    return (try? JSONDecoder().decode([Written].self, from: data)) ?? []
  }

  /// The first 120 are in their own folder; the others name a path in the repository.
  private static let files = [
    "PAY": "payment-confirmation", "POST": "tsukurepo-post", "PROFILE": "profile-screen",
    "BOOST": "boost-popup",
  ].mapValues { "Tests/RoundTripTests/Fixtures/specs/\($0)" }

  /// Clear to their writers, but refused with advice: sentences in place of an option, kind or date, conditions on undeclared things, one
  /// row for several entries of the catalogue, reasons without “because”, yes or no with additions, results on another operation, and out
  /// of scope without a reason.
  private static let refusedToo: Set<Int> = [
    5, 6, 13, 14, 23, 24, 25, 28, 29, 31, 33, 34, 38, 40, 41, 42, 53, 54, 55, 56, 57, 58, 59, 64,
    82, 93, 94, 96, 98, 99, 101, 102, 110, 112, 113, 114, 115, 116, 117, 118, 119, 120, 205, 211,
    229, 255, 259, 335, 497,
  ]

  private static let today = CalendarDate("2026-11-22") ?? CalendarDate(number: 20_779)

  @Test func `none is left out`() {
    #expect(
      Self.answers.map(\.n) == Array(1...120) + Array(201...260) + Array(301...360)
        + Array(401...498) + Array(501...585) + Array(601...692)
    )
  }

  /// Answers to questions that are asked differently now: the row once shared by all optional entries of the catalogue, and a valid and an
  /// invalid value together, each of which has its own row now; one that chose among other options; two that said that nothing depends on a
  /// text whose invalid values are asked about now; one about a single part of a screen; and one about a number that only the limit of
  /// another operation names.
  private static let askedOtherwise: Set<Int> = [58, 59, 60, 81, 92, 119, 120, 257, 258, 420, 555]

  /// The answers by path of the spec.
  private static let bySpec = Dictionary(
    grouping: answers.filter { !askedOtherwise.contains($0.n) }
  ) { files[$0.spec] ?? $0.spec }

  @Test(arguments: bySpec.keys.sorted())
  func `each does what its writer meant, or is refused`(path: String) throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "../../../\(path).yaml"),
      encoding: .utf8
    )
    let analysed = try SpecText.analysed(text, today: Self.today)
    let specification = analysed.specification
    let table = ReportTable.questions(of: specification, analysed.analysis)
    for written in Self.bySpec[path, default: []] {
      try check(written, text, specification, analysed, table)
    }
  }

  private func check(
    _ written: Written,
    _ text: String,
    _ specification: Specification,
    _ analysed: AnalysedSpecification,
    _ table: ReportTable
  ) throws {
    let name = Comment(rawValue: written.testDescription)
    let finding = try #require(analysed.analysis.questions.first { $0.id == written.id }, name)

    // The rows of other questions are omitted, since they are empty.
    let (question, options) = (table.index(of: .question), table.index(of: .options))
    let rows = table.rows.filter { $0.key == written.id }.map { row -> [SavedCell] in
      let sentence = question.map { row.cells[$0].shownText } ?? ""
      return [
        .text(row.key), .text(written.answer), .text(written.kind ?? ""),
        .text(written.comment ?? ""),
        .text(options.map { row.cells[$0].shownText } ?? ""),
        // Matters for reading the answer only if the question has two parts.
        .text(sentence.contains(/？あるなら|\? If so/) ? sentence : ""),
      ]
    }
    let headings: [SavedCell] = [
      "Question", "Result or reason", "Your choice", "Comment", "Options", "What should happen?",
    ].map {
      .text($0)
    }
    let sheet = SavedTable(name: "Questions", rows: [headings] + rows)
    let saved = SavedAnswers(sheet, of: specification, analysed.analysis)
    let number = try #require(saved.answers.firstIndex { $0.question == written.id })
    let target = AnswerFile(text, of: specification, settings: Settings())
    let answered = analysed.answered(saved.answers, in: target, today: Self.today)
    let state = answered.outcomes[number].state

    if written.meant == "refuse" || Self.refusedToo.contains(written.n) {
      guard case .refused(let reason) = state else {
        Issue.record("\(name): \(state)")
        return
      }
      #expect(!reason.text(specification.language).isEmpty, name)
      #expect(answered.text == text, name)
      let mark = try #require(saved.marks(answered.outcomes.map(\.state)).last)
      let status = AnswerStatus(specification.language)
      #expect(
        mark.cell.plainText == status.notApplied + reason.text(specification.language),
        name
      )
      // A Japanese workbook contains no English reason.
      #expect(
        specification.language == .english || mark.cell.plainText != reason.english,
        "\(name): \(reason)"
      )
      return
    }
    guard case .applied = state else {
      Issue.record("\(name): \(state)")
      return
    }
    let after = try SpecText.analysed(answered.text, today: Self.today)
    let new = after.specification
    try expect(written, finding, new, specification)

    // A second import changes nothing and says so.
    let again = SavedAnswers(sheet, of: new, after.analysis)
    let second = after.answered(
      again.answers,
      in: AnswerFile(answered.text, of: new, settings: Settings()),
      today: Self.today
    )
    #expect(second.text == answered.text, name)
    #expect(
      second.outcomes.first { $0.answer.question == written.id }?.state == .known,
      "\(name): \(second.outcomes.map(\.state))"
    )
  }

  /// Expects the spec to say what was meant.
  private func expect(
    _ written: Written,
    _ finding: Finding,
    _ new: Specification,
    _ old: Specification
  ) throws {
    let name = Comment(rawValue: written.testDescription)
    let ids = Set(old.rules.map(\.id))
    let added = new.rules.filter { !ids.contains($0.id) }
    let mentioned = new.rules.filter { ($0.source ?? $0.because)?.contains(written.id) ?? false }
    let decided = finding.rules.compactMap { number in
      new.rules.first { $0.id == old.rules[number].id }
    }
    let reasons = new.impossible.compactMap(\.because).filter { $0.contains(written.id) }
    switch written.meant {
    case "result", "depends", "select":
      let rules = mentioned.isEmpty ? decided : mentioned
      // One rule for each operation of the question.
      let results = Set(rules.compactMap(\.results))
      #expect(results.count <= written.results.count, name)
      #expect(results.joined().sorted() == written.results.sorted(), name)
    case "choice", "order":
      guard finding.code == .contradictoryRules else {
        #expect(decided.first?.results == written.results, name)
        return
      }
      let lists = new.precedence.dropFirst(old.precedence.count)
      let first = try #require(lists.first).entries.compactMap(\.rule)
      #expect(lists.allSatisfy { $0.entries.first?.rule == first.first }, name)
      #expect(first.first.flatMap { new.rules[$0].results } == [written.results[0]], name)
      if written.meant == "order" {
        #expect(first.compactMap { new.rules[$0].results }.flatMap(\.self) == written.results, name)
      }
      #expect(added.isEmpty, name)
    case "both":
      #expect(added.count == 1, name)
      #expect(Set(added.first?.results ?? []) == Set(written.results), name)
    case "later":
      #expect(
        (mentioned.isEmpty ? decided : mentioned).first?.until?.description == written.day,
        name
      )
    case "not possible", "out of scope":
      #expect(
        !reasons.isEmpty && reasons.count == new.impossible.count - old.impossible.count,
        name
      )
      #expect(added.isEmpty, name)
    case "parts":
      #expect(mentioned.compactMap(\.results) == [written.results], name)
      #expect(reasons.count + mentioned.count { $0.until != nil } == 1, name)
    case "dismiss":
      let dismissed = new.dismissed.dropFirst(old.dismissed.count)
      #expect(dismissed.first?.reason.hasPrefix(written.results[0]) == true, name)
    case "yes": #expect(new.rules.count == old.rules.count && mentioned.count == 1, name)
    default: Issue.record("\(name): \(written.meant)")
    }
  }
}
