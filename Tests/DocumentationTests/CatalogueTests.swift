import Specification
import Testing

/// The catalogue's page besides its tables, which are recorded outputs.
@Suite struct CatalogueTests {
  @Test(arguments: Catalogue.standard.traits)
  func thePageNamesTheTrait(trait: String) throws {
    let page = try Repository.text("Documentation/catalogue.md")
    let start = try #require(page.firstRange(of: "A spec's `traits` say "), "the list has moved")
    let end = try #require(page.firstRange(of: "## Operations"))
    #expect(page[start.upperBound..<end.lowerBound].contains("`\(trait)`"))
  }
}
