import Diagnostics
import Specification

extension FindingWriter {
  /// Labels and results that name a day which no calendar has; invalid values may.
  mutating func impossibleDays() -> [Finding] {
    var texts: [(text: String, span: SourceSpan)] = []
    for factor in specification.factors {
      texts.append((factor.label, factor.span))
      texts += labels(of: factor.values)
    }
    for operation in specification.operations {
      texts.append((operation.label, operation.span))
      texts += labels(of: operation.variants)
    }
    for rule in specification.rules where rule.house == nil {
      guard case .then(let results) = rule.outcome else { continue }
      texts += results.map { ($0.text, $0.span) }
    }
    return texts.compactMap { text, span in
      guard let day = ImpossibleDay.first(in: text) else { return nil }
      return Finding(
        code: .noSuchDay,
        severity: .warning,
        id: ids.next("F", ["day", specification.id, text]),
        message: "“\(day)”: there is no such day",
        span: span,
        help: ["correct the day; where it is meant to be wrong, mark the value `invalid: true`"]
      )
    }
  }

  /// The labels that somebody wrote, generated numbers and days left out.
  private func labels(of values: [FactorValue]) -> [(text: String, span: SourceSpan)] {
    values.filter { $0.hasOwnLabel && !$0.isInvalid && $0.number == nil }.map {
      ($0.label, $0.span)
    }
  }
}
