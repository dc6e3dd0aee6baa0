import Foundation

/// Times `specmatrix check` on many specs with one worker and with two.
struct ParallelBenchmark {
  let program: String
  let folder: URL
  let runs: Int

  /// The table, and whether both wrote the same bytes; the runs take turns, so that both meet the same load.
  func table() throws -> (text: String, isTheSame: Bool) {
    let specs = folder.appendingPathComponent("many")
    try ManySpecs(folder: specs).write()
    var measured: [Int: [ChildRun]] = [:]
    var outputs: [Int: Data] = [:]
    for _ in 0..<max(1, runs) {
      for jobs in [1, 2] {
        let output = folder.appendingPathComponent("many-\(jobs).txt").path
        let arguments = [program, "check", specs.path, "--jobs", String(jobs)]
        guard let run = ChildRun.run(arguments, output: output) else { continue }
        measured[jobs, default: []].append(run)
        outputs[jobs] = FileManager.default.contents(atPath: output)
      }
    }
    var lines = ["| \(ManySpecs.count) specs | median s | min s | processor s | peak MB | times |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    let least = measured[1]?.map(\.seconds).min() ?? 0
    for jobs in [1, 2] {
      let runs = measured[jobs] ?? []
      let seconds = runs.map(\.seconds).sorted()
      let fastest = seconds.first ?? 0
      let processor = runs.map(\.processorSeconds).min() ?? 0
      let peak = (runs.map(\.peakMemory).max() ?? 0) / 1_000_000
      lines.append(
        "| --jobs \(jobs) | \(decimal(seconds.middle)) | \(decimal(fastest)) | "
          + "\(decimal(processor)) | \(peak) | \(decimal(fastest > 0 ? least / fastest : 0)) |"
      )
    }
    return (lines.joined(separator: "\n"), outputs[1] != nil && outputs[1] == outputs[2])
  }

  private func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}
