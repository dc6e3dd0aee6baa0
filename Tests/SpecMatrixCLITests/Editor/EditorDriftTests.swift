import Foundation
import TestSupport
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

/// Repeatedly edited texts stay in sync with the editor, and no request in between stops the server.
@Suite struct EditorDriftTests {
  @Test(arguments: zip(0..<3, PositionEncoding.allCases))
  func textsDoNotDrift(seed: Int, encoding: PositionEncoding) {
    var random = SplitMix64(seed: UInt64(seed))
    let pieces = [
      "a", "é", "e\u{301}", "👨‍👩‍👧", "\n", "\r\n", "\r", "下書き", "\t", "", "x: [", "\u{FEFF}",
    ]
    var text = EditedText("")
    var expected: [Unicode.Scalar] = []
    for _ in 0..<RandomEdits.count(usually: 600) {
      let start = random.below(expected.count + 1)
      let end = min(expected.count, start + random.below(4))
      let new = pieces[random.below(pieces.count)]
      // The positions as the editor counts them.
      func position(_ offset: Int) -> JSONValue? {
        let before = String(String.UnicodeScalarView(expected[..<offset]))
        let lines = EditedText(before).lines
        // No position is inside a line break.
        if offset > 0, offset < expected.count, expected[offset - 1] == "\r",
          expected[offset] == "\n"
        {
          return nil
        }
        return [
          "line": .integer(lines.count - 1),
          "character": .integer(encoding.length(lines[lines.count - 1])),
        ]
      }
      guard let from = position(start), let to = position(end) else { continue }
      text.apply(["range": ["start": from, "end": to], "text": .string(new)], encoding)
      expected.replaceSubrange(start..<end, with: new.unicodeScalars)
      if expected.count > 200 {
        expected = []
        text = EditedText("")
      }
      let whole = String(String.UnicodeScalarView(expected))
      guard text.text.utf8.elementsEqual(whole.utf8) else {
        Issue.record("\(text.text.debugDescription) is not \(whole.debugDescription)")
        return
      }
    }
  }

  @Test(arguments: CommittedSpecs.names.prefix(3))
  func whateverIsAskedTheServerAnswers(name: String) throws {
    let folder = try EditorDiagnosticsTests.samples()
    let path = folder("specs/\(name).yaml")
    let original = try folder.read("specs/\(name).yaml")
    var random = SplitMix64(seed: UInt64(name.utf8.count))
    let editor = TestEditor(
      encoding: PositionEncoding.allCases[random.below(3)],
      capabilities: .init(
        "textDocument",
        ["codeAction": ["resolveSupport": ["properties": ["edit"]]]]
      )
    )
    editor.open(path, original)
    var edits = RandomEdits(of: original, seed: random.next())
    var text = original
    let methods = EditorConnection<EditedFiles>.nameMethods.sorted() + ["textDocument/codeAction"]
    for _ in 0..<RandomEdits.count(usually: 60) / 3 {
      text = edits.next(text)
      try editor.change(path, to: text)
      let edited = EditedText(text)
      let position: JSONValue = [
        "line": .integer(random.below(edited.lines.count + 2)),
        "character": .integer(random.below(90)),
      ]
      let result = editor.request(
        methods[random.below(methods.count)],
        [
          "textDocument": ["uri": .string(TestEditor.uri(path))], "position": position,
          "range": ["start": position, "end": position], "context": [], "newName": "renamed",
        ]
      )
      let code = editor.failure?["code"]?.integer
      #expect(
        result != nil || code == RequestFailure.Code.failed.rawValue,
        "\(String(describing: editor.failure))"
      )
    }
    // The final state equals that of a new server.
    editor.settle()
    let other = TestEditor(encoding: editor.encoding)
    other.open(path, text)
    other.settle()
    #expect(editor.diagnostics[path] == other.diagnostics[path])
  }
}
