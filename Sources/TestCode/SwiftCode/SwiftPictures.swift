import Specification
import TestDesign

/// Pictures of the cases: previews in Xcode, and snapshots that a library compares.
///
/// Neither the attribute for views nor the library is there on each system, so that both stand in files of their own.
extension SwiftCode {
  // MARK: Previews

  /// `#Preview("PAY-002")` for each case: what the team's view shows on the world of the case.
  var previews: CodeFile {
    var code = CodeLines(step: "  ")
    addHead(to: &code, "//", remark: "swift-format-ignore-file")
    code.add("#if canImport(SwiftUI)")
    code.add("import SwiftUI")
    code.add()
    code.block("extension \(space) {") { code in
      code.add("/// What is seen of a case. Yours is called `\(space)Screen`.")
      code.block("@MainActor protocol PreviewScreen: SwiftUI.View {") { code in
        code.add("associatedtype AppWorld: World")
        code.add("/// The feature on a world, when the operation is done.")
        code.add("init(_ world: AppWorld, _ operation: Operation)")
      }
      code.add()
      code.add("/// What is seen of the case with an id.")
      code.block(
        "@MainActor @SwiftUI.ViewBuilder static func preview<Content: PreviewScreen>(_ id: String, _: Content.Type) -> some SwiftUI.View {"
      ) { code in
        code.block("if let testCase = cases.first(where: { $0.id == id }) {") { code in
          code.add("Content(Content.AppWorld(testCase.setup), testCase.operation)")
        }
      }
    }
    for entry in model.cases {
      let id = Self.literal(entry.testCase.id)
      code.add()
      code.add("// \(CodeText.line(entry.testCase.title))")
      for line in says(entry) { code.add("// \(CodeText.line(line))") }
      code.block("#Preview(\(id)) {") { code in
        code.add("\(space).preview(\(id), \(space)Screen.self)")
      }
    }
    code.add("#endif")
    return CodeFile(name: "\(space).previews.swift", text: code.text)
  }

  /// What must be seen of a case, or what has to be answered before.
  private func says(_ entry: CodeModel.Case) -> [String] {
    entry.outcomes.flatMap { one -> [String] in
      switch one.outcome {
      case .expected(_, let results): results.map { "→ \($0)" }
      case .open(let ids): ids.map { "? \($0)" }
      case .contradictory(let sides): sides.map { "? \($0.joined(separator: "; "))" }
      case .impossible: []
      }
    }
  }

  // MARK: Snapshots

  /// A test that takes a picture of each case with swift-snapshot-testing, under the id of the case.
  var snapshots: CodeFile {
    var code = CodeLines(step: "  ")
    addHead(to: &code, "//", remark: "swift-format-ignore-file")
    code.add("import SnapshotTesting")
    code.add("import Testing")
    code.add()
    code.block("nonisolated extension \(space) {") { code in
      code.add("/// A driver of which pictures can be taken.")
      code.block("protocol SnapshotDriver: Driver, Sendable {") { code in
        code.add("associatedtype Screen")
        code.add("associatedtype Format")
        code.add("/// How pictures are taken and compared, such as `.image`.")
        code.add(
          "@MainActor static var snapshotting: SnapshotTesting.Snapshotting<Screen, Format> { get }"
        )
        code.add("/// What is seen now.")
        code.add("@MainActor var screen: Screen { get }")
      }
      code.add()
      code.add("/// A driver that takes a picture of what it did, in place of checking it.")
      code.block("struct SnapshotTaker<App: SnapshotDriver>: Driver {") { code in
        code.add("private let app: App")
        code.add()
        code.block("init(_ world: sending App.AppWorld) async throws {") { code in
          code.add("app = try await App(world)")
        }
        code.add()
        code.block("func perform(_ operation: Operation) async throws {") { code in
          code.add("try await app.perform(operation)")
          code.add("guard let testCase = current else { return }")
          code.add("await Self.compare(app, testCase)")
        }
        code.add()
        code.add("func check(_ rule: Rule) async throws {}")
        code.add()
        code.block("@MainActor private static func compare(_ app: App, _ testCase: Case) {") {
          code in
          code.add("assertSnapshot(")
          code.add("  of: app.screen, as: App.snapshotting, named: testCase.id,")
          code.add("  testName: testCase.expectation")
          code.add(")")
        }
      }
    }
    code.add()
    code.block("nonisolated extension \(space).Case {") { code in
      code.add(
        "/// What its picture shows: the rule that decides, or the operation where parts are looked at together."
      )
      code.block("var expectation: String {") { code in
        if hasParts { code.add("if case .parts = outcome { return operation.rawValue }") }
        code.add("return outcome.rules.first?.rawValue ?? operation.rawValue")
      }
    }
    code.add()
    code.add("@Suite(\(Self.literal(specification.feature)), \(space).marks)")
    code.block("struct \(space)SnapshotTests {") { code in
      code.add("@Test(arguments: \(space).cases)")
      code.block("func snapshot(_ testCase: \(space).Case) async throws {") { code in
        code.add(
          "try await \(space).run(testCase, on: \(space).SnapshotTaker<\(space)Driver>.self)"
        )
      }
    }
    return CodeFile(name: "\(space).snapshots.swift", text: code.text)
  }
}
