import Text

@testable import SpecMatrixCLI

/// Specs, whatever stands in them.
struct SpecTrial {
  private let workshop: Workshop

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  private static let formats = [
    "text", "concise", "json", "sarif", "github", "gitlab", "junit", "markdown",
  ]

  /// The findings in every format; of some specs also what `show` and `explain` say.
  func check(_ input: [UInt8]) {
    let path = "specs/a.yaml"
    workshop.write(input, to: path)
    let outputs = Self.formats.flatMap { ["--output", "\($0):report.\($0)"] }
    let run = Run(["check", path, "--all", "--jobs", "1"] + outputs)
    let reports = workshop.files(in: ".")
    let texts = reports.mapValues { String(decoding: $0, as: UTF8.self) }
    expectFormats(texts, of: run)
    if workshop.bytes(path) != input { run.report("the spec has changed") }
    guard InputFiles.isSample(input, oneOf: 8) else { return }
    let again = Run(run.arguments)
    if (again.status, again.output, again.errors) != (run.status, run.output, run.errors)
      || workshop.files(in: ".") != reports
    {
      again.report("another result the second time, first:\n\(run.output)\(run.errors)")
    }
    guard run.status <= .findings else { return }
    show(path)
    explain(path, questionIn: texts["report.json"] ?? "")
  }

  private func expectFormats(_ reports: [String: String], of run: Run) {
    run.expectVisible(run.output, called: "standard output")
    for (name, text) in reports.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "report.json", "report.sarif", "report.gitlab": run.json(text, called: name)
      case "report.junit": run.expectXML(text, called: name)
      case "report.text", "report.concise", "report.markdown", "report.github":
        run.expectVisible(text, called: name)
      default: run.report("what is \(name)?")
      }
    }
    if let text = reports["report.github"] {
      // A line that is no command of a workflow would let a spec speak to it.
      let others = text.split(separator: "\n").dropLast().filter { !$0.hasPrefix("::") }
      if let line = others.first { run.report("a line of no command: \(line)") }
    }
    guard run.status <= .findings else { return }
    if reports.count != Self.formats.count { run.report("some reports were not written") }
  }

  private func show(_ path: String) {
    for format in ["text", "markdown", "json"] {
      let run = Run("show", path, "--full", "--format", format)
      run.expectVisible(run.output, called: "standard output")
      if format == "json", run.status <= .findings { run.json(run.output, called: "the outcomes") }
    }
  }

  private func explain(_ path: String, questionIn report: String) {
    guard let start = report.range(of: "\"Q-") else { return }
    let id = report[report.index(after: start.lowerBound)...].prefix(10)
    let run = Run("explain", String(id), path)
    run.expectVisible(run.output, called: "standard output")
    if run.status != .success { run.report("a question that cannot be explained") }
  }

  /// The cases: well-formed; of some specs also certified by the checker, and the same again once all are old.
  func generate(_ input: [UInt8]) {
    let path = "specs/a.yaml"
    workshop.write(input, to: path)
    var arguments = ["generate", path, "-o", "out", "--effort", "quick"]
    if InputFiles.isSample(input, oneOf: 3) { arguments.append("--verify") }
    let first = Run(arguments)
    first.expectVisible(first.output, called: "standard output")
    let new = workshop.files(in: "out")
    guard first.status == .success else {
      if !new.isEmpty { first.report("refused, but \(new.keys.sorted()) written") }
      return
    }
    first.expectWellFormed(new, in: "out")
    guard InputFiles.isSample(input, oneOf: 8) else { return }
    let old = regenerated(arguments)
    for (name, bytes) in old where name.hasSuffix(".json") && new[name] != bytes {
      first.report("\(name) is another the second time")
    }
    let older = regenerated(arguments)
    for (name, bytes) in old.sorted(by: { $0.key < $1.key }) where older[name] != bytes {
      first.report("\(name) is another the third time")
    }
    if workshop.bytes(path) != input { first.report("the spec has changed") }
  }

  private func regenerated(_ arguments: [String]) -> [String: [UInt8]] {
    let run = Run(arguments)
    guard run.status == .success else { run.report("a generation over its own files fails") }
    return workshop.files(in: "out")
  }

  /// What changed between two specs, with the suite of the first.
  func diff(_ input: [UInt8]) {
    let files = InputFiles.split(input, limit: 2)
    workshop.write(files[0], to: "old.yaml")
    workshop.write(files.count > 1 ? files[1] : files[0], to: "new.yaml")
    if InputFiles.isSample(input, oneOf: 4) {
      _ = Run("generate", "old.yaml", "--format", "json", "--effort", "quick")
    }
    for format in ["text", "json", "markdown"] {
      let run = Run("diff", "old.yaml", "new.yaml", "--format", format, "--all", "--exit-code")
      run.expectVisible(run.output, called: "standard output")
      if run.status <= .findings, format == "json" { run.json(run.output, called: "the changes") }
      if run.status == .findings, files.count == 1 { run.report("a spec differs from itself") }
    }
  }
}

extension StringProtocol {
  /// Where a text first stands, by its bytes.
  fileprivate func range(of text: String) -> Range<Index>? {
    var place = startIndex
    while place < endIndex {
      if self[place...].utf8.starts(with: text.utf8) {
        return place..<utf8.index(place, offsetBy: text.utf8.count)
      }
      place = utf8.index(after: place)
    }
    return nil
  }
}
