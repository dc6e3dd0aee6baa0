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
  }

  /// The samples of a combination's values, one line each; where space is short long texts are cut, and the factors' table has the whole to copy.
  func testData(of combination: Combination) -> ReportCell {
    let samples = samples(of: combination)
    guard samples.contains(where: { $0.text.count > Self.briefSampleLength }) else {
      return .text(samples.map { line($0, limit: nil) }.joined(separator: "\n"))
    }
    let remark = text(
      "The whole text is on the sheet “\(factorsTitle)”.",
      "全文は「\(factorsTitle)」シートにあります。"
    )
    return .text(
      samples.map { line($0, limit: nil) }.joined(separator: "\n"),
      brief: (samples.map { line($0, limit: Self.briefSampleLength) } + [remark])
        .joined(separator: "\n")
    )
  }

  private func samples(of combination: Combination) -> [Sample] {
    var samples: [Sample] = []
    func add(_ label: String, _ value: FactorValue) {
      guard let text = value.sample else { return }
      samples.append(Sample(label: label, value: value, text: text))
    }
    for (factor, value) in combination.values.enumerated() {
      guard let value else { continue }
      let declared = specification.factors[factor]
      add(declared.label, declared.values[value])
    }
    let operation = operationValues[combination.operation]
    if let variant = operation.variant {
      add(operation.operationLabel, variant)
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
