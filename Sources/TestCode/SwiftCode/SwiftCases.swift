import Specification
import TestDesign

extension SwiftCode {
  /// What tests show of a value.
  private var described: String { hasTests ? ", CustomTestStringConvertible" : "" }

  func addSetup(to code: inout CodeLines) {
    code.add()
    code.add("/// What is the case before something happens.")
    code.block("struct Setup: Hashable, Sendable\(described) {") { code in
      for (number, factor) in specification.factors.enumerated() {
        let type = names.types[number] + (factor.onlyWhen == nil ? "" : "?")
        code.add("var \(names.properties[number]): \(type)")
      }
      guard hasTests else { return }
      let texts = specification.factors.enumerated().map { number, factor in
        let property = names.properties[number]
        let value = factor.onlyWhen == nil ? ".rawValue" : "?.rawValue ?? \"–\""
        let name = Self.literal(factor.name).dropFirst().dropLast()
        return "\(name): \\(\(property)\(value))"
      }
      code.add()
      code.add("var testDescription: String { \"\(texts.joined(separator: ", "))\" }")
    }
  }

  func addOutcome(to code: inout CodeLines) {
    code.add()
    code.add("/// What the spec says of a setup and an operation.")
    code.block("indirect enum Outcome: Hashable, Sendable {") { code in
      code.add("/// The rule that decides, and what must be seen.")
      code.add("case expected(Rule, [String])")
      code.add("/// The ids of the questions that are open.")
      code.add("case open([String])")
      code.add("/// Rules that disagree, with what each says.")
      code.add("case contradictory([String])")
      if hasParts {
        code.add("/// By part that can be seen.")
        code.add("case parts([Part: Outcome])")
      }
      code.add("/// The spec says that it cannot happen.")
      code.add("case impossible")
      if !decidingRules.isEmpty {
        code.add()
        code.add("static func says(_ rule: Rule) -> Outcome { .expected(rule, rule.results) }")
      }
      code.add()
      code.add("/// The rules that decide.")
      code.block("var rules: [Rule] {") { code in
        code.add("switch self {")
        code.add("case .expected(let rule, _): [rule]")
        if hasParts {
          code.add("case .parts(let parts): Part.allCases.flatMap { parts[$0]?.rules ?? [] }")
        }
        code.add("case .open, .contradictory, .impossible: []")
        code.add("}")
      }
      code.add()
      code.add(
        "/// Why nothing can be tested: the questions that are open, or what contradicts itself."
      )
      code.block("var open: [String] {") { code in
        code.add("switch self {")
        code.add("case .expected, .impossible: []")
        code.add("case .open(let ids): ids")
        code.add("case .contradictory(let sides): sides")
        if hasParts {
          code.add("case .parts(let parts): Part.allCases.flatMap { parts[$0]?.open ?? [] }")
        }
        code.add("}")
      }
    }
  }

  // MARK: Cases

  func addCases(to code: inout CodeLines, isSplit: Bool) {
    code.add()
    code.block("nonisolated extension \(space) {") { code in
      code.add("/// A case of the suite.")
      code.block("struct Case: Hashable, Identifiable, Sendable\(described) {") { code in
        code.add("var id: String")
        code.add("var title: String")
        code.add("/// Another one as soon as something of the case changes.")
        code.add("var fingerprint: String")
        code.add("var setup: Setup")
        code.add("var operation: Operation")
        code.add("var outcome: Outcome")
        code.add()
        code.add("/// What reports know the case by: its id, and which version of it this is.")
        code.add("var mark: String { \"\\(id)#\\(fingerprint)\" }")
        if hasTests {
          code.add()
          code.add("var testDescription: String { \"\\(mark) \\(title)\" }")
        }
        code.add()
        code.add("/// Why the case cannot be run: the questions that are open.")
        code.block("var waiting: String {") { code in
          code.add(
            "let open = outcome.open.map { id in \(space).questions[id].map { \"\\(id): \\($0)\" } ?? id }"
          )
          code.add(
            "return \"specmatrix:\\(mark) waits for: \\(open.joined(separator: \" | \"))\""
          )
        }
      }
      code.add()
      code.add("/// The questions that are open, by id.")
      if model.questions.isEmpty {
        code.add("static let questions: [String: String] = [:]")
      } else {
        code.block("static let questions: [String: String] = [", closing: "]") { code in
          for question in model.questions {
            let text = Self.literal(question.text)
            code.add("\(Self.literal(question.id)): \(text),")
          }
        }
      }
      code.add()
      guard isSplit else {
        add(model.cases, as: nil, to: &code)
        return
      }
      let operations = specification.caseOperations.indices.filter { operation in
        model.cases.contains { $0.operation == operation }
      }
      let lists = operations.map { "Cases.\(names.operations[$0])" }.joined(separator: " + ")
      code.block("static let cases: [Case] = (\(lists)).sorted {") { code in
        code.add("($0.id.utf8.count, $0.id) < ($1.id.utf8.count, $1.id)")
      }
      code.add()
      code.add("/// By operation.")
      code.add("enum Cases {}")
    }
  }

