import Foundation
import PICTModel

/// What a program made of a model, and what it cost.
package struct SuiteResult: Sendable {
  package var set: String
  package var model: String
  package var parameters: Int
  package var constraints: Int
  package var contestant: Contestant
  /// Why there is no suite; `nil` where there is one.
  package var failure: String?
  /// Whether the program was not run because it cannot be given the model.
  package var isInexpressible = false
  /// Whether it was stopped because its time was up.
  package var isTimedOut = false
  package var verdict = Verdict.unreadable
  package var rows = 0
  /// The best size known, if one is.
  package var best: Int?
  package var medianSeconds = 0.0
  package var leastSeconds = 0.0
  package var leastProcessorSeconds = 0.0
  /// In bytes.
  package var peakMemory = 0
  package var runs = 0
  /// Whether all runs wrote the same bytes.
  package var isRepeatable = true
  /// The share of the combinations that are in the first 30 % of the rows.
  package var shareOfFirstRows = 0.0

  package init(
    set: String,
    model: String,
    parameters: Int,
    constraints: Int,
    contestant: Contestant
  ) {
    self.set = set
    self.model = model
    self.parameters = parameters
    self.constraints = constraints
    self.contestant = contestant
  }

  package var isCertified: Bool { failure == nil && verdict == .certified }

  /// Whether our program did not do what it promises.
  package var isOurFault: Bool {
    contestant.isOurs
      && (failure != nil || !isRepeatable || (!isCertified && verdict != .unchecked))
  }
}

extension SuiteResult {
  /// Reads and judges the suites of one model.
  static func results(
    of measurements: [Measurement],
    strength: Int,
    best: BestKnown
  ) -> [SuiteResult] {
    guard let model = measurements.first?.model else { return [] }
    let space = ModelSpace(model.model, strength: strength)
    return measurements.map { measurement in
      var result = SuiteResult(measurement)
      result.best = best[model.set, model.name]
      result.judge(measurement, space)
      return result
    }
  }

  private init(_ measurement: Measurement) {
    let model = measurement.model
    self.init(
      set: model.set,
      model: model.name,
      parameters: model.model.parameters.count,
      constraints: model.model.constraints.count,
      contestant: measurement.contestant
    )
    failure = measurement.failure
    isInexpressible = measurement.obstacle != nil
    isTimedOut = measurement.runs.contains(where: \.isTimedOut)
    medianSeconds = measurement.medianSeconds
    leastSeconds = measurement.leastSeconds
    leastProcessorSeconds = measurement.leastProcessorSeconds
    peakMemory = measurement.peakMemory
    runs = measurement.runs.count
    isRepeatable = measurement.isRepeatable
  }

  private mutating func judge(_ measurement: Measurement, _ space: ModelSpace) {
    guard failure == nil else { return }
    let bytes = FileManager.default.contents(atPath: measurement.answer) ?? Data()
    let answer = String(decoding: bytes, as: UTF8.self)
    guard let suite = contestant.rows(answer, of: measurement.model) else { return }
    rows = suite.count
    verdict = space.verdict(on: suite)
    shareOfFirstRows = space.shareOfFirstRows(suite)
  }
}

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
