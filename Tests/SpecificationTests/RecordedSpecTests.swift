import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

/// Specs and packs in every form of the language, with their recorded readings.
@Suite struct RecordedSpecTests {
  @Test(arguments: try RecordedCases.all(in: "Specs"))
  func `a spec is read as recorded`(cases: RecordedCases) throws {
    let views = ["conditions", "mistakes", "rules", "settings", "spec", "values"]
    try cases.check(views) { inputs, view in try lines(inputs, view) }
  }

  private func lines(_ inputs: RecordedCases.Inputs, _ view: String) throws -> [String] {
    if view == "settings" { return try settings(inputs["settings"]) }
    var catalogue = Catalogue.standard
    for fence in inputs.fences where fence.kind.hasPrefix("yaml pack") {
      let path = fence.kind == "yaml pack" ? "company.yaml" : "team.yaml"
      let added = adding(fence.body, path: path, to: catalogue)
      guard let value = added.value else { return rendered(added.diagnostics, path, fence.body) }
      catalogue = value
    }
    let written = inputs["yaml"]
    let text =
      written.hasPrefix("specmatrix:") || written.hasPrefix("{")
      ? written : "specmatrix: 1\nid: T\nfeature: Test\n" + written
    let checked = decode(text, catalogue: catalogue)
    let messages = rendered(checked.diagnostics, "spec.yaml", text)
    guard let spec = checked.value else { return messages }
    switch view {
    case "spec": return messages + spec.inWords
    case "rules": return messages + spec.rulesInWords
    case "values": return messages + spec.factors.map { "\($0.name): \($0.values.inWords)" }
    case "conditions": return messages + spec.conditionsInWords
    case "mistakes": return messages.isEmpty ? ["–"] : messages
    default: throw RecordedCases.Mistake.unknownView(view)
    }
  }

  private func settings(_ text: String) throws -> [String] {
    let tree = try #require(parseYAML(SourceFile(path: "specmatrix.yaml", text: text)).value)
    let findings = ["undefined-expectation", "vague-expectation"]
    let checked = decodeSettings(tree, findings: findings)
    #expect(checked.value == nil)
    return rendered(checked.diagnostics, "specmatrix.yaml", text)
  }

  private func rendered(_ diagnostics: [Diagnostic], _ path: String, _ text: String) -> [String] {
    DiagnosticRenderer().render(diagnostics, in: SourceFile(path: path, text: text))
      .split(separator: "\n").map(String.init)
  }
}
