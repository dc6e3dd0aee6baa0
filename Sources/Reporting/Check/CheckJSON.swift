import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// The report as JSON, for `check --format json`.
  package var json: String {
    let unread = failedPaths.json {
      ["path": $0.path, "errors": [JSONValue.diagnostic($0.diagnostic)]]
    }
    let (tally, known) = (tally, specs.reduce(0) { $0 + $1.knownFindings })
    let document = JSONValue.of([
      "version": 1,
      "shard": shard.map { JSONValue.of(["number": $0.number, "of": $0.count]) },
      "specs": unread + specs.map(\.json), "betweenFeatures": crossFeature.map(\.json).ifAny,
      "summary": JSONValue.of([
        "errors": tally.errors, "warnings": tally.warnings, "notes": tally.notes,
        "known": known > 0 ? known : nil,
        "switchedOff": switchedOffCount > 0 ? switchedOffCount : nil,
      ]),
    ])
    // Spread down to the members of a finding; nested values such as `where` stay on one line.
    return document.text(spreading: 5)
  }
}

extension CrossFeatureDecision {
  /// The JSON representation, shared by `check` and the review page.
  var json: JSONValue {
    .of([
      "id": id, "kind": kind.rawValue, "message": sentence,
      "places": places.json { ["path": $0.path, "line": $0.span.start.line] },
    ])
  }
}

extension SpecCheck {
  fileprivate var json: JSONValue {
    let content: JSONValue =
      switch outcome {
      case .analysed(let specification, let analysis):
        analysed(specification, analysis, analysis.questionNumbers)
      case .planned(let specification):
        .of([
          "id": specification.id, "feature": specification.feature, "planned": true,
          "findings": [String](),
        ])
      case .invalid, .limitExceeded: ["errors": .array(mistakes)]
      }
    let remarks = diagnostics.filter { $0.severity != .error }
    return .of([
      "path": source.path, "…": content, "remarks": remarks.map(JSONValue.diagnostic).ifAny,
      "settings": settings?.json,
    ])
  }

  private var mistakes: [JSONValue] {
    let lines = SourceLines(source.text)
    return diagnostics.filter { $0.severity == .error }.json { error in
      [
        "…": JSONValue.diagnostic(error),
        "repairs": MistakeRepair(error, in: lines).map { [$0.json] },
      ]
    }
  }

  private func analysed(
    _ specification: Specification,
    _ analysis: Analysis,
    _ numbers: [String: Int]
  ) -> JSONValue {
    .of([
      "id": specification.id, "feature": specification.feature,
      "factors": specification.factorsJSON, "space": JSONValue.counts(analysis.counts),
      "incomplete": analysis.incomplete.map { specification.operations[$0].id }.ifAny,
      "findings": analysis.findings.map { finding in
        JSONValue.finding(
          finding,
          numbers[finding.id],
          of: specification,
          cases: cases[finding.id] ?? []
        )
      },
      "decisions": analysis.decisions.map { specification.json($0) }.ifAny,
      "agreement": agreement?.json,
    ])
  }
}

extension AppliedSettings {
  /// The path, the changed severities, and the number of findings of the spec switched off by code.
  fileprivate var json: JSONValue {
    let off = changed.compactMap { code, _ in
      switchedOff[code].map { JSONValue.Member(code.rawValue, .integer($0)) }
    }
    let severities = changed.map { JSONValue.Member($0.rawValue, .string($1.rawValue)) }
    return .of([
      "path": path, "severities": severities.ifAny.map(JSONValue.object),
      "switchedOff": off.ifAny.map(JSONValue.object),
    ])
  }
}

extension Specification {
  /// The factors, states before data, followed by the operation.
  var factorsJSON: [JSONValue] {
    let operation = JSONValue.of([
      "name": "operation", "kind": "operation",
      "label": ReportText(language: language)("Operation", "操作"),
      "values": operationValues.json {
        ["id": $0.id, "label": label(of: $0), "invalid": $0.isInvalid.ifTrue]
      },
    ])
    return factors.json { factor in
      [
        "name": factor.name, "kind": factor.kind.rawValue, "label": factor.label,
        "values": factor.values.json {
          ["id": $0.id, "label": $0.label, "invalid": $0.isInvalid.ifTrue]
        },
      ]
    } + [operation]
  }

  /// Returns the operation's label, followed by the variant's in brackets.
  private func label(of value: OperationValue) -> String {
    let text = ReportText(language: language)
    return value.variantLabel.map { text.remark(value.operationLabel, $0) } ?? value.operationLabel
  }

  /// Returns the number ranges for a cube's values by factor, such as `["51..59", "201.."]`, or `nil` if no numeric factor is restricted.
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

  /// Returns the number ranges that variants of operations stand for, such as `["add_item/51..59"]`.
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

  /// Returns the name of a factor as used in files.
  func name(ofFactor factor: Int) -> String {
    factor < operationFactor ? factors[factor].name : "operation"
  }

