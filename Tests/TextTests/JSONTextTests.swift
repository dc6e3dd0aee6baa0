import Foundation
import Reporting
import TestSupport
import Testing
import Text

@Suite struct JSONTextTests {
  @Test func spreadsTheOuterLevelsAndKeepsTheOrder() {
    let value: JSONValue = [
      "z": 1, "a": .array([["y": .null, "b": .bool(true)], .array([]), "x"]), "empty": .object([]),
    ]
    #expect(
      value.text(spreading: 2) == """
        {
          "z": 1,
          "a": [
            {"y": null, "b": true},
            [],
            "x"
          ],
          "empty": {}
        }

        """
    )
    #expect(
      value.text(spreading: 0)
        == "{\"z\": 1, \"a\": [{\"y\": null, \"b\": true}, [], \"x\"], \"empty\": {}}\n"
    )
  }

  @Test func escapesWhatReadersTrip() {
    let text =
      "\" \\ / \n \r \t \u{8} \u{0} \u{1F} \u{7F} \u{9B} \u{2028} \u{2029} \u{FEFF} 😀 é 日本語"
    #expect(
      JSONValue.string(text).text(spreading: 0)
        == #""\" \\ / \n \r \t \u0008 \u0000 \u001f \u007f \u009b \u2028 \u2029 \ufeff 😀 é 日本語""#
        + "\n"
    )
  }

  /// Random texts of quotes, controls, both planes, separators and combining marks survive a round trip.
  @Test(arguments: 0..<20) func everyTextSurvives(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (0..<50).map { _ in Self.text(&random) }
    let members = texts.enumerated().map {
      JSONValue.Member("\($0.offset)\($0.element)", .string($0.element))
    }
    let json = JSONValue.object(members).text(spreading: 1)
    let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
    let object = try #require(read)
    #expect(object.count == texts.count)
    for (index, text) in texts.enumerated() {
      let value = try #require(object["\(index)\(text)"])
      #expect(Array(value.unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<random.below(12) { text.unicodeScalars.append(scalar(&random)) }
    return text
  }

  private static func scalar(_ random: inout SplitMix64) -> Unicode.Scalar {
    let special: [Unicode.Scalar] = [
      "\"", "\\", "/", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "\u{301}",
      "\u{1F600}", "\u{D7FF}", "\u{E000}", "\u{85}", "あ", "{", "u",
    ]
    switch random.below(4) {
    case 0: return random.pick(special)
    case 1: return Unicode.Scalar(UInt8(random.below(0x20)))
    case 2: return Unicode.Scalar(UInt8(random.below(256)))
    default: return Unicode.Scalar(UInt32(random.below(0x110000))) ?? "x"
    }
  }
}
