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
    func file<Writer: CodeWriter>(_ language: Writer.Type) -> Checked<CodeFile> {
      let writer = Writer.checked(self, .arguments, naming)
      guard let value = writer.value else { return Checked(nil, diagnostics: writer.diagnostics) }
      let text = template.rendered(TemplateContext(writer: value).value)
      return Checked(
        text.value.map { CodeFile(name: "\(value.space).\(name)", text: $0) },
        diagnostics: text.diagnostics
      )
    }
    switch language {
    case .swift: return file(SwiftCode.self)
    case .kotlin: return file(KotlinCode.self)
    case .python: return file(PythonCode.self)
    // Gherkin has no names of its own.
    case .typescript, .gherkin: return file(TypeScriptCode.self)
    }
  }

  /// The code of the spec.
  ///
  /// - Parameters:
  ///   - language: What it is written in.
  ///   - style: How the tests are divided, and what runs them: one of the language's styles.
  ///   - naming: How names are made that the language cannot say.
  ///   - keys: What Xray calls the cases that it has, by their ids.
  /// - Returns: The files, or the names that collide.
  package func code(
    in language: CodeLanguage,
    _ style: CodeStyle,
    _ naming: NameStyle,
    xray keys: [String: String] = [:]
  ) -> Checked<[CodeFile]> {
    precondition(language.styles.contains(style), "the style is one of another language")
    func files<Writer: CodeWriter>(_ language: Writer.Type) -> Checked<[CodeFile]> {
      let writer = Writer.checked(self, style, naming)
      return Checked(writer.value?.files, diagnostics: writer.diagnostics)
    }
    return switch language {
    case .swift: files(SwiftCode.self)
    case .kotlin: files(KotlinCode.self)
    case .typescript: files(TypeScriptCode.self)
    case .python: files(PythonCode.self)
    case .gherkin: Checked(GherkinCode(model: self, style: style, keys: keys).files)
    }
  }
}
