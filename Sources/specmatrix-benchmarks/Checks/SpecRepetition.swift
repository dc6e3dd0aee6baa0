import Foundation

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
