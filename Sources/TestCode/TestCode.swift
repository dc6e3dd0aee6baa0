package import Diagnostics

/// A language that code can be generated in.
package enum CodeLanguage: String, CaseIterable, Sendable {
  case swift, kotlin, typescript, python, gherkin
}

extension CodeModel {
  /// What a template makes of the spec.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - name: What the file is called behind the id of the spec.
  ///   - language: Whose names and literals it uses.
  ///   - naming: How names are made that the language cannot say.
  /// - Returns: The file, or the names that collide, or the first mistake of the template.
  package func file(
    of template: MustacheTemplate,
    named name: String,
    in language: CodeLanguage,
    _ naming: NameStyle
  ) -> Checked<CodeFile> {
    func file<Writer: CodeWriter>(
      _ rules: NameRules,
      _ writer: (CodeNames) -> Writer
    ) -> Checked<CodeFile> {
      let names = CodeNames.checked(specification, rules, naming)
      guard let value = names.value else { return Checked(nil, diagnostics: names.diagnostics) }
      let writer = writer(value)
      let text = template.rendered(TemplateContext(writer: writer).value)
      return Checked(
        text.value.map { CodeFile(name: "\(writer.space).\(name)", text: $0) },
        diagnostics: text.diagnostics
      )
    }
    switch language {
    case .swift:
      return file(SwiftSpelling.names) { SwiftCode(model: self, names: $0, style: .arguments) }
    case .kotlin:
      return file(KotlinSpelling.names) { KotlinCode(model: self, names: $0, style: .arguments) }
    case .python:
      return file(PythonSpelling.names) { PythonCode(model: self, names: $0, style: .arguments) }
    case .typescript, .gherkin:
      return file(TypeScriptSpelling.names) {
        TypeScriptCode(model: self, names: $0, style: .arguments)
      }
    }
  }

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
