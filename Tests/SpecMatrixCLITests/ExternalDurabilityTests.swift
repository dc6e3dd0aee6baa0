import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// Runs that collide, are killed or are refused by the system, in a few of the ways that `make durability` tries by the thousand.
@Suite(.tags(.external), .external)
struct ExternalDurabilityTests {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Durability/durability.py")

  private static let canRun =
    BuiltProgram.url != nil
    && FileManager.default.isExecutableFile(
      atPath: "/usr/bin/python3"
    )

  #if os(Linux)
  private static let trials = [("races", 2), ("kills", 4), ("faults", 59)]
  #else
  // A system call is made to fail by LD_PRELOAD.
  private static let trials = [("races", 2), ("kills", 4)]
  #endif

  @Test(.enabled(if: canRun), arguments: trials)
  func nothingIsLost(what: String, count: Int) throws {
    let program = try #require(BuiltProgram.url).path
    try Tool(at: "/usr/bin/env").run(["python3", Self.script.path, program, what, String(count)])
  }
}
