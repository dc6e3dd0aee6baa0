import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign

/// A part of a spec that can be explained by its id: a case (`POST-4KD`) of the stored suite, a finding of the analysis (`Q-1382E8BC`, or
/// `F-` if it is not a question), an operation or a rule.
struct SpecSubject {
  let id: String
  let pipeline: Pipeline
  let columns: Int
  let usesColor: Bool
  let console: Console

  /// Returns the word as the id of a finding, ignoring case, or `nil` if it is not one.
  static func question(_ word: String) -> String? {
    let word = word.uppercased()
    return word.wholeMatch(of: /[DQF]-[0-9A-F]{8}/) == nil ? nil : word
  }

  /// Returns the word as the id of a test case, ignoring case, or `nil` if it is not one.
  static func testCase(_ word: String) -> String? {
    let word = word.uppercased()
    guard let match = word.wholeMatch(of: /[A-Z][A-Z0-9-]*-([A-Z0-9]+)/) else { return nil }
    return CaseCode.isPart(String(match.1)) ? word : nil
  }

  func explainQuestion() throws -> CommandStatus {
    var finding: Finding?
    var decision: Decision?
    var answer: String?
    let (found, status) = first { result, analysed in
      decision = analysed.analysis.decisions.first { $0.id == id }
      finding = (analysed.analysis.findings + analysed.analysis.questions).first { $0.id == id }
      guard finding == nil, decision == nil else { return true }
      var explanation = SpecExplanation(analysed, columns: columns, usesColor: usesColor)
      answer = answer ?? explanation.answer(to: id, in: result.file.text)
      return false
    }
    if found == nil, let answer {
      try console.write(answer)
      return .success
    }
    if let (_, analysed) = found, let decision {
      let report = DecisionReport(analysed.specification, [decision], isFull: true)
      try console.write(report.text(columns: columns, usesColor: usesColor))
      return .success
    }
    guard let (result, analysed) = found, let finding else {
      console.say(
        "no spec has the finding \(id): it may have been answered, or be in a spec that was not given"
      )
      return status
    }
    let cases = storedSuite(of: result)?.casesByQuestion[id] ?? []
    var explanation = SpecExplanation(analysed, columns: columns, usesColor: usesColor)
    try console.write(explanation.question(finding, cases: cases))
    return .success
  }

  /// Explains the case with the id, or a rule whose id looks like that of a case, such as `price-249`.
  func explainCase(orRule rule: String) throws -> CommandStatus {
    let prefix = String(id.prefix(upTo: id.lastIndex(of: "-") ?? id.startIndex))
    let (found, status) = first { result, analysed in
      [result.id, result.id.map(Flow.prefix)].contains(prefix)
        || analysed.specification.rules.contains { $0.id == rule }
    }
    guard let (result, analysed) = found else {
      console.say("no spec has the id \(prefix), which the case \(id) belongs to")
      return status
    }
    if let rule = analysed.specification.rules.firstIndex(where: { $0.id == rule }) {
      return try explain(rule, of: analysed, result)
    }
    if prefix == result.id.map(Flow.prefix) { return try explainFlow(of: analysed, result) }
    let path = result.suites.path(of: prefix, "json")
    guard let suite = storedSuite(of: result)?.earlier else {
      throw CommandFailure(
        "there is no suite \(path) with the case \(id): `specmatrix generate` writes it"
      )
    }
    guard let stored = suite.cases.first(where: { $0.id == id }) else {
      try refuseRetired(in: suite)
      throw CommandFailure("\(path) has no case \(id)")
    }
    guard let combination = analysed.combination(of: stored, in: suite) else {
      throw CommandFailure(
        "\(id) belongs to an earlier version of the spec, with other factors or values: generate again"
      )
    }
    let explanations = analysed.explanations(of: combination)
    guard !explanations.isEmpty else {
      throw CommandFailure("\(id) can no longer happen: the spec has changed; generate again")
    }
    var explanation = SpecExplanation(analysed, columns: columns, usesColor: usesColor)
    try console.write(explanation.testCase(stored, combination, explanations))
    return .success
  }

