import Text

/// A sentence of a finding, in English; `Words/phrases.yaml` has it in Japanese, found by what stands around its values.
package struct Phrase: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var values: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { template += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      template += "%"
      values.append(value.description)
    }
  }

  /// With `%` in the place of each value.
  private let template: String
  private let values: [String]

  package init(stringLiteral text: String) { (template, values) = (text, []) }

  package init(stringInterpolation: StringInterpolation) {
    (template, values) = (stringInterpolation.template, stringInterpolation.values)
  }

  /// By sentences in English: those in Japanese, with `%1` in the place of the first value.
  package static let japanese = Dictionary(
    uniqueKeysWithValues: wordLists("Words/phrases.yaml").map {
      ($0.heading, $0.texts.joined(separator: ", "))
    }
  )

  fileprivate func text(in language: Language) -> String {
    guard language == .japanese, let japanese = Self.japanese[template] else {
      return filled(template.split(separator: "%", omittingEmptySubsequences: false)) { $0 }
    }
    let pieces = japanese.split(separator: "%", omittingEmptySubsequences: false)
    return filled(pieces.enumerated().map { $0 == 0 ? $1 : $1.dropFirst() }) { place in
      pieces[place + 1].first?.wholeNumberValue.map { $0 - 1 } ?? place
    }
  }

  /// Pieces with a value between each two.
  private func filled(_ pieces: [Substring], _ value: (Int) -> Int) -> String {
    pieces.enumerated().dropFirst().reduce(into: String(pieces[0])) { text, piece in
      text += values[value(piece.offset - 1)] + piece.element
    }
  }
}

extension Language {
  /// A sentence of a finding.
  package func say(_ phrase: Phrase) -> String { phrase.text(in: self) }
}
