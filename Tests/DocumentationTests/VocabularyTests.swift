import Foundation
import Specification
import Testing

@testable import SpecMatrixCLI

/// The words of the language, counted where editors learn them: a language that a reviewer reads without a manual stays small.
@Suite struct VocabularyTests {
  /// The words of conditions, which no key of the schema is but `invalid`.
  private static let conditionWords = ["not", "valid", "invalid", "any", "others"]
  /// What the language had before it was cut, and what people write who know other tools.
  private static let goneWords = [
    "constraints", "exclude", "require", "expectations", "overrides", "undecided", "coverage",
    "stronger", "strength", "include", "factors", "flag", "weight", "links", "text", "only", "from",
    "to", "step", "pick", "unit", "applies", "use", "includes",
  ]

  private let words: Set<String>

  init() throws {
    let run = try Checkout().run("specmatrix schema")
    let schema = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    // The catalogue's ids are no words of the language: whoever needs one looks it up.
    let ids = Set(Catalogue.standard.entries.map(\.id))
    words = Self.keys(of: schema).subtracting(ids).union(Self.conditionWords)
  }

  /// The names that any map of the schema knows, each once.
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
    // Nothing is missed: these stand in maps of every depth.
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
