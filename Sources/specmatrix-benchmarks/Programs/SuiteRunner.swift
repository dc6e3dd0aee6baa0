import Foundation

/// Lets the programs make suites for a model, in turns, so that what else the machine does meets them all alike.
struct SuiteRunner {
  let programs: Programs
  let contestants: [Contestant]
  let folder: URL
  let strength: Int
  /// How often each program is run on each model.
  let runs: Int
  /// Seconds after which a run is stopped.
  let timeout: Double

  /// A run that took longer than these seconds is not repeated.
  private static let patience = 5.0

  /// Runs every program on the model; the suites lie in the folder, to be read later.
  func measure(_ model: BenchmarkModel) throws -> [Measurement] {
    var measurements = try contestants.map { contestant in
      try prepare(contestant, model)
    }
    for _ in 0..<runs {
      for index in measurements.indices { run(&measurements[index]) }
    }
    return measurements
  }

  private func prepare(_ contestant: Contestant, _ model: BenchmarkModel) throws -> Measurement {
    var measurement = Measurement(model: model, contestant: contestant)
    do throws(Obstacle) {
      measurement.command = try contestant.command(
        for: model,
        strength: strength,
        programs: programs
      )
    } catch {
      measurement.obstacle = error
    }
    let place = folder.appendingPathComponent("\(model.set)-\(model.name)-\(contestant.name)").path
    measurement.answer = "\(place).answer"
    if let input = measurement.command?.input {
      measurement.input = "\(place).input"
      try input.write(toFile: measurement.input, atomically: true, encoding: .utf8)
    }
    return measurement
  }

  private func run(_ measurement: inout Measurement) {
    guard let command = measurement.command,
      measurement.runs.allSatisfy({ $0.exitStatus == 0 && $0.seconds < Self.patience })
    else { return }
    let isFirst = measurement.runs.isEmpty
    let output = isFirst ? measurement.answer : measurement.answer + ".again"
    let run = ChildRun.run(
      command.arguments,
      input: measurement.input,
      output: output,
      timeout: timeout
    )
    guard let run else { return }
    measurement.runs.append(run)
    guard !isFirst else { return }
    let manager = FileManager.default
    if !manager.contentsEqual(atPath: measurement.answer, andPath: output) {
      measurement.isRepeatable = false
    }
  }
}

/// What the runs of a program on a model cost; its suite lies in a file.
struct Measurement {
  let model: BenchmarkModel
  let contestant: Contestant
  /// `nil` where the program cannot be given the model.
  var command: Contestant.Command?
  var obstacle: Obstacle?
  /// The file that is the program's standard input.
  var input = "/dev/null"
  /// The file with what it wrote.
  var answer = ""
  var runs: [ChildRun] = []
  /// Whether all runs wrote the same bytes; says nothing where there is one run.
  var isRepeatable = true

  init(model: BenchmarkModel, contestant: Contestant) {
    self.model = model
    self.contestant = contestant
  }

  /// Why there is no suite; `nil` where there is one.
  var failure: String? {
    if let obstacle { return obstacle.rawValue }
    guard let worst = runs.max(by: { abs($0.exitStatus) < abs($1.exitStatus) }) else {
      return "cannot be started"
    }
    if worst.isTimedOut { return "> \(Int(worst.seconds)) s" }
    switch worst.exitStatus {
    case 0: return nil
    case -1: return "crashed"
    default: return "exit \(worst.exitStatus)"
    }
  }

  var medianSeconds: Double { runs.map(\.seconds).sorted().middle }
  var leastSeconds: Double { runs.map(\.seconds).min() ?? 0 }
  var leastProcessorSeconds: Double { runs.map(\.processorSeconds).min() ?? 0 }
  /// In bytes.
  var peakMemory: Int { runs.map(\.peakMemory).max() ?? 0 }
}
