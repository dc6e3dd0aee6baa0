import Specification
import Testing

/// What the language's page says of the catalogue besides the table, which is a recorded output.
@Suite struct CatalogueTests {
  @Test(arguments: Catalogue.standard.traits)
  func thePageNamesTheTrait(trait: String) throws {
    let page = try Repository.text("Documentation/language.md")
    let start = try #require(page.firstRange(of: "The traits are "), "the list has moved")
    let sentence = page[start.upperBound...].prefix { $0 != "." }
    #expect(sentence.contains("`\(trait)`"))
  }
}
