package import Specification
package import TestDesign
import Text

extension TestMatrix {
  /// Returns the suite in the format that the next generation reads (`output/<ID>.json`).
  ///
  /// It is an array with a line per case, ordered by id, so that a diff of two versions shows the cases that changed.
  ///
  /// The format can be merged line by line: a comma begins each line but the first, which never changes, so that the merged lines of two
  /// versions are a valid array, too. It contains no counts and no comparison with another generation.
  ///
  /// Labels and questions are included for comparing two generations.
  package func json(of specification: Specification, _ analysis: Analysis) -> String {
    let operations = specification.caseOperationOfValue.map(\.id)
    var lines: [JSONValue] = [
      .of(["version": 1, "id": specification.id, "spec": specification.path]),
      .of(["depth": depth.rawValue, "strength": strength, "optimal": isOptimal]),
    ]
    lines += EarlierFactor.all(of: specification).map(\.json)
    lines += EarlierRule.all(of: specification).map(\.json)
    let parts = specification.operationValues.map { $0.variant?.id ?? "" }
    lines += cases.sorted { $0.id < $1.id }.map {
      $0.json(of: specification, operations: operations, parts: parts)
    }
    lines += flows.sorted { $0.id < $1.id }.json { flow in
      [
        "flow": flow.id, "code": flow.code, "title": flow.title,
        "steps": EarlierSuite.Case(flow, of: specification).parts.json {
          ["operation": $0.id, "expected": $0.expected]
        },
      ]
    }
    lines += retired.json {
      ["retired": $0.id, "code": $0.code, "changed": $0.hasChanged.ifTrue]
    }
    lines += analysis.requiredQuestions.json {
      [
        "question": $0.id, "message": $0.message,
        "where": ($0.question?.region ?? []).map(specification.json).ifAny,
      ]
    }
    return "[" + lines.map { $0.text(spreading: 0) }.joined(separator: ",") + "]\n"
  }
}

extension EarlierFactor {
  fileprivate var json: JSONValue {
    .of([
      "factor": name, "label": label,
      "values": values.json { ["id": $0.id, "label": $0.label] },
    ])
  }
}

extension EarlierRule {
  fileprivate var json: JSONValue {
    .of(["rule": id, "condition": condition, "names": names, "says": says])
  }
}

extension TestCase {
  /// Returns the case, given the ids of the operations and parts by operation value.
  fileprivate func json(
    of specification: Specification,
    operations: [String],
    parts ids: [String]
  ) -> JSONValue {
    let setup = zip(specification.factors, combination.values).map { factor, value in
      JSONValue.Member(factor.name, value.map { .string(factor.values[$0].id) } ?? .null)
    }
    return .of([
      "case": id, "code": code, "title": title, "depth": depth.rawValue,
      "setup": JSONValue.object(setup), "operation": operations[combination.operation],
      "expected": expected, "status": status.rawValue, "strength": strength,
      "parts": parts.map { $0.json(of: specification, ids) }.ifAny,
      "…": specification.json(ofRules: rules, withLines: false), "questions": questions,
      "kind": kind.rawValue, "priority": priority.rawValue,
    ])
  }
}

extension TestCase.Part {
  fileprivate func json(of specification: Specification, _ ids: [String]) -> JSONValue {
    .of([
      "part": ids[operationValue], "status": status.rawValue, "expected": expected,
      "…": specification.json(ofRules: rules, withLines: false), "questions": questions,
    ])
  }
}
