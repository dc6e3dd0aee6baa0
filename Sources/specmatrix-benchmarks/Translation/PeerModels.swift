import Diagnostics
import Foundation
package import PICTModel

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

/// Suites as PICT writes them: a line of names, then a line for each row.
package enum SuiteText {
  /// The rows as value indices.
  ///
  /// - Returns: `nil` where some line is not a whole row of the model.
  package static func rows(_ text: String, of model: PICTModel) -> [[Int]]? {
    let read = readPICTSeeds(SourceFile(path: "suite", text: text), for: model)
    guard let seeds = read.value else { return nil }
    let rows = seeds.map { $0.values.compactMap { $0 } }
    let lines = text.split(whereSeparator: \.isNewline).count
    let isWhole = rows.allSatisfy { $0.count == model.parameters.count }
    return isWhole && rows.count == lines - 1 ? rows : nil
  }
}
