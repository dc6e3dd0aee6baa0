package import Diagnostics
package import YAMLSyntax

/// The labels that a pack gives as one text for all languages.
package struct PackLabels: Sendable {
  private var labels: [(entry: String, language: Language, span: SourceSpan)] = []

  /// Collects the labels from the tree of a pack without mistakes.
  package init(_ pack: SyntaxNode) {
    for section in ["operations", "rename", "states", "data"] {
      for entry in pack.entry(section)?.value.entries ?? [] {
        let variants = ["variants", "also", "values"].flatMap {
          entry.value.entry($0)?.value.entries ?? []
        }
        for node in [entry.value] + variants.map(\.value) { add(node, of: entry.key) }
      }
    }
  }

  private mutating func add(_ node: SyntaxNode, of entry: String) {
    let label = node.entry("label")?.value ?? node
    guard let text = label.writtenScalar?.text, let language = Language(ofLabel: text) else {
      return
    }
    labels.append((entry, language, label.span))
  }

  /// Returns a warning about labels in another language than that of the specs, or `nil` if there are none.
  package func untranslated(in language: Language) -> Diagnostic? {
    let shown = labels.filter { $0.language != language }
    guard let first = shown.first else { return nil }
    var seen: Set<String> = []
    let entries = shown.map(\.entry).filter { seen.insert($0).inserted }
    return Diagnostic(
      code: "untranslated-label",
      severity: .warning,
      message:
        "specs in \(language.name) show labels of the pack in \(first.language.name): \(inWords(entries, limit: 4))",
      span: first.span,
      help: ["write both: `label: {en: …, ja: …}`, with the same text twice if that is meant"]
    )
  }
}

extension Language {
  fileprivate var name: String { choose("English", "Japanese") }

  /// The language of a label, judging by its letters; `nil` for neutral ones such as `SMS`.
  fileprivate init?(ofLabel label: String) {
    // Kana and kanji.
    if label.unicodeScalars.contains(where: { (0x3041...0x9FFF).contains($0.value) }) {
      self = .japanese
    } else if label.contains(/[a-z]/) {
      self = .english
    } else {
      return nil
    }
  }
}
