import Foundation

/// Python programs that check outputs against other implementations.
package enum Python {
  package static let hasOpenPyXL = has("openpyxl")
  /// The interpreter itself: what stands on the path may be a script that looks for it each time.
  private static let interpreter = try? Tool(at: "/usr/bin/env")
    .run(["python3", "-c", "import sys; print(sys.executable, end='')"])

  package static func has(_ package: String) -> Bool { (try? run("import \(package)", [])) != nil }

  /// Runs a program, whose arguments begin at `sys.argv[1]`, and returns its output.
  ///
  /// It runs without numpy, which openpyxl would load if installed, taking longer than the rest.
  @discardableResult
  package static func run(_ program: String, _ arguments: [String]) throws -> String {
    let withoutNumpy = "import sys; sys.modules['numpy'] = None\n"
    return try Tool(at: interpreter ?? "/usr/bin/python3").run(
      ["-c", withoutNumpy + program] + arguments
    )
  }

  /// Lets something read a text in a file.
  package static func withFile(_ text: String, _ body: (String) throws -> String) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "specmatrix-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }
}
