import Diagnostics
import Reporting
import Specification
import YAMLSyntax

/// A file with a baseline, written in YAML or JSON.
struct BaselineFile {
  let file: SourceFile
  let baseline: Baseline
  /// Where each entry stands, by its id.
  let places: [String: SourceSpan]

  /// Reads the file; JSON is read as the YAML that it is.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - console: Where mistakes in it are told.
  /// - Throws: `FileFailure` where it cannot be read, `UsageError` where it holds no baseline.
  init(path: String, on console: Console) throws {
    let bytes = try FileContents.bytes(of: path, limit: SyntaxLimits.bytes)
    var file = SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
    let source = readSource(bytes: bytes, path: path)
    var found = source.diagnostics
    var decoder = BaselineDecoder()
    if let text = source.value {
      file = text
      let tree = parseYAML(text)
      found += tree.diagnostics
      if let root = tree.value { decoder.decode(root) }
    }
    found += decoder.diagnostics
    guard found.isEmpty else {
      console.report(DiagnosticRenderer().render(found.sortedByPlace(), in: file))
      throw UsageError("\(path) holds no baseline that can be trusted; mend it or write it anew")
    }
    self.file = file
    baseline = Baseline(decoder.entries)
    places = decoder.places
  }

  /// Notes about entries that name nothing any more.
  func notes(about entries: [Baseline.Entry]) -> String {
    let notes = entries.map { entry in
      Diagnostic(
        code: "baseline-entry-gone",
        severity: .note,
        message: "\(entry.id) of \(entry.spec) does not occur any more",
        span: places[entry.id],
        help: ["remove the entry, or write the baseline anew with `--write-baseline`"]
      )
    }
    return DiagnosticRenderer(helpColumns: 80).render(notes, in: file)
  }

  /// The baseline as the file of this name holds it: `.json` in JSON, any other in YAML.
  static func text(of baseline: Baseline, for path: String) -> String {
    path.hasSuffix(".json") ? baseline.json : baseline.yaml
  }
}
