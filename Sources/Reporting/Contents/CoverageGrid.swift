import Specification
import TestDesign

/// The grid of covered pairs.
extension ReportSource {
  func coverage(_ pairs: PairCoverage) -> ReportCoverage {
    pairs.leftOut.map { byFactor(pairs, leavingOut: $0) } ?? byValue(pairs)
  }

  static func coverageTitle(_ text: ReportText) -> String { text("Coverage", "網羅状況") }

  private func byValue(_ pairs: PairCoverage) -> ReportCoverage {
    ReportCoverage(
      title: Self.coverageTitle(text),
      caption: strength(pairs)
        + text(
          " Each number is the number of cases that contain both values; “–” marks a pair that cannot occur.",
          "数字は、2つの水準を両方とも含むテストケースの数です。「–」は起こり得ない組み合わせです。"
        ),
      lines: pairs.values.map {
        ReportCoverage.Line(factor: label(ofFactor: $0.factor), value: label(of: $0))
      },
      cells: pairs.values.indices.map { row in
        pairs.values.indices.map { column in
          if pairs.values[row].factor == pairs.values[column].factor { return .same }
          return pairs.cases[row][column].map { .cases($0) } ?? .impossible
        }
      }
    )
  }

  private func byFactor(
    _ pairs: PairCoverage,
    leavingOut leftOut: PairCoverage.LeftOut
  ) -> ReportCoverage {
    ReportCoverage(
      title: Self.coverageTitle(text),
      caption: strength(pairs)
        + text(
          " Each number is the share of possible value pairs of the two factors that some case contains.",
          "数字は、2つの因子の起こり得る水準の組み合わせのうち、テストケースに含まれる割合です。"
        ) + absence(leftOut),
      lines: pairs.factors.map { ReportCoverage.Line(factor: label(ofFactor: $0), value: nil) },
      cells: pairs.shares.enumerated().map { row, shares in
        shares.enumerated().map { column, share in
          guard row != column, let share else { return .same }
          return share.possible == 0
            ? .impossible : .share(covered: share.covered, possible: share.possible)
        }
      }
    )
  }

  /// Returns the sentences on what the grid leaves out.
  private func absence(_ leftOut: PairCoverage.LeftOut) -> String {
    let most = PairCoverage.maxValues
    let values = text(
      " The \(leftOut.values) values are too many for a line each (at most \(most)).",
      "水準が\(leftOut.values)個あり、1つずつの行は\(most)個までのため、因子ごとにまとめています。"
    )
    guard leftOut.factors > 0 else { return values }
    return values
      + text(
        " The last \(leftOut.factors) factors before the operation are left out.",
        "操作を除く最後の\(leftOut.factors)個の因子は省いています。"
      )
  }

  private func strength(_ pairs: PairCoverage) -> String {
    guard pairs.depth == .all else { return depth(pairs) }
    guard pairs.strength > 1 else {
      return text(
        "Strength 1: every value is in at least one case, not every pair.",
        "組み合わせ強度1：すべての水準が1件以上のテストケースに含まれます（水準の組み合わせは網羅していません）。"
      )
    }
    return text(
      "Strength \(pairs.strength): every possible combination of values of \(pairs.strength) factors appears in at least one case.",
      "組み合わせ強度\(pairs.strength)：任意の\(pairs.strength)因子について、起こり得る水準の組み合わせがすべて1件以上のテストケースに含まれます。"
    )
  }

  /// Returns what a suite covers that does not contain every pair.
  private func depth(_ pairs: PairCoverage) -> String {
    switch pairs.depth {
    case .review:
      text(
        "Depth review: every rule and every question is in at least one case, not every pair of values.",
        "深さ：レビュー。すべてのルールと確認事項が1件以上のテストケースに含まれます（水準の組み合わせは網羅していません）。"
      )
    case .relevant, .all:
      text(
        "Depth relevant: every combination of up to \(pairs.strength) values that an operation’s rules read is in at least one case, not every pair.",
        "深さ：関連。操作ごとに、ルールが参照する水準（\(pairs.strength)個までの組み合わせ）が1件以上のテストケースに含まれます（すべての組み合わせではありません）。"
      )
    }
  }

  private func label(ofFactor number: Int) -> String {
    number == specification.operationFactor
      ? text("Operation", "操作") : specification.factors[number].label
  }

  private func label(of value: PairCoverage.Value) -> String {
    value.factor == specification.operationFactor
      ? wording.caseOperation(specification.caseOperationOfValue[value.number])
      : wording.value(value.number, of: value.factor)
  }
}
