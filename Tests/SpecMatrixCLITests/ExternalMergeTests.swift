import Foundation
import Reporting
import RoundTrip
import TestDesign
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// A spec that two branches edit; each edit is valid whatever the other branch did.
private struct SharedSpec {
  enum Edit {
    case addValue(factor: Int, String)
    case renameValue(factor: Int, String, to: String)
    case removeValue(factor: Int, String)
    case addFactor(String)
    case addOperation(String)
    case removeOperation(String)
    case reword(operation: String, String)
    case addException(operation: String, factor: Int, String, then: String)
  }

  private struct Exception {
    var operation: String
    var factor: Int
    var value: String
    var then: String
  }

  /// The values of each factor under their original names, with their current ones.
  private var factors: [(name: String, values: [(origin: String, name: String)])]
  private var operations: [(name: String, then: String)]
  private var exceptions: [Exception] = []
  /// The factors with a removed name of a value.
  private var renamed: Set<Int> = []

  init(_ random: inout SplitMix64) {
    factors = (0..<random.within(2...4)).map { factor in
      let count = random.within(2...4)
      return ("f\(factor)", (0..<count).map { ("v\(factor)x\($0)", "v\(factor)x\($0)") })
    }
    operations = (0..<random.within(2...4)).map { ("op\($0)", "Result of op\($0)") }
    for _ in 0..<3 { apply(edit(&random, "base")) }
  }

  func edit(_ random: inout SplitMix64, _ branch: String) -> Edit {
    let name = "\(branch)\(random.below(1_000_000))"
    let factor = random.below(factors.count)
    let value = random.pick(factors[factor].values).origin
    let operation = random.pick(operations).name
    switch random.below(9) {
    case 0, 1: return .addValue(factor: factor, name)
    case 2: return .renameValue(factor: factor, value, to: name)
    case 3: return .removeValue(factor: factor, value)
    case 4: return .addFactor(name)
    case 5: return .addOperation(name)
    case 6: return .removeOperation(operation)
    case 7: return .reword(operation: operation, "Result \(name)")
    default:
      return .addException(operation: operation, factor: factor, value, then: "Result \(name)")
    }
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .addValue(let factor, let name): factors[factor].values.append((name, name))
    case .renameValue(let factor, let origin, let name):
      guard let value = factors[factor].values.firstIndex(where: { $0.origin == origin }) else {
        return
      }
      factors[factor].values[value].name = name
      renamed.insert(factor)
    case .removeValue(let factor, let origin):
      guard factors[factor].values.count > 2 else { return }
      renamed.insert(factor)
      factors[factor].values.removeAll { $0.origin == origin }
      exceptions.removeAll { $0.factor == factor && $0.value == origin }
    case .addFactor(let name):
      guard factors.count < 6 else { return }
      factors.append((name, [("\(name)a", "\(name)a"), ("\(name)b", "\(name)b")]))
    case .addOperation(let name): operations.append((name, "Result of \(name)"))
    case .removeOperation(let name):
      guard operations.count > 1 else { return }
      operations.removeAll { $0.name == name }
      exceptions.removeAll { $0.operation == name }
    case .reword(let operation, let text):
      guard let place = operations.firstIndex(where: { $0.name == operation }) else { return }
      operations[place].then = text
    case .addException(let operation, let factor, let origin, let text):
      guard operations.contains(where: { $0.name == operation }),
        factors[factor].values.contains(where: { $0.origin == origin }),
        !exceptions.contains(where: { $0.operation == operation && $0.value == origin })
      else { return }
      exceptions.append(Exception(operation: operation, factor: factor, value: origin, then: text))
    }
  }

  var yaml: String {
    var text = "specmatrix: 1\nid: MERGE\nfeature: Merge\ndata:\n"
    for factor in factors {
      text += "  \(factor.name):\n    values:\n"
      for value in factor.values { text += "      \(value.name): Label of \(value.origin)\n" }
    }
    text += "operations:\n" + operations.map { "  \($0.name): {}\n" }.joined() + "rules:\n"
    for operation in operations {
      text += "  \(operation.name):\n    - then: \(operation.then)\n"
      for exception in exceptions where exception.operation == operation.name {
        let factor = factors[exception.factor]
        let name = factor.values.first { $0.origin == exception.value }?.name ?? ""
        text += "    - {when: {\(factor.name): \(name)}, then: \(exception.then)}\n"
      }
    }
    return text
  }

  func hasLostNames(of factor: String) -> Bool { renamed.contains { factors[$0].name == factor } }

  /// True if an exception of an operation names a factor.
  func reads(_ factor: String, in operation: String) -> Bool {
    exceptions.contains { $0.operation == operation && factors[$0.factor].name == factor }
  }

  /// The original name of each value by its current name.
  var origins: [String: String] {
    Dictionary(factors.flatMap { $0.values.map { ($0.name, $0.origin) } }) { first, _ in first }
  }
}

/// Real merges of two branches of a repository in which both spec and suite were edited.
@Suite(.tags(.external), .external)
struct ExternalMergeTests {
  private static let spec = "specs/merge.yaml"
  private static let suite = "output/MERGE.json"

