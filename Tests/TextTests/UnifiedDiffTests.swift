import Foundation
import Reporting
import TestSupport
import Testing
import Text

@Suite struct UnifiedDiffTests {
  @Test func `shows three lines around each change`() {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 3\n", with: "line 3\nnew\n").replacing("line 18\n", with: "")
    #expect(
      UnifiedDiff(path: "specs/a.yaml", old: old, new: new).text == """
        --- a/specs/a.yaml
        +++ b/specs/a.yaml
        @@ -1,6 +1,7 @@
         line 1
         line 2
         line 3
        +new
         line 4
         line 5
         line 6
        @@ -15,6 +16,5 @@
         line 15
         line 16
         line 17
        -line 18
         line 19
         line 20

        """
    )
    #expect(UnifiedDiff(path: "a", old: old, new: old).text == "")
  }

  @Test func `tells of a missing line break at the end and keeps carriage returns`() {
    #expect(
      UnifiedDiff(path: "a", old: "x\r\ny", new: "x\r\ny\r\nz").text
        == "--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n x\r\n-y\n\\ No newline at end of file\n+y\r\n+z\n\\ No newline at end of file\n"
    )
    #expect(
      UnifiedDiff(path: "a", old: "", new: "x\n").text == "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+x\n"
    )
  }

  /// `git apply` turns the old text into the new one.
  @Test func `can be applied`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "diff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let base = (1...12).map { "- 項目 \($0)\r\n" }.joined()
    for (old, new) in [
      (base, base + "- new\r\n"), (base.replacing("項目 5", with: "x"), base),
      (base, base.replacing("- 項目 1\r\n", with: "").replacing("項目 12\r\n", with: "項目 12")),
      ("a", "a\nb"), ("a\nb", "a\n"),
    ] {
      try Data(old.utf8).write(to: folder.appending(path: "f.yaml"))
      try Data(UnifiedDiff(path: "f.yaml", old: old, new: new).text.utf8)
        .write(to: folder.appending(path: "d.diff"))
      try Tool(at: "/usr/bin/env")
        .run(["git", "apply", "--whitespace=nowarn", "d.diff"], in: folder)
      let result = try Data(contentsOf: folder.appending(path: "f.yaml"))
      #expect(String(decoding: result, as: UTF8.self) == new)
    }
  }
}
