@testable import SpecMatrixCLI

/// Models in PICT's language.
struct CoverTrial {
  private let workshop: Workshop

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  /// The suite of a model; the first byte chooses the options, and rows to start from may follow.
  func cover(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let files = InputFiles.split(Array(input.dropFirst()), limit: 2)
    workshop.write(files[0], to: "model.txt")
    var options = ["--strength", String(1 + choice % 3)]
    if files.count > 1 {
      workshop.write(files[1], to: "seeds.txt")
      options += ["--seeds", "seeds.txt"]
    }
    let hasCase = choice & 0x10 != 0
    if hasCase { options.append("--case-sensitive") }
    options += ["--effort", choice & 0x20 != 0 ? "normal" : "quick"]
    switch choice >> 6 {
    case 1: rewritten(options + ["--format", "json"], isJSON: true)
    case 2: rewritten(options + ["--explain"], isJSON: false)
    case 3: rewritten(options + ["--statistics"], isJSON: false)
    default: suite(options, of: input)
    }
  }

  private func rewritten(_ options: [String], isJSON: Bool) {
    let run = Run(["cover", "model.txt"] + options)
    if isJSON, run.status <= .findings, !run.output.isEmpty {
      run.json(run.output, called: "the suite")
    }
  }

  private func suite(_ options: [String], of input: [UInt8]) {
    let run = Run(["cover", "model.txt"] + options)
    guard run.status <= .findings else { return }
    let rows = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let widths = Set(rows.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count })
    if widths.count > 1 { run.report("rows of \(widths.sorted()) values") }
    guard InputFiles.isSample(input, oneOf: 4) else { return }
    let again = Run(run.arguments)
    if again.output != run.output { again.report("another suite the second time") }
    workshop.write(run.output, to: "rows.txt")
    let measure = Run(["cover", "model.txt"] + options + ["--coverage-of", "rows.txt"])
    if measure.status == .invalid { measure.report("its own rows cannot be read") }
    // It says so where rows cannot tell what they mean: names that are blank or shared.
    if measure.status == .findings, measure.errors.isEmpty {
      measure.report("its own rows do not cover the model")
    }
  }
}
