import Diagnostics
import Specification
import Testing
import YAMLSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Damaged specs and random graphs: never a crash, never a spec where there is a mistake.
@Suite struct DamageTests {
  /// SplitMix64 (Steele, Lea & Flood 2014), so that every run tries the same.
  private struct Generator {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
  }

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
    var generator = Generator(state: UInt64(seed))
    var lines = Self.whole
    for _ in 0...generator.next(below: 3) {
      let line = generator.next(below: lines.count)
      switch generator.next(below: 6) {
      case 0: lines.remove(at: line)
      case 1: lines.swapAt(line, generator.next(below: lines.count))
      case 2: lines[line] = String(lines[line].prefix(generator.next(below: lines[line].count + 1)))
      case 3:
        let key = lines[line].prefix { $0 != ":" }
        lines[line] = key + ": " + Self.pieces[generator.next(below: Self.pieces.count)]
      case 4:
        let depth = lines[line].prefix { $0 == " " }
        let piece = Self.pieces[generator.next(below: Self.pieces.count)]
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
