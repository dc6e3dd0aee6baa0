import Foundation

/// Times `specmatrix check` on specs and reads from its JSON what it found.
struct CheckBenchmark {
  let program: String
  let folder: String
  let runs: Int

  /// The shapes that the analysis must stand: more combinations than can be listed, and more rules than people write.
  static let largeSpecs: [LargeSpec] = [
    LargeSpec(
      name: "40x5-60-rules",
      factors: 40,
      values: 5,
      operations: 12,
      rules: 60,
      impossible: 20,
      generalRuleEvery: 0,
      seed: 1
    ),
    LargeSpec(
      name: "40x5-60-rules-some-general",
      factors: 40,
      values: 5,
      operations: 12,
      rules: 60,
      impossible: 20,
      generalRuleEvery: 12,
      seed: 2
    ),
    LargeSpec(
      name: "40x5-60-rules-all-general",
      factors: 40,
      values: 5,
      operations: 12,
      rules: 60,
      impossible: 20,
      generalRuleEvery: 1,
      seed: 3
    ),
    LargeSpec(
      name: "25x4-200-rules",
      factors: 25,
      values: 4,
      operations: 12,
      rules: 200,
      impossible: 0,
      generalRuleEvery: 0,
      seed: 4
    ),
    LargeSpec(
      name: "25x4-200-rules-all-general",
      factors: 25,
      values: 4,
      operations: 12,
      rules: 200,
      impossible: 0,
      generalRuleEvery: 1,
      seed: 5
    ),
  ]

  /// Specs as teams write them, in the folder that the benchmark is started from.
  static let usualSpecs = [
    "specs/complete.yaml", "specs/tsukurepo-post.yaml", "specs/profile-screen.yaml",
  ]

  static let heading = """
    | spec | combinations | questions | all listed | median ms | min ms | peak MB |
    | --- | --- | --- | --- | --- | --- | --- |
    """

  /// What the runs on one spec cost; the findings lie in `output`.
  struct Measurement {
    var name: String
    var output: String
    /// `nil` where the program could not be started.
    var exitStatus: Int32?
    /// Ascending.
    var seconds: [Double] = []
    /// The largest resident set of any run, in bytes.
    var peakMemory = 0
  }

  /// Runs the check once for its findings, then as often as asked for its cost.
  func measure(name: String, path: String) -> Measurement {
    let output = "\(folder)/\(name.split(separator: "/").joined(separator: "-")).json"
    let arguments = [program, "check", "--format", "json", path]
    guard let first = ChildRun.run(arguments, output: output) else {
      return Measurement(name: name, output: output)
    }
    let counted = (0..<runs).compactMap { _ in ChildRun.run(arguments) }
    return Measurement(
      name: name,
      output: output,
      exitStatus: first.exitStatus,
      seconds: counted.map(\.seconds).sorted(),
      peakMemory: counted.map(\.peakMemory).max() ?? 0
    )
  }

  /// One line of the table.
  func row(_ measurement: Measurement) -> String {
    guard let status = measurement.exitStatus, let fastest = measurement.seconds.first else {
      return "| \(measurement.name) | cannot run \(program) | | | | | |"
    }
    let cost =
      "\(milliseconds(measurement.seconds[measurement.seconds.count / 2])) | "
      + "\(milliseconds(fastest)) | \(measurement.peakMemory / 1_000_000) |"
    guard status == 0 || status == 1 else {
      return "| \(measurement.name) | exit \(status) | | | \(cost)"
    }
    let found = findings(measurement.output)
    return "| \(measurement.name) | \(found.combinations) | \(found.questions) | "
      + "\(found.isComplete ? "yes" : "no") | \(cost)"
  }

  /// The start of the program beside one that does nothing, in turns, and the memory of a workbook of many values.
  func wholeProcesses(in folder: URL) throws -> String {
    let spec = folder.appendingPathComponent("values.yaml").path
    try ValuesSpec(values: 4_000).yaml.write(toFile: spec, atomically: true, encoding: .utf8)
    var started: [Double] = []
    var nothing: [Double] = []
    for _ in 0..<(10 * runs) {
      started += ChildRun.run([program, "--version"]).map { [$0.seconds] } ?? []
      nothing += ChildRun.run(["/bin/true"]).map { [$0.seconds] } ?? []
    }
    func median(_ seconds: [Double]) -> String {
      seconds.isEmpty ? "-" : milliseconds(seconds.sorted()[seconds.count / 2])
    }
    let output = folder.appendingPathComponent("values").path
    let generation = ChildRun.run(
      [program, "generate", spec, "--strength", "1", "--format", "xlsx", "--output", output]
    )
    let memory = generation.map { String($0.peakMemory / 1_000_000) } ?? "-"
    return """
      | whole process | |
      | --- | --- |
      | specmatrix --version, median ms | \(median(started)) |
      | /bin/true, median ms | \(median(nothing)) |
      | generate to XLSX, 4,000 values, strength 1, peak MB | \(memory) |
      """
  }

  private func milliseconds(_ seconds: Double) -> String { String(format: "%.1f", seconds * 1_000) }

  private func findings(_ path: String) -> (combinations: String, questions: Int, isComplete: Bool)
  {
    guard let data = FileManager.default.contents(atPath: path),
      let root = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
      let spec = (root["specs"] as? [[String: Any]])?.first
    else { return ("unreadable output", 0, false) }
    let space = spec["space"] as? [String: Any]
    let codes = (spec["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    let questions = codes.filter {
      ["undefined-expectation", "contradictory-expectations", "undecided-expectation"].contains($0)
    }
    return (
      space?["combinations"] as? String ?? "-", questions.count,
      (spec["incomplete"] as? [String] ?? []).isEmpty
    )
  }
}

/// Whether two generations from the same specs are the same, byte for byte.
struct SpecRepetition {
  let program: String
  let folder: URL

  /// Generates twice and compares every file; `false` also where nothing is written.
  func isTheSame(_ specs: String) -> Bool {
    let first = files(of: specs, in: "first")
    return !first.isEmpty && first == files(of: specs, in: "second")
  }

  private func files(of specs: String, in name: String) -> [String: Data] {
    let output = folder.appendingPathComponent(name)
    let arguments = [program, "generate", specs, "--fresh", "--output", output.path]
    _ = ChildRun.run(arguments)
    var files: [String: Data] = [:]
    for file in (try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? [] {
      let path = output.appendingPathComponent(file).path
      files[file] = FileManager.default.contents(atPath: path)
    }
    return files
  }
}
