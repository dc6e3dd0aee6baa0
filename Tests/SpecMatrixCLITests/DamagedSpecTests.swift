import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// Damaged copies of the sample specs through the whole command: no crash, no hang, and no success without a result.
@Suite struct DamagedSpecTests {
  /// The result of `check` on one spec in all formats, compared with each other.
  private struct Verdict {
    let status: CommandStatus
    /// True if the report has errors instead of a result.
    let isRefused: Bool

    init(_ bytes: [UInt8]) throws {
      let folder = try TemporaryFolder()
      let others = ["text", "concise"]
      let json = CommandRun(
        arguments: ["check", "-", "--suite-folder", "/nowhere", "--format", "json"]
          + others.flatMap { ["--output", "\($0):\(folder($0))"] },
        bytes: bytes
      )
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
      // A planned feature has no combinations yet.
      let isCounted = spec["space"] != nil || spec["planned"] as? Bool == true
      #expect((mistakes == nil) == (findings != nil) && (mistakes == nil) == isCounted)
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

      for format in others {
        let shown = try folder.read(format)
        #expect(shown.contains("error[") == (summary[0] > 0))
        #expect(shown.contains(/1 spec checked: |仕様1件を確認：/) && shown.hasSuffix("\n"))
      }
    }
  }

  @Test(arguments: DamagedSpec.names, 0..<Seeds.share(60))
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

struct DamagedSpec {
  let name: String
  var bytes: [UInt8]

  /// Damage that makes the intention undecidable.
  enum Ruin: CaseIterable {
    case notUTF8, nul, unknownSection, sectionTwice, tab, openBracket, openQuote, wrongType
    case laterVersion, noID, noIDText, unknownFactor, unknownValue, unknownOperation, emptyValues
    case secondDocument, unknownAlias, nothing
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../specs").standardizedFileURL

  /// The files in `specs/`, sorted by name.
  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  init(undamaged name: String) throws {
    self.name = name
    bytes = Array(try Data(contentsOf: Self.folder.appending(path: name)))
  }

  /// Damages the copy in up to three places; the result may still be a spec.
  mutating func damage(_ random: inout SplitMix64) {
    for _ in 0...random.below(3) {
      switch random.below(10) {
      case 0: bytes.removeSubrange(random.below(bytes.count + 1)...)
      case 1: damageBytes(&random)
      case 2: changeLines { lines, at in lines.remove(at: at) }
      case 3: changeLines { lines, at in lines.insert(lines[at], at: at) }
      case 4: changeLines { lines, at in lines.swapAt(at, random.below(lines.count)) }
      case 5: changeLines { lines, at in lines[at] = "  " + lines[at] }
      case 6: changeLines { lines, at in lines[at] = String(lines[at].drop { $0 == " " }) }
      case 7: exchangeKeys()
      default: changeType(&random)
      }
    }

    func changeLines(_ change: (inout [String], Int) -> Void) {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      change(&lines, random.below(lines.count))
      bytes = Array(lines.joined(separator: "\n").utf8)
    }

    /// Swaps the keys of two lines.
    func exchangeKeys() {
      changeLines { lines, at in
        let other = random.below(lines.count)
        guard let first = lines[at].firstIndex(of: ":"),
          let second = lines[other].firstIndex(of: ":"), at != other
        else { return }
        let (left, right) = (lines[at], lines[other])
        lines[at] = String(right[..<second] + left[first...])
        lines[other] = String(left[..<first] + right[second...])
      }
    }
  }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func damageBytes(_ random: inout SplitMix64) {
    for _ in 0...random.below(4) where !bytes.isEmpty {
      let at = random.below(bytes.count)
      switch random.below(3) {
      case 0: bytes[at] = UInt8(random.below(256))
      case 1: bytes.insert(random.pick(Array("\t\n\r \"'[]{}:,-?&*!|>%@`#\\~".utf8)), at: at)
      default: bytes.remove(at: at)
      }
    }
  }

  private static let values = [
    "", "[]", "{}", "~", "1..4", "[1, 2]", "not free", "[operation]", "valid", "-1", "0x1F",
    "99999999999999999999", "\"\"", "1..", "*x", "&x y", "時間", "true", "2026-01-01", "any",
    "a: b", "others", "{then: x}", "{question: x, until: 2027-01-01}", "[{then: x}, y]", "[[[]]]",
    "|", "!!binary aGVsbG8=", "1.5", "1..4 EUR", "back/any",
  ]

  /// Gives the value of a line another type.
  private mutating func changeType(_ random: inout SplitMix64) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let keyed = lines.indices.filter { lines[$0].contains(":") }
    guard !keyed.isEmpty else { return }
    let at = random.pick(keyed)
    let key = lines[at].prefix { $0 != ":" }
    lines[at] = "\(key): \(random.pick(Self.values))"
    bytes = Array(lines.joined(separator: "\n").utf8)
  }

  /// Damages the copy so that it is certainly not a spec.
  mutating func ruin(_ ruin: Ruin, _ random: inout SplitMix64) {
    switch ruin {
    case .notUTF8: bytes.insert(random.pick([0xFF, 0xC0, 0x80]), at: endOfALine(&random))
    case .nul: bytes.insert(0, at: endOfALine(&random))
    case .unknownSection: append("rule: []")
    case .sectionTwice: append(random.pick(["id: TWICE", "operations: [go]", "rules: {}"]))
    case .tab: append("traits:\n\t- mobile")
    case .openBracket: append("source: [a")
    case .openQuote: append("owner: \"somebody")
    case .wrongType: replace("\nrules:", with: "\nrules: all\nunused:")
    case .laterVersion: replace("specmatrix: 1", with: "specmatrix: 2")
    case .noID: replace("\nid: ", with: "\n# id: ")
    case .noIDText: replace("\nid: ", with: "\nid: [] # ")
    case .unknownFactor: replace("when: {", with: "when: {nobody: yes, ")
    case .unknownValue:
      replace("\nstates:", with: "\nstates:\n  solid: [a, b]\n  hollow: {only_when: {solid: c}}")
    case .unknownOperation: replace("\nrules:", with: "\nrules:\n  nothing_of_this_name: Nothing")
    case .emptyValues: replace("\nstates:", with: "\nstates:\n  hollow: []")
    case .secondDocument: append("---\nspecmatrix: 1")
    case .unknownAlias: replace("\nfeature: ", with: "\nfeature: *nowhere # ")
    case .nothing: bytes = random.pick([[], Array("\n".utf8), Array("# spec\n".utf8)])
    }
  }

  private func endOfALine(_ random: inout SplitMix64) -> Int {
    random.pick(bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") })
  }

  private mutating func append(_ line: String) {
    bytes += Array("\n\(line)\n".utf8)
  }

  private mutating func replace(_ piece: String, with other: String) {
    guard let place = text.range(of: piece) else {
      preconditionFailure("\(name) has no \(piece)")
    }
    bytes = Array(text.replacingCharacters(in: place, with: other).utf8)
  }
}
