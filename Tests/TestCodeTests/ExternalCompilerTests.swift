import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing

@testable import TestCode
@testable import TestDesign

/// Generated code, compiled or parsed by the tools of its language.
@Suite(.tags(.external), .external)
struct ExternalCompilerTests {
  /// The commands that compile and run the code of a language, so that it prints its decisions.
  ///
  /// Before the program ends, it checks the decision of each case.
  struct Compiler: Sendable, CustomTestStringConvertible {
    let language: CodeLanguage
    /// Previews have no tests, which need a module that cannot be linked.
    var style = CodeStyle.arguments
    /// A command that succeeds if the code can be compiled.
    let probe: [String]
    let commands: [String]

    var testDescription: String { language.rawValue }
  }

  private static let compilers = [
    Compiler(
      language: .swift,
      style: .previews,
      probe: ["swiftc", "--version"],
      commands: [
        "swiftc -swift-version 6 -warnings-as-errors -Onone -wmo -o program *.swift", "program",
      ]
    ),
    Compiler(
      language: .kotlin,
      probe: ["kotlinc", "-version"],
      commands: [
        "kotlinc -Werror -nowarn -include-runtime -d code.jar *.kt",
        "java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp code.jar specmatrix.MainKt",
      ]
    ),
    Compiler(
      language: .typescript,
      probe: ["deno", "--version"],
      commands: [
        "deno check --quiet *.cases.ts", "deno run --quiet --allow-read --no-check main.ts",
      ]
    ),
    Compiler(
      language: .python,
      probe: ["python3", "-c", "import enum; enum.StrEnum"],
      commands: ["python3 -m compileall -q .", "python3 main.py"]
    ),
  ]

  /// `SPECMATRIX_SEEDS=200` reproduces the number in the issue.
  @Test(arguments: compilers.filter { Tool.succeeds($0.probe) })
  func `decides every combination as the analysis and brute force do`(compiler: Compiler) throws {
    let language = compiler.language
    let code = try GeneratedCode(language, compiler.style, team: language.rawValue)
    try code.addAll(randomSpecs: 12)
    var output = ""
    for command in compiler.commands { output = try code.run(command) }
    code.expect(output)
  }

  #if os(Linux)
  /// Uses the macros of the module Testing, which the compiler finds on Linux only; other modules are stubs.
  @Test(arguments: [
    (CodeStyle.arguments, "swift-tests", "", "Driver.swift"),
    (.functions, "swift-tests", "", "Driver.swift"),
    (.snapshots, "swift-snapshots", "SnapshotTesting", "Driver.swift"),
    (.previews, "swift-previews", "SwiftUI", "Screen.swift"),
  ])
  func `Swift fits what a team adds in every style`(
    style: CodeStyle,
    team: String,
    module: String,
    file: String
  ) throws {
    func check(_ code: GeneratedCode) throws {
      var options = "-swift-version 6 -warnings-as-errors -parse-as-library -I ."
      if style == .previews {
        try code.run("chmod +x PreviewsMacros")
        options += " -load-plugin-executable \(code.folder.path)/PreviewsMacros#PreviewsMacros"
      }
      if !module.isEmpty {
        let names = "-module-name \(module) -o \(module).swiftmodule"
        try code.run("swiftc -emit-module \(names) \(options) \(module).swift")
        try code.run("rm \(module).swift")
      }
      try code.run("swiftc -typecheck \(options) *.swift")
    }
    let code = try GeneratedCode(.swift, style, team: team)
    try code.addAll(randomSpecs: 4)
    #expect(throws: Never.self) { try check(code) }
    // Mismatches are detected, so that the check above is meaningful.
    let misfit = try GeneratedCode(.swift, style, team: team)
    try misfit.add(CodeSpecs.spec("ODD", CodeSpecs.oddNames))
    try misfit.replace("_ operation", with: "operation", in: "ODD\(file)")
    #expect(throws: Tool.Failure.self) { try check(misfit) }
  }
  #endif

  @Test(
    .external(
      Tool.succeeds(["python3", "-c", "import gherkin.pickles.compiler"]),
      "needs gherkin"
    ),
    arguments: [CodeStyle.arguments, .xray]
  )
  func `every case is a scenario that says what matters, and open ones bear their questions`(
    style: CodeStyle
  ) throws {
    let code = try GeneratedCode(.gherkin, style, team: "gherkin")
    try code.addAll(randomSpecs: 12)
    let names = code.entries.map { $0.files[0] }.joined(separator: " ")
    let output = try code.run("python3 main.py \(names)")
    var scenarios = output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }[...]
    for entry in code.entries {
      let model = entry.model
      let own = Dictionary(
        uniqueKeysWithValues: scenarios.prefix(model.cases.count).map { scenario in
          (String(scenario[1].prefix { $0 != " " }), scenario)
        }
      )
      scenarios = scenarios.dropFirst(model.cases.count + model.flows.count)
      for one in model.cases {
        let scenario = try #require(own[one.testCase.id], "\(one.testCase.id)")
        let tags = scenario[2].split(separator: " ").map(String.init)
        #expect(scenario[0] == entry.files[0])
        #expect(tags.contains("@open") == !one.isDecided, "\(scenario)")
        let number = try #require(CaseCode.number(ofID: one.testCase.id))
        #expect(tags.contains("@id:\(number)") == (style == .xray))
        for number in one.testCase.matters {
          let factor = model.specification.factors[number]
          // Comparisons are determined by the values of their factors.
          if factor.comparison != nil { continue }
          let value = one.testCase.combination.values[number]
          let label = value.map { CodeText.line(factor.values[$0].label) } ?? "–"
          #expect(scenario[3].contains(label), "\(scenario)")
        }
        for outcome in one.outcomes.map(\.outcome) {
          for result in outcome.results {
            #expect(scenario[3].contains(CodeText.line(result)), "\(scenario)")
          }
          let ids = outcome.questions
          #expect(ids.isEmpty || ids.contains { scenario[2].contains("open-\($0)") })
        }
      }
    }
    #expect(scenarios.isEmpty)
  }
}
