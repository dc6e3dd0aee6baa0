import Combinatorics
import Diagnostics
import Foundation
import PICTModel
import TestSupport
import Testing

/// The estimate of memory for `cover`, against measured runs of the program.
@Suite(
  .tags(.external),
  .external(BuiltProgram.url != nil && Tool("python3") != nil, "needs the program and python3")
)
struct ExternalMemoryTests {
  /// A model with parameters `P0`, `P1`, … of values `v0`, `v1`, …, and further lines.
  struct Model: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var sizes: [Int]
    var strength = 2
    /// One in how many values is negative; 0 for none.
    var negative = 0
    var lines: [String] = []

    var text: String {
      let parameters = sizes.enumerated().map { parameter, size in
        let values = (0..<size).map { value in
          (negative > 0 && value % negative == negative - 1 ? "~v" : "v") + String(value)
        }
        return "P\(parameter): \(values.joined(separator: ", "))"
      }
      return (parameters + lines).joined(separator: "\n") + "\n"
    }

    init(
      _ name: String,
      _ sizes: [Int],
      strength: Int = 2,
      negative: Int = 0,
      lines: [String] = []
    ) {
      testDescription = name
      self.sizes = sizes
      self.strength = strength
      self.negative = negative
      self.lines = lines
    }
  }

  private static func alike(_ count: Int, _ size: Int) -> [Int] {
    Array(repeating: size, count: count)
  }

  private static let models = [
    Model("30000 values", [30_000], strength: 1),
    Model("20000 · 3 · 3", [20_000, 3, 3]),
    Model("500 of 2", alike(500, 2)),
    Model("1000 of 20, single", alike(1_000, 20), strength: 1),
    Model("4 of 200", alike(4, 200)),
    Model("3 of 80, triples", alike(3, 80), strength: 3),
    Model("20 of 2, order 6", alike(20, 2), strength: 6),
    Model(
      "300 with 10, rules",
      [300, 10, 50, 50],
      lines: (0..<300).map { "IF [P0] = \"v\($0)\" THEN [P1] = \"v\($0 % 10)\";" }
    ),
    Model(
      "100 of 8, chain",
      alike(100, 8),
      lines: (1..<100).map { "IF [P\($0 - 1)] = \"v0\" THEN [P\($0)] <> \"v1\";" }
    ),
    Model(
      "sub-models",
      alike(30, 5),
      lines: [0..<8, 8..<14].map { range in
        "{ \(range.map { "P\($0)" }.joined(separator: ", ")) } @ 3"
      }
    ),
    Model("negative values", alike(12, 40), negative: 10),
  ]

  @Test(arguments: models)
  func `an estimate is within half as much again, above and below`(model: Model) throws {
    let estimated = try Self.estimate(of: model)
    let measured = try Self.peak(of: model) - Self.peak(of: Model("idle", [2, 2]))
    let (most, least) = (max(estimated, measured), min(estimated, measured))
    #expect(most - least < 2_000_000 || 2 * most <= 3 * least, "\(estimated), not \(measured)")
  }

  /// Returns the estimate in bytes, the maximum over several suites.
  private static func estimate(of model: Model) throws -> Int {
    let read = readPICTModel(SourceFile(path: "model", text: model.text))
    let value = try #require(read.value, "\(read.diagnostics)")
    // The estimate of a single suite comes before its first row.
    let isSingle = value.submodels.isEmpty && !value.hasNegativeValues
    var most = 0
    let monitor = CoveringMonitor { progress in
      guard case .begins(let estimate) = progress else { return true }
      most = max(most, estimate.bytes)
      return !isSingle
    }
    _ = try? cover(value, strength: .number(model.strength), effort: .quick, monitor: monitor)
    return most
  }

  /// Starts the program and prints its peak in kilobytes: a process inherits the peak of its parent, so a small one stands in between.
  private static let launcher = """
    import os, sys
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(sys.argv[1], sys.argv[1:])
    _, status, usage = os.wait4(child, 0)
    print(usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1))
    sys.exit(status != 0)
    """

  /// Returns the largest resident set of a run, in bytes.
  private static func peak(of model: Model) throws -> Int {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "specmatrix-memory-\(UUID().uuidString).pict")
    try Data(model.text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let program = try #require(BuiltProgram.url).path
    let options = ["--strength", String(model.strength), "--effort", "quick"]
    let output = try #require(Tool("python3"))
      .run(["-S", "-E", "-c", launcher, program, "cover", file.path] + options)
    // The program's standard error comes first.
    let last = output.split(separator: "\n").last
    return try 1_024 * #require(last.flatMap { Int($0) }, "\(output)")
  }
}
