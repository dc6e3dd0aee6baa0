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

extension [Double] {
  /// The middle of sorted numbers; 0 of none.
  var middle: Double { isEmpty ? 0 : self[count / 2] }
}
