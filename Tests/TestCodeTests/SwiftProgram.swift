import Diagnostics
import Foundation
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// A program made of generated code that prints what it decides.
struct SwiftProgram {
  /// How many setups of a spec are printed at most.
  static let limit = 20_000

  private var files: [(name: String, text: String)] = []
  private var calls: [String] = []
  /// What it prints if it agrees with the engine.
  private(set) var expected = ""

  /// Adds a spec: the code as it is generated, but for the tests themselves.
  mutating func add(
    _ analysed: AnalysedSpecification,
    _ naming: NameStyle = .raw,
    _ model: CodeModel? = nil
  ) throws {
    let model = try model ?? DecisionSpecs.model(of: analysed)
    let code = model.code(in: .swift, .arguments, naming)
    let generated = try #require(code.value, "\(code.diagnostics.map(\.message))")
    for file in generated {
      let text = file.text.replacing("import Testing\n", with: "")
      let end = text.firstRange(of: "\n@Suite(")?.lowerBound ?? text.endIndex
      files.append((file.name, String(text[..<end])))
    }
    let names = try #require(
      CodeNames.checked(model.specification, SwiftSpelling.names, naming).value
    )
    let printer = Printer(model: model, names: names)
    files.append(("\(printer.space).main.swift", printer.code))
    calls.append("print\(printer.space)()")
    expected += try printer.expected(analysed)
  }

  /// What the program prints: what it decides, or what other statements write.
  ///
  /// - Throws: `SwiftCompiler.Failure` where it does not compile, warnings among the reasons.
  func output(printing statements: String? = nil) throws -> String {
    let main = """
      // What the code needs of the module Testing.
      protocol CustomTestStringConvertible {}
      enum Test { static func cancel(_ reason: String) throws -> Never { preconditionFailure(reason) } }
      struct Comment: ExpressibleByStringInterpolation, Sendable {
        var rawValue: String
        init(stringLiteral text: String) { rawValue = text }
      }
      struct Issue {
        var comments: [Comment] = []
        static func record(_ text: String) {}
      }
      struct IssueHandlingTrait: Sendable {
        static func compactMapIssues(_ change: (Issue) -> Issue?) -> Self { Self() }
      }
      func withKnownIssue(_ reason: String, _ body: () -> Void) { body() }

      func write(_ text: String) { print(text) }
      \(statements ?? calls.joined(separator: "\n"))

      """
    return try SwiftCompiler.run(files + [("main.swift", main)])
  }

  /// The number of combinations that are printed.
  var combinations: Int { expected.split(separator: "\n").count { !$0.hasPrefix("#") } }
}

/// Writes the code that prints what a spec decides, and what it ought to print.
private struct Printer {
  let model: CodeModel
  let names: CodeNames

  private var specification: Specification { model.specification }
  var space: String { specification.id.replacing("-", with: "_") }
  private var hasParts: Bool { names.parts.contains { !$0.isEmpty } }

  var code: String {
    let factors = specification.factors.enumerated().map { number, factor in
      let list = "\(space).\(names.types[number]).allCases"
      let value = "let v\(number) = next(\(factor.values.count + (factor.onlyWhen == nil ? 0 : 1)))"
      let one =
        factor.onlyWhen == nil
        ? "\(list)[v\(number)]" : "v\(number) < \(list).count ? \(list)[v\(number)] : nil"
      return (value, "\(SwiftSpelling.argument(names.properties[number])): \(one)")
    }
    let count = SetupList(specification).count
    return """
      private func text(_ outcome: \(space).Outcome) -> String {
        switch outcome {
        case .expected(let rule, let results): "=\\(rule.rawValue): \\(results.joined(separator: " | "))"
        case .open(let ids): "?\\(ids.joined(separator: " "))"
        case .contradictory(let sides): "!\\(sides.joined(separator: " | "))"
        case .impossible: "-"
        \(hasParts ? "case .parts(let parts): \(space).Part.allCases.compactMap { part in parts[part].map { \"\\(part.rawValue) \\(text($0))\" } }.joined(separator: \" & \")" : "")
        }
      }

      func print\(space)() {
        write("# \(space) \\(\(space).cases.count)")
        for index in 0..<min(\(count), \(SwiftProgram.limit)) {
          \(factors.isEmpty ? "" : "var rest = \(count <= SwiftProgram.limit ? "index" : "index * \(SetupList.step) % \(count)")")
          \(factors.isEmpty ? "" : "func next(_ size: Int) -> Int { defer { rest /= size }; return rest % size }")
          \(factors.map(\.0).joined(separator: "\n    "))
          let setup = \(space).Setup(\(factors.map(\.1).joined(separator: ", ")))
          for operation in \(space).Operation.allCases {
            let decided = text(\(space).decide(setup, operation))
            if \(space).canHappen(setup, operation) || decided != "-" { write("\\(index) \\(operation.rawValue) \\(decided)") }
          }
        }
      }

      """
  }

