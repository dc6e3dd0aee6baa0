import Text

@testable import SpecMatrixCLI

/// Files of a generation that come back as they may.
struct ReturnTrial {
  private let workshop: Workshop

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  /// A workbook of which some parts are replaced: each begins with a line that names it.
  func workbook(_ input: [UInt8]) {
    var parts = BaseSpec.parts(in: workshop)
    for file in InputFiles.split(input, limit: 8) {
      let line = file.prefix { $0 != UInt8(ascii: "\n") }
      let name = String(decoding: line, as: UTF8.self)
      let content = Array(file.dropFirst(line.count + 1))
      if let place = parts.firstIndex(where: { $0.name == name }) {
        parts[place].content = content
      } else {
        parts.append((name, content))
      }
    }
    BaseSpec.place(in: workshop, with: [".json", ".csv"])
    workshop.write(StoredArchive(parts).bytes, to: "output/BASE.xlsx")
    answer("output/BASE.xlsx", input)
    if InputFiles.isSample(input, oneOf: 4) { measure("output/BASE.xlsx") }
    if InputFiles.isSample(input, oneOf: 3) { generate(input, "xlsx,csv,json") }
  }

  /// A CSV file; the first byte chooses what for.
  func csv(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let bytes = input.dropFirst()
    BaseSpec.place(in: workshop, with: choice % 4 == 0 ? [".json", ".csv"] : [".json"])
    switch choice % 4 {
    case 0:
      let name = ["BASE.csv", "BASE-questions.csv", "BASE-retired.csv"][Int(choice >> 2) % 3]
      workshop.write(bytes, to: "output/\(name)")
      generate(input, "csv,json")
    case 1, 2:
      workshop.write(bytes, to: "answers.csv")
      answer("answers.csv", input)
    default:
      workshop.write(bytes, to: "suite.csv")
      measure("suite.csv")
    }
  }

  /// The stored suite.
  func suite(_ input: [UInt8]) {
    BaseSpec.place(in: workshop, with: [])
    workshop.write(input, to: "output/BASE.json")
    if InputFiles.isSample(input, oneOf: 4) { others() }
    generate(input, "csv,json")
  }

  /// The other commands that read a stored suite.
  private func others() {
    let explain = Run("explain", "BASE-5WF", BaseSpec.path)
    explain.expectVisible(explain.output, called: "standard output")
    workshop.write(BaseSpec.text + "    - {id: other, then: Another page}\n", to: "new.yaml")
    let diff = Run("diff", BaseSpec.path, "new.yaml", "--format", "json")
    if diff.status <= .findings { diff.json(diff.output, called: "the changes") }
  }

  private func answer(_ path: String, _ input: [UInt8]) {
    let arguments = ["answer", path, "--spec", BaseSpec.path]
    if InputFiles.isSample(input, oneOf: 4) {
      let trial = Run(arguments + ["--dry-run"])
      if workshop.text(BaseSpec.path) != BaseSpec.text { trial.report("a trial changed the spec") }
    }
    AnsweredText(workshop, BaseSpec.path, before: BaseSpec.text).expectSound(after: Run(arguments))
    workshop.write(BaseSpec.text, to: BaseSpec.path)
  }

  private func measure(_ path: String) {
    let run = Run("measure", BaseSpec.path, path, "--complete", "completed.csv")
    run.expectVisible(run.output, called: "standard output")
    if let bytes = workshop.bytes("completed.csv") { run.csv(bytes, called: "completed.csv") }
    let report = Run("measure", BaseSpec.path, path, "--format", "json")
    if report.status <= .findings { report.json(report.output, called: "the measure") }
  }

  /// A generation over the files; what is refused stays as it was.
  private func generate(_ input: [UInt8], _ formats: String) {
    let before = workshop.files(in: "output")
    let arguments = ["generate", BaseSpec.path, "--effort", "quick", "--format", formats]
    let run = Run(arguments)
    let after = workshop.files(in: "output")
    guard run.status == .success else {
      if before != after { run.report("refused, but the files have changed") }
      return
    }
    // A file that was left alone is as people made it.
    run.expectWellFormed(after.filter { before[$0.key] != $0.value }, in: "output")
    guard InputFiles.isSample(input, oneOf: 5) else { return }
    let again = Run(arguments)
    if again.status != .success { again.report("a generation over its own files fails") }
    let older = workshop.files(in: "output")
    let third = Run(arguments)
    for (name, bytes) in workshop.files(in: "output") where older[name] != bytes {
      third.report("\(name) is another the third time")
    }
  }
}
