import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// The report for programs: `check --format json`.
  package var json: String {
    let unread: [JSONValue] = failedPaths.map { failed in
      ["path": .string(failed.path), "errors": .array([.diagnostic(failed.diagnostic)])]
    }
    return Self.json(
      shard: shard,
      specs: unread + specs.map(\.json),
      tally: tally,
      knownFindings: specs.reduce(0) { $0 + $1.knownFindings },
      switchedOff: switchedOffCount
    )
  }

  /// The document around the entries of the specs.
  private static func json(
    shard: CheckReport.Shard? = nil,
    specs: [JSONValue],
    tally: Tally,
    knownFindings: Int,
    switchedOff: Int
  ) -> String {
    var summary: [JSONValue.Member] = [
      .init("errors", .integer(tally.errors)), .init("warnings", .integer(tally.warnings)),
      .init("notes", .integer(tally.notes)),
    ]
    if knownFindings > 0 { summary.append(.init("known", .integer(knownFindings))) }
    if switchedOff > 0 { summary.append(.init("switchedOff", .integer(switchedOff))) }
    var members: [JSONValue.Member] = [.init("version", 1)]
    if let shard {
      members.append(
        .init("shard", ["number": .integer(shard.number), "of": .integer(shard.count)])
      )
    }
    members += [.init("specs", .array(specs)), .init("summary", .object(summary))]
    // Down to the members of a finding, each on its line; `where` and the like are on one line.
    return JSONValue.object(members).text(spreading: 5)
  }
}

extension SpecCheck {
  fileprivate var json: JSONValue {
    var members = [JSONValue.Member("path", .string(source.path))]
    switch outcome {
    case .analysed(let specification, let analysis):
      members += [
        .init("id", .string(specification.id)),
        .init("feature", .string(specification.feature)),
        .init("factors", .array(specification.factorsJSON)),
        .init("space", .counts(analysis.counts)),
      ]
      if !analysis.incomplete.isEmpty {
        let operations = analysis.incomplete.map { specification.operations[$0].id }
        members.append(.init("incomplete", .strings(operations)))
      }
      let findings = analysis.findings.map {
        JSONValue.finding($0, of: specification, cases: cases[$0.id] ?? [])
      }
      members.append(.init("findings", .array(findings)))
      if let agreement { members.append(.init("agreement", agreement.json)) }
    case .planned(let specification):
      members += [
        .init("id", .string(specification.id)),
        .init("feature", .string(specification.feature)),
        .init("planned", .bool(true)),
        .init("findings", .array([])),
      ]
    case .invalid, .limitExceeded:
      let errors = diagnostics.filter { $0.severity == .error }
      members.append(.init("errors", .array(errors.map(JSONValue.diagnostic))))
    }
    let remarks = diagnostics.filter { $0.severity != .error }
    if !remarks.isEmpty {
      members.append(.init("remarks", .array(remarks.map(JSONValue.diagnostic))))
    }
    if let settingsInForce { members.append(.init("settings", settingsInForce.json)) }
    return .object(members)
  }
}

extension SettingsInForce {
  /// The path, the severities that the settings change, and how many findings of the spec they switch off.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [.init("path", .string(applied.path))]
    let levels = applied.changed.map { code, level in
      JSONValue.Member(code.rawValue, .string(level.rawValue))
    }
    if !levels.isEmpty { members.append(.init("severities", .object(levels))) }
    let counts = applied.changed.compactMap { code, _ in
      switchedOff[code].map { JSONValue.Member(code.rawValue, .integer($0)) }
    }
    if !counts.isEmpty { members.append(.init("switchedOff", .object(counts))) }
    return .object(members)
  }
}

