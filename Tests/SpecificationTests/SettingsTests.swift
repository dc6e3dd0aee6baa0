import Diagnostics
import Specification
import Testing
import YAMLSyntax

/// Valid settings; messages about mistakes are recorded in `Specs/settings.md`.
@Suite struct SettingsTests {
  private func decoded(_ text: String) throws -> Checked<Settings> {
    let tree = try #require(parseYAML(SourceFile(path: "specmatrix.yaml", text: text)).value)
    return decodeSettings(tree, findings: ["undefined-expectation", "vague-expectation"])
  }

  @Test func `settings say what they say`() throws {
    let settings = try #require(
      try decoded(
        """
        severities: {undefined-expectation: warning, vague-expectation: off}
        language: ja
        depth: review
        strength: 3
        traits: [mobile, push]
        output: build/cases
        packs: [a.yaml, b.yaml]
        estimate: {normal: 3, failure: 8}
        columns: [due, assignee]
        devices: [iPhone 15, Pixel 8]
        ticket_url: https://tracker.example/browse/{id}
        """
      ).value
    )
    #expect(settings.severities["undefined-expectation"] == .warning)
    #expect(settings.severities["vague-expectation"] == .off)
    #expect(settings.language == .japanese)
    #expect(settings.depth == .review)
    #expect(settings.strength == 3)
    #expect(settings.traits.map(\.text) == ["mobile", "push"])
    #expect(settings.output?.text == "build/cases")
    #expect(settings.packs.map(\.text) == ["a.yaml", "b.yaml"])
    let planning = settings.planning
    #expect(
      planning.estimate == [.normal: 3, .invalidInput: 3, .failure: 8, .interruption: 3]
    )
    #expect(planning.columns == [.due, .assignee])
    #expect(planning.devices == ["iPhone 15", "Pixel 8"])
    func page(_ text: String) -> String? { planning.tickets?.page(of: text) }
    #expect(page("BUG-12") == "https://tracker.example/browse/BUG-12")
    #expect(page(" #34 ") == "https://tracker.example/browse/34" && page("34") == page("#34"))
    for text in ["", "BUG", "v2", "BUG-12, BUG-13", "BUG-12 fixed", "#", "-1", "1.5", "2027-01-31"]
    {
      #expect(page(text) == nil, "\(text)")
    }
    #expect(settings.unknownTraits(in: .standard).isEmpty)
    #expect(try decoded("{}").value?.language == nil)
    #expect(try decoded("~").value?.strength == nil)
    #expect(try decoded("~").value?.depth == nil)
  }

  @Test func `a trait unknown to the catalogue is a mistake at its place`() throws {
    let settings = try #require(try decoded("traits: [mobile, pusch]").value)
    let mistake = try #require(settings.unknownTraits(in: .standard).first)
    #expect(mistake.code == "unknown-trait")
    #expect(mistake.span?.start.column == 18)
    #expect(mistake.help.first == "did you mean `push`?")
  }

  @Test func `a spec says more than the settings, which say more than nothing`() throws {
    let text = "specmatrix: 1\nid: T\nfeature: Test\noperations: [go]\n"
    var settings = Settings()
    settings.language = .japanese
    settings.strength = 4
    settings.depth = .all
    settings.traits = try #require(try decoded("traits: [push, mobile]").value).traits
    func spec(_ more: String) throws -> Specification {
      let tree = try #require(parseYAML(SourceFile(path: "t.yaml", text: text + more)).value)
      let checked = decodeSpecification(
        tree,
        path: "t.yaml",
        catalogue: .standard,
        settings: settings
      )
      return try #require(checked.value, "\(checked.diagnostics)")
    }
    let bare = try spec("")
    #expect(bare.language == .japanese)
    #expect(bare.coverage.strength == 4)
    #expect(bare.traits == ["push", "mobile"])
    #expect(try spec("cases: [{when: {operation: go}}]").coverage.strength == 4)
    let own = try spec("language: en\ntraits: [web, mobile]")
    #expect(own.language == .english)
    #expect(own.coverage.strength == 4)
    #expect(own.traits == ["web", "mobile", "push"])
    #expect(try spec("traits: []").traits == [])
  }
}
