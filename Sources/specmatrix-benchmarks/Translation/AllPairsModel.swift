import Foundation

/// A model as the Python program `allpairs.py` reads it, and its answer as rows of value indices.
package enum AllPairsModel {
  /// The program.
  static var program: Data { Data(PackageResources.allpairs_py) }

  /// What the program reads from its standard input.
  package static func input(_ model: PlainModel, strength: Int) -> String {
    let forbidden = model.forbidden.map { combination in
      list(combination.terms.map { "[\($0.parameter), \(list($0.values.map(String.init)))]" })
    }
    let sizes = list(model.sizes.map(String.init))
    return "{\"strength\": \(strength), \"sizes\": \(sizes), \"forbidden\": \(list(forbidden))}\n"
  }

  /// The rows of an answer.
  ///
  /// - Returns: `nil` where a row is not one of that many parameters.
  package static func rows(_ answer: String, parameters: Int) -> [[Int]]? {
    let rows = answer.split(separator: "\n").map { line in
      line.split(separator: "\t").compactMap { Int($0) }
    }
    return rows.allSatisfy { $0.count == parameters } ? rows : nil
  }

  private static func list(_ parts: [String]) -> String { "[\(parts.joined(separator: ", "))]" }
}
