import Foundation
import Synchronization
import Testing
import Text

@testable import ReviewServer
@testable import SpecMatrixCLI

/// A folder of specs under review: the session without sockets, advanced by the test.
final class ReviewedFolder {
  let folder: TemporaryFolder
  let board = ReviewBoard()
  let mailbox = ReviewMailbox()
  private(set) var session: ReviewSession
  private let clock = Clock()
  private let said = Said()

  private final class Clock {
    var seconds = 1_795_219_200
  }

  private final class Said {
    var text = ""
  }

  /// A response that may still be pending.
  final class Answer: Sendable {
    private let response = Mutex<ServerResponse?>(nil)

    var reply: ServerReply { ServerReply { [self] new in response.withLock { $0 = new } } }
    var status: Int? { response.withLock { $0?.status } }
    var json: JSONValue? { response.withLock { $0.flatMap { try? JSONValue(json: $0.body) } } }
  }

  init(_ specs: [String: String]) throws {
    folder = try TemporaryFolder()
    for (name, text) in specs { try folder.write(text, to: "specs/\(name)") }
    var console = Console.ofTests(report: { [said] in said.text += $0 })
    console.now = { [clock] in clock.seconds }
    session = ReviewSession(
      paths: [folder("specs")],
      project: ProjectChoice(settings: .search, suiteFolder: folder("output")),
      console: console,
      board: board,
      mailbox: mailbox
    )
  }

  /// Takes turns until nothing is left to do, including the search for other files.
  func settle() {
    for _ in 0..<11 { while session.turn() {} }
  }

  func turn() { _ = session.turn() }

  func nextDay() { clock.seconds += 86_400 }

  func poll(after number: Int = 0) -> Answer {
    let answer = Answer()
    board.answer(answer.reply, after: number)
    return answer
  }

  func state() throws -> JSONValue { try #require(poll().json) }

  func number() throws -> Int { try #require(try state()["number"]?.integer) }

  /// Returns a spec as a new page gets it.
  func spec(_ name: String) throws -> JSONValue {
    let specs = try state()["specs"]?.array ?? []
    return try #require(specs.first { $0["path"]?.string == folder("specs/\(name)") })
  }

  /// Posts answers, to be handled in the next turn.
  func post(
    _ name: String,
    _ answers: String,
    agreement: String = "",
    isTrial: Bool = false
  )
    throws -> Answer
  {
    let body: JSONValue = [
      "path": .string(folder("specs/\(name)")), "answers": .string(answers),
      "agreement": .string(agreement),
    ]
    let answer = Answer()
    let posted = try #require(PostedAnswers(json: Array(body.compactText.utf8)))
    mailbox.put(.init(posted: posted, isTrial: isTrial, reply: answer.reply))
    return answer
  }

  func table(_ name: String, _ table: String) throws -> JSONValue {
    try #require(try spec(name)["tables"]?[table])
  }

  /// Returns answers as the page saves them: all columns, with those of people filled in.
  func csv(_ name: String, _ answers: [String: [String: String]]) throws -> String {
    let table = try table(name, "questions")
    let columns = table["columns"]?.array ?? []
    let roles = columns.map { $0["role"]?.string ?? "" }
    var rows = [columns.map { $0["heading"]?.string ?? "" }]
    for row in table["rows"]?.array ?? [] {
      guard let filled = answers[row["key"]?.string ?? ""] else { continue }
      let cells = (row["cells"]?.array ?? []).map { $0.string ?? "" }
      rows.append(zip(roles, cells).map { filled[$0] ?? $1 })
    }
    let lines = rows.map { row in
      row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
    }
    return "\u{FEFF}" + lines.joined()
  }

  /// Returns agreement to all operations as the page saves it.
  func agreement(_ name: String, _ text: String = "Agreed") throws -> String {
    let spec = try spec(name)
    let headings = ["id", "agreement", "comment", "fingerprint", "answeredBy", "answeredOn"]
      .compactMap { spec["outcomesHeadings"]?[$0]?.string }
    let rows = (spec["operations"]?.array ?? []).map { operation in
      [
        operation["id"]?.string ?? "", text, "", operation["fingerprint"]?.string ?? "", "Sato",
        "2026-11-20",
      ]
    }
    return "\u{FEFF}"
      + ([headings] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }
}
