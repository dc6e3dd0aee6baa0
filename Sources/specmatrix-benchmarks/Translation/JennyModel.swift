/// A model as jenny's arguments, and jenny's answer as rows of value indices.
package enum JennyModel {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The arguments: the strength, the numbers of values, and what may not come together, such as `-w1b4ab`.
  ///
  /// - Throws: What jenny cannot be told.
  package static func arguments(
    _ model: PlainModel,
    strength: Int
  ) throws(Obstacle) -> [String] {
    guard model.sizes.allSatisfy({ $0 <= letters.count }) else { throw .manyValues }
    let withouts = model.forbidden.map { combination in
      "-w"
        + combination.terms.map { term in
          "\(term.parameter + 1)" + String(term.values.map { letters[$0] })
        }.joined()
    }
    return ["-n\(strength)"] + model.sizes.map(String.init) + withouts
  }

  /// The rows of an answer such as ` 1a 2c 3b`; what jenny says behind them, of tuples that it did not reach, is passed over.
  ///
  /// - Returns: `nil` where a row is not one of that many parameters.
  package static func rows(_ answer: String, parameters: Int) -> [[Int]]? {
    var rows: [[Int]] = []
    for line in answer.split(separator: "\n") {
      let features = line.split(separator: " ")
      guard features.first?.first?.isNumber == true else { continue }
      let row = features.enumerated().compactMap { index, feature in
        feature.dropLast() == "\(index + 1)" ? feature.last.flatMap(letters.firstIndex) : nil
      }
      guard row.count == parameters, features.count == parameters else { return nil }
      rows.append(row)
    }
    return rows
  }
}
