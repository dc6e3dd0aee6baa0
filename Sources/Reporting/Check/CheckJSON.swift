import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// The report as JSON, for `check --format json`.
  package var json: String {
    let unread: [JSONValue] = failedPaths.map { failed in
      ["path": .string(failed.path), "errors": .array([.diagnostic(failed.diagnostic)])]
    }
    let (tally, known) = (tally, specs.reduce(0) { $0 + $1.knownFindings })
    let document: JSONValue = [
      "version": 1,
      "shard": shard.map { ["number": .integer($0.number), "of": .integer($0.count)] },
      "specs": .array(unread + specs.map(\.json)),
      "betweenFeatures": .array(unlessEmpty: crossFeature.map(\.json)),
      "summary": [
        "errors": .integer(tally.errors), "warnings": .integer(tally.warnings),
        "notes": .integer(tally.notes), "known": known > 0 ? .integer(known) : nil,
        "switchedOff": switchedOffCount > 0 ? .integer(switchedOffCount) : nil,
      ],
    ]
    // Spread down to the members of a finding; nested values such as `where` stay on one line.
    return document.text(spreading: 5)
  }
}

extension CrossFeatureDecision {
  /// The JSON representation, shared by `check` and the review page.
  var json: JSONValue {
    [
      "id": .string(id), "kind": .string(kind.rawValue), "message": .string(sentence),
      "places": .array(
        places.map { ["path": .string($0.path), "line": .integer($0.span.start.line)] }
      ),
    ]
  }
}

extension SpecCheck {
  fileprivate var json: JSONValue {
    let content: JSONValue =
      switch outcome {
      case .analysed(let specification, let analysis):
        analysed(specification, analysis, analysis.questionNumbers)
      case .planned(let specification):
        [
          "id": .string(specification.id), "feature": .string(specification.feature),
          "planned": .bool(true), "findings": [],
        ]
      case .invalid, .limitExceeded:
        ["errors": .array(mistakes)]
      }
    let remarks = diagnostics.filter { $0.severity != .error }
    return .joined(
      ["path": .string(source.path)],
      content,
      [
        "remarks": .array(unlessEmpty: remarks.map(JSONValue.diagnostic)),
        "settings": settings?.json,
      ]
    )
  }

  private var mistakes: [JSONValue] {
    let lines = SourceLines(source.text)
    return diagnostics.filter { $0.severity == .error }.map { error in
      let repair = MistakeRepair(error, in: lines).map { [$0.json] } ?? []
      return .joined(.diagnostic(error), ["repairs": .array(unlessEmpty: repair)])
    }
  }

  private func analysed(
    _ specification: Specification,
    _ analysis: Analysis,
    _ numbers: [String: Int]
  ) -> JSONValue {
    [
      "id": .string(specification.id),
      "feature": .string(specification.feature),
      "factors": .array(specification.factorsJSON),
      "space": .counts(analysis.counts),
      "incomplete": .strings(
        unlessEmpty: analysis.incomplete.map { specification.operations[$0].id }
      ),
      "findings": .array(
        analysis.findings.map { finding in
          .finding(
            finding,
            numbers[finding.id],
            of: specification,
            cases: cases[finding.id] ?? []
          )
        }
      ),
      "decisions": analysis.decisions.isEmpty
        ? nil : .decisions(analysis.decisions, of: specification),
      "agreement": agreement?.json,
    ]
  }
}

extension AppliedSettings {
  /// The path, the changed severities, and the number of findings of the spec switched off by code.
  fileprivate var json: JSONValue {
    [
      "path": .string(path),
      "severities": .object(
        unlessEmpty: changed.map { .init($0.rawValue, .string($1.rawValue)) }
      ),
      "switchedOff": .object(
        unlessEmpty: changed.compactMap { code, _ in
          switchedOff[code].map { .init(code.rawValue, .integer($0)) }
        }
      ),
    ]
  }
}

extension Specification {
  /// The factors, states before data, followed by the operation.
  var factorsJSON: [JSONValue] {
    let operation: JSONValue = [
      "name": "operation", "kind": "operation",
      "label": .string(ReportText(language: language)("Operation", "操作")),
      "values": .array(
        operationValues.map { Self.json($0.id, label(of: $0), $0.isInvalid) }
      ),
    ]
    return factors.map { factor in
      [
        "name": .string(factor.name), "kind": .string(factor.kind.rawValue),
        "label": .string(factor.label),
        "values": .array(factor.values.map { Self.json($0.id, $0.label, $0.isInvalid) }),
      ]
    } + [operation]
  }

  private static func json(_ id: String, _ label: String, _ isInvalid: Bool) -> JSONValue {
    .object(
      [.init("id", .string(id)), .init("label", .string(label))]
        + (isInvalid ? [.init("invalid", .bool(true))] : [])
    )
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
    let ofHouse = rules.filter { $0.house != nil }.map { rule in
      withLines ? rule.houseJSON : rule.houseJSON.without("line")
    }
    return [
      "rules": .strings(rules.filter { $0.house == nil }.map(\.id)),
      "houseRules": .array(unlessEmpty: ofHouse),
    ]
  }

