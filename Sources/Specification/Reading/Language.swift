/// The language of headings and questions in exports.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"

  package func choose<Value>(
    _ english: @autoclosure () -> Value,
    _ japanese: @autoclosure () -> Value
  ) -> Value {
    self == .english ? english() : japanese()
  }
}

package struct BilingualText: Hashable, Sendable {
  package var english: String
  package var japanese: String

  package static let none = Self(english: "", japanese: "")

  package func callAsFunction(_ language: Language) -> String {
    language.choose(english, japanese)
  }
}
