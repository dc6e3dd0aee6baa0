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
      constraints: 20,
      generalRuleEvery: 0,
      seed: 1
    ),
    LargeSpec(
      name: "40x5-60-rules-some-general",
      factors: 40,
      values: 5,
      operations: 12,
      rules: 60,
      constraints: 20,
      generalRuleEvery: 12,
      seed: 2
    ),
    LargeSpec(
      name: "40x5-60-rules-all-general",
      factors: 40,
      values: 5,
      operations: 12,
      rules: 60,
      constraints: 20,
      generalRuleEvery: 1,
      seed: 3
    ),
    LargeSpec(
      name: "25x4-200-rules",
      factors: 25,
      values: 4,
      operations: 12,
      rules: 200,
      constraints: 0,
      generalRuleEvery: 0,
      seed: 4
    ),
    LargeSpec(
      name: "25x4-200-rules-all-general",
      factors: 25,
      values: 4,
      operations: 12,
      rules: 200,
      constraints: 0,
      generalRuleEvery: 1,
      seed: 5
    ),
  ]

  static let heading = """
    | spec | combinations | questions | all listed | median ms | min ms | peak MB |
    | --- | --- | --- | --- | --- | --- | --- |
    """

  /// One line of the table.
  func row(name: String, path: String) -> String {
    let output = folder + "/output.json"
    let arguments = [program, "check", "--format", "json", path]
    guard let first = ChildRun.run(arguments, output: output) else {
      return "| \(name) | cannot run \(program) | | | | | |"
    }
    guard first.exitStatus == 0 || first.exitStatus == 1 else {
      return "| \(name) | exit \(first.exitStatus) | | | \(milliseconds(first.seconds)) | | |"
    }
    let counted = (0..<runs).compactMap { _ in ChildRun.run(arguments) }
    let seconds = counted.map(\.seconds).sorted()
    let memory = counted.map(\.peakMemory).max() ?? 0
    let found = findings(output)
    return
      "| \(name) | \(found.combinations) | \(found.questions) | \(found.isComplete ? "yes" : "no") | "
      + "\(milliseconds(seconds[seconds.count / 2])) | \(milliseconds(seconds[0])) | "
      + "\(memory / 1_000_000) |"
  }

  private func milliseconds(_ seconds: Double) -> String { String(format: "%.1f", seconds * 1_000) }

  private func findings(_ path: String) -> (combinations: String, questions: Int, isComplete: Bool)
  {
    guard let data = FileManager.default.contents(atPath: path),
      let root = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
      let spec = (root["specs"] as? [[String: Any]])?.first
    else { return ("unreadable output", 0, false) }
    let space = spec["space"] as? [String: String]
    let codes = (spec["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    let questions = codes.filter {
      ["undefined-expectation", "contradictory-expectations", "undecided-expectation"].contains($0)
    }
    return (
      space?["combinations"] ?? "-", questions.count,
      (spec["incomplete"] as? [String] ?? []).isEmpty
    )
  }
}