extension Specification {
  /// The factors, states before data, and the operation as the last.
  var factorsJSON: [JSONValue] {
    let operation: JSONValue = [
      "name": "operation", "kind": "operation",
      "label": .string(ReportText(language: language)("Operation", "操作")),
      "values": .array(
        operationValues.map { value in
          [
            "id": .string(value.id), "label": .string(label(of: value)),
            "invalid": .bool(value.isInvalid),
          ]
        }
      ),
    ]
    return factors.map { factor in
      [
        "name": .string(factor.name), "kind": .string(factor.kind.rawValue),
        "label": .string(factor.label),
        "values": .array(
          factor.values.map { value in
            [
              "id": .string(value.id), "label": .string(value.label),
              "invalid": .bool(value.isInvalid),
            ]
          }
        ),
      ]
    } + [operation]
  }

  /// The operation's label and its variant's in brackets, as the language writes them.
  private func label(of value: OperationValue) -> String {
    let text = ReportText(language: language)
    return value.variantLabel.map { text.remark(value.operationLabel, $0) } ?? value.operationLabel
  }

  /// The numbers that the values of a cube stand for, by factor: `["51..59", "201.."]`; `nil` where it names no line.
  fileprivate func intervals(of cube: NamedCube) -> JSONValue? {
    let members = cube.literals.compactMap { literal -> JSONValue.Member? in
      guard literal.factor != operationFactor else {
        let intervals = intervals(ofOperations: literal.values)
        return intervals.isEmpty ? nil : .init("operation", .strings(intervals))
      }
      let factor = factors[literal.factor]
      return factor.line.map { line in
        let intervals = factor.values.intervals(literal.values)
        return .init(factor.name, .strings(intervals.map { $0.written(line.scale) }))
      }
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// The numbers that variants of operations stand for: `["add_item/51..59"]`.
  private func intervals(ofOperations values: [Int]) -> [String] {
    let chosen = Set(values)
    var first = 0
    return operations.flatMap { operation -> [String] in
      defer { first += max(1, operation.variants.count) }
      guard let line = operation.line else { return [] }
      let variants = operation.variants.indices.filter { chosen.contains(first + $0) }
      return operation.variants.intervals(variants).map {
        "\(operation.id)/\($0.written(line.scale))"
      }
    }
  }

  /// The ids of the values that a cube allows by factor name, `null` standing for not applicable.
  func json(of cube: NamedCube) -> JSONValue {
    let operationIDs = operationValues.map(\.id)
    return .object(
      cube.literals.map { literal in
        let isOperation = literal.factor == operationFactor
        let ids = isOperation ? operationIDs : factors[literal.factor].values.map(\.id)
        let allowed = literal.values.map { JSONValue.string(ids[$0]) }
        return .init(
          isOperation ? "operation" : factors[literal.factor].name,
          .array(allowed + (literal.allowsNotApplicable ? [.null] : []))
        )
      }
    )
  }
}

extension Specification {
  /// A question that asks about a part already, and its cube.
  fileprivate func json(of exception: QuestionException) -> JSONValue {
    ["question": .string(exception.question), "where": json(of: exception.cube)]
  }

  /// Two rules that disagree, where they do, and one combination as an example.
  fileprivate func json(of pair: Disagreement) -> JSONValue {
    let operationIDs = operationValues.map(\.id)
    var members: [JSONValue.Member] = [.init("rules", .strings(pair.rules.map { rules[$0].id }))]
    if !pair.cubes.isEmpty { members.append(.init("where", .array(pair.cubes.map(json)))) }
    if let count = pair.combinations { members.append(.init("combinations", .string(count))) }
    if let example = pair.example {
      let values = zip(factors, example.values).compactMap { factor, value in
        value.map { JSONValue.Member(factor.name, .string(factor.values[$0].id)) }
      }
      let operation = JSONValue.Member("operation", .string(operationIDs[example.operation]))
      members.append(.init("example", .object([operation] + values)))
    }
    return .object(members)
  }
}

extension Rule {
  /// A rule of the house: its id may also be that of a rule of the spec, so that it has a list of its own.
  var houseJSON: JSONValue {
    [
      "id": .string(id), "path": .string(house?.path ?? ""), "line": .integer(house?.line ?? 0),
    ]
  }
}

extension JSONValue {
  static func counts(_ counts: Analysis.Counts) -> JSONValue {
    func number(_ count: String?) -> JSONValue { count.map(JSONValue.string) ?? .null }
    return [
      "combinations": number(counts.combinations),
      "defined": number(counts.defined),
      "undecided": number(counts.undecided),
      "contradictory": number(counts.contradictory),
      "undefined": number(counts.undefined),
    ]
  }

  fileprivate static func finding(
    _ finding: Finding,
    of specification: Specification,
    cases: [String]
  ) -> JSONValue {
    var members: [Member] = [
      .init("code", .string(finding.code.rawValue)),
      .init("severity", .string(finding.severity.rawValue)),
      .init("id", .string(finding.id)),
      .init("message", .string(finding.message)),
    ]
    members += place(finding.span)
    if let cube = finding.cube {
      members.append(.init("where", specification.json(of: cube)))
      if let intervals = specification.intervals(of: cube) {
        members.append(.init("intervals", intervals))
      }
    }
    if !finding.except.isEmpty {
      members.append(.init("except", .array(finding.except.map { specification.json(of: $0) })))
    }
    if let count = finding.combinations { members.append(.init("combinations", .string(count))) }
    if let ask = finding.ask { members.append(.init("ask", .string(ask))) }
    if finding.isOverdue { members.append(.init("overdue", .bool(true))) }
    if let options = finding.asked(in: specification)?.options, !options.isEmpty {
      members.append(.init("options", .array(options.map(JSONValue.strings))))
    }
    if !finding.entries.isEmpty { members.append(.init("entries", .strings(finding.entries))) }
    let rules = finding.rules.map { specification.rules[$0] }
    members.append(.init("rules", .strings(rules.filter { $0.house == nil }.map(\.id))))
    let ofHouse = rules.filter { $0.house != nil }
    if !ofHouse.isEmpty { members.append(.init("houseRules", .array(ofHouse.map(\.houseJSON)))) }
    members.append(.init("cases", .strings(cases)))
    if let stub = finding.stub { members.append(.init("stub", .string(stub))) }
    if let question = finding.question {
      if let nearest = question.nearest.map({ specification.rules[$0] }) {
        members.append(
          nearest.house == nil
            ? .init("nearestRule", .string(nearest.id))
            : .init("nearestHouseRule", nearest.houseJSON)
        )
      }
      if let says = question.nearestRule { members.append(.init("nearestRuleSays", .string(says))) }
      if let followUp = question.followUp { members.append(.init("followUp", .string(followUp))) }
      if !question.disagreements.isEmpty {
        let pairs = question.disagreements.map { specification.json(of: $0) }
        members.append(.init("pairs", .array(pairs)))
      }
    }
    return .object(members + explanation(help: finding.help, related: finding.related))
  }

  static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    let members: [Member] = [
      .init("code", .string(diagnostic.code)),
      .init("severity", .string(diagnostic.severity.rawValue)),
      .init("message", .string(diagnostic.message)),
    ]
    return .object(
      members + place(diagnostic.span ?? .fileStart)
        + explanation(help: diagnostic.help, related: diagnostic.related)
    )
  }

  private static func place(_ span: SourceSpan) -> [Member] {
    [
      .init("line", .integer(span.start.line)), .init("column", .integer(span.start.column)),
      .init("endLine", .integer(span.end.line)), .init("endColumn", .integer(span.end.column)),
    ]
  }

  /// What explains a message further; members that would be empty are left out.
  private static func explanation(help: [String], related: [Diagnostic.Related]) -> [Member] {
    var members: [Member] = []
    if !help.isEmpty { members.append(.init("help", .strings(help))) }
    if !related.isEmpty {
      let places = related.map { other in
        JSONValue.object([.init("message", .string(other.message))] + place(other.span))
      }
      members.append(.init("related", .array(places)))
    }
    return members
  }
}
