import Diagnostics
import Testing
import YAMLSyntax

@testable import Specification

/// The numbers that conditions name cut a range into classes, and which values stand for them.
@Suite struct ThresholdTests {
  @Test func `more thresholds than a factor can have values are a mistake`() throws {
    let numbers = stride(from: 0, to: 2_000, by: 2).map(String.init).joined(separator: ", ")
    let text = """
      specmatrix: 1
      id: T
      feature: Thresholds
      traits: []
      data: {n: {range: 0..10000}}
      operations: {add: Add}
      rules: {add: [{when: {n: '\(numbers)'}, then: X}]}
      """
    let tree = try #require(parseYAML(SourceFile(path: "t.yaml", text: text)).value)
    let checked = decodeSpecification(tree, path: "t.yaml", catalogue: .standard)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.code) == ["too-many"])
    #expect(checked.diagnostics.first?.span?.start.line == 5)
  }
}
