import Foundation
import Testing

@testable import specmatrix_benchmarks

/// What `cover` says that it will take, beside what the built program takes; `specmatrix-benchmarks memory` measures more models.
struct MemoryEstimateTests {
  private static let isBuilt = FileManager.default.isExecutableFile(atPath: ThisProcess.program)

  @Test(.enabled(if: isBuilt, "the program is not built")) func estimatesAreNear() throws {
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
