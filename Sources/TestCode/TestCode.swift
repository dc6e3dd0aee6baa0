package import Diagnostics

package enum CodeLanguage: String, CaseIterable, Sendable {
  case swift, kotlin, typescript, python, gherkin
}

/// The structure of the generated tests, and the tool that runs them.
package enum CodeStyle: String, CaseIterable, Sendable {
  /// A single test with the cases as its arguments.
  case arguments
  /// A test for each case, for tools that need an entry each.
  case functions
  /// A preview of each case in Xcode, without tests.
  case previews
  /// A snapshot of each case, taken by swift-snapshot-testing, besides the tests.
  case snapshots
  case playwright
  /// A story of each case in Storybook, without tests.
  case storybook
  /// A scenario for each case, with the tags by which Xray recognises it.
  case xray
}

package struct CodeFile: Sendable {
  /// The name without a folder.
  package var name: String
  package var text: String
}

extension CodeLanguage {
  package var styles: [CodeStyle] {
    CodeStyle.allCases.filter { style in parts.files.contains { $0.styles.contains(style) } }
  }

  var spelling: Spelling { parts.spelling }

  /// The definition of a language.
  ///
  /// `files` are the templates in its resource, the main one first, with the styles that write them; their names are templates, too.
  /// `dividedFile` is the file of an operation if a large suite is divided, since compilers take long over large files.
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
      // Gherkin has no identifiers of its own; its templates get those of TypeScript.
      return (
        [("{{space}}.feature", tests.union([.xray]))], nil, PackageResources.gherkin_mustache,
        .typescript
      )
    }
  }
}

extension CodeModel {
  /// The number of cases above which each operation has a file of its own.
  static let divisionLimit = 200

  /// Returns the code of the spec, or the diagnostics about colliding names.
  ///
  /// `xrayKeys` are the issue keys of the cases that Xray already has, by id.
  package func code(
    in language: CodeLanguage,
    _ style: CodeStyle,
    _ naming: NameStyle,
    xray xrayKeys: [String: String] = [:]
  ) -> Checked<[CodeFile]> {
    precondition(language.styles.contains(style), "the style is one of another language")
    let context = CodeContext(self, language, style, naming, xrayKeys: xrayKeys)
    // Features have no identifiers that could collide.
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

  /// Returns the file that a template generates, named `name` after the spec's id.
  ///
  /// The diagnostics contain colliding names or the first error in the template.
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

  /// The code of diagnostics about templates.
  package static let templateMistake = TemplateMistake.code
}
