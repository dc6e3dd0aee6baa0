import Foundation
import Testing
import Text
import Workbooks

@testable import SpecMatrixCLI

/// Two people answer copies of the same sheet: one answer changes the words of the other's question, but not its subject.
@Suite struct SharedSheetTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A spec, the words of two questions, and the answers.
  struct Pair: CustomTestStringConvertible, Sendable {
    let spec: String
    let id: String
    let asked: (first: String, second: String)
    let answers: (first: String, second: String)
    /// The words of the second question once the first is answered.
    let later: String
    let lines: [String]
    var testDescription: String { id }
  }

  static let pairs = [
    Pair(
      spec: "boost-popup",
      id: "BOOST",
      asked: ("ポップアップの外側をタップ", "終了のプッシュ通知をタップ"),
      answers: ("何も起きない", "アプリ起動中：ホームを開く\nアプリ未起動：起動画面を表示する"),
      later: "ブーストの結果が終了で、残りのブースト券が「なし」で、終了のプッシュ通知をタップ",
      lines: ["then: ホームを開く", "then: 起動画面を表示する"]
    ),
    Pair(
      spec: "tsukurepo-post",
      id: "POST",
      asked: ("「下書きから再開」をタップ", "空の下書きで、通信エラーが起きた"),
      answers: ("空の投稿画面を表示する", "エラーバナーだけを表示する"),
      later: "未ログインで通信エラーが起きた",
      lines: ["then: エラーバナーだけを表示する"]
    ),
  ]

  @Test(arguments: pairs)
  func `an answer holds though its question is worded otherwise by then`(pair: Pair) throws {
    let sheet = try begin(pair)
    try write(pair.answers.first, to: pair.asked.first, of: sheet, as: "a.csv")
    try write(pair.answers.second, to: pair.asked.second, of: sheet, as: "b.csv")
    #expect(answer("a.csv").errors.contains(": 反映 Q-"))
    let check = CommandRun("check", folder("specs/t.yaml"), "--format", "concise", "--all")
    #expect(check.output.contains(pair.later), "\(check.output)")
    let run = answer("b.csv")
    #expect(run.errors.contains(": 反映 Q-"), "\(run.errors)")
    #expect(run.errors.contains(pair.later), "\(run.errors)")
    let text = try folder.read("specs/t.yaml")
    for line in pair.lines { #expect(text.contains(line)) }
    let after = CommandRun("check", folder("specs/t.yaml"), "--format", "concise", "--all")
    #expect(!after.output.contains(pair.later), "\(after.output)")
    // An answered question is recognised by the sheet that asked it.
    for file in ["a.csv", "b.csv"] {
      #expect(answer(file).errors.contains(": 反映済み Q-"))
    }
    #expect(try folder.read("specs/t.yaml") == text)
  }

  /// One person has the old sheet, the other one generated since.
  @Test func `two answers to one question under two ids are one too many`() throws {
    let pair = Self.pairs[1]
    let sheet = try begin(pair)
    try write(pair.answers.first, to: pair.asked.first, of: sheet, as: "a.csv")
    try write(pair.answers.second, to: pair.asked.second, of: sheet, as: "b.csv")
    _ = answer("a.csv")
    try FileManager.default.removeItem(atPath: folder("out"))
    let next = try generate()
    try write("画面を閉じる", to: pair.later, of: next, as: "c.csv")
    let spec = try folder.read("specs/t.yaml")
    let run = answer("b.csv", "c.csv")
    #expect(run.errors.contains("別の回答があります"), "\(run.errors)")
    #expect(try folder.read("specs/t.yaml") == spec)
  }

  @Test func `an answer stays in its row when the sheet is generated again`() throws {
    let pair = Self.pairs[0]
    let sheet = try begin(pair)
    try write(pair.answers.first, to: pair.asked.first, of: sheet, as: "a.csv")
    _ = answer("a.csv")
    try write(pair.answers.second, to: pair.asked.second, of: sheet, as: "out/BOOST-questions.csv")
    let next = try generate()
    let row = try #require(next.first { $0[1].contains(pair.later) })
    #expect(row[3] == pair.answers.second)
    #expect(answer("out/BOOST-questions.csv").errors.contains(": 反映 Q-"))
    for line in pair.lines { #expect(try folder.read("specs/t.yaml").contains(line)) }
  }

  // MARK: The round

  private func begin(_ pair: Pair) throws -> [[String]] {
    let text = try String(contentsOfFile: CommittedSpecs.path(pair.spec), encoding: .utf8)
    try folder.write(text, to: "specs/t.yaml")
    return try generate()
  }

  /// Generates and returns the rows of the sheet of questions.
  private func generate() throws -> [[String]] {
    let run = CommandRun(
      "generate \(folder("specs/t.yaml")) -o \(folder("out")) --format json,csv --effort quick"
    )
    try #require(run.status.rawValue < 2, "\(run.errors)")
    let name = try #require(try folder.names(in: "out").first { $0.hasSuffix("-questions.csv") })
    let file = try ReturnedFile(path: folder("out/" + name))
    return try #require(file.workbook.tables.first).rows.map { $0.map(\.plainText) }
  }

  /// Writes the headings and a row with an answer, or the whole sheet if it stays in its folder.
  private func write(
    _ answer: String,
    to question: String,
    of sheet: [[String]],
    as file: String
  ) throws {
    let heading = try #require(sheet.firstIndex { $0.contains("期待結果・理由") })
    var rows = sheet
    let row = try #require(
      rows.indices.dropFirst(heading + 1).first { rows[$0][1].contains(question) }
    )
    rows[row][3] = answer
    var writer = CSVWriter(encoding: .utf8WithMark)
    for row in file.hasPrefix("out/") ? rows : [rows[heading], rows[row]] { writer.record(row) }
    try folder.write(String(decoding: writer.bytes, as: UTF8.self), to: file)
  }

  private func answer(_ files: String...) -> CommandRun {
    CommandRun(arguments: ["answer"] + files.map { folder($0) } + ["--spec", folder("specs")])
  }
}
