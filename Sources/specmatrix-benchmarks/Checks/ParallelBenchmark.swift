import Foundation

/// Times `specmatrix check` on many specs with one worker and with two.
struct ParallelBenchmark {
  let program: String
  let folder: URL
  let runs: Int

  private var specs: URL { folder.appendingPathComponent("many") }

  /// The table, and whether both wrote the same bytes; the runs take turns, so that all meet the same load.
  ///
  /// The last row says what the machine can give: two processors in name may be less in truth.
  func table() throws -> (text: String, isTheSame: Bool) {
    try ManySpecs(folder: specs).write()
    var one: [ChildRun] = []
    var two: [ChildRun] = []
    var both: [Double] = []
    for _ in 0..<max(1, runs) {
      if let run = check(jobs: 1) { one.append(run) }
      if let run = check(jobs: 2) { two.append(run) }
      both.append(secondsOfTwoAtOnce())
    }
    let least = one.map(\.seconds).min() ?? 0
    let lines = [
      "| \(ManySpecs.count) specs | median s | min s | processor s | peak MB | times |",
      "| --- | --- | --- | --- | --- | --- |",
      row("--jobs 1", one, least),
      row("--jobs 2", two, least),
      "| two --jobs 1 at once | \(decimal(both.sorted().middle)) | \(decimal(both.min() ?? 0)) | | | "
        + "\(decimal(2 * least / (both.min() ?? .infinity))) |",
    ]
    let reports = [1, 2].map { FileManager.default.contents(atPath: output($0)) }
    return (lines.joined(separator: "\n"), reports[0] != nil && reports[0] == reports[1])
  }

  private func output(_ jobs: Int) -> String {
    folder.appendingPathComponent("many-\(jobs).txt").path
  }

  private func check(jobs: Int) -> ChildRun? {
    ChildRun.run(
      [program, "check", specs.path, "--jobs", String(jobs)],
      output: output(jobs)
    )
  }

  private func secondsOfTwoAtOnce() -> Double {
    let clock = ContinuousClock()
    let arguments = [program, "check", specs.path, "--jobs", "1"]
    let time = clock.measure {
      DispatchQueue.concurrentPerform(iterations: 2) { _ in _ = ChildRun.run(arguments) }
    }
    return time / .seconds(1)
  }

  private func row(_ name: String, _ runs: [ChildRun], _ least: Double) -> String {
    let seconds = runs.map(\.seconds).sorted()
    let fastest = seconds.first ?? .infinity
    let processor = runs.map(\.processorSeconds).min() ?? 0
    let peak = (runs.map(\.peakMemory).max() ?? 0) / 1_000_000
    return "| \(name) | \(decimal(seconds.middle)) | \(decimal(fastest)) | "
      + "\(decimal(processor)) | \(peak) | \(decimal(least / fastest)) |"
  }

  private func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}
