import Foundation

/// Where the programs are that are measured.
struct Programs {
  /// Programs by others, in the order in which they are reported.
  static let peers: [Contestant] = [.pict, .jenny, .allpairspy]

  let specmatrix: String
  /// The interpreter that has allpairspy; `nil` where none has.
  let python: String?
  /// The program that runs allpairspy.
  let script: String

  /// Looks for the programs.
  ///
  /// - Parameters:
  ///   - specmatrix: Ours.
  ///   - folder: Where allpairspy's program is put.
  /// - Throws: What keeps it from being written.
  init(specmatrix: String, folder: URL) throws {
    self.specmatrix = specmatrix
    script = folder.appendingPathComponent("allpairs.py").path
    try AllPairsModel.program.write(to: URL(fileURLWithPath: script))
    // The interpreter itself: what stands on the path may be a script that looks for it, at a cost that is not allpairspy's.
    let answer = folder.appendingPathComponent("python").path
    let question = "import sys, allpairspy; print(sys.executable)"
    let run = ChildRun.run(["python3", "-c", question], output: answer)
    let path = (try? String(contentsOfFile: answer, encoding: .utf8)) ?? ""
    python = run?.exitStatus == 0 ? path.split(separator: "\n").first.map(String.init) : nil
  }

  /// Whether the program is on this machine.
  func has(_ contestant: Contestant) -> Bool {
    switch contestant {
    case .specmatrix: FileManager.default.isExecutableFile(atPath: specmatrix)
    case .pict: Self.isOnPath("pict")
    case .jenny: Self.isOnPath("jenny")
    case .allpairspy: python != nil
    }
  }

  private static func isOnPath(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
