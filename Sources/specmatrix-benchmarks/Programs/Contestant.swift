package import Combinatorics
import Foundation
import PICTModel

/// A program that makes suites, at one of its settings.
package enum Contestant: Hashable, Sendable {
  case specmatrix(CoveringEffort)
  case pict
  case jenny
  case allpairspy

  package var name: String {
    switch self {
    case .specmatrix(let effort): "\(effort.rawValue)"
    case .pict: "pict"
    case .jenny: "jenny"
    case .allpairspy: "allpairspy"
    }
  }

  package var isOurs: Bool {
    if case .specmatrix = self { true } else { false }
  }

  /// A run that can be started.
  struct Command {
    var arguments: [String]
    /// What is handed over on the standard input.
    var input: String?
  }

  /// How a model is given to the program.
  ///
  /// - Throws: Why it cannot be.
  func command(
    for model: BenchmarkModel,
    strength: Int,
    programs: Programs
  ) throws(Obstacle) -> Command {
    switch self {
    case .specmatrix(let effort):
      let options = ["--strength", "\(strength)", "--effort", effort.rawValue]
      return Command(arguments: [programs.specmatrix, "cover", model.path] + options)
    case .pict:
      return Command(arguments: ["pict", model.path, "/o:\(strength)"])
    case .jenny:
      let plain = try PlainModel(model.model)
      return Command(arguments: ["jenny"] + (try JennyModel.arguments(plain, strength: strength)))
    case .allpairspy:
      let plain = try PlainModel(model.model)
      let input = AllPairsModel.input(plain, strength: strength)
      return Command(arguments: [programs.python ?? "python3", programs.script], input: input)
    }
  }

  /// Reads what the program wrote.
  ///
  /// - Returns: Rows of value indices; `nil` where the text is not a suite of that model.
  func rows(_ answer: String, of model: BenchmarkModel) -> [[Int]]? {
    let parameters = model.model.parameters.count
    return switch self {
    case .specmatrix, .pict: SuiteText.rows(answer, of: model.model)
    case .jenny: JennyModel.rows(answer, parameters: parameters)
    case .allpairspy: AllPairsModel.rows(answer, parameters: parameters)
    }
  }
}

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
