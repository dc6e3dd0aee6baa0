package import Diagnostics
import Text

extension Phrase {
  /// The Japanese sentences by the English ones, with `%1` in place of the first value.
  package static let japanese = Dictionary(
    uniqueKeysWithValues: ["phrases", "reasons"].flatMap { wordLists("Words/\($0).yaml") }.map {
      ($0.heading, $0.texts.joined(separator: ", "))
    }
  )

  fileprivate func text(in language: Language) -> String {
    guard language == .japanese, let japanese = Self.japanese[template] else { return english }
    let pieces = japanese.split(separator: "%", omittingEmptySubsequences: false)
    return filled(pieces.enumerated().map { $0 == 0 ? $1 : $1.dropFirst() }) { place in
      pieces[place + 1].first?.wholeNumberValue.map { $0 - 1 } ?? place
    }
  }
}

extension Language {
  package func say(_ phrase: Phrase) -> String { phrase.text(in: self) }

  /// Finds the language in a text that may not be valid YAML; `nil` if it names none.
  package init?(of text: String) {
    guard text.holds("language") else { return nil }
    let said = text.firstMatch(of: /(?:^|\R)["']?language["']?:[ \t]*["']?(en|ja)\b/)
    guard let said, let language = Self(rawValue: String(said.1)) else { return nil }
    self = language
  }
}

extension Diagnostic {
  /// Returns the diagnostic in another language, if it consists of phrases.
  package func told(in language: Language) -> Diagnostic {
    if phrases.isEmpty { return self }
    func say(_ text: String) -> String {
      language.say(phrases[text] ?? Phrase(stringLiteral: text))
    }
    var told = self
    told.message = say(message)
    told.help = help.map(say)
    for number in related.indices { told.related[number].message = say(related[number].message) }
    return told
  }
}