  /// Returns the ids of the values that a cube allows, by factor name, with `null` for not applicable.
  func json(of cube: NamedCube) -> JSONValue {
    let operationIDs = operationValues.map(\.id)
    return .object(
      cube.literals.map { literal in
        let isOperation = literal.factor == operationFactor
        let ids = isOperation ? operationIDs : factors[literal.factor].values.map(\.id)
        let allowed = literal.values.map { JSONValue.string(ids[$0]) }
        let absent: [JSONValue] = literal.allowsNotApplicable ? [.null] : []
        return .init(name(ofFactor: literal.factor), .array(allowed + absent))
      }
    )
  }

  /// Returns `rules` and any `houseRules`, the latter without lines for files that must not change when other parts of a pack do.
  func json(ofRules numbers: [Int], withLines: Bool = true) -> JSONValue {
    let rules = numbers.map { self.rules[$0] }
    let ofHouse = rules.filter { $0.house != nil }.json {
      ["id": $0.id, "path": $0.house?.path, "line": withLines ? $0.house?.line : nil]
    }
    return .of(["rules": rules.filter { $0.house == nil }.map(\.id), "houseRules": ofHouse.ifAny])
  }

  /// Returns two rules that disagree, where they do, and one combination as an example.
  fileprivate func json(of pair: Disagreement) -> JSONValue {
    .of([
      "rules": pair.rules.map { rules[$0].id }, "where": pair.cubes.map(json).ifAny,
      "combinations": pair.combinations, "example": pair.example.map(json),
    ])
  }

  /// Returns the operation, and the value of every factor that applies.
  func json(of combination: Combination) -> JSONValue {
    let values = zip(factors, combination.values).compactMap { factor, value in
      value.map { JSONValue.Member(factor.name, .string(factor.values[$0].id)) }
    }
    let operation = operationValues[combination.operation].id
    return .object([.init("operation", .string(operation))] + values)
  }
}

extension JSONValue {
  static func counts(_ counts: Analysis.Counts) -> JSONValue {
    .of([
      "combinations": counts.combinations.orNull, "defined": counts.defined.orNull,
      "undecided": counts.undecided.orNull, "contradictory": counts.contradictory.orNull,
      "undefined": counts.undefined.orNull,
    ])
  }

  fileprivate static func finding(
    _ finding: Finding,
    _ number: Int?,
    of specification: Specification,
    cases: [String]
  ) -> JSONValue {
    let question = finding.question
    let nearest = question?.nearest.map { specification.rules[$0] }
    let options = finding.asked(in: specification)?.options ?? []
    return .of([
      "code": finding.code.rawValue, "severity": finding.severity.rawValue, "id": finding.id,
      "number": number, "message": finding.message, "…": place(finding.span),
      "where": finding.cube.map(specification.json),
      "intervals": finding.cube.flatMap(specification.intervals),
      "combinations": finding.combinations, "ask": finding.ask,
      "overdue": finding.isOverdue.ifTrue, "options": options.ifAny,
      "entries": finding.entries.ifAny,
      "items": finding.items.map { item($0, in: specification) }.ifAny,
      "…": specification.json(ofRules: finding.rules), "cases": cases, "stub": finding.stub,
      "nearestRule": nearest.flatMap { $0.house == nil ? $0.id : nil },
      "nearestHouseRule": nearest.flatMap { rule in
        rule.house.map { JSONValue.of(["id": rule.id, "path": $0.path, "line": $0.line]) }
      },
      "nearestRuleSays": question?.nearestRule, "followUp": question?.followUp,
      "repairs": repairs(of: finding, in: specification), "settled": question?.settled.ifAny,
      "disputed": question?.disputed.ifAny, "assumed": question?.assumed.ifAny,
      "reach": question?.reach.ifAny,
      "pairs": question?.disagreements.map { specification.json(of: $0) }.ifAny,
      "…": explanation(help: finding.help, related: finding.related),
    ])
  }

  /// Returns an entry of a checklist, with the id under which it is answered.
  private static func item(_ item: Finding, in specification: Specification) -> JSONValue {
    .of([
      "code": item.code.rawValue, "severity": item.severity.rawValue, "id": item.id,
      "message": item.message, "entry": item.entries.first, "followUp": item.question?.followUp,
      "repairs": repairs(of: item, in: specification),
    ])
  }

  /// Returns the suggested answers to a question, or `nil` for a checklist, whose items have their own.
  private static func repairs(of finding: Finding, in specification: Specification) -> [JSONValue]?
  {
    guard finding.isQuestion, finding.items.isEmpty else { return nil }
    return finding.offeredAnswers(in: specification).map(\.json).ifAny
  }

  static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    .of([
      "code": diagnostic.code, "severity": diagnostic.severity.rawValue,
      "message": diagnostic.message, "…": place(diagnostic.span ?? .fileStart),
      "…": explanation(help: diagnostic.help, related: diagnostic.related),
    ])
  }

  static func place(_ span: SourceSpan) -> JSONValue {
    .of([
      "line": span.start.line, "column": span.start.column, "endLine": span.end.line,
      "endColumn": span.end.column,
    ])
  }

  /// Returns the members `help` and `related`, each left out if empty.
  private static func explanation(help: [String], related: [Diagnostic.Related]) -> JSONValue {
    let places = related.json { ["message": $0.message, "…": place($0.span)] }
    return .of(["help": help.ifAny, "related": places.ifAny])
  }
}
