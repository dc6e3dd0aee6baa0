import Foundation
import Specification
import Testing

@testable import SpecMatrixCLI

/// Limits the vocabulary, counted in the schema for editors: a reviewer should read the language without a manual.
@Suite struct VocabularyTests {
  /// The words of conditions, which are not keys of the schema, except `invalid`.
  private static let conditionWords = ["not", "valid", "invalid", "any", "others"]
  /// Removed words of the language, and words from other tools.
  private static let goneWords = [
    "constraints", "exclude", "require", "expectations", "overrides", "undecided", "coverage",
    "stronger", "strength", "include", "factors", "flag", "weight", "links", "text", "only", "from",
    "to", "step", "pick", "unit", "applies", "use", "includes",
  ]

  private let words: Set<String>

  init() throws {
    let run = try Checkout().run("specmatrix schema")
    let schema = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    // The ids of the catalogue are not part of the vocabulary; authors look them up.
    let ids = Set(Catalogue.standard.entries.map(\.id))
    words = Self.keys(of: schema).subtracting(ids).union(Self.conditionWords)
  }

  /// Returns the names of the keys of all maps of the schema.
  private static func keys(of schema: Any) -> Set<String> {
    switch schema {
    case let list as [Any]: Set(list.flatMap(keys))
    case let map as [String: Any]:
      Set(map.values.flatMap(keys)).union(
        (map["properties"] as? [String: Any])?.keys.map(\.self) ?? []
      )
    default: []
    }
  }

  @Test func theLanguageHasAtMost54Words() {
    #expect(words.count <= 54, "\(words.sorted())")
    // These occur in maps of every depth, so nothing is missed.
    let some: Set = [
      "specmatrix", "rules", "only_when", "invalid", "then", "every", "parts", "kinds",
    ]
    #expect(words.isSuperset(of: some))
  }

  @Test func noWordIsAnEntryOfTheCatalogue() {
    let ids = Set(Catalogue.standard.entries.map(\.id))
    #expect(ids.isDisjoint(with: words))
  }

  @Test func whatWasCutStaysCut() {
    #expect(words.intersection(Self.goneWords).sorted() == [])
  }

  @Test func thePageExplainsEachWord() throws {
    let page = try Repository.text("Documentation/language.md")
    let missing = words.filter { word in
      !page.contains("`\(word)`") && !page.contains("\(word): ")
    }
    #expect(missing.sorted() == [])
  }
}
