import Diagnostics
import Text
import YAMLSyntax

/// The id of a spec, read without decoding the rest.
struct SpecID: Hashable {
  let text: String
  let span: SourceSpan

  /// Parses the whole text; returns `nil` if that fails or there is no id.
  init?(_ bytes: [UInt8], path: String) {
    guard let file = readSource(bytes: bytes, path: path).value,
      let value = parseYAML(file).value?.entry("id")?.value,
      case .scalar(let scalar) = value.content
    else { return nil }
    text = scalar.text
    span = value.span
  }

  /// Returns the id as its line seems to say it, a guess that avoids parsing specs with unique ids.
  ///
  /// A root key in block style is at the beginning of a line. Returns `nil` if no such line is simple enough.
  static func guess(_ bytes: [UInt8]) -> String? {
    guard
      let line = bytes.split(separator: UInt8(ascii: "\n")).first(where: {
        $0.starts(with: "id:".utf8)
      })
    else { return nil }
    return guess(line: line)
  }

  /// Returns the id in a line that begins with the key, which may be quoted as in JSON.
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

/// The specs with the same id, whose cases and files would get the same names.
struct Namesakes: Sendable {
  struct Other: Hashable, Sendable {
    let path: String
    /// The line of its id, from 1.
    let line: Int
  }

  /// The namesake of each spec, by path.
  private(set) var others: [String: Other] = [:]

  /// Compares the ids of specs with each other and with those of their neighbours.
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
      // Guesses are verified only where they collide.
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

  init() {}

  /// Returns the mistake that a spec has the id of another, or `nil` if its id is unique.
  func mistake(in path: String, _ root: SyntaxNode) -> Diagnostic? {
    guard let other = others[path], let id = root.entry("id")?.value,
      case .scalar(let text) = id.content
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