  /// Explains the end-to-end case with the id as the spec describes it now.
  private func explainFlow(
    of analysed: AnalysedSpecification,
    _ result: SpecResult
  ) throws -> CommandStatus {
    let suite = try CommandFailure.limiting(
      result.file.path,
      "no cases",
      try result.suite(of: analysed, saying: console.say)
    )
    guard let flow = suite.flows.first(where: { $0.id == id }) else {
      if let stored = try? result.storedSuite()?.earlier { try refuseRetired(in: stored) }
      throw CommandFailure(
        "\(result.file.path) has no case from end to end \(id): it may be of another depth, or the spec has changed; --suite-folder names the folder of its suite"
      )
    }
    var explanation = SpecExplanation(analysed, columns: columns, usesColor: usesColor)
    try console.write(explanation.flow(flow))
    return .success
  }

  private func refuseRetired(in suite: EarlierSuite) throws {
    let living = (suite.cases + suite.flows).map { TestMatrix.Retired(id: $0.id, code: $0.code) }
    guard let reason = TestMatrix.Retired.reasons(of: suite.retired, living)[id] else { return }
    throw CommandFailure("\(id) is retired: \(reason)")
  }

  /// Explains the variant or part with the id, or all of an operation, in the first spec that has it; returns `nil` if none does.
  func explainOperation() throws -> CommandStatus? {
    func values(_ specification: Specification) -> [Int] {
      specification.operationValues.indices.filter { value in
        let declared = specification.operationValues[value]
        return declared.id == id || specification.operations[declared.operation].id == id
      }
    }
    let (found, _) = first { _, analysed in !values(analysed.specification).isEmpty }
    guard let (result, analysed) = found else { return nil }
    let suite = storedSuite(of: result)?.earlier
    let explained = try values(analysed.specification).map { value in
      let whole = analysed.specification.caseOperationOfValue[value].id
      let cases = (suite?.cases ?? []).filter { $0.operation == whole }.map(\.id)
      var text = SpecExplanation(analysed, columns: columns, usesColor: usesColor)
      return text.operation(try analysed.explanation(ofOperationValue: value), cases: cases)
    }
    try console.write(explained.joined(separator: "\n"))
    return .success
  }

  /// Explains the rule with the id, otherwise the operation, in the first spec that has it.
  ///
  /// Returns `nil` if no spec has it, but throws a `CommandFailure` if one has a similar name.
  func explainRuleOrOperation() throws -> CommandStatus? {
    var names: [String] = []
    let (found, _) = first { _, analysed in
      let specification = analysed.specification
      names += specification.operationValues.map(\.id) + specification.rules.map(\.id)
      return specification.rules.contains { $0.id == id }
    }
    guard let (result, analysed) = found,
      let rule = analysed.specification.rules.firstIndex(where: { $0.id == id })
    else {
      if let status = try explainOperation() { return status }
      guard let near = NearestName.of(id, among: names) else { return nil }
      throw CommandFailure("there is nothing called `\(id)`: did you mean `\(near)`?")
    }
    return try explain(rule, of: analysed, result)
  }

  private func explain(
    _ rule: Int,
    of analysed: AnalysedSpecification,
    _ result: SpecResult
  ) throws -> CommandStatus {
    let suite = storedSuite(of: result)?.earlier
    let cases = suite.map { analysed.cases(of: $0, showing: rule) } ?? []
    var explanation = SpecExplanation(analysed, columns: columns, usesColor: usesColor)
    try console.write(explanation.rule(rule, in: analysed, cases: cases))
    return .success
  }

  /// Returns the first matching spec, and the highest status up to it; specs that cannot be read are reported and skipped.
  private func first(
    where isWanted: (SpecResult, AnalysedSpecification) -> Bool
  ) -> (found: (SpecResult, AnalysedSpecification)?, status: CommandStatus) {
    var status: CommandStatus = pipeline.failedPaths.isEmpty ? .success : .invalid
    for source in pipeline.sources {
      let result = pipeline.analyse(source)
      result.report(on: console)
      status = max(status, result.check.status)
      if let analysed = result.analysed, isWanted(result, analysed) {
        return ((result, analysed), status)
      }
    }
    return (nil, max(status, .invalid))
  }

  /// Returns the last generated suite, reporting one that cannot be read.
  private func storedSuite(of result: SpecResult) -> StoredSuite? {
    do throws(FileFailure) {
      return try result.storedSuite()
    } catch {
      console.say(error.message)
      return nil
    }
  }
}
