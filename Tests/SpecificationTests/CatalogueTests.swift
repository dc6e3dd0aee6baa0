import Specification
import Testing

@Suite struct CatalogueTests {
  @Test func `the embedded catalogue is well formed`() {
    let catalogue = Catalogue.standard
    #expect(catalogue.entries.count >= 73)
    #expect(Set(catalogue.entries.map(\.id)).count == catalogue.entries.count)
    #expect(Set(catalogue.traits).count == catalogue.traits.count)
    #expect(catalogue.listings.count(where: \.isCore) == 12)
    for kind in CatalogueEntry.Kind.allCases {
      #expect(catalogue.listings.count { $0.kind == kind } >= 14)
    }
  }

  @Test(arguments: Catalogue.standard.entries)
  func `an entry speaks both languages and keeps to the rules of ids`(entry: CatalogueEntry) {
    let ids = (entry.variants + entry.otherVariants).map(\.id)
    for language in Language.allCases {
      #expect(!entry.label(language).isEmpty)
      #expect(!entry.question(language).isEmpty)
      #expect(!entry.why(language).isEmpty)
      #expect(entry.clause(language).isEmpty == (entry.kind != .operation))
      // A full stop or a question mark where each belongs.
      #expect(entry.question(language).hasSuffix("?"))
      #expect(entry.why(language).hasSuffix(language == .japanese ? "。" : "."))
      let placeholders = entry.clause(language).matches(of: /\{variant\}/).count
      #expect(placeholders <= 1 && (entry.variants.isEmpty || placeholders == 1), "\(entry.id)")
      for variant in entry.variants + entry.otherVariants {
        #expect(!variant.label(language).isEmpty)
      }
    }
    #expect(entry.label.english != entry.label.japanese)
    #expect(entry.id.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
    for id in ids { #expect(id.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil) }
    #expect(Set(ids).count == ids.count)
    #expect(entry.traits.allSatisfy(Catalogue.standard.traits.contains))
    #expect(Catalogue.standard[entry.id]?.id == entry.id)
    #expect((Catalogue.standard.operation(entry.id) != nil) == (entry.kind == .operation))
  }

  @Test func `nobody may forget the network`() throws {
    let entry = try #require(Catalogue.standard["network_error"])
    #expect(entry.isCore)
    #expect(entry.variants.map(\.id) == ["offline", "timeout", "drop"])
    #expect(entry.label(.japanese) == "通信エラー")
  }

  @Test func `traits call for entries, none call for the core, and an empty list for nothing`()
    throws
  {
    let catalogue = Catalogue.standard
    func ids(_ traits: [String]?) -> Set<String> {
      Set(catalogue.listings.filter { $0.isCalledFor(by: traits) }.map(\.id))
    }
    #expect(ids([]) == [])
    #expect(ids(nil) == Set(catalogue.listings.filter(\.isCore).map(\.id)))
    #expect(
      ids(["has_payment"])
        == [
          "back", "first_time", "feature_flag", "message", "analytics", "payment_failure", "plan",
        ]
    )
    #expect(ids(["has_list"]).isSuperset(of: ["next_page", "item_count"]))
  }

  @Test func `classes of text bring samples, and what must be rejected is invalid`() throws {
    let bare = try specification(sections: "operations: [text_input]").operations[0].variants
    #expect(bare.map(\.id) == ["empty", "whitespace", "emoji", "too_long"])
    #expect(bare.map(\.isInvalid) == [false, false, false, true])
    #expect(bare[1].sample?.allSatisfy(\.isWhitespace) == true)
    #expect(bare[2].sample?.contains("👨‍👩‍👧‍👦") == true)
    // The catalogue does not know the limit.
    #expect(bare[3].sample == nil)

    let chosen = try specification(
      sections: """
        operations:
          text_input:
            variants: {newline: null, markup: Markup, too_short: {invalid: false}, own: Own}
        """
    ).operations[0].variants
    #expect(chosen.map(\.label) == ["with line breaks", "Markup", "below the minimum", "Own"])
    #expect(chosen.map(\.isInvalid) == [false, false, false, false])
    #expect(chosen[0].sample?.contains("\n") == true)
    #expect(chosen[1].sample?.contains("<b>") == true)
    #expect(chosen[3].sample == nil)
    let other = try specification(sections: "operations: {own: {variants: [too_long]}}")
    #expect(other.operations[0].variants[0].isInvalid == false)
  }
}
