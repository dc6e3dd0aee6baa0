import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Damaged specs and random graphs: no crash, and no spec if there is a mistake.
@Suite struct DamageTests {
  private static let pieces = [
    "", "[]", "{}", "~", "1..4", "[1, 2]", "not free", "operation", "login", "free, premium", "-1",
    "99999999999999999999", "\"\"", "{then: A}", "*x", "時間", "true", "2026-01-01", "a: b", "..",
    "any", "others", "not", "valid", "submit", "network_error/offline", "[{then: A}, B]",
    "1..4 EUR",
    "{login: {guest: A}}", "[post-ok, others]", "5..2", "{question: What?}", "not not free", ", ,",
  ]

  /// The lines of the spec with every section of the language.
  private static let whole: [String] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Specs/whole.md"
    )
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.drop { $0 != "```yaml" }.dropFirst().prefix { $0 != "```" })
  }()

  @Test(arguments: 0..<600)
  func `a damaged spec is refused or right`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var lines = Self.whole
    for _ in 0...random.below(3) {
      let line = random.below(lines.count)
      switch random.below(6) {
      case 0: lines.remove(at: line)
      case 1: lines.swapAt(line, random.below(lines.count))
      case 2: lines[line] = String(lines[line].prefix(random.below(lines[line].count + 1)))
      case 3:
        let key = lines[line].prefix { $0 != ":" }
        lines[line] = key + ": " + random.pick(Self.pieces)
      case 4:
        let depth = lines[line].prefix { $0 == " " }
        let piece = random.pick(Self.pieces)
        lines.insert(depth + piece + ": " + piece, at: line)
      default: lines[line] = "  " + lines[line]
      }
    }
    let checked = decode(lines.joined(separator: "\n"))
    let isAccepted = checked.value != nil
    #expect(isAccepted == !checked.hasErrors)
    for place in checked.diagnostics.compactMap(\.span) {
      #expect(place.start <= place.end && place.end.line <= lines.count + 1)
    }
  }
}
