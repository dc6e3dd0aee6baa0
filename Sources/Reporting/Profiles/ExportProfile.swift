/// A tool that cases or questions are exported to, by the name that people give on the command line.
package enum ExportProfile: String, CaseIterable, Sendable {
  case testRail = "testrail"
  case xray
  case azure
  case qase
  case zephyrScale = "zephyr-scale"
  case qualityForward = "qualityforward"
  case testomat = "testomat-markdown"
  case jira
  case gitHub = "github"

  /// Whether questions go there, and no cases.
  package var takesQuestions: Bool { self == .jira || self == .gitHub }

  /// What people call the tool.
  package var toolName: String {
    switch self {
    case .testRail: "TestRail"
    case .xray: "Xray"
    case .azure: "Azure Test Plans"
    case .qase: "Qase"
    case .zephyrScale: "Zephyr Scale"
    case .qualityForward: "QualityForward"
    case .testomat: "testomat.io"
    case .jira: "Jira"
    case .gitHub: "GitHub"
    }
  }

  /// The file's name behind the spec's id: `azure.csv`; of the second and later parts `xray-2.csv`.
  package func suffix(part: Int = 1) -> String {
    let number = part == 1 ? "" : "-\(part)"
    return "\(rawValue)\(number).\(ending)"
  }

  private var ending: String {
    switch self {
    case .testRail: "xml"
    case .xray, .azure, .qase, .zephyrScale, .jira: "csv"
    case .qualityForward: "xlsx"
    // What its own program looks for.
    case .testomat: "test.md"
    case .gitHub: "sh"
    }
  }

  /// How many cases one import takes at most; `nil` where no limit is known.
  var mostCases: Int? {
    // "a maximum number limit of 1000 issues per import": Xray Cloud, "Importing Tests using Test Case Importer".
    self == .xray ? 1_000 : nil
  }

  /// The longest title, in UTF-16 units.
  var longestTitle: Int {
    switch self {
    // "The test case title length must not exceed 128 characters": Microsoft, "Bulk import or export test cases".
    case .azure: 128
    case .testRail: 250
    case .xray, .qase, .zephyrScale, .qualityForward, .testomat, .jira, .gitHub: 255
    }
  }
}

/// What a tool calls a case or a question.
extension ExportProfile {
  /// Whether exports of the tool say what it calls its entries, so that a later import can update them.
  package var hasLinks: Bool { self != .qualityForward }

  /// The tool's own id in the form in which it is kept; `nil` for what the tool would not give out.
  ///
  /// It goes into documents and commands, so nothing else may pass.
  package func entry(_ written: String) -> String? {
    // Its CSV and XML have `C12`, its interface for programs `12`.
    let entry = self == .testRail && written.first != "C" ? "C" + written : written
    let form =
      switch self {
      case .testRail: /C[1-9][0-9]{0,17}/
      case .azure, .qase, .gitHub: /[1-9][0-9]{0,17}/
      case .xray, .jira: /[A-Z][A-Z0-9_]{0,19}-[1-9][0-9]{0,17}/
      case .zephyrScale: /[A-Z][A-Z0-9_]{0,19}-T[1-9][0-9]{0,17}/
      case .testomat: /@T[0-9a-z]{8}/
      // It has none; nothing matches.
      case .qualityForward: /[^\s\S]/
      }
    return entry.wholeMatch(of: form) == nil ? nil : entry
  }
}

extension String {
  /// The text with at most so many UTF-16 units, cut between characters and with an ellipsis.
  func shortened(toUTF16 limit: Int) -> String {
    utf16.count <= limit ? self : prefix(upToUTF16: limit - 1) + "…"
  }
}