  /// The meaning of a suite's cases by id, in the original names of values.
  private struct Meaning {
    let spec: SharedSpec
    let setups: [String: [String: String]]
    let operations: [String: String]

    init(_ folder: TemporaryFolder, _ spec: SharedSpec) throws {
      self.spec = spec
      let origins = spec.origins
      let earlier = try StoredSuite(json: try folder.bytes(suite), id: "MERGE").earlier
      #expect(Set(earlier.cases.map(\.id)).count == earlier.cases.count)
      setups = Dictionary(
        uniqueKeysWithValues: earlier.cases.map { testCase in
          (testCase.id, testCase.setup.compactMapValues { $0.map { origins[$0] ?? $0 } })
        }
      )
      operations = Dictionary(uniqueKeysWithValues: earlier.cases.map { ($0.id, $0.operation) })
    }

    private func isIndifferent(_ id: String, to factor: String, _ other: Meaning) -> Bool {
      let operation = operations[id] ?? ""
      return !spec.reads(factor, in: operation) || !other.spec.reads(factor, in: operation)
    }

    /// Returns the ids that denote another case in the other suite.
    ///
    /// If the name of a value is gone, a case whose operation does not read the factor moves to another value.
    func others(in other: Meaning) -> [String] {
      setups.keys.filter { id in
        guard let setup = setups[id], let now = other.setups[id] else { return false }
        return operations[id] != other.operations[id]
          || setup.contains { name, value in
            (now[name].map { $0 != value } ?? false)
              && !(other.spec.hasLostNames(of: name) && isIndifferent(id, to: name, other))
          }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `merges leave every id with its case`(part: Int) throws {
    for seed in stride(from: part, to: 200, by: 4) {
      try merge(seed: UInt64(seed), hasWorkbook: seed % 20 < 4)
    }
  }

  private func merge(seed: UInt64, hasWorkbook: Bool) throws {
    var random = SplitMix64(seed: seed)
    let git = try GitFolder()
    let folder = git.folder
    let formats = hasWorkbook ? "json,xlsx" : "json"
    let workbook = TesterWorkbook(path: folder("output/MERGE.xlsx"))
    func generate(_ spec: SharedSpec) throws -> CommandRun {
      try folder.write(spec.yaml, to: Self.spec)
      let run = CommandRun(
        "generate \(folder(Self.spec)) -o \(folder("output")) --format \(formats)"
      )
      try #require(run.status == .success, "seed \(seed): \(run.errors)\n\(spec.yaml)")
      return run
    }
    try git.git("config", "user.name", "Somebody")
    try git.git("config", "user.email", "somebody@example.com")
    try folder.write("*.xlsx\n", to: ".gitignore")
    let base = SharedSpec(&random)
    _ = try generate(base)
    try git.commit()
    var meanings = [try Meaning(folder, base)]
    var edits: [SharedSpec.Edit] = []
    for branch in ["one", "two"] {
      try git.git("checkout", "--quiet", "-B", branch, "main")
      try? FileManager.default.removeItem(atPath: workbook.path)
      var spec = base
      for _ in 0..<random.within(1...4) {
        let edit = spec.edit(&random, branch)
        spec.apply(edit)
        edits.append(edit)
        _ = try generate(spec)
        meanings.append(try Meaning(folder, spec))
      }
      try git.commit()
    }
    // The tester of the second branch has a result for every case, with these texts.
    var tested: [String: String] = [:]
    if hasWorkbook {
      let ids = meanings[meanings.count - 1].setups.keys.sorted()
      try workbook.enter(ids.flatMap { [($0, .result, "OK"), ($0, .note, "of \($0)")] })
      for id in ids { tested[id] = try workbook.text(id, .expected) }
    }
    let tool = try #require(Tool("git"))
    let isClean =
      (try? tool.run(
        ["merge", "--quiet", "--no-edit", "one"],
        in: URL(fileURLWithPath: folder.path)
      )) != nil
    let open = try tool.run(
      ["diff", "--name-only", "--diff-filter=U"],
      in: URL(fileURLWithPath: folder.path)
    )
    // People decide about the spec; generated files never conflict.
    #expect(isClean || open == Self.spec + "\n", "seed \(seed): \(open)")
    var merged = base
    for edit in edits { merged.apply(edit) }
    _ = try generate(merged)
    let now = try Meaning(folder, merged)
    for meaning in meanings {
      #expect(meaning.others(in: now).isEmpty, "seed \(seed): \(meaning.others(in: now))")
    }
    let text = try folder.read(Self.suite)
    _ = try generate(merged)
    #expect(try folder.read(Self.suite) == text, "seed \(seed)")
    guard hasWorkbook else { return }
    for id in now.setups.keys {
      let note = try workbook.text(id, .note)
      #expect(note.isEmpty || note == "of \(id)", "seed \(seed): \(note) at \(id)")
      let result = try workbook.text(id, .result)
      #expect(result.isEmpty == note.isEmpty, "seed \(seed): \(id)")
      let isOfThisText = try workbook.text(id, .expected) == tested[id]
      #expect(
        try result.isEmpty || isOfThisText || workbook.text(id, .recheck) != "",
        "seed \(seed): \(id)"
      )
    }
  }
}
