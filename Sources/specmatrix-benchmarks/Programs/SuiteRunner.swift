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
