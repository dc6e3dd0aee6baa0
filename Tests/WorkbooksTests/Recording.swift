import Foundation
import Testing

/// Compares a text with the one recorded beside the tests; `SPECMATRIX_RECORD=1` records it anew.
func expectRecorded(
  _ text: String,
  _ name: String,
  file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let recorded = URL(fileURLWithPath: file).deletingLastPathComponent()
    .appendingPathComponent("Recorded").appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["SPECMATRIX_RECORD"] == "1" {
    try FileManager.default.createDirectory(
      at: recorded.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: recorded)
    return
  }
  let expected = String(decoding: try Data(contentsOf: recorded), as: UTF8.self)
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let place = zip(lines, expectedLines).enumerated().first { $0.element.0 != $0.element.1 }
  #expect(
    text == expected,
    """
    \(name) differs first in line \((place?.offset ?? min(lines.count, expectedLines.count)) + 1); \
    SPECMATRIX_RECORD=1 records it anew
    """,
    sourceLocation: sourceLocation
  )
}