  /// A list of cases, made one statement each in a function: a compiler reads a closure with so many as a whole, which takes it quadratic time.
  func add(_ cases: [CodeModel.Case], as operation: Int?, to code: inout CodeLines) {
    // In an extension of `Cases` the names of the space are not seen.
    let space = operation == nil ? "" : "\(space)."
    let name = operation.map { names.operations[$0] } ?? "cases"
    let maker = "make\(operation.map { names.operationFunctions[$0] } ?? "Cases")"
    code.add("static let \(name): [\(space)Case] = \(maker)()")
    code.add()
    code.block("private static func \(maker)() -> [\(space)Case] {") { code in
      code.add("var all: [\(space)Case] = []")
      for entry in cases {
        let testCase = entry.testCase
        let expectation = expectation(entry) { parts in
          ".parts([\(parts.map { "\($0.part): \($0.outcome)" }.joined(separator: ", "))])"
        }
        let setup = setup(entry).map { "\(SwiftSpelling.argument($0.property)): \($0.value)" }
        code.add("all.append(")
        code.add("  \(space)Case(")
        code.add("    id: \(Self.literal(testCase.id)),")
        code.add("    title: \(Self.literal(testCase.title)),")
        code.add("    fingerprint: \(Self.literal(entry.fingerprint)),")
        code.add("    setup: \(space)Setup(\(setup.joined(separator: ", "))),")
        code.add("    operation: \(self.operation(entry.operation)),")
        code.add("    outcome: \(expectation)")
        code.add("  )")
        code.add(")")
      }
      code.add("return all")
    }
  }

  // MARK: Tests

  func addWorld(to code: inout CodeLines) {
    code.add()
    code.block("nonisolated extension \(space) {") { code in
      code.add("/// The data layer in memory, built anew for each case.")
      code.block("protocol World: SendableMetatype {") { code in
        code.add("init()")
        for (number, factor) in specification.factors.enumerated() {
          code.add(SwiftSpelling.comment(factor.label))
          let type = names.types[number] + (factor.onlyWhen == nil ? "" : "?")
          code.add("mutating func set(_ \(names.properties[number]): \(type))")
        }
      }
      guard hasTests else { return }
      code.add()
      code.add("/// The app under test, standing on a world.")
      code.block("protocol Driver: SendableMetatype {") { code in
        code.add("associatedtype AppWorld: World")
        code.add("init(_ world: sending AppWorld) async throws")
        code.add("/// Does it, or lets it befall the app.")
        code.add("func perform(_ operation: Operation) async throws")
        code.add("/// Expects what the rule says to be seen.")
        code.add("func check(_ rule: Rule) async throws")
      }
      code.add()
      code.add("/// The case that runs, for reports.")
      code.add("@TaskLocal static var current: Case?")
      code.add()
      code.add("/// For suites: what fails names the case in every report.")
      code.block("static let marks: IssueHandlingTrait = .compactMapIssues { issue in") { code in
        code.add("guard let testCase = current else { return issue }")
        code.add("let mark = \"specmatrix:\\(testCase.mark)\"")
        code.add("var issue = issue")
        code.block("if !issue.comments.contains(where: { $0.rawValue.hasPrefix(mark) }) {") {
          code in
          code.add("issue.comments.append(\"\\(mark) \\(testCase.title)\")")
        }
        code.add("return issue")
      }
      code.add()
      code.add("/// Sets the world up, does what the case says, and expects what the spec says.")
      code.add("///")
      code.add("/// A case that waits for an answer is cancelled with its questions.")
      code.block(
        "static func run<App: Driver>(_ testCase: Case, on app: App.Type) async throws {"
      ) { code in
        code.block("try await $current.withValue(testCase) {") { code in
          code.add("let rules = testCase.outcome.rules")
          code.block("if rules.isEmpty {") { code in
            code.add("#if compiler(>=6.3)")
            code.add("try Test.cancel(\"\\(testCase.waiting)\")")
            code.add("#else")
            code.add(
              "withKnownIssue(\"\\(testCase.waiting)\") { Issue.record(\"an open question\") }"
            )
            code.add("return")
            code.add("#endif")
          }
          code.add("let app = try await App(App.AppWorld(testCase.setup))")
          code.add("try await app.perform(testCase.operation)")
          code.add("for rule in rules { try await app.check(rule) }")
        }
      }
    }
    addArrangement(to: &code)
  }

  private func addArrangement(to code: inout CodeLines) {
    code.add()
    code.block("nonisolated extension \(space).World {") { code in
      code.add("/// A world in which everything is as a setup says.")
      code.block("init(_ setup: \(space).Setup) {") { code in
        code.add("self.init()")
        for property in names.properties { code.add("set(setup.\(property))") }
      }
    }
  }

  func addTests(to code: inout CodeLines) {
    code.add()
    code.add("@Suite(\(Self.literal(specification.feature)), \(space).marks)")
    code.block("struct \(space)Tests {") { code in
      guard style == .functions else {
        code.add("@Test(arguments: \(space).cases)")
        code.block("func `case`(_ testCase: \(space).Case) async throws {") { code in
          code.add("try await \(space).run(testCase, on: \(space)Driver.self)")
        }
        return
      }
      for (number, entry) in model.cases.enumerated() {
        if number > 0 { code.add() }
        let testCase = entry.testCase
        let name = testCase.id.replacing("-", with: "_")
        let title = Self.literal("\(testCase.id)#\(entry.fingerprint) \(testCase.title)")
        // Swift's XML shows a test that is cancelled as passed, and one that is disabled as skipped.
        let waiting =
          entry.isDecided ? "" : ", .disabled(\"\\(\(space).cases[\(number)].waiting)\")"
        code.add("@Test(\(title)\(waiting))")
        code.block("func \(name)() async throws {") { code in
          code.add("try await \(space).run(\(space).cases[\(number)], on: \(space)Driver.self)")
        }
      }
    }
  }
}
