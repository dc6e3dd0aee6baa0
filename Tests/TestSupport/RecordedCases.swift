import Foundation
package import Testing

/// Cases in a Markdown file: headings with inputs in fences, each followed by records in `text` fences.
///
/// An input replaces the previous one of the same kind; only answers accumulate until a record. Inputs before the first heading apply to
/// every case. Each line of the input `values` in turn replaces `%` in the others, with `⏎` for a line break. The words after `text` name
/// the recorded views, joined with `+`. `SPECMATRIX_RECORD=1` rewrites the records.
package struct RecordedCases: Sendable, CustomTestStringConvertible {
  package struct Fence: Sendable {
    /// The kind, such as `answer`; for specs with the next word: `yaml`, `yaml pack`.
    package var kind: String
    /// The words after the kind.
    package var arguments: String
    package var body: String
  }

  package struct Inputs: Sendable {
    package fileprivate(set) var fences: [Fence] = []
    fileprivate var isRecorded = false

    /// The text of an input, empty if there is none.
    package subscript(kind: String) -> String { fences.last { $0.kind == kind }?.body ?? "" }

    fileprivate mutating func add(_ fence: Fence) {
      if isRecorded { fences.removeAll { ["answer", "values"].contains($0.kind) } }
      if fence.kind != "answer" { fences.removeAll { $0.kind == fence.kind } }
      fences.append(fence)
      isRecorded = false
    }

    /// The inputs for each of the values; without values, the inputs with `nil`.
    fileprivate var filled: [(value: String?, inputs: Inputs)] {
      guard let values = fences.first(where: { $0.kind == "values" }) else { return [(nil, self)] }
      return values.body.split(separator: "\n").map { value in
        var inputs = self
        for number in fences.indices where fences[number].kind != "values" {
          inputs.fences[number].body.replace("%", with: value.replacing("⏎", with: "\n"))
        }
        inputs.fences.append(Fence(kind: "value", arguments: "", body: String(value)))
        return (String(value), inputs)
      }
    }
  }

  /// A function that returns the lines of a named view of the inputs.
  package typealias View = (_ inputs: Inputs, _ name: String) throws -> [String]

  /// A reason why a folder or a file would check nothing.
  package enum Mistake: Error, Equatable {
    case noFiles(String)
    case noRecords(String)
    case openFence(String)
    case unknownView(String)
  }

  private let file: URL

  package var testDescription: String { file.lastPathComponent }

  /// Returns the files of a folder beside a source file; at least one.
  package static func all(
    in folder: String,
    beside source: String = #filePath
  ) throws -> [RecordedCases] {
    let folder = URL(filePath: source).deletingLastPathComponent().appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files = names.filter { $0.hasSuffix(".md") }.sorted()
    guard !files.isEmpty else { throw Mistake.noFiles(folder.path) }
    return files.map { RecordedCases(file: folder.appending(path: $0)) }
  }

  /// Compares views with their records.
  ///
  /// A record of a view that is not in `views` (names without the part after `of`) is a mistake. Throws `Mistake` if the file would check
  /// nothing, or the errors of `view`.
  package func check(
    _ views: [String],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ view: View
  ) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var written: [String] = []
    var general: Inputs?
    var inputs = Inputs()
    var title = ""
    var place = 0
    var hasRecord = false
    while place < lines.count {
      let line = lines[place]
      place += 1
      written.append(line)
      if line.hasPrefix("#"), !line.hasPrefix("# ") {
        title = line
        general = general ?? inputs
        inputs = general ?? inputs
      }
      guard line.hasPrefix("```") else { continue }
      guard let end = lines[place...].firstIndex(of: "```") else {
        throw Mistake.openFence("\(file.path):\(place)")
      }
      let body = Array(lines[place..<end])
      let words = line.dropFirst(3).split(separator: " ", maxSplits: 1).map(String.init)
      if words.first == "text" {
        let name = words.count > 1 ? words[1] : ""
        for view in Self.names(name)
        where !views.contains(view.components(separatedBy: " of ")[0]) {
          throw Mistake.unknownView("\(file.path):\(place): \(view)")
        }
        hasRecord = true
        let now = try record(inputs, name, view)
        let isSame = now == body || Recording.isOn
        #expect(
          isSame,
          "\(file.path):\(place): \(title)\n\(now.joined(separator: "\n"))",
          sourceLocation: sourceLocation
        )
        written += now
        inputs.isRecorded = true
      } else {
        let isSpec = words.first == "yaml"
        let kind = isSpec ? String(line.dropFirst(3)) : words.first ?? ""
        let arguments = words.count > 1 ? words[1] : ""
        let text = body.map { $0 + "\n" }.joined()
        inputs.add(Fence(kind: kind, arguments: arguments, body: text))
        written += body
      }
      written.append("```")
      place = end + 1
    }
    guard hasRecord else { throw Mistake.noRecords(file.path) }
    if Recording.isOn {
      try written.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    }
  }

  /// Returns the names of the views of a record; one empty name if there is none.
  private static func names(_ words: String) -> [String] {
    words.components(separatedBy: " + ")
  }

  private func record(_ inputs: Inputs, _ names: String, _ view: View) throws -> [String] {
    try inputs.filled.flatMap { value, inputs in
      let lines = try Self.names(names).flatMap { name -> [String] in try view(inputs, name) }
        .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
      guard let value else { return lines }
      return lines.count == 1 ? ["\(value) → \(lines[0])"] : [value] + lines.map { "  \($0)" }
    }
  }
}

/// Texts that are recorded beside the tests.
package enum Recording {
  /// True if the tests write the records.
  package static let isOn = ProcessInfo.processInfo.environment["SPECMATRIX_RECORD"] == "1"
}
