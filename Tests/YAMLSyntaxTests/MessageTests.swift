import Diagnostics
import TestSupport
import Testing
import YAMLSyntax

/// The exact messages about texts that cannot be read, and the trees of those that can.
struct MessageTests {
  /// The line break at the end of an input is not part of its text.
  @Test(arguments: try RecordedCases.all(in: "Messages"))
  func areShown(_ cases: RecordedCases) throws {
    try cases.check(["messages", "outline"]) { inputs, view in
      let text = String(inputs["yaml"].dropLast())
      let shown = view == "outline" ? outline(text) : messages(text)
      return [shown.last == "\n" ? String(shown.dropLast()) : shown]
    }
  }

  @Test func forbiddenCharactersAreShown() {
    #expect(
      messages("a: b\u{0}c\nd: e\u{2028}\u{2028}\nf: \u{FEFF}") == #"""
        a.yaml:1:5: error[forbidden-character]: the character U+0000 is not allowed in a YAML file
          |
        1 | a: b<U+0000>c
          |     ^^^^^^^^
          |
          = help: remove it; is this a binary file, or UTF-16 text?

        a.yaml:2:5: error[forbidden-character]: the character U+2028 is not allowed in a YAML file
          |
        2 | d: e<U+2028><U+2028>
          |     ^^^^^^^^
          |
          = help: remove it, or write it as \u2028 in double quotes

        a.yaml:3:4: error[forbidden-character]: the character U+FEFF is not allowed in a YAML file
          |
        3 | f: <U+FEFF>
          |    ^^^^^^^^
          |
          = help: remove it, or write it as \uFEFF in double quotes

        """#
    )
  }
}
