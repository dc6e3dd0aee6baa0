import Specification
import TestDesign

extension CodeContext {
  /// Cases of which the same is expected, in the order of their first ones: what Gherkin calls an outline.
  func outlines(of cases: [TemplateValues]) -> [TemplateValues] {
    let groups = model.groups { entry in
      let outcomes = entry.outcomes.map(\.outcome)
      return [outcomes.flatMap(\.results), outcomes.flatMap(model.undecided).map(\.text)]
    }
    return groups.map { _, places in
      let entries = places.map { model.cases[$0] }
      let outcomes = entries[0].outcomes.map(\.outcome)
      let results = outcomes.flatMap(\.results)
      let undecided = outcomes.flatMap(model.undecided)
      var tags: [String] = []
      if !undecided.isEmpty {
        tags = [results.isEmpty ? "@open" : "@partly-open"]
        for question in entries.flatMap({ questions(of: $0.testCase) }) {
          let tag = "\(tags[0])-\(CodeText.tag(question))"
          if !tags.contains(tag) { tags.append(tag) }
        }
      }
      return [
        "operation": cases[places[0]]["operation"] ?? .text(""),
        "hasManyOperations": .flag(Set(entries.map(\.operation)).count > 1),
        "tags": .texts(tags), "results": .texts(results),
        "undecided": .list(
          undecided.map { ["text": .text($0.text), "isContradiction": .flag($0.isContradiction)] }
        ),
        "cases": .list(
          places.map { place in
            let own = xrayTags(of: model.cases[place].testCase.id) + tags
            return cases[place].merging([
              "tags": .texts(own),
              "name": .text(name(of: model.cases[place].testCase)),
            ]) { $1 }
          }
        ),
      ]
    }
  }

  private func questions(of testCase: TestCase) -> [String] {
    testCase.parts.isEmpty ? testCase.questions : testCase.parts.flatMap(\.questions)
  }

  /// By what an import finds the test of a case: the key of its issue, else the number of its id that it became a label of.
  ///
  /// Source: Xray, “Importing Cucumber Tests - REST”.
  private func xrayTags(of id: String) -> [String] {
    guard style == .xray else { return [] }
    let number = CaseCode.number(ofID: id)
    return (xrayKeys[id].map { ["@TEST_\(CodeText.tag($0))"] } ?? [])
      + (number.map { ["@id:\($0)"] } ?? [])
  }

  /// The name of a scenario: no longer than a summary in Jira, where it goes there.
  private func name(of testCase: TestCase) -> String {
    let name = CodeText.line("\(testCase.id) \(testCase.title)")
    let limit = 255
    guard style == .xray, name.utf16.count > limit else { return name }
    var length = 0
    return name.prefix { sign in
      length += sign.utf16.count
      return length < limit
    } + "…"
  }
}
