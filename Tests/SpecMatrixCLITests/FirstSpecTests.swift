import Foundation
import Testing

@testable import SpecMatrixCLI

/// The questions that a company's house rules save three specs written without them.
@Suite struct FirstSpecTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "SpecificationTests/FirstSpecs").path(
      percentEncoded: false
    )

  /// Returns the number of questions that the specs raise, by code.
  private func questions(_ options: String...) -> [String: Int] {
    let run = CommandRun(
      arguments: ["check", Self.folder, "--format", "concise"] + options
    )
    return run.output.matches(of: /\[(undefined|contradictory|undecided)-expectations?\]/)
      .reduce(into: [:]) { $0[String($1.output.1), default: 0] += 1 }
  }

  @Test func houseRulesAnswerWhatACompanyAnswersOnce() {
    #expect(
      questions("--no-config") == ["undefined": 31, "contradictory": 2, "undecided": 1]
    )
    #expect(questions() == ["undefined": 15, "contradictory": 2, "undecided": 1])
  }

  @Test func casesCiteTheHouseRule() throws {
    let output = try TemporaryFolder()
    let run = CommandRun("generate \(Self.folder) --output \(output("out")) --format csv")
    #expect(run.status != .invalid)
    for (id, rules) in [
      (
        "LIST", ["app_kill", "back", "background", "double_tap", "server_error", "session_expired"]
      ),
      ("SHARE", ["background", "double_tap", "server_error"]),
      ("ACCEPT", ["background", "double_tap", "server_error"]),
    ] {
      let cases = try output.read("out/\(id).csv")
      for rule in rules {
        #expect(
          cases.contains(try Regex("house rule \(rule)[,\n\r\"]")),
          "\(id): \(rule)"
        )
      }
    }
  }
}
