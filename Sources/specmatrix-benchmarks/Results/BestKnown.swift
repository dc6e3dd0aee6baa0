import Foundation

/// Sizes of suites by model, from a CSV with the columns `set`, `model` and one that is named.
package struct BestKnown: Sendable {
  private struct Key: Hashable {
    var set: String
    var model: String
  }

  private var sizes: [Key: Int] = [:]

  package static let none = BestKnown()

  private init() {}

  /// Reads a CSV without quotes; `nil` where one of the columns is missing.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - column: The column with the sizes; lines where it is empty are passed over.
  package init?(_ text: String, column: String) {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let head = lines.first, let set = head.firstIndex(of: "set"),
      let model = head.firstIndex(of: "model"), let size = head.firstIndex(of: column)
    else { return nil }
    for line in lines.dropFirst() where line.count > max(set, model, size) {
      if let number = Int(line[size]) { sizes[Key(set: line[set], model: line[model])] = number }
    }
  }

  package var isEmpty: Bool { sizes.isEmpty }

  /// The size for a model.
  package subscript(set: String, model: String) -> Int? { sizes[Key(set: set, model: model)] }
}
