package import Diagnostics

package enum CodeLanguage: String, CaseIterable, Sendable {
  case swift, kotlin, typescript, python, gherkin
}

/// How the tests of a spec are divided, and what runs them.
package enum CodeStyle: String, CaseIterable, Sendable {
  /// One test with the cases as its arguments.
  case arguments
  /// One test for each case, for tools that need an entry each.
  case functions
  /// A preview of each case in Xcode, and no tests.
  case previews
  /// A picture of each case, taken by swift-snapshot-testing, besides the tests.
  case snapshots
  case playwright
  /// A story of each case in Storybook, and no tests.
  case storybook
  /// A scenario for each case, with the tags by which Xray finds it again.
  case xray
}

package struct CodeFile: Sendable {
  /// The name without a folder.
  package var name: String
  package var text: String
}

extension CodeLanguage {
  /// The styles that the language supports.
  package var styles: [CodeStyle] {
    CodeStyle.allCases.filter { style in parts.files.contains { $0.styles.contains(style) } }
  }

  var spelling: Spelling { parts.spelling }

  /// What makes a language.
  ///
  /// First the templates of files in its resource, the main one first, and the styles that write them; names are templates too. Then the file of
  /// an operation, if a large suite is divided: compilers take long over large files.
  fileprivate var parts:
    (
      files: [(name: String, styles: Set<CodeStyle>)], dividedFile: String?, templates: [UInt8],
      spelling: Spelling
    )
  {
    let tests: Set<CodeStyle> = [.arguments, .functions]
    switch self {
    case .swift:
      return (
        [
          ("{{space}}.cases.swift", tests.union([.previews, .snapshots])),
          ("{{space}}.previews.swift", [.previews]), ("{{space}}.snapshots.swift", [.snapshots]),
        ], "{{space}}.cases.{{bareName}}.swift", PackageResources.swift_mustache, .swift
      )
    case .kotlin:
      return (
        [("{{space}}.cases.kt", tests), ("{{space}}Tests.kt", tests)],
        "{{space}}.cases.{{function}}.kt", PackageResources.kotlin_mustache, .kotlin
      )
    case .typescript:
      return (
        [
          ("{{space}}.cases.ts", tests.union([.playwright, .storybook])),
          ("{{space}}.test.ts", tests), ("{{space}}.spec.ts", [.playwright]),
          ("{{space}}.stories.ts", [.storybook]),
        ], nil, PackageResources.typescript_mustache, .typescript
      )
    case .python:
      return (
        [("{{module}}_cases.py", tests), ("test_{{module}}.py", tests)], nil,
        PackageResources.python_mustache, .python
      )
    case .gherkin:
      // It has no names of its own; templates for it get those of TypeScript.
      return (
        [("{{space}}.feature", tests.union([.xray]))], nil, PackageResources.gherkin_mustache,
        .typescript
      )
    }
  }
}

extension CodeModel {
  /// If there are more cases, each operation has a file of its own.
  static let divisionLimit = 200

  /// The code of the spec, or the names that collide; the keys are what Xray calls the cases that it has, by their ids.
  package func code(
    in language: CodeLanguage,
    _ style: CodeStyle,
    _ naming: NameStyle,
    xray xrayKeys: [String: String] = [:]
  ) -> Checked<[CodeFile]> {
    precondition(language.styles.contains(style), "the style is one of another language")
    let context = CodeContext(self, language, style, naming, xrayKeys: xrayKeys)
    // Features have no names that could collide.
    if language != .gherkin, !context.names.collisions.isEmpty {
      return Checked(nil, diagnostics: context.names.collisions)
    }
    let parts = language.parts
    let isDivided = parts.dividedFile != nil && cases.count > Self.divisionLimit
    let values = context.values(isDivided: isDivided)
    do throws(TemplateMistake) {
      let renderer = try TemplateRenderer(parts.templates, parts.spelling.forms)
      var files: [CodeFile] = []
      for (name, styles) in parts.files where styles.contains(style) {
        files.append(try renderer.file(name, values))
        guard files.count == 1, let name = parts.dividedFile else { continue }
        if isDivided, case .list(let divisions) = values["divisions"] {
          for division in divisions { files.append(try renderer.file(name, values, division)) }
        }
      }
      return Checked(files)
    } catch {
      return Checked(nil, diagnostics: [error.diagnostic])
    }
  }

  /// What a template makes of the spec, in a file called so behind its id, or the names that collide, or the first mistake of the template.
  package func file(
    of template: String,
    named name: String,
    in language: CodeLanguage,
    _ naming: NameStyle
  ) -> Checked<CodeFile> {
    let context = CodeContext(self, language, .arguments, naming)
    if !context.names.collisions.isEmpty {
      return Checked(nil, diagnostics: context.names.collisions)
    }
    do throws(TemplateMistake) {
      let renderer = try TemplateRenderer([], language.spelling.forms)
      let values = context.values(isDivided: false).only(CodeContext.documentedNames)
      let text = try renderer.text(of: Template(template), values)
      return Checked(CodeFile(name: "\(space).\(name)", text: text))
    } catch {
      return Checked(nil, diagnostics: [error.diagnostic])
    }
  }

  /// The code of diagnostics that are about a template.
  package static let templateMistake = TemplateMistake.code
}
