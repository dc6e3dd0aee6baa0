import Testing
import Text

@Suite struct JSONNodeTests {
  private func reason(
    _ text: String,
    _ read: (JSONNode) throws(FormatMismatch) -> Void
  ) throws -> String? {
    let node = JSONNode(try JSONValue(json: Array(text.utf8)))
    do throws(FormatMismatch) {
      try read(node)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func placesAreNamed() throws {
    let text = #"{"cases": [{"id": "A"}, {"id": 7, "setup": {"plan": []}}], "none": null}"#
    #expect(
      try reason(text) { (node) throws(FormatMismatch) in
        _ = try node.member("cases").map { (each) throws(FormatMismatch) in
          try each.member("id").string()
        }
      } == "`cases[1].id` has the wrong type"
    )
    #expect(
      try reason(text) { (node) throws(FormatMismatch) in
        for (_, value) in try node.member("cases").map({ (each) throws(FormatMismatch) in
          try each.member("setup").members()
        }).joined() {
          _ = try value.integer()
        }
      } == "`cases[0].setup` is missing"
    )
    #expect(
      try reason(text) { (node) throws(FormatMismatch) in _ = try node.member("none") }
        == "`none` is missing"
    )
    #expect(
      try reason(text) { (node) throws(FormatMismatch) in
        for (_, value) in try node.members() { _ = try value.integer() }
      } == "`cases` has the wrong type"
    )
    #expect(try reason(text) { _ in } == nil)
  }

  /// Only the integer part of numbers of other programs is used; otherwise numbers are kept as written.
  @Test(arguments: [
    ("1795398376.29", 1_795_398_376), ("-1.9", -1), ("1.5e3", 1_500), ("5e-05", 0), ("7", 7),
    ("1E+2", 100), ("1e999", nil), ("12345678901234567890", nil),
  ])
  func fractionsAreKeptWhereThatIsWanted(text: String, value: Int?) throws {
    let number = try JSONValue(json: Array(text.utf8), hasFractions: true)
    #expect(number.integer == value)
    #expect(number.compactText == text)
    guard text != "7" else { return }
    #expect(throws: JSONReadError.self) { try JSONValue(json: Array(text.utf8)) }
  }

  @Test(arguments: ["1.", "+5", "1.5.", "NaN", "1.2.3", "1e", "-", "01.5", "--1.5"])
  func whatIsNoNumberIsRefused(text: String) {
    #expect(throws: JSONReadError.self) {
      try JSONValue(json: Array(text.utf8), hasFractions: true)
    }
  }
}
