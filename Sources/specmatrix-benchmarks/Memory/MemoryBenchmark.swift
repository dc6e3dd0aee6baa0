import Combinatorics
import Diagnostics
import Foundation
import PICTModel

/// What `cover` says that it will take, beside what it takes.
struct MemoryBenchmark {
  /// A model and its memory, in bytes.
  struct Measurement: Sendable {
    var name: String
    var estimated: Int
    /// The largest resident set of a run, less that of a run with next to nothing to do.
    var measured: Int

    /// The larger over the smaller, as far as they are off by more than two megabytes.
    var ratio: Double {
      guard abs(estimated - measured) > 2_000_000 else { return 1 }
      return Double(max(estimated, measured)) / Double(max(1, min(estimated, measured)))
    }
  }

  /// How far estimate and memory may be apart.
  static let tolerance = 1.5

  private let program: String
  private let folder: URL

  /// - Parameters:
  ///   - program: The built program; by default the one beside this one.
  ///   - folder: Where models go.
  init(program: String = ThisProcess.program, folder: URL) {
    self.program = program
    self.folder = folder
  }

  /// Runs the program on each model, one after the other; then counts what it should have taken.
  ///
  /// - Returns: `nil` where a run did not succeed.
  func measure(_ models: [MemoryModel]) throws -> [Measurement]? {
    let idle = MemoryModel("idle", [2, 2])
    guard let base = try peak(of: idle) else { return nil }
    var peaks: [Int] = []
    for model in models {
      ThisProcess.say("\(peaks.count + 1)/\(models.count) \(model.name)")
      guard let peak = try peak(of: model) else { return nil }
      peaks.append(max(0, peak - base))
    }
    return zip(models, peaks).map { model, peak in
      Measurement(name: model.name, estimated: estimate(of: model), measured: peak)
    }
  }

  /// The table of some measurements.
  static func table(_ measurements: [Measurement]) -> String {
    let rows = measurements.map { measurement in
      let ratio = (measurement.ratio * 100).rounded() / 100
      return
        "| \(measurement.name) | \(measurement.estimated / 1_000_000) | \(measurement.measured / 1_000_000) | \(ratio) |"
    }
    return (["| model | estimate, MB | memory, MB | off by |", "| --- | --: | --: | --: |"] + rows)
      .joined(separator: "\n")
  }

  /// Starts the program and prints its peak in kilobytes.
  ///
  /// A process inherits the peak of the one that starts it, and this one is larger than the program at rest: a small one stands in
  /// between.
  private static let launcher = """
    import os, resource, sys
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(sys.argv[1], sys.argv[1:])
    _, status, usage = os.wait4(child, 0)
    print(usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1))
    sys.exit(status != 0)
    """

  private func peak(of model: MemoryModel) throws -> Int? {
    let path = folder.appendingPathComponent("model.pict").path
    try model.text.write(toFile: path, atomically: true, encoding: .utf8)
    var arguments = [
      program, "cover", path, "--strength", "\(model.strength)", "--effort", "quick",
    ]
    if !model.seeds.isEmpty {
      let rows = folder.appendingPathComponent("seeds.txt").path
      try model.seeds.write(toFile: rows, atomically: true, encoding: .utf8)
      arguments += ["--seeds", rows]
    }
    let report = folder.appendingPathComponent("peak.txt").path
    let command = ["python3", "-S", "-E", "-c", Self.launcher] + arguments
    guard let run = ChildRun.run(command, output: report), run.exitStatus == 0,
      let text = try? String(contentsOfFile: report, encoding: .utf8),
      let kilobytes = Int(text.prefix { $0.isNumber })
    else {
      ThisProcess.say("\(model.name): the run failed")
      return nil
    }
    return kilobytes * 1_024
  }

  /// What a run says that it will take; of several suites the most.
  private func estimate(of model: MemoryModel) -> Int {
    guard let read = readPICTModel(SourceFile(path: "model", text: model.text)).value else {
      return 0
    }
    let seeds =
      model.seeds.isEmpty
      ? [] : readPICTSeeds(SourceFile(path: "seeds", text: model.seeds), for: read).value ?? []
    // What is made of one suite only is told before the first row of it.
    let isOne = read.submodels.isEmpty && !read.hasNegativeValues
    var most = 0
    let monitor = CoveringMonitor { progress in
      if case .begins(let estimate) = progress {
        most = max(most, estimate.bytes)
        return !isOne
      }
      return true
    }
    _ = try? cover(
      read,
      strength: .number(model.strength),
      seeds: seeds,
      effort: .quick,
      monitor: monitor
    )
    return most
  }
}
