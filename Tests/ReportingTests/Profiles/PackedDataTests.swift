import Testing
import Text

@testable import Reporting

/// The packed data of the review page; `data.mjs` unpacks it.
@Suite struct PackedDataTests {
  private func packed(_ data: JSONValue) -> String { PackedData(data).json }

  @Test func `a line that repeats stands once, what comes most often first`() {
    let texts = ["second", "often", "first!\nsecond", "first!", "first!", "often"]
    #expect(
      packed(.strings(texts))
        == #"{"texts":["first!","second"],"data":["~1","often","~0\n~1","~0","~0","often"]}"#
    )
  }

  @Test func `a line that begins like a number has one mark more`() {
    #expect(packed(.strings(["~0", "a~0"])) == #"{"texts":[],"data":["~~0","a~0"]}"#)
  }

  @Test func `the numbers of texts are to the base 36`() {
    let lines = (10..<47).map { "line \($0)" }
    let data = packed(.strings(lines + lines))
    #expect(data.hasSuffix(#","~x","~y","~z","~10"]}"#), "\(data)")
  }

  @Test func `several empty texts among others are their number`() {
    #expect(packed(.strings(["", "a", "", "", "", "b", "", ""])) == data(#"["","a",-3,"b",-2]"#))
    #expect(packed(.strings(["", ""])) == data(#"["",""]"#))
    #expect(
      packed(.array([.integer(1), .string(""), .string("")])) == data(#"[1,"",""]"#)
    )
  }

  private func data(_ text: String) -> String { #"{"texts":[],"data":\#(text)}"# }
}
