@testable import SpecMatrixCLI

/// What stands beside specs: reports of parts, settings, packs, known findings.
struct ReportTrial {
  private let workshop: Workshop

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  /// The reports of at most four parts.
  func merge(_ input: [UInt8]) {
    var names: [String] = []
    for (number, file) in InputFiles.split(input, limit: 4).enumerated() {
      names.append("part\(number).json")
      workshop.write(file, to: "part\(number).json")
    }
    let run = Run(["merge"] + names)
    guard run.status <= .findings else {
      if !run.output.isEmpty { run.report("refused, but written") }
      return
    }
    run.json(run.output, called: "the report")
    workshop.write(run.output, to: "whole.json")
    let again = Run("merge", "whole.json")
    if again.output != run.output { again.report("merged again it is another") }
  }

  /// A settings file and a pack that it may name.
  func settings(_ input: [UInt8]) {
    let files = InputFiles.split(input, limit: 2)
    BaseSpec.place(in: workshop, with: [])
    workshop.write(files[0], to: "specmatrix.yaml")
    if files.count > 1 { workshop.write(files[1], to: "pack.yaml") }
    let run = Run("check", "specs", "--output", "json:report.json", "--jobs", "1")
    run.expectVisible(run.output, called: "standard output")
    if let text = workshop.text("report.json") { run.json(text, called: "report.json") }
    let list = Run("catalogue", BaseSpec.path)
    list.expectVisible(list.output, called: "standard output")
    guard run.status <= .findings else { return }
    let cases = Run("generate", "specs", "-o", "out", "--format", "json,csv", "--effort", "quick")
    cases.expectWellFormed(workshop.files(in: "out"), in: "out")
  }
}
