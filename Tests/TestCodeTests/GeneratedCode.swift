import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing

@testable import TestCode
@testable import TestDesign

/// Generated code in a folder, with a team's additions.
final class GeneratedCode {
  /// A spec whose code is in the folder.
  struct Entry {
    let analysed: AnalysedSpecification
    let oracle: Oracle?
    let model: CodeModel
    /// The names of its files, the types first.
    let files: [String]
  }

  let folder: URL
  let language: CodeLanguage
  let style: CodeStyle
  private(set) var entries: [Entry] = []
  private let team: TemplateRenderer

  /// The number of setups of a spec that are checked.
  static let limit = Seeds.isAsked ? 100_000 : 4_000

  /// Creates the folder; `team` is a file of templates in `Programs` for the files beside the code of each spec, where `main` is used once.
  init(_ language: CodeLanguage, _ style: CodeStyle = .arguments, team: String) throws {
    self.language = language
    self.style = style
    let path = "Tests/TestCodeTests/Programs/\(team).mustache"
    let resource = try Data(contentsOf: CodeSpecs.root.appending(path: path))
    self.team = try TemplateRenderer(Array(resource), language.spelling.forms)
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "specmatrix-code-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func add(
    _ analysed: AnalysedSpecification,
    _ oracle: Oracle? = nil,
    _ naming: NameStyle = .raw,
    model makeModel: (AnalysedSpecification) throws -> CodeModel = CodeSpecs.model
  ) throws {
    let model = try makeModel(analysed)
    let code = model.code(in: language, style, naming)
    let files = try #require(code.value, "\(code.diagnostics.map(\.message))")
    let context = CodeContext(model, language, style, naming)
    let number: TemplateValues = ["number": .text(String(entries.count))]
    try write(files + addition(isMain: false, context.values(isDivided: false), number))
    let entry = Entry(analysed: analysed, oracle: oracle, model: model, files: files.map(\.name))
    entries.append(entry)
  }

  /// Writes the main program and the code of samples, odd specs, a split one, and random specs with their oracles.
  func addAll(randomSpecs few: Int) throws {
    for path in CodeSpecs.samples { try add(CodeSpecs.sample(path)) }
    try add(CodeSpecs.spec("BARE", "operations: [go]\nrules: {go: It goes}\n"))
    let asks = "states: {a: [b, c]}\noperations: [go]\nrules: {go: {question: What happens?}}\n"
    try add(CodeSpecs.spec("NONE", asks))
    try add(CodeSpecs.spec("RAW-NAMES", CodeSpecs.oddNames))
    try add(CodeSpecs.spec("MANGLED", CodeSpecs.oddNames), nil, .mangled)
    try add(CodeSpecs.many(), model: CodeSpecs.modelOfTriples)
    for id in CodeSpecs.comparing.keys.sorted() { try add(CodeSpecs.comparing(id)) }
    for seed in 0..<(Seeds.isAsked ? Seeds.count : few) {
      guard let (analysed, oracle) = try CodeSpecs.random(seed: seed) else { continue }
      try add(analysed, oracle, seed.isMultiple(of: 5) ? .mangled : .raw)
    }
    let specs = entries.enumerated().map { number, entry -> TemplateValues in
      ["number": .text(String(number)), "space": .text(entry.model.space)]
    }
    let values: TemplateValues = [
      "specs": .list(specs), "limit": .text(String(Self.limit)),
      "step": .text(String(SetupList.step)),
    ]
    try write(addition(isMain: true, values, [:]))
  }

  private func addition(
    isMain: Bool,
    _ values: TemplateValues,
    _ number: TemplateValues
  ) throws -> [CodeFile] {
    try team.partials.keys.sorted().filter { $0.hasPrefix("main.") == isMain }
      .map { try team.file($0, values, number) }
  }

  func write(_ files: [CodeFile]) throws {
    for file in files {
      try Data(file.text.utf8).write(to: folder.appending(path: file.name))
    }
  }

  func replace(_ old: String, with new: String, in name: String) throws {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    try #require(text.contains(old), "\(name): no `\(old)`")
    try write([CodeFile(name: name, text: text.replacing(old, with: new))])
  }

  /// Runs a tool in the folder; `*.ts` in a command stands for all such files.
  @discardableResult
  func run(_ command: String) throws -> String {
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let words = command.split(separator: " ").flatMap { word in
      word.hasPrefix("*") ? all.filter { $0.hasSuffix(word.dropFirst()) } : [String(word)]
    }
    let own = folder.appending(path: words[0]).path
    let tool = try #require(all.contains(words[0]) ? Tool(at: own) : Tool(words[0]))
    return try tool.run(Array(words.dropFirst()), in: folder)
  }

  /// Compares the output of a program, in the order in which the specs were added, with the expectation.
  func expect(_ output: String) {
    let printed = output.split(separator: "\n").map(String.init)
    let expected = entries.flatMap { Expectation($0).lines }
    let difference = zip(printed, expected).first { $0 != $1 }.map { "\($0), not \($1)" }
    #expect(difference == nil)
    #expect(printed.count == expected.count)
    #expect(expected.count > 100)
    print("\(language): \(entries.count) specs, \(expected.count) combinations")
  }
}

/// The decisions of a spec's code, by the analysis and, where available, by brute force.
private struct Expectation {
  private let entry: GeneratedCode.Entry
  private let points: [[Int?]: Int]

  init(_ entry: GeneratedCode.Entry) {
    self.entry = entry
    let combinations = entry.oracle?.combinations ?? []
    points = Dictionary(uniqueKeysWithValues: combinations.enumerated().map { ($1, $0) })
  }

  /// A line for each setup by number and each operation that can occur: `PAY 17 accept =It is paid`.
  var lines: [String] {
    let specification = entry.model.specification
    let setups = SetupList(specification)
    return setups.numbers(atMost: GeneratedCode.limit).flatMap { number in
      let values = setups.values(number)
      return entry.model.operations.compactMap { operation -> String? in
        let said = operation.values.compactMap { value in
          text(values, value).map { text in
            operation.hasParts ? "\(entry.model.operationValues[value].id) \(text)" : text
          }
        }
        if said.isEmpty { return nil }
        return "\(specification.id) \(number) \(operation.id) \(said.joined(separator: " & "))"
      }
    }
  }

  /// Returns a decision as text, or `nil` for what cannot occur.
  private func text(_ values: [Int?], _ operation: Int) -> String? {
    let said: [[String]]
    // Brute force has its own statuses with the same names.
    let status: String
    if let oracle = entry.oracle {
      guard let point = points[values + [operation]] else { return nil }
      status = "\(oracle.status(of: point))"
      said = oracle.winners(of: point).compactMap { rule in
        if case .then(let results) = oracle.rules[rule].outcome { results } else { nil }
      }
    } else {
      let combination = Combination(values: values, operation: operation)
      guard let explanation = entry.analysed.explanation(of: combination) else { return nil }
      status = "\(explanation.status)"
      said = explanation.winners.map(entry.model.results(of:)).filter { !$0.isEmpty }
    }
    let sides = Set(said.map { $0.joined(separator: "; ") })
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " | ")
    return switch status {
    case "defined": "=" + sides
    case "contradictory": "!" + sides
    default: "?"
    }
  }
}
