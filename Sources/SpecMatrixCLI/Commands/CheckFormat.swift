import ArgumentParser
import Diagnostics
import Reporting

/// The formats of a check's report.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  case text, concise, json, sarif, github, gitlab, junit, markdown

  struct Options {
    /// How many questions of an operation the text shows; `nil` shows all.
    var questionLimit: Int?
    var usesColor = false
    /// The severity from which on JUnit's test cases fail.
    var threshold: Severity?
    var workers = Workers(count: 1)
  }

  func render(_ report: CheckReport, _ options: Options) -> String {
    switch self {
    case .text:
      report.text(
        limit: options.questionLimit,
        usesColor: options.usesColor,
        by: SpecMapping { [workers = options.workers] in workers.map($0, $1) }
      )
    case .concise: report.concise(usesColor: options.usesColor)
    case .json: report.json
    case .sarif: report.sarif(version: ProgramVersion.current)
    case .github: report.github
    case .gitlab: report.gitlab
    case .junit: report.junit(failingFrom: options.threshold)
    case .markdown: report.markdown
    }
  }
}

/// A report in a file of its own, such as `sarif:check.sarif`.
struct CheckOutput: ExpressibleByArgument {
  let format: CheckFormat
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[1] != "-", let format = CheckFormat(rawValue: parts[0]) else {
      return nil
    }
    self.format = format
    path = parts[1]
  }
}
