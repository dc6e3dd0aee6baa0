import ArgumentParser
import Foundation

/// Measures whole processes of the program, as people run it, in release and several times; `make benchmark` starts it.
@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "specmatrix-benchmarks",
    abstract: "Measures specmatrix, alone and beside other programs.",
    subcommands: [SuitesCommand.self, SpecsCommand.self, MemoryCommand.self]
  )
}

/// `specmatrix-benchmarks check`: the analysis of specs, usual and large ones and many at once, and whether a generation repeats itself.
struct SpecsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Measures `specmatrix check` on specs of many sizes."
  )

  @Option(help: "How often each is run; the median counts.")
  var runs = 5

  func run() throws {
    try ThisProcess.inTemporaryFolder { folder in
      let benchmark = CheckBenchmark(program: ThisProcess.program, folder: folder.path, runs: runs)
      var measured: [CheckBenchmark.Measurement] = []
      for spec in CheckBenchmark.largeSpecs {
        let path = folder.appendingPathComponent("\(spec.name).yaml").path
        try spec.yaml.write(toFile: path, atomically: true, encoding: .utf8)
        measured.append(benchmark.measure(name: spec.name, path: path))
      }
      for rules in [1_000, 8_000, 10_000] {
        let spec = TableSpec(rules: rules)
        let path = folder.appendingPathComponent("\(spec.name).yaml").path
        try spec.yaml.write(toFile: path, atomically: true, encoding: .utf8)
        measured.append(benchmark.measure(name: spec.name, path: path))
      }
      for path in CheckBenchmark.usualSpecs {
        measured.append(benchmark.measure(name: path, path: path))
      }
      // Read only now: a child's peak memory begins with what this process has when it starts it.
      print(CheckBenchmark.heading)
      for measurement in measured { print(benchmark.row(measurement)) }
      print("\n\(try benchmark.wholeProcesses(in: folder))")
      let parallel = ParallelBenchmark(program: ThisProcess.program, folder: folder, runs: runs)
      let many = try parallel.table()
      print("\n\(many.text)")
      guard many.isTheSame else {
        ThisProcess.say("many specs: one worker and two write different reports")
        throw ExitCode(1)
      }
      guard SpecRepetition(program: ThisProcess.program, folder: folder).isTheSame("specs") else {
        ThisProcess.say("specs: two generations differ")
        throw ExitCode(1)
      }
      print("\nspecs: two generations, the same bytes")
    }
  }
}

/// `specmatrix-benchmarks memory`: what `cover` says that it will take beside what it takes, on forty models.
struct MemoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Measures the memory of `specmatrix cover` beside its estimate.",
    discussion: "The exit status is 1 where they are further apart than by half as much again."
  )

  @Flag(help: "Measure four small models only.")
  var small = false

  func run() throws {
    let models = small ? MemoryModel.small : MemoryModel.all
    try ThisProcess.inTemporaryFolder { folder in
      guard let measured = try MemoryBenchmark(folder: folder).measure(models) else {
        throw ExitCode(1)
      }
      print(MemoryBenchmark.table(measured))
      let far = measured.filter { $0.ratio > MemoryBenchmark.tolerance }
      print(
        "\n\(measured.count - far.count) of \(measured.count) within \(MemoryBenchmark.tolerance) ×"
      )
      if !far.isEmpty { throw ExitCode(1) }
    }
  }
}
