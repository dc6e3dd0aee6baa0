import Foundation

// Measures `specmatrix` as people run it: whole processes, in release, the median of several runs.
// `make benchmark` builds and runs it; an argument is the number of runs. The program measured stands beside this one.

let runs = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 5
let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  .appendingPathComponent("specmatrix").path
let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("specmatrix-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")

do {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let benchmark = CheckBenchmark(program: program, folder: folder.path, runs: runs)
  var measured: [CheckBenchmark.Measurement] = []
  for spec in CheckBenchmark.largeSpecs {
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
} catch {
  FileHandle.standardError.write(Data("specmatrix-benchmarks: \(error)\n".utf8))
  exit(3)
}