  /// Returns two rules that disagree, where they do, and one combination as an example.
  fileprivate func json(of pair: Disagreement) -> JSONValue {
    [
      "rules": .strings(pair.rules.map { rules[$0].id }),
      "where": .array(unlessEmpty: pair.cubes.map(json)),
      "combinations": .string(ifAny: pair.combinations),
      "example": pair.example.map(json),
    ]
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

extension Rule {
  /// The id, path and line of a house rule, which is listed apart from the spec's rules since they may have the same id.
  var houseJSON: JSONValue {
    [
      "id": .string(id), "path": .string(house?.path ?? ""), "line": .integer(house?.line ?? 0),
    ]
  }
}

extension JSONValue {
  static func counts(_ counts: Analysis.Counts) -> JSONValue {
    [
      "combinations": .string(orNull: counts.combinations),
      "defined": .string(orNull: counts.defined),
      "undecided": .string(orNull: counts.undecided),
      "contradictory": .string(orNull: counts.contradictory),
      "undefined": .string(orNull: counts.undefined),
    ]
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
    return .joined(
      [
        "code": .string(finding.code.rawValue),
        "severity": .string(finding.severity.rawValue),
        "id": .string(finding.id),
        "number": number.map(JSONValue.integer),
        "message": .string(finding.message),
      ],
      place(finding.span),
      [
        "where": finding.cube.map(specification.json),
        "intervals": finding.cube.flatMap(specification.intervals),
        "combinations": .string(ifAny: finding.combinations),
        "ask": .string(ifAny: finding.ask),
        "overdue": .bool(ifTrue: finding.isOverdue),
        "options": .array(unlessEmpty: options.map(JSONValue.strings)),
        "entries": .strings(unlessEmpty: finding.entries),
        "items": .array(unlessEmpty: finding.items.map { item($0, in: specification) }),
      ],
      specification.json(ofRules: finding.rules),
      [
        "cases": .strings(cases),
        "stub": .string(ifAny: finding.stub),
        "nearestRule": nearest.flatMap { $0.house == nil ? .string($0.id) : nil },
        "nearestHouseRule": nearest.flatMap { $0.house == nil ? nil : $0.houseJSON },
        "nearestRuleSays": .string(ifAny: question?.nearestRule),
        "followUp": .string(ifAny: question?.followUp),
        "repairs": repairs(of: finding, in: specification),
        "settled": (question?.settled).flatMap { $0.isEmpty ? nil : .string($0) },
        "disputed": (question?.disputed).flatMap { $0.isEmpty ? nil : .string($0) },
        "assumed": (question?.assumed).flatMap { $0.isEmpty ? nil : .string($0) },
        "reach": (question?.reach).flatMap { $0.isEmpty ? nil : .string($0) },
        "pairs": .array(
          unlessEmpty: (question?.disagreements ?? []).map { specification.json(of: $0) }
        ),
      ],
      explanation(help: finding.help, related: finding.related)
    )
  }

  /// Returns an entry of a checklist, with the id under which it is answered.
  private static func item(_ item: Finding, in specification: Specification) -> JSONValue {
    [
      "code": .string(item.code.rawValue), "severity": .string(item.severity.rawValue),
      "id": .string(item.id), "message": .string(item.message),
      "entry": .string(ifAny: item.entries.first),
      "followUp": .string(ifAny: item.question?.followUp),
      "repairs": repairs(of: item, in: specification),
    ]
  }

  /// Returns the suggested answers to a question, or `nil` for a checklist, whose items have their own.
  private static func repairs(of finding: Finding, in specification: Specification) -> JSONValue? {
    guard finding.isQuestion, finding.items.isEmpty else { return nil }
    return .array(unlessEmpty: finding.offeredAnswers(in: specification).map(\.json))
  }

  static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    .joined(
      [
        "code": .string(diagnostic.code), "severity": .string(diagnostic.severity.rawValue),
        "message": .string(diagnostic.message),
      ],
      place(diagnostic.span ?? .fileStart),
      explanation(help: diagnostic.help, related: diagnostic.related)
    )
  }

  static func place(_ span: SourceSpan) -> JSONValue {
    [
      "line": .integer(span.start.line), "column": .integer(span.start.column),
      "endLine": .integer(span.end.line), "endColumn": .integer(span.end.column),
    ]
  }

  /// Returns the members `help` and `related`, each left out if empty.
  private static func explanation(help: [String], related: [Diagnostic.Related]) -> JSONValue {
    let places = related.map { joined(["message": .string($0.message)], place($0.span)) }
    return ["help": .strings(unlessEmpty: help), "related": .array(unlessEmpty: places)]
  }
}
