/// Something that specs forget, with the words to ask about it.
package struct CatalogueEntry: Sendable {
  /// Where in a spec the answer stands.
  package enum Kind: String, CaseIterable, Sendable {
    /// Selected under `operations`.
    case operation
    /// A prompt: is there a factor for it under `states`?
    case state
    /// A prompt: is there a factor for it under `data`?
    case data
  }

  /// A text in each language.
  package struct Text: Hashable, Sendable {
    package var english: String
    package var japanese: String

    /// No words at all.
    package static let none = Text(english: "", japanese: "")

    /// The text in one of the languages.
    package func callAsFunction(_ language: Language) -> String {
      switch language {
      case .english: english
      case .japanese: japanese
      }
    }
  }

  /// A way in which an operation happens.
  package struct Variant: Sendable {
    /// Unique within the entry; never changes once published.
    package var id: String
    /// What people read.
    package var label: Text
    /// What a tester can paste, where the variant is a class of text.
    package var sample: String?
    /// Whether the feature must reject it, whatever the feature is.
    package var isInvalid: Bool = false
    /// How a tester brings it about, where that is not what the entry says; empty where it is.
    package var how: Text = .none
    /// What the label means, for those who have never met it; empty where it says enough.
    package var note: Text = .none
  }

  /// Never changes once published.
  package var id: String
  /// The section of a spec that answers the entry.
  package var kind: Kind = .operation
  /// A noun phrase: "Network error" / 「通信エラー」.
  package var label: Text
  /// The clause that begins a question: "when the network fails" / 「通信エラーが起きたとき」.
  ///
  /// `{variant}` stands where the variant's label goes, brackets included: 「通信エラー{variant}が起きたとき」 gives 「通信エラー(オフライン)が起きたとき」.
  ///
  /// Empty for a prompt, and for an entry to which a project gave only a label: questions then begin with the label.
  package var clause: Text
  /// The follow-up that is typically asked.
  package var question: Text
  /// Why it is forgotten, in a sentence.
  package var why: Text = .none
  /// What a spec gets that names no variants.
  package var variants: [Variant] = []
  /// What a spec may name besides.
  package var otherVariants: [Variant] = []
  /// The traits that call for the entry; empty means every feature that names any.
  package var traits: [String]
  /// Whether leaving it out unconsidered is an error.
  package var isCore: Bool
  /// Whether it is a failure of something around the feature, such as the network; what merely befalls the user is none.
  package var isFailure: Bool = false
  /// Whether it befalls the user, such as a call or an expired session; a failure does so, too, and is not counted here.
  package var happens: Bool = false
  /// How a tester brings it about, as an instruction: "Lock the device, then unlock it." / 「端末をロックしてから解除する」; may be empty.
  package var how: Text = .none

  /// A variant, whether it comes by itself or is named.
  func variant(_ id: String) -> Variant? {
    variants.first { $0.id == id } ?? otherVariants.first { $0.id == id }
  }
}

/// The language of headings and questions in what is exported.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
}

/// What is known of an entry of the catalogue before its words are read.
package struct CatalogueListing: Hashable, Sendable {
  /// Never changes once published.
  package var id: String
  /// The section of a spec that answers the entry.
  package var kind: CatalogueEntry.Kind
  /// The traits that call for the entry; empty means every feature that names any.
  package var traits: [String]
  /// Whether leaving it out unconsidered is an error.
  package var isCore: Bool

  /// Whether a feature with these traits is asked about it.
  ///
  /// A feature without a list of traits (`nil`) is asked about the core, one with an empty list about nothing.
  package func isCalledFor(by featureTraits: [String]?) -> Bool {
    guard let featureTraits else { return isCore }
    if featureTraits.isEmpty { return false }
    return traits.isEmpty || traits.contains(where: featureTraits.contains)
  }
}
