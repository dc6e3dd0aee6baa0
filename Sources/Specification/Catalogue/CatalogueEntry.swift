/// Something that specs forget, with the words to ask about it.
package struct CatalogueEntry: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Selected under `operations`.
    case operation
    /// A prompt: is there a factor for it under `states`?
    case state
    /// A prompt: is there a factor for it under `data`?
    case data
    /// A question that words of a spec raise, unless it says `traits: []`.
    case topic
  }

  package typealias Text = BilingualText

  package struct Variant: Sendable {
    /// Unique within the entry; never changes once published.
    package var id: String
    package var label: Text
    /// A text that a tester can paste, if the variant is a class of text.
    package var sample: String?
    package var isInvalid: Bool = false
    /// How a tester brings it about; empty if the entry says it.
    package var how: Text = .none
    /// An explanation of the label for those who have never met it; empty if it says enough.
    package var note: Text = .none
  }

  /// Never changes once published.
  package var id: String
  package var kind: Kind = .operation
  /// A noun phrase: "Network error" / 「通信エラー」.
  package var label: Text
  /// The clause that begins a question: "when the network fails" / 「通信エラーが起きたとき」.
  ///
  /// `{variant}` stands where the variant's label goes, brackets included: 「通信エラー{variant}が起きたとき」 gives 「通信エラー(オフライン)が起きたとき」.
  ///
  /// Empty for a prompt, and for an entry to which a project gave only a label: questions then begin with the label.
  package var clause: Text
  package var question: Text
  package var why: Text = .none
  /// The publication that discusses it; empty where none is named.
  package var source = ""
  /// The variants of a spec that names none.
  package var variants: [Variant] = []
  /// Further variants that a spec may name.
  package var otherVariants: [Variant] = []
  /// The traits that call for the entry; empty means every feature that names any.
  package var traits: [String] = []
  package var isCore = false
  /// True if it is a failure of something around the feature, such as the network; what merely befalls the user is none.
  package var isFailure: Bool = false
  /// True if it befalls the user, such as a call or an expired session; a failure does so, too, and is not counted here.
  package var happens: Bool = false
  /// True if it interrupts what the user is about, such as a call or a rotation: a test of what is there afterwards.
  package var interrupts: Bool = false
  /// How a tester brings it about, as an instruction: "Lock the device, then unlock it." / 「端末をロックしてから解除する」; may be empty.
  package var how: Text = .none

  func variant(_ id: String) -> Variant? {
    variants.first { $0.id == id } ?? otherVariants.first { $0.id == id }
  }
}

/// An entry of the catalogue before its words are read.
package struct CatalogueListing: Hashable, Sendable {
  /// Never changes once published.
  package var id: String
  package var kind: CatalogueEntry.Kind
  /// The traits that call for the entry; empty means every feature that names any.
  package var traits: [String]
  /// The traits of features that are not asked about it, whatever else they have.
  package var exceptTraits: [String] = []
  package var isCore: Bool

  /// True if a feature with these traits is asked about it; a topic depends on the words of the spec instead.
  ///
  /// A feature without a list of traits (`nil`) is asked about the core, one with an empty list about nothing.
  package func isRelevant(by featureTraits: [String]?) -> Bool {
    guard let featureTraits else { return isCore }
    if kind == .topic || featureTraits.isEmpty { return false }
    if exceptTraits.contains(where: featureTraits.contains) { return false }
    return traits.isEmpty || traits.contains(where: featureTraits.contains)
  }
}
