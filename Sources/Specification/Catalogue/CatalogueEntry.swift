/// An entry of the catalogue: something that specs often forget, with the words to ask about it.
package struct CatalogueEntry: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// An operation that can be selected under `operations`.
    case operation
    /// A prompt to consider a factor under `states`.
    case state
    /// A prompt to consider a factor under `data`.
    case data
    /// A question prompted by words of a spec, unless it has `traits: []`.
    case topic
  }

  package typealias Text = BilingualText

  package struct Variant: Sendable {
    /// Unique within the entry; never changes once published.
    package var id: String
    package var label: Text
    /// A text for testers to paste, if the variant is a class of text.
    package var sample: String?
    package var isInvalid: Bool = false
    /// Instructions for testers; empty if those of the entry apply.
    package var how: Text = .none
    /// An explanation of the label for newcomers; empty if none is needed.
    package var note: Text = .none
  }

  /// Never changes once published.
  package var id: String
  package var kind: Kind = .operation
  /// A noun phrase: "Network error" / 「通信エラー」.
  package var label: Text
  /// The clause that begins a question: "when the network fails" / 「通信エラーが起きたとき」.
  ///
  /// `{variant}` is replaced by the variant's label in brackets: 「通信エラー{variant}が起きたとき」 gives 「通信エラー(オフライン)が起きたとき」.
  ///
  /// Empty for prompts, and for entries to which a project gave only a label: their questions begin with the label.
  package var clause: Text
  package var question: Text
  package var why: Text = .none
  /// A publication that discusses it; empty if there is none.
  package var source = ""
  /// The variants if a spec names none.
  package var variants: [Variant] = []
  /// Further variants that a spec may name.
  package var otherVariants: [Variant] = []
  /// The traits that call for the entry; if empty, any trait does.
  package var traits: [String] = []
  package var isCore = false
  /// True if something around the feature fails, such as the network, rather than something happening to the user.
  package var isFailure: Bool = false
  /// True if it happens to the user, such as a call or an expired session; false for failures.
  package var happens: Bool = false
  /// True if it interrupts the user's work, such as a call or a rotation, so that a test checks the state afterwards.
  package var interrupts: Bool = false
  /// Instructions for testers: "Lock the device, then unlock it." / 「端末をロックしてから解除する」; may be empty.
  package var how: Text = .none

  func variant(_ id: String) -> Variant? {
    variants.first { $0.id == id } ?? otherVariants.first { $0.id == id }
  }
}

/// An entry of the catalogue without its words.
package struct CatalogueListing: Hashable, Sendable {
  /// Never changes once published.
  package var id: String
  package var kind: CatalogueEntry.Kind
  /// The traits that call for the entry; if empty, any trait does.
  package var traits: [String]
  /// The traits that exclude the entry, whatever the other traits.
  package var exceptTraits: [String] = []
  package var isCore: Bool

  /// True if a feature with these traits is asked about the entry; topics depend on the words of the spec instead.
  ///
  /// Without a list of traits (`nil`), a feature is asked about the core; with an empty list, about nothing.
  package func isRelevant(by featureTraits: [String]?) -> Bool {
    guard let featureTraits else { return isCore }
    if kind == .topic || featureTraits.isEmpty { return false }
    if exceptTraits.contains(where: featureTraits.contains) { return false }
    return traits.isEmpty || traits.contains(where: featureTraits.contains)
  }
}
