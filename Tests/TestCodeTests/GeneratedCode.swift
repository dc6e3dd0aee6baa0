import Combinatorics
import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing

@testable import TestCode
@testable import TestDesign

/// Generated code in a folder, with what it must decide.
final class GeneratedCode {
  /// What is known of a spec whose code is in the folder.
  struct Entry {
    let model: CodeModel
    let names: CodeNames
    /// The names of its files, the types first.
    let files: [String]
    /// A line for each setup and operation that can occur.
    let expected: [String]
  }

  let folder: URL
  private let language: CodeLanguage
  private let rules: NameRules
  private(set) var entries: [Entry] = []

  /// How many setups of a spec are looked at.
  static let limit = DecisionSpecs.seedCount(orElse: 0) > 0 ? 100_000 : 4_000

  init(_ language: CodeLanguage, _ rules: NameRules) throws {
    self.language = language
    self.rules = rules
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "specmatrix-code-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes the code of a spec.
  func add(
    _ analysed: AnalysedSpecification,
    _ oracle: Oracle? = nil,
    style: CodeStyle = .arguments,
    naming: NameStyle = .raw,
    model makeModel: (AnalysedSpecification) throws -> CodeModel = DecisionSpecs.model
  ) throws {
    let model = try makeModel(analysed)
    let code = model.code(in: language, style, naming)
    let files = try #require(code.value, "\(code.diagnostics.map(\.message))")
    let again = try makeModel(analysed).code(in: language, style, naming)
    #expect(again.value?.map(\.text) == files.map(\.text))
    for file in files { try write(file.text, to: file.name) }
    let names = CodeNames.checked(analysed.specification, rules, naming)
    entries.append(
      Entry(
        model: model,
        names: try #require(names.value),
        files: files.map(\.name),
        expected: Expectation(analysed, oracle).lines
      )
    )
  }

  /// The samples, a spec of operations alone and some random specs, with the oracle's word on them.
  func addAll(randomSpecs few: Int) throws {
    for path in DecisionSpecs.samples { try add(DecisionSpecs.sample(path)) }
    try add(DecisionSpecs.withoutFactors())
    for seed in 0..<DecisionSpecs.seedCount(orElse: few) {
      guard let (analysed, oracle) = try DecisionSpecs.random(seed: seed) else { continue }
      try add(
        analysed,
        oracle,
        style: seed.isMultiple(of: 3) ? .functions : .arguments,
        naming: seed.isMultiple(of: 5) ? .mangled : .raw
      )
    }
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// What a program prints of the specs, in the order in which they were added, against what it must.
  func expect(_ output: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let printed = output.split(separator: "\n").map(String.init)
    let expected = entries.flatMap(\.expected)
    let difference = zip(printed, expected).first { $0 != $1 }.map { "\($0), not \($1)" }
    #expect(difference == nil, sourceLocation: sourceLocation)
    #expect(printed.count == expected.count, sourceLocation: sourceLocation)
    #expect(expected.count > 100, sourceLocation: sourceLocation)
    print("\(language): \(entries.count) specs, \(expected.count) combinations")
  }

  /// What the programs need to list the setups of each spec: `SetupList` in other words.
  func catalogue() throws -> String {
    let all = entries.map { entry -> [String: Any] in
      let specification = entry.model.specification
      let setups = SetupList(specification)
      return [
        "module": entry.files[0],
        "id": specification.id,
        "numbers": setups.numbers(atMost: Self.limit),
        "factors": specification.factors.enumerated().map { number, factor in
          [
            "property": entry.names.properties[number],
            "values": factor.values.map { $0.id as Any }
              + (factor.onlyWhen == nil ? [] : [NSNull()]),
          ]
        },
        "operations": specification.caseOperations.map(\.id),
      ]
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: all), as: UTF8.self)
  }
}

/// What the code of a spec must decide, by the analysis, and by brute force where that is at hand.
private struct Expectation {
  private let analysed: AnalysedSpecification
  private let oracle: Oracle?
  private let points: [[Int?]: Int]

  init(_ analysed: AnalysedSpecification, _ oracle: Oracle?) {
    self.analysed = analysed
    self.oracle = oracle
    points = Dictionary(
      uniqueKeysWithValues: (oracle?.combinations ?? []).enumerated().map { ($1, $0) }
    )
  }

  var lines: [String] {
    let specification = analysed.specification
    let setups = SetupList(specification)
    var lines: [String] = []
    for number in setups.numbers(atMost: GeneratedCode.limit) {
      let values = setups.values(number)
      for operation in specification.caseOperations {
        let said = operation.values.compactMap { value in
          text(values, value).map { text in
            operation.hasParts ? "\(specification.operationValues[value].id) \(text)" : text
          }
        }
        if said.isEmpty { continue }
        lines.append(
          "\(specification.id) \(number) \(operation.id) \(said.joined(separator: " & "))"
        )
      }
    }
    return lines
  }

  /// `nil` for what cannot occur.
  private func text(_ values: [Int?], _ operation: Int) -> String? {
    guard let oracle else {
      let combination = Combination(values: values, operation: operation)
      guard let explanation = analysed.explanation(of: combination) else { return nil }
      let said = explanation.winners.compactMap { rule -> [String]? in
        if case .then(let results) = analysed.specification.rules[rule].outcome {
          results.map(\.text)
        } else {
          nil
        }
      }
      switch explanation.status {
      case .defined: return Self.text("=", said)
      case .contradictory: return Self.text("!", said)
      case .undefined, .undecided: return "?"
      }
    }
    guard let point = points[values + [operation]] else { return nil }
    let said = oracle.winners(of: point).compactMap { rule -> [String]? in
      if case .then(let results) = oracle.rules[rule].outcome { results } else { nil }
    }
    switch oracle.status(of: point) {
    case .defined: return Self.text("=", said)
    case .contradictory: return Self.text("!", said)
    case .undefined, .undecided: return "?"
    }
  }

  private static func text(_ mark: String, _ said: [[String]]) -> String {
    let sides = Set(said.map { $0.joined(separator: "; ") })
    return mark
      + sides.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " | ")
  }
}

/// A program of this machine.
struct Tool {
  /// That it failed, with all that it printed.
  struct Failure: Error, CustomStringConvertible {
    var output: String
    var description: String { output }
  }

  let path: String

  /// The first that is on the path, or in the folder that `SPECMATRIX_TOOLS` names.
  init?(_ names: String...) {
    let environment = ProcessInfo.processInfo.environment
    let folders = [environment["SPECMATRIX_TOOLS"], environment["PATH"]].compactMap(\.self)
      .flatMap { $0.split(separator: ":").map(String.init) }
    let found = names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  /// What it prints.
  func run(_ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"],
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
