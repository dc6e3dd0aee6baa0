import Foundation

/// Programs in Python that hold outputs to what others ask of them.
package enum Python {
  /// That a program failed, with all that it printed.
  package struct Failure: Error {
    package var output: String
  }

  /// True if `python3` is there with a package.
  package static func has(_ package: String) -> Bool { (try? run("import \(package)", [])) != nil }

  /// What a program prints; it finds its arguments from `sys.argv[1]`.
  @discardableResult
  package static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONIOENCODING": "utf-8"],
      uniquingKeysWith: { _, new in new }
    )
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(output: text) }
    return text
  }
}
