import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// The rules that a rule overrides by word, each once.
  mutating func overrides(
    _ fields: Fields<ExpectationKey>,
    of rule: Int,
    among numbers: [String: Int],
    ids: [String],
    isComplete: Bool
  ) -> [(number: Int, span: SourceSpan)] {
    guard let node = fields[.overrides] else { return [] }
    var items = [node]
    if node.writtenScalar == nil {
      guard let list = read.filledList(node, fields.name(.overrides)) else { return [] }
      items = list
    }
    var overridden: [(number: Int, span: SourceSpan)] = []
    var known: Set<Int> = []
    for item in items {
      guard let id = read.name(item, "an id in \(fields.name(.overrides))") else { continue }
      guard let number = numbers[id] else {
        if isComplete {
          read.report(
            .unknownExpectation,
            "\(fields.subject) overrides `\(id)`, which is not declared",
            at: item.span,
            help: read.help(for: id, among: ids.filter { $0 != ids[rule] }, called: "the others")
          )
        }
        continue
      }
      if number == rule {
        read.report(.circularOverrides, "\(fields.subject) overrides itself", at: item.span)
      } else if known.insert(number).inserted {
        overridden.append((number, item.span))
      }
    }
    return overridden
  }

  /// Reports rules that override each other round a circle.
  mutating func reportCircles(_ overrides: [[(number: Int, span: SourceSpan)]], ids: [String]) {
    for circle in circles(in: overrides.map { $0.map(\.number) }) {
      let spans = circle.indices.compactMap { index in
        overrides[circle[index]]
          .first { $0.number == circle[(index + 1) % circle.count] }?.span
      }
      report(
        .circularOverrides,
        "circle of `overrides`",
        circle.map { ids[$0] },
        at: spans,
        rule: "of rules that override each other none would win"
      )
    }
  }
}
