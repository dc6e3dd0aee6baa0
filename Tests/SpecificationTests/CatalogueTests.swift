import Specification
import Testing

@Suite struct CatalogueTests {
  @Test func `the embedded catalogue is well formed`() {
    let catalogue = Catalogue.standard
    #expect(catalogue.entries.count >= 16)
    #expect(Set(catalogue.entries.map(\.id)).count == catalogue.entries.count)
    #expect(Set(catalogue.traits).count == catalogue.traits.count)
  }

  @Test(arguments: Catalogue.standard.entries)
  func `an entry speaks both languages and keeps to the rules of ids`(entry: CatalogueEntry) {
    for language in Language.allCases {
      #expect(!entry.label(language).isEmpty)
      #expect(!entry.question(language).isEmpty)
      let placeholders = entry.clause(language).matches(of: /\{variant\}/).count
      #expect(placeholders == (entry.variants.isEmpty ? 0 : 1), "\(entry.id)")
    }
    #expect(entry.id.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
    #expect(Set(entry.variants.map(\.id)).count == entry.variants.count)
    #expect(entry.traits.allSatisfy(Catalogue.standard.traits.contains))
    #expect(Catalogue.standard[entry.id]?.id == entry.id)
  }

  @Test func `nobody may forget the network`() throws {
    let entry = try #require(Catalogue.standard["network_error"])
    #expect(entry.isCore)
    #expect(entry.variants.map(\.id) == ["offline", "timeout", "drop"])
    #expect(entry.label(.japanese) == "通信エラー")
  }
}
