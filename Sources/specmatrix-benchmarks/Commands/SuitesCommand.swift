import ArgumentParser
import Combinatorics
import Foundation

/// `specmatrix-benchmarks suites`: covering arrays of ours and of others, on the same models in the same run, each certified.
struct SuitesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suites",
    abstract: "Measures `specmatrix cover` beside pict, jenny and allpairspy where they are found.",
    discussion: """
      Models are the classic ones, those in Benchmarks/models and those in the folders given. \
      Tables go to standard output. The exit status is 1 where a suite of specmatrix is not what \
      it promises.
      """
  )

  @Option(
    parsing: .upToNextOption,
    help: "Folders with further models, *.pict, in their subfolders as well."
  )
  var models: [String] = []

  @Option(parsing: .upToNextOption, help: "Only these sets: classic, or the name of a folder.")
  var sets: [String] = []

  @Option(parsing: .upToNextOption, help: "The efforts of specmatrix.")
  var effort: [CoveringEffort] = [.quick, .normal]

  @Option(parsing: .upToNextOption, help: "The other programs; none for none.")
  var peers: [String] = Programs.peers.map(\.name)

  @Option(help: "Of how many parameters all combinations of values are covered.")
  var strength = 2

  @Option(help: "How often each program is run on each model, in turns; the median counts.")
  var runs = 3

  @Option(help: "Seconds after which a run is stopped.")
  var timeout = 60.0

  @Option(help: "A CSV with the best sizes known, by set and model.")
  var best: String?

  @Option(help: "Its column with the sizes. (default: best_published_t and the strength)")
  var bestColumn: String?

  @Option(help: "Where the results go as CSV.")
  var csv = ".build/benchmarks/suites.csv"

  func validate() throws {
    guard (1...6).contains(strength) else { throw ValidationError("a strength is from 1 to 6") }
    let known = Programs.peers.map(\.name) + ["none"]
    for peer in peers where !known.contains(peer) {
      throw ValidationError("‘\(peer)’ is none of \(known.joined(separator: ", "))")
    }
  }

  func run() throws {
    let best = try bestKnown()
    var results: [SuiteResult] = []
    try ThisProcess.inTemporaryFolder { folder in
      let programs = try Programs(specmatrix: ThisProcess.program, folder: folder)
      let runner = SuiteRunner(
        programs: programs,
        contestants: contestants(programs),
        folder: folder,
        strength: strength,
        runs: max(1, runs),
        timeout: timeout
      )
      let models = try chosenModels(folder)
      var measured: [[Measurement]] = []
      for (number, model) in models.enumerated() {
        ThisProcess.say("\(number + 1)/\(models.count) \(model.set)/\(model.name)")
        measured.append(try runner.measure(model))
      }
      // Judged only now: a child's peak memory begins with what this process has when it starts it.
      for measurements in measured {
        results += SuiteResult.results(of: measurements, strength: strength, best: best)
      }
    }
    try write(results)
    for result in results where result.isOurFault {
      ThisProcess.say("not as promised: \(result.set)/\(result.model) \(result.contestant.name)")
    }
    if results.contains(where: \.isOurFault) { throw ExitCode(1) }
  }

  private func bestKnown() throws -> BestKnown {
    guard let best else { return .none }
    let column = bestColumn ?? "best_published_t\(strength)"
    let text = try String(contentsOfFile: best, encoding: .utf8)
    guard let known = BestKnown(text, column: column) else {
      throw ValidationError("\(best) lacks one of the columns set, model and \(column)")
    }
    return known
  }

  private func contestants(_ programs: Programs) -> [Contestant] {
    let wanted =
      effort.map(Contestant.specmatrix) + Programs.peers.filter { peers.contains($0.name) }
    return wanted.filter { contestant in
      let isHere = programs.has(contestant)
      if !isHere { ThisProcess.say("\(contestant.name): not found, left out") }
      return isHere || contestant.isOurs
    }
  }

  private func chosenModels(_ folder: URL) throws -> [BenchmarkModel] {
    let all =
      try BenchmarkModel.classic(in: folder.appendingPathComponent("classic"))
      + (["Benchmarks/models"] + models).flatMap(BenchmarkModel.all)
    return all.filter { sets.isEmpty || sets.contains($0.set) }
  }

  private func write(_ results: [SuiteResult]) throws {
    let file = URL(fileURLWithPath: csv)
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = ResultCSV.text(results, strength: strength)
    try text.write(to: file, atomically: true, encoding: .utf8)
    var sets: [String] = []
    for result in results where !sets.contains(result.set) { sets.append(result.set) }
    let tables = sets.map { set in TotalsTable(results.filter { $0.set == set }) }
    print(([TotalsTable.summaryHeading] + tables.flatMap(\.summaryLines)).joined(separator: "\n"))
    print(
      "\nNo memory below is less than what the benchmark itself has when it starts a program.\n"
    )
    for set in sets {
      let results = results.filter { $0.set == set }
      let models = Set(results.map(\.model)).count
      print("### \(set): \(models) models, strength \(strength)\n")
      print(TotalsTable(results).markdown)
      print(ResultTable(results).markdown)
    }
  }
}

extension CoveringEffort: ExpressibleByArgument {}
