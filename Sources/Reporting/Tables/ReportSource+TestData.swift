import Specification
import TestDesign

/// What a tester enters.
extension ReportSource {
  /// Beyond this many characters a format with narrow columns shows the beginning of a sample only.
  private static let briefSampleLength = 40

  /// A sample and whose it is.
  private struct Sample {
    var label: String
    var value: FactorValue
    var text: String
    /// The row of the factors' table where it stands whole.
    var key: String
  }

  /// The samples of a combination's values, one line each; long texts lead to the factor's row, where the whole can be copied.
  func testData(of combination: Combination) -> ReportCell {
    let samples = samples(of: combination)
    guard let long = samples.first(where: { $0.text.count > Self.briefSampleLength }) else {
      return .text(samples.map { line($0, limit: nil) }.joined(separator: "\n"))
    }
    return .text(
      samples.map { line($0, limit: nil) }.joined(separator: "\n"),
      brief: samples.map { line($0, limit: Self.briefSampleLength) }.joined(separator: "\n"),
      link: .row(of: .factors, key: long.key)
    )
  }

  private func samples(of combination: Combination) -> [Sample] {
    var samples: [Sample] = []
    func add(_ label: String, _ value: FactorValue, key: String) {
      guard let text = value.sample else { return }
      samples.append(Sample(label: label, value: value, text: text, key: key))
    }
    for (factor, value) in combination.values.enumerated() {
      guard let value else { continue }
      let declared = specification.factors[factor]
      add(
        declared.label,
        declared.values[value],
        key: Self.key(declared.name, declared.values[value].id)
      )
    }
    let operation = operationValues[combination.operation]
    if let variant = operation.variant {
      add(operation.operationLabel, variant, key: Self.key(Self.operationName, operation.id))
    }
    return samples
  }

  /// A text in quotes with its length, a number or day as it is named.
  private func line(_ sample: Sample, limit: Int?) -> String {
    guard sample.text != sample.value.id else {
      return text.labelled(sample.label, sample.value.label)
    }
    guard !sample.text.isEmpty else {
      return text.labelled(sample.label, text("(empty)", "（空）"))
    }
    var quoted = sample.text
    if let limit, quoted.count > limit { quoted = String(quoted.prefix(limit)) + "…" }
    return text.labelled(
      sample.label,
      text.remark(text("“\(quoted)”", "「\(quoted)」"), text.characters(sample.text.count))
    )
  }
}
