import Specification
import TestDesign

extension CodeContext {
  /// Returns groups of cases with the same expected outcomes, as scenario outlines of Gherkin, in the order of the first cases.
  ///
  /// An outline names the factors that matter for any of its cases, a scenario those that matter for itself.
  func outlines(of cases: [TemplateValues], _ factors: [TemplateValues]) -> [TemplateValues] {
    let groups = model.groups { entry in
      let outcomes = entry.outcomes.map(\.outcome)
      return [outcomes.flatMap(\.results), outcomes.flatMap(model.undecided).map(\.text)]
    }
    return groups.map { _, places in
      let entries = places.map { model.cases[$0] }
      let outcomes = entries[0].outcomes.map(\.outcome)
      let results = outcomes.flatMap(\.results)
      let undecided = outcomes.flatMap(model.undecided)
      let matters = entries.reduce(into: Set<Int>()) { $0.formUnion(self.matters(to: $1)) }
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
        "factors": .list(matters.sorted().map { factors[$0] }),
        "tags": .texts(tags), "results": .texts(results),
        "undecided": .list(
          undecided.map { ["text": .text($0.text), "isContradiction": .flag($0.isContradiction)] }
        ),
        "cases": .list(
          places.map { place in
            let testCase = model.cases[place].testCase
            let named = style == .arguments ? matters : self.matters(to: model.cases[place])
            return cases[place].merging([
              "tags": .texts(xrayTags(of: testCase.id) + tags), "name": .text(name(of: testCase)),
              "setup": .list(named.sorted().map { setup(of: cases[place])[$0] }),
            ]) { $1 }
          }
        ),
      ]
    }
  }

  /// Returns the factors that the case's operation reads, and those that decide whether it is possible at all.
  private func matters(to entry: CodeModel.Case) -> Set<Int> {
    let operation = model.specification.operations[model.operations[entry.operation].operation]
    let values = entry.testCase.combination.values
    let needed = factors(in: operation.onlyWhen).filter { values[$0] != nil }
    let matters = (entry.testCase.matters + needed).flatMap(model.specification.factorsRead)
    return Set(matters.filter { model.specification.factors[$0].comparison == nil })
  }

  private func factors(in condition: Condition?) -> [Int] {
    (condition?.alternatives ?? []).flatMap(\.terms).flatMap { term in
      [term.factor] + factors(in: model.specification.factors[term.factor].onlyWhen)
    }
  }

  private func setup(of values: TemplateValues) -> [TemplateValues] {
    if case .list(let setup) = values["setup"] { setup } else { [] }
  }

  private func questions(of testCase: TestCase) -> [String] {
    testCase.parts.isEmpty ? testCase.questions : testCase.parts.flatMap(\.questions)
  }

  /// Returns the tags by which an import finds the test of a case: the key of its issue, or else the number of its id, stored as a label.
  ///
  /// Source: Xray, “Importing Cucumber Tests - REST”.
  private func xrayTags(of id: String) -> [String] {
    guard style == .xray else { return [] }
    let number = CaseCode.number(ofID: id)
    return (xrayKeys[id].map { ["@TEST_\(CodeText.tag($0))"] } ?? [])
      + (number.map { ["@id:\($0)"] } ?? [])
  }

  /// Returns the name of a scenario, limited for Xray to the length of a summary in Jira.
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
