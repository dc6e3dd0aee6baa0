/// An English sentence with interpolated values, identified by its template for translation.
package struct Phrase: ExpressibleByStringInterpolation, Hashable, Sendable {
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

  /// The sentence with `%` in place of each value.
  package let template: String
  private let values: [String]

  package init(stringLiteral text: String) { (template, values) = (text, []) }

  package init(stringInterpolation: StringInterpolation) {
    (template, values) = (stringInterpolation.template, stringInterpolation.values)
  }

  package var english: String {
    filled(template.split(separator: "%", omittingEmptySubsequences: false)) { $0 }
  }

  /// Joins the pieces of a template with the values, in the order given by `value`.
  package func filled(_ pieces: [Substring], _ value: (Int) -> Int) -> String {
    pieces.enumerated().dropFirst().reduce(into: String(pieces[0])) { text, piece in
      text += values[value(piece.offset - 1)] + piece.element
    }
  }
}
