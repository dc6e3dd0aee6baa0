import Foundation
import Testing

@testable import specmatrix_benchmarks

/// What `cover` says that it will take, beside what the built program takes; `specmatrix-benchmarks memory` measures more models.
struct MemoryEstimateTests {
  /// A child's peak begins with what the process has that starts it, and that of all tests is too large: only by itself on request.
  private static let isAsked = ProcessInfo.processInfo.environment["SPECMATRIX_MEMORY"] != nil

  @Test(.enabled(if: isAsked, "set SPECMATRIX_MEMORY to measure")) func estimatesAreNear() throws {
    try ThisProcess.inTemporaryFolder { folder in
      let measured = try #require(try MemoryBenchmark(folder: folder).measure(MemoryModel.small))
      for measurement in measured {
        #expect(measurement.ratio <= MemoryBenchmark.tolerance, "\(measurement)")
        #expect(measurement.measured > 5_000_000)
      }
    }
  }

  @Test func fortyModels() {
    #expect(MemoryModel.all.count == 40)
    #expect(Set(MemoryModel.all.map(\.name)).count == 40)
  }
}
