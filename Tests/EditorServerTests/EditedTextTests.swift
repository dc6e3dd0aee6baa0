import Diagnostics
import Testing
import Text

@testable import EditorServer

@Suite struct EditedTextTests {
  private static let text = "id: é\r\n👨‍👩‍👧b: \"下書き\"\rlast"

  @Test(arguments: PositionEncoding.allCases)
  func placesAndPositionsAreEachOthersInverse(encoding: PositionEncoding) {
    for text in [Self.text, "\u{FEFF}" + Self.text, "", "\u{FEFF}", "a\n", "\n\n"] {
      let edited = EditedText(text)
      let lines = SourceLines(text).lines
      for (number, line) in lines.enumerated() {
        #expect(edited.line(number + 1) == line)
        for column in 1...line.unicodeScalars.count + 1 {
          let place = SourcePosition(line: number + 1, column: column)
          #expect(edited.place(of: edited.position(place, encoding), encoding) == place)
        }
      }
    }
  }

  @Test(arguments: [
    (PositionEncoding.utf8, 18), (.utf16, 8), (.utf32, 5),
  ])
  func columnsAreCountedAsTheEditorDoes(encoding: PositionEncoding, family: Int) {
    let position = EditedText(Self.text).position(SourcePosition(line: 2, column: 6), encoding)
    #expect(position["line"] == 1)
    #expect(position["character"] == .integer(family))
  }

  @Test func aChangeReplacesItsRange() {
    var text = EditedText(Self.text)
    func change(_ from: (Int, Int), _ to: (Int, Int), _ new: String) -> JSONValue {
      [
        "range": [
          "start": ["line": .integer(from.0), "character": .integer(from.1)],
          "end": ["line": .integer(to.0), "character": .integer(to.1)],
        ],
        "text": .string(new),
      ]
    }
    text.apply(change((0, 4), (0, 5), "e\u{301}"), .utf16)
    #expect(text.text.utf8.elementsEqual("id: e\u{301}\r\n👨‍👩‍👧b: \"下書き\"\rlast".utf8))
    // Inside a line break, inside a surrogate pair, beyond the ends.
    text.apply(change((0, 99), (1, 1), "\n"), .utf16)
    #expect(text.lines.count == 3)
    text.apply(change((3, 0), (99, 0), ""), .utf16)
    text.apply(change((99, 0), (99, 9), "end"), .utf16)
    #expect(text.text.hasSuffix("\rlastend"))
    text.apply(change((2, 0), (1, 0), "x"), .utf8)
    text.apply(["text": "whole"], .utf8)
    #expect(text.text == "whole" && text.lines == ["whole"])
  }

  @Test(arguments: [
    ("", "a\n"), ("a\n", ""), ("a", "a\nb"), ("a\nb", "a"), ("a\r\nb\r\n", "a\r\nc\r\nb\r\n"),
    ("a\nb\nc", "c"), ("é", "e\u{301}"), ("a\na\na", "a\na"), ("x\n", "x\n\n"), ("same", "same"),
  ])
  func editsMakeTheOtherText(old: String, new: String) {
    for encoding in PositionEncoding.allCases {
      let edited = EditedText(old)
      var copy = edited
      let edits = edited.edits(to: new, encoding)
      #expect(edits.isEmpty == old.utf8.elementsEqual(new.utf8))
      for edit in edits {
        copy.apply(["range": edit["range"], "text": edit["newText"]], encoding)
      }
      #expect(copy.text.utf8.elementsEqual(new.utf8))
    }
  }

  @Test(arguments: [
    ("file:///a/b.yaml", "/a/b.yaml"), ("file:///a%20b/%E3%81%82.yaml", "/a b/あ.yaml"),
    ("file://localhost/x", "/x"), ("untitled:1", nil), ("file://host/x", nil),
    ("file:///%zz", "/%zz"),
    ("file:///%ff", nil),
  ])
  func addressesArePaths(uri: String, path: String?) {
    #expect(FileAddress.path(uri) == path)
    if let path { #expect(FileAddress.path(FileAddress.uri(path)) == path) }
  }
}