  /// By the trees, and only what the analysis says can happen.
  func expected(_ analysed: AnalysedSpecification) throws -> String {
    var lines = ["# \(space) \(model.cases.count)"]
    let setups = SetupList(specification)
    for (index, number) in setups.numbers(atMost: SwiftProgram.limit).enumerated() {
      let values = setups.values(number)
      for operation in specification.caseOperations {
        let said = operation.values.compactMap { value -> String? in
          guard analysed.explanation(of: Combination(values: values, operation: value)) != nil
          else { return nil }
          let text = text(model.decisions[value].outcome(of: values, in: specification))
          return operation.hasParts ? "\(specification.operationValues[value].id) \(text)" : text
        }
        guard !said.isEmpty else { continue }
        lines.append("\(index) \(operation.id) \(said.joined(separator: " & "))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func text(_ outcome: DecisionTree.Outcome) -> String {
    switch outcome {
    case .expected(let rule, let results):
      "=\(specification.rules[rule].id): \(results.joined(separator: " | "))"
    case .open(let ids): "?\(ids.joined(separator: " "))"
    case .contradictory(let sides):
      "!\(sides.map { $0.joined(separator: "; ") }.joined(separator: " | "))"
    case .impossible: "-"
    }
  }
}

/// Runs the compiler of this machine.
enum SwiftCompiler {
  /// That it refused, or that what it made failed, with all that was printed.
  struct Failure: Error, CustomStringConvertible {
    var output: String
    var description: String { output }
  }

  /// Compiles files, warnings being errors, and gives what the program prints.
  static func run(_ files: [(name: String, text: String)]) throws -> String {
    try inFolder(files) { folder, paths in
      let program = folder.appending(path: "program").path
      let options = ["-swift-version", "6", "-warnings-as-errors", "-Onone", "-wmo"]
      _ = try start(["swiftc"] + options + ["-o", program] + paths)
      return try start([program])
    }
  }

  /// A module that stands for one which is not on this machine.
  struct Stub {
    var name: String
    var text: String
    /// The module and the program that its macros come from.
    var macros: (module: String, program: String)?
  }

  /// Checks the types of files that import some modules which are not there.
  static func check(_ files: [(name: String, text: String)], against stubs: [Stub]) throws {
    try inFolder(files) { folder, paths in
      var options: [String] = ["-I", folder.path]
      for stub in stubs {
        let source = folder.appending(path: "\(stub.name).stub.swift")
        try Data(stub.text.utf8).write(to: source)
        if let macros = stub.macros {
          let program = folder.appending(path: macros.module)
          try Data(macros.program.utf8).write(to: program)
          try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: program.path
          )
          options += ["-load-plugin-executable", "\(program.path)#\(macros.module)"]
        }
        let module = folder.appending(path: "\(stub.name).swiftmodule").path
        let make = ["-swift-version", "6", "-parse-as-library", "-emit-module", "-o", module]
        _ = try start(["swiftc"] + make + options + ["-module-name", stub.name, source.path])
      }
      let all = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library"] + options
      _ = try start(["swiftc", "-typecheck"] + all + paths)
    }
  }

  /// Checks the types of files that import the module Testing, warnings being errors.
  static func check(_ files: [(name: String, text: String)], _ options: [String] = []) throws {
    try inFolder(files) { _, paths in
      let all = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library"] + options
      _ = try start(["swiftc", "-typecheck"] + all + paths)
    }
  }

  private static func inFolder<Result>(
    _ files: [(name: String, text: String)],
    _ body: (URL, [String]) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "specmatrix-code-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try files.map { file in
      let url = folder.appending(path: file.name)
      try Data(file.text.utf8).write(to: url)
      return url.path
    }
    return try body(folder, paths)
  }

  private static func start(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
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
