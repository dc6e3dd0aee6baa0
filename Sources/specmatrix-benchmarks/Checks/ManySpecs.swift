import Foundation

/// A folder of specs as a large team has it: copies of one spec, each a little different.
struct ManySpecs {
  static let model = "specs/tsukurepo-post.yaml"
  static let count = 1_000

  let folder: URL

  /// Writes the specs; each has an id of its own, and they differ in what they leave open.
  func write() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = try String(contentsOfFile: Self.model, encoding: .utf8)
    for number in 0..<Self.count {
      let path = folder.appendingPathComponent("spec-\(number).yaml").path
      try variant(number, of: text).write(toFile: path, atomically: false, encoding: .utf8)
    }
  }

  /// The spec with an id of its own and without one of its rules.
  private func variant(_ number: Int, of text: String) -> String {
    var lines = text.components(separatedBy: "\n")
    if let id = lines.firstIndex(where: { $0.hasPrefix("id:") }) {
      lines[id] = "id: SPEC-\(number)"
    }
    let rules = lines.indices.filter { lines[$0].hasPrefix("  - id: ") }
    guard rules.count > 1 else { return lines.joined(separator: "\n") }
    let left = number % (rules.count - 1)
    lines.removeSubrange(rules[left]..<rules[left + 1])
    return lines.joined(separator: "\n")
  }
}
