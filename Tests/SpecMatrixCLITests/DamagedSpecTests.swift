import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// Damaged copies of the sample specs through the whole command: no crash, no hang, and never a good end without an answer.
@Suite struct DamagedSpecTests {
  /// What `check` says of one spec in all of its formats, compared with itself.
  private struct Verdict {
    let status: CommandStatus
    /// Whether the report has errors in the place of an answer.
    let isRefused: Bool

    init(_ bytes: [UInt8]) throws {
      func check(_ format: String) -> CommandRun {
        let arguments = ["check", "-", "--suite-folder", "/nowhere", "--format", format]
        return CommandRun(arguments: arguments, bytes: bytes)
      }
      let json = check("json")
      status = json.status
      #expect(json.errors == "")
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      )
      let specs = try #require(document["specs"] as? [[String: Any]])
      #expect(specs.count == 1)
      let spec = try #require(specs.first)
      let mistakes = spec["errors"] as? [[String: Any]]
      let findings = spec["findings"] as? [[String: Any]]
      isRefused = mistakes != nil
      #expect((mistakes == nil) == (findings != nil) && (mistakes == nil) == (spec["space"] != nil))
      let messages = (mistakes ?? findings ?? []) + (spec["remarks"] as? [[String: Any]] ?? [])
      let severities = messages.map { $0["severity"] as? String }
      let summary = ["error", "warning", "note"].map { name in severities.count { $0 == name } }
      #expect(
        document["summary"] as? [String: Int] == [
          "errors": summary[0], "warnings": summary[1], "notes": summary[2],
        ]
      )
      #expect(mistakes == nil || summary[0] > 0)
      if isRefused {
        #expect(status == .invalid)
      } else {
        #expect(status == (summary[0] > 0 ? .findings : .success))
      }
      let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      for message in messages {
        let place = ["line", "column", "endLine", "endColumn"].map { message[$0] as? Int ?? 0 }
        #expect(place.allSatisfy { $0 >= 1 } && place[2] <= lines + 1)
        #expect((place[0], place[1]) <= (place[2], place[3]))
      }

      for format in ["text", "concise"] {
        let shown = check(format)
        #expect(shown.status == status && shown.errors == "")
        #expect(shown.output.contains("error[") == (summary[0] > 0))
        #expect(shown.output.contains("1 spec checked: ") && shown.output.hasSuffix("\n"))
      }
    }
  }

  @Test(arguments: DamagedSpec.names, 0..<50)
  func `a damaged spec is refused or answered, and all formats agree`(
    name: String,
    seed: Int
  )
    throws
  {
    var random = SplitMix64(seed: UInt64(seed))
    var spec = try DamagedSpec(undamaged: name)
    spec.damage(&random)
    _ = try Verdict(spec.bytes)
  }

  @Test(arguments: DamagedSpec.names, DamagedSpec.Ruin.allCases)
  func `a ruined spec ends with 2`(name: String, ruin: DamagedSpec.Ruin) throws {
    var random = SplitMix64(seed: UInt64(name.utf8.count))
    var spec = try DamagedSpec(undamaged: name)
    spec.ruin(ruin, &random)
    let verdict = try Verdict(spec.bytes)
    #expect(verdict.isRefused)
    #expect(verdict.status == .invalid)
  }

  @Test func `there are samples`() {
    #expect(DamagedSpec.names.count >= 5)
  }
}
