import Specification
import Text

/// How close entries of the catalogue are to what a spec says.
///
/// `touches.yaml` lists the words of labels, values and results that an entry is about, `alike.yaml` those by which authors call it: a declared
/// operation, state or data factor with such a label considers the entry under another name. Complexity: linear in the words of the spec and of
/// the lists.
struct CatalogueRelevance {
  private static let touches = lists("Catalogue/touches.yaml")
  private static let alike = lists("Catalogue/alike.yaml")

  private let spec: WordIndex
  /// By declared name.
  private let operations: [WordIndex]
  private let factors: [WordIndex]

  init(_ specification: Specification) {
    let own = specification.operations.filter { $0.catalogueEntry == nil }
    operations = own.map { WordIndex([$0.label, $0.id]) }
    factors = specification.factors.map { WordIndex([$0.label, $0.name]) }
    var texts = specification.factors.flatMap { factor in
      [factor.label] + factor.values.filter { $0.number == nil }.map(\.label)
    }
    texts += specification.operations.flatMap { [$0.label] + $0.variants.map(\.label) }
    texts += specification.rules.flatMap { $0.results ?? [] }
    spec = WordIndex(texts)
  }

  /// The entries that the spec does not declare under another name.
  func unnamed(_ listings: [CatalogueListing]) -> [CatalogueListing] {
    listings.filter { listing in
      let declared = listing.kind == .operation ? operations : factors
      let terms = Self.terms(Self.alike, listing)
      return !declared.contains { name in terms.contains(where: name.contains) }
    }
  }

  /// By how many of their words the spec has; the order of the catalogue decides between equals.
  func mostRelevantFirst(_ listings: [CatalogueListing]) -> [CatalogueListing] {
    let counts = listings.map { Self.terms(Self.touches, $0).count(where: spec.contains) }
    return zip(listings, counts).enumerated().sorted {
      ($1.element.1, $0.offset) < ($0.element.1, $1.offset)
    }.map(\.element.0)
  }

  private static func lists(_ name: String) -> [String: [Substring]] {
    Dictionary(wordLists(name).map { ($0.heading, $0.texts) }) { $0 + $1 }
  }

  private static func terms(
    _ lists: [String: [Substring]],
    _ listing: CatalogueListing
  ) -> [Term] {
    (lists[listing.id] ?? []).map { Term(String($0)) }
  }
}

/// A term that is looked for in texts: an English phrase, whose words may stand in any order, or Japanese letters.
private struct Term {
  let text: String
  let isEnglish: Bool
  /// The words, or the pairs of neighbouring characters.
  let parts: [String]

  init(_ text: String) {
    self.text = text
    isEnglish = text.utf8.allSatisfy { $0 < 0x80 }
    parts = isEnglish ? ResultWords.words(of: text) : WordIndex.pairs(of: text)
  }
}

/// The words of texts: English ones in lower case and the singular, Japanese as pairs of neighbouring characters.
private struct WordIndex {
  private var parts: Set<String> = []
  private var japanese = ""

  init(_ texts: [String]) {
    for text in texts {
      // On-screen text in quotation marks tells what a feature is about as well.
      let plain = String(text.lowercased().map { "“”\"‘’「」『』_".contains($0) ? " " : $0 })
      parts.formUnion(ResultWords.words(of: plain))
      guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      parts.formUnion(Self.pairs(of: plain))
      japanese += plain + "\n"
    }
  }

  func contains(_ term: Term) -> Bool {
    !term.parts.isEmpty && term.parts.allSatisfy(parts.contains)
      && (term.isEnglish || japanese.holds(term.text))
  }

  static func pairs(of text: String) -> [String] {
    zip(text, text.dropFirst()).map { String([$0, $1]) }
  }
}
