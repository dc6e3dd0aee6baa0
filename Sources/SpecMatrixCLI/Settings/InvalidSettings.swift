import Diagnostics

/// That settings, or a pack of the catalogue, hold mistakes; nothing is checked by settings that nobody can rely on.
struct InvalidSettings: Error {
  /// The mistakes with their places.
  let text: String

  init(_ diagnostics: [Diagnostic], in file: SourceFile) {
    text = DiagnosticRenderer().render(diagnostics, in: file)
  }
}
