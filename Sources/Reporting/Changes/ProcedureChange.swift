import Specification
package import TestDesign
import Text

/// A change to the steps, texts to paste or priority of cases whose expected result is unchanged.
package struct ProcedureChange: Hashable, Sendable {
  package var ids: [String]
  package var before: String
  package var after: String

  /// Returns the changes in the order of the new cases, with cases that changed alike combined.
  package static func all(
    from old: AnalysedSpecification,
    _ before: TestMatrix,
    to new: AnalysedSpecification,
    _ after: TestMatrix,
    in kept: Set<String>
  ) -> [Self] {
    let (was, now) = (
      ReportSource(old.specification, old.analysis, before),
      ReportSource(new.specification, new.analysis, after)
    )
    let known = Dictionary(firstOf: before.cases.map { ($0.id, $0) })
    var changes: [Self] = []
    var places: [[String]: Int] = [:]
    for testCase in after.cases where kept.contains(testCase.id) {
      guard let earlier = known[testCase.id] else { continue }
      let (lines, others) = (was.procedure(of: earlier), now.procedure(of: testCase))
      let (one, other) = Self.differing(lines, others)
      if one.isEmpty, other.isEmpty { continue }
      let (before, after) = (one.joined(separator: " / "), other.joined(separator: " / "))
      if let place = places[[before, after]] {
        changes[place].ids.append(testCase.id)
      } else {
        places[[before, after]] = changes.count
        changes.append(Self(ids: [testCase.id], before: before, after: after))
      }
    }
    return changes
  }

  /// Returns both lists without their common prefix and suffix.
  private static func differing(
    _ lines: [String],
    _ others: [String]
  ) -> (ArraySlice<String>, ArraySlice<String>) {
    let first = zip(lines, others).prefix { $0 == $1 }.count
    let (rest, rests) = (lines.dropFirst(first), others.dropFirst(first))
    let last = zip(rest.reversed(), rests.reversed()).prefix { $0 == $1 }.count
    return (rest.dropLast(last), rests.dropLast(last))
  }
}

extension ReportSource {
  /// Returns the start, how to set up the values, the steps, the texts to paste and the priority.
  fileprivate func procedure(of testCase: TestCase) -> [String] {
    let ways = zip(specification.factors, testCase.combination.values).compactMap { factor, value in
      value.flatMap { factor.values[$0].how ?? factor.how }
        .map { text.labelled(factor.label, $0) }
    }
    return startLine(text("Start", "開始状態")) + ways + steps(of: testCase)
      + quotedTexts(of: testCase)
      + [
        text.labelled(text("Priority", "優先度"), priority(testCase.priority))
      ].filter { !$0.isEmpty }
  }
}
