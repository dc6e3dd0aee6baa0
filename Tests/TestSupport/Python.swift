/// Python programs that check outputs against other implementations.
package enum Python {
  package static let hasOpenPyXL = has("openpyxl")

  package static func has(_ package: String) -> Bool { (try? run("import \(package)", [])) != nil }

  /// Runs a program, whose arguments begin at `sys.argv[1]`, and returns its output.
  ///
  /// It runs without numpy, which openpyxl would load if installed, taking longer than the rest.
  @discardableResult
  package static func run(_ program: String, _ arguments: [String]) throws -> String {
    let withoutNumpy = "import sys; sys.modules['numpy'] = None\n"
    return try Tool(at: "/usr/bin/env").run(["python3", "-c", withoutNumpy + program] + arguments)
  }
}
