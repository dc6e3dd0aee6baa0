package import Diagnostics

/// A language that code can be generated in.
package enum CodeLanguage: String, CaseIterable, Sendable {
  case swift, kotlin, typescript, python, gherkin
}

extension CodeModel {
  /// The code of the spec.
  ///
  /// - Parameters:
  ///   - language: What it is written in.
  ///   - style: How the tests are divided into functions.
  ///   - naming: How names are made that the language cannot say.
  /// - Returns: The files, or the names that collide.
  package func code(
    in language: CodeLanguage,
    _ style: CodeStyle,
    _ naming: NameStyle
  ) -> Checked<[CodeFile]> {
    switch language {
    case .swift: SwiftCode.files(self, style, naming)
    case .kotlin: KotlinCode.files(self, style, naming)
    case .typescript: TypeScriptCode.files(self, style, naming)
    case .python: PythonCode.files(self, style, naming)
    case .gherkin: Checked(GherkinCode(model: self, style: style).files, diagnostics: [])
    }
  }
}
