import Diagnostics
import Text
import YAMLSyntax

/// The id that a spec gives itself, read without the rest of the spec.
struct SpecID: Hashable {
  let text: String
  let span: SourceSpan

  /// Reads the whole text; `nil` if it cannot be read or says no id.
  init?(_ bytes: [UInt8], path: String) {
    guard let file = readSource(bytes: bytes, path: path).value,
      case .mapping(let entries) = parseYAML(file).value?.content,
      let value = entries.first(where: { $0.key == "id" })?.value,
      case .scalar(let scalar) = value.content
    else { return nil }
    text = scalar.text
    span = value.span
  }

  /// The id as its line seems to say it: a guess that saves reading the whole text of specs that nobody confuses.
  ///
  /// A key of the root in block style stands at the beginning of a line. `nil` if no such line is plain enough to tell.
  static func guess(_ bytes: [UInt8]) -> String? {
    guard
      let line = bytes.split(separator: UInt8(ascii: "\n")).first(where: {
        $0.starts(with: "id:".utf8)
      })
    else { return nil }
    return guess(line: line)
  }

  /// The same of a line that begins with the key, be it in quotation marks as in JSON.
  static func guess(line: some Collection<UInt8>) -> String? {
    let text = String(decoding: line, as: UTF8.self).trimmed
    for key in ["id:", "\"id\":"] where text.hasPrefix(key) {
      var value = text.dropFirst(key.count).prefix { $0 != "#" && $0 != "," }[...]
      value = Substring(value.trimmed)
      if let quote = value.first, "\"'".contains(quote), value.count > 1, value.last == quote {
        value = value.dropFirst().dropLast()
      }
      let isPlain = value.utf8.allSatisfy { byte in
        byte > 0x20 && !"\\\"'&*!|>{}[]%@`".utf8.contains(byte)
      }
      return isPlain && !value.isEmpty ? String(value) : nil
    }
    return nil
  }
}

/// Which specs have the same id, of which the cases and files would be called the same.
struct Namesakes: Sendable {
  /// A spec that has the id too.
  struct Other: Hashable, Sendable {
    let path: String
    /// The line of its id, from 1.
    let line: Int
  }

  /// By path.
  private(set) var others: [String: Other] = [:]

  /// Compares the ids of specs with each other, and with those of the neighbours in their projects.
  init(
    _ sources: [SpecSource],
    neighbours: [SpecSource],
    _ inputs: SpecSource.Inputs
  ) {
    let isRun = Set(sources)
    var byID: [String: [(path: String, bytes: [UInt8])]] = [:]
    for source in sources + neighbours.filter({ !isRun.contains($0) }) {
      guard let bytes = source.read(inputs).value else { continue }
      let isGuessed = SpecID.guess(bytes)
      guard let id = isGuessed ?? SpecID(bytes, path: source.path)?.text else { continue }
      byID[id, default: []].append((source.path, bytes))
    }
    for specs in byID.values where specs.count > 1 {
      // The guess is checked where it matters.
      let found = specs.compactMap { spec in
        SpecID(spec.bytes, path: spec.path).map { (path: spec.path, id: $0) }
      }
      for alike in Dictionary(grouping: found, by: \.id.text).values where alike.count > 1 {
        for (number, spec) in alike.enumerated() {
          let other = alike[number == 0 ? 1 : 0]
          others[spec.path] = Other(path: other.path, line: other.id.span.start.line)
        }
      }
    }
  }

  /// No spec has the id of another.
  init() {}

  /// That a spec, by its path and its tree, has the id of another; `nil` if it has not.
  func mistake(in path: String, _ root: SyntaxNode) -> Diagnostic? {
    guard let other = others[path], case .mapping(let entries) = root.content,
      let id = entries.first(where: { $0.key == "id" })?.value, case .scalar(let text) = id.content
    else { return nil }
    return Diagnostic(
      code: "duplicate-spec-id",
      message: "the id `\(text.text)` is that of \(other.path) (line \(other.line)) too",
      span: id.span,
      help: [
        "give the newer of the two another `id`: cases, questions and generated files are named after it"
      ]
    )
  }
}
