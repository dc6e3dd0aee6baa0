import Combinatorics
import Foundation
import PICTModel

extension SuiteResult {
  /// Reads and judges the suites of one model.
  static func results(
    of measurements: [Measurement],
    strength: Int,
    best: BestKnown
  ) -> [SuiteResult] {
    guard let model = measurements.first?.model else { return [] }
    let space: ModelSpace?
    do throws(LimitExceeded) {
      space = try ModelSpace(model.model, strength: strength)
    } catch {
      space = nil
    }
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

  private mutating func judge(_ measurement: Measurement, _ space: ModelSpace?) {
    guard failure == nil else { return }
    let bytes = FileManager.default.contents(atPath: measurement.answer) ?? Data()
    let answer = String(decoding: bytes, as: UTF8.self)
    guard let suite = contestant.rows(answer, of: measurement.model) else { return }
    rows = suite.count
    verdict = space?.verdict(on: suite) ?? .unchecked
    shareOfFirstRows = space?.shareOfFirstRows(suite) ?? 0
  }
}
