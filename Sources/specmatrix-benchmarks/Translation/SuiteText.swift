import Diagnostics
package import PICTModel

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
