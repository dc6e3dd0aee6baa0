/// An operation that specs forget, with the words to ask about it.
package struct CatalogueEntry: Sendable {
  /// A text in each language.
  package struct Text: Sendable {
    package var english: String
    package var japanese: String

    package init(english: String, japanese: String) {
      self.english = english
      self.japanese = japanese
    }

    package func callAsFunction(_ language: Language) -> String {
      switch language {
      case .english: english
      case .japanese: japanese
      }
    }
  }

  package struct Variant: Sendable {
    package var id: String
    package var label: Text

    package init(id: String, label: Text) {
      self.id = id
      self.label = label
    }
  }

  /// Never changes once published.
  package var id: String
  /// A noun phrase: "Network error" / 「通信エラー」.
  package var label: Text
  /// The clause that begins a question: "when the network fails" / 「通信エラーが起きたとき」.
  ///
  /// `{variant}` stands where the variant's label goes, brackets included: 「通信エラー{variant}が起きたとき」 gives 「通信エラー(オフライン)が起きたとき」.
  package var clause: Text
  /// The follow-up that is typically asked.
  package var question: Text
  package var variants: [Variant]
  /// The traits that call for the entry; empty means every feature.
  package var traits: [String]
  /// Whether leaving it out unconsidered is an error.
  package var isCore: Bool

  package init(
    id: String,
    label: Text,
    clause: Text,
    question: Text,
    variants: [Variant],
    traits: [String],
    isCore: Bool
  ) {
    self.id = id
    self.label = label
    self.clause = clause
    self.question = question
    self.variants = variants
    self.traits = traits
    self.isCore = isCore
  }
}
