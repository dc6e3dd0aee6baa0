import Diagnostics
import TestDesign

extension ChangeReport {
  /// The report for programs; cases that are as before are counted and not listed.
  package var json: String {
    let document: JSONValue = ["version": 1, "specs": .array(specs.map(\.json))]
    return document.text(spreading: 4)
  }
}

extension SpecChange {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(id)),
      .init("old", oldName.map(JSONValue.string) ?? .null),
      .init("new", newName.map(JSONValue.string) ?? .null),
    ]
    switch outcome {
    case .added(let count, let analysis):
      members.append(.init("change", "added"))
      members.append(.init("cases", .integer(count)))
      members.append(
        .init("opened", .array(analysis.findings.filter(\.isQuestion).map(\.json)))
      )
    case .removed(let count):
      members.append(.init("change", "removed"))
      members.append(.init("cases", .integer(count)))
    case .compared(let suite, let findings):
      let counts = CaseChange.Kind.allCases.map { kind in
        JSONValue.Member(kind.rawValue, .integer(suite.cases(kind).count))
      }
      members.append(.init("change", isEmpty ? "none" : "changed"))
      members.append(.init("counts", .object(counts)))
      members.append(
        .init("cases", .array(suite.cases.filter { $0.kind != .kept }.map(\.json)))
      )
      members.append(.init("renamed", .array(suite.renames.map(\.json))))
      members.append(.init("opened", .array(findings.opened.map(\.json))))
      members.append(.init("closed", .array(findings.closed.map(\.json))))
    }
    return .object(members)
  }
}

extension CaseChange {
  fileprivate var json: JSONValue {
    let settings = setup.map { setting -> JSONValue in
      ["factor": .string(setting.factor), "value": setting.value.map(JSONValue.string) ?? .null]
    }
    return [
      "number": .integer(number),
      "id": .string(id),
      "change": .string(kind.rawValue),
      "results": standing.map { .string($0.rawValue) } ?? .null,
      "operation": .string(operation),
      "setup": .array(settings),
      "before": before?.json ?? .null,
      "after": after?.json ?? .null,
    ]
  }
}

extension CaseChange.Outcome {
  fileprivate var json: JSONValue {
    ["status": .string(status), "expected": .strings(expected)]
  }
}

extension EarlierNames.Rename {
  fileprivate var json: JSONValue {
    [
      "factor": .string(factor), "old": .string(old),
      "new": .string(value ?? factor), "is": value == nil ? "factor" : "value",
    ]
  }
}

extension Finding {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "code": .string(code.rawValue), "severity": .string(severity.rawValue),
      "message": .string(message),
    ]
  }
}
