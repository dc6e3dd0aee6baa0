import Foundation

/// Programs in Python that hold outputs to what others ask of them.
enum Python {
  /// Whether `python3` is there with the package `jsonschema`.
  static let hasJSONSchema = (try? run("import jsonschema", [])) != nil

  struct Failure: Error {
    var output: String
  }

  /// What a program prints; it finds its arguments from `sys.argv[1]`.
  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> String {
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

  /// What is wrong with a JSON text by some schemas beside the tests; empty where nothing is.
  static func complaints(of schemas: [String], about json: String) throws -> String {
    try withFile(json) { path in
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Check/Schemas").path
      let program = """
        import json, jsonschema, sys
        document = json.load(open(sys.argv[1], encoding="utf-8"))
        for name in sys.argv[2:]:
          schema = json.load(open(name, encoding="utf-8"))
          jsonschema.Draft4Validator.check_schema(schema)
          for error in jsonschema.Draft4Validator(schema).iter_errors(document):
            print(name.split("/")[-1], list(error.path), error.message[:300])
        """
      return try run(program, [path] + schemas.map { "\(folder)/\($0).json" })
    }
  }

  /// Lets something read a text in a file.
  static func withFile(_ text: String, _ body: (String) throws -> String) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "specmatrix-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }
}
