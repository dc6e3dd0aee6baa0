import Foundation
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// Generated Kotlin, compiled and run where `kotlinc` and `java` are at hand.
struct KotlinCodeTests {
  private static let compiler = Tool("kotlinc")
  private static let java = Tool("java")
  private static let hasTools = compiler != nil && java != nil

  /// What the tests need of JUnit 5, by its signatures.
  private static let junit = [
    "api": """
    annotation class Test
    annotation class DisplayName(val value: String)
    object Assumptions { @JvmStatic fun <V> abort(message: String): V = throw RuntimeException(message) }
    """,
    "params": "annotation class ParameterizedTest(val name: String = \"\")",
    "params.provider": "annotation class MethodSource(vararg val value: String)",
  ]
  private static let packages = [
    "api": "org.junit.jupiter.api", "params": "org.junit.jupiter.params",
    "params.provider": "org.junit.jupiter.params.provider",
  ]

  /// `SPECMATRIX_SEEDS=200` for the figure of the issue.
  @Test(.enabled(if: hasTools, "needs kotlinc and java"))
  func `compiles with its tests, and decides as the analysis and brute force do`() throws {
    let code = try GeneratedCode(.kotlin, KotlinSpelling.names)
    try code.addAll(randomSpecs: 4)
    // Divided into files, as more than 200 cases are.
    try code.add(DecisionSpecs.many(), model: DecisionSpecs.modelOfTriples)
    #expect(code.entries.last.map { $0.files.count > 2 && $0.model.cases.count > 200 } == true)
    for (name, text) in Self.junit {
      let package = try #require(Self.packages[name])
      try code.write("package \(package)\n\(text)\n", to: "junit.\(name).kt")
    }
    var calls: [String] = []
    for (number, entry) in code.entries.enumerated() {
      try code.write(Self.support(entry), to: "Support\(number).kt")
      calls.append("print\(Self.space(entry))()")
    }
    let main = "package specmatrix\n\nfun main() {\n\(calls.joined(separator: "\n"))\n}\n"
    try code.write(main, to: "Main.kt")
    let files = try FileManager.default.contentsOfDirectory(atPath: code.folder.path)
      .filter { $0.hasSuffix(".kt") }.sorted()
    let compiler = try #require(Self.compiler)
    _ = try compiler.run(
      ["-Werror", "-nowarn", "-include-runtime", "-d", "code.jar"] + files,
      in: code.folder
    )
    let java = try #require(Self.java)
    code.expect(
      try java.run(
        [
          "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", "code.jar",
          "specmatrix.MainKt",
        ],
        in: code.folder
      )
    )
  }

  private static func space(_ entry: GeneratedCode.Entry) -> String {
    entry.model.specification.id.replacing("-", with: "_")
  }

  /// An app that does nothing, and a function that prints what the spec decides.
  private static func support(_ entry: GeneratedCode.Entry) -> String {
    let specification = entry.model.specification
    let space = space(entry)
    let setups = SetupList(specification)
    let setters = zip(entry.names.types, specification.factors).enumerated().map { number, pair in
      let type = "\(space).\(pair.0)\(pair.1.onlyWhen == nil ? "" : "?")"
      return "    override fun set(\(entry.names.properties[number]): \(type)) {}"
    }
    let values = zip(entry.names.types, specification.factors).map { type, factor in
      let list = "\(space).\(type).entries"
      return factor.onlyWhen == nil
        ? "\(list)[next(\(list).size)]" : "\(list).getOrNull(next(\(list).size + 1))"
    }
    let hasParts = entry.names.parts.contains { !$0.isEmpty }
    return """
      package specmatrix

      class \(space)World : \(space).World {
      \(setters.joined(separator: "\n"))
      }

      class \(space)Driver(val world: \(space)World) : \(space).Driver {
          override fun perform(operation: \(space).Operation) {}
          override fun check(rule: \(space).Rule) {}
      }

      private fun text(outcome: \(space).Outcome): String = when (outcome) {
          is \(space).Outcome.Expected -> "=" + outcome.results.joinToString("; ")
          is \(space).Outcome.Open -> if (outcome.questions.all { it in \(space).questions }) "?" else "unknown"
          is \(space).Outcome.Contradictory -> "!" + outcome.sides.sortedWith { a, b -> java.util.Arrays.compareUnsigned(a.toByteArray(), b.toByteArray()) }.joinToString(" | ")
          \(hasParts ? "is \(space).Outcome.Parts -> outcome.parts.entries.joinToString(\" & \") { it.key.id + \" \" + text(it.value) }" : "")
          \(space).Outcome.Impossible -> "-"
      }

      fun print\(space)() {
          for (index in 0L until \(min(setups.count, GeneratedCode.limit))L) {
              val number = \(setups.count <= GeneratedCode.limit ? "index" : "index * \(SetupList.step)L % \(setups.count)L")
              var rest = number
              fun next(size: Int): Int { val value = rest % size; rest /= size; return value.toInt() }
              val setup = \(space).Setup(\(values.joined(separator: ", ")))
              for (operation in \(space).Operation.entries) {
                  val outcome = \(space).decide(setup, operation)
                  check(\(space).canHappen(setup, operation) == (outcome != \(space).Outcome.Impossible))
                  if (outcome != \(space).Outcome.Impossible) println("\(specification.id) $number ${operation.id} ${text(outcome)}")
              }
          }
          for (case in \(space).cases) check(\(space).decide(case.setup, case.operation) == case.outcome) { case.id }
      }

      """
  }
}
