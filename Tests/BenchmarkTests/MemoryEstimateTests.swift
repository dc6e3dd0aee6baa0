import Foundation
import Testing

@testable import specmatrix_benchmarks

/// What `cover` says that it will take, beside what the built program takes; `specmatrix-benchmarks memory` measures more models.
struct MemoryEstimateTests {
  /// The program that measures.
  private static let benchmarks = URL(fileURLWithPath: ThisProcess.program)
    .deletingLastPathComponent().appendingPathComponent("specmatrix-benchmarks")

  private static let isBuilt = FileManager.default.isExecutableFile(atPath: benchmarks.path)

  @Test(.enabled(if: isBuilt, "the benchmarks are not built")) func estimatesAreNear() throws {
    let process = Process()
    process.executableURL = Self.benchmarks
    process.arguments = ["memory", "--small"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("\(MemoryModel.small.count) of \(MemoryModel.small.count) within"))
  }

  @Test func fortyModels() {
    #expect(MemoryModel.all.count == 40)
    #expect(Set(MemoryModel.all.map(\.name)).count == 40)
  }
}
