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
  /// Tests for Playwright's runner.
  case playwright
  /// A story of each case in Storybook, and no tests.
  case storybook
  /// A scenario for each case, with the tags by which Xray finds it again.
  case xray
}

extension CodeLanguage {
  /// What the code of a language can be written as.
  package var styles: [CodeStyle] {
    switch self {
    case .swift: [.arguments, .functions, .previews, .snapshots]
    case .kotlin, .python: [.arguments, .functions]
    case .typescript: [.arguments, .functions, .playwright, .storybook]
    case .gherkin: [.arguments, .functions, .xray]
    }
  }
}

/// A file of generated code.
package struct CodeFile: Sendable {
  /// The name without a folder.
  package var name: String
  package var text: String
}
