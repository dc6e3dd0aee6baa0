/// Programs in Python that hold outputs to what others ask of them.
package enum Python {
  package static let hasOpenPyXL = has("openpyxl")

  /// True if `python3` is there with a package.
  package static func has(_ package: String) -> Bool { (try? run("import \(package)", [])) != nil }

  /// What a program prints; it finds its arguments from `sys.argv[1]`.
  ///
  /// It runs without numpy, which openpyxl loads wherever it is installed; that takes longer than the rest.
  @discardableResult
  package static func run(_ program: String, _ arguments: [String]) throws -> String {
    let withoutNumpy = "import sys; sys.modules['numpy'] = None\n"
    return try Tool(at: "/usr/bin/env").run(["python3", "-c", withoutNumpy + program] + arguments)
  }
}
