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
      [
        "version": 1, "id": .string(specification.id), "spec": .string(specification.path),
      ],
      [
        "depth": .string(depth.rawValue), "strength": .integer(strength),
        "optimal": .bool(isOptimal),
      ],
    ]
    lines += EarlierFactor.all(of: specification).map(\.json)
    lines += EarlierRule.all(of: specification).map(\.json)
    let parts = specification.operationValues.map { $0.variant?.id ?? "" }
    lines += cases.sorted { $0.id < $1.id }.map {
      $0.json(of: specification, operations: operations, parts: parts)
    }
    lines += flows.sorted { $0.id < $1.id }.map { flow in
      let steps = EarlierSuite.Case(flow, of: specification).parts
      return [
        "flow": .string(flow.id), "code": .string(flow.code), "title": .string(flow.title),
        "steps": .array(
          steps.map { ["operation": .string($0.id), "expected": .strings($0.expected)] }
        ),
      ]
    }
    lines += retired.map { gone in
      [
        "retired": .string(gone.id), "code": .string(gone.code),
        "changed": gone.hasChanged ? .bool(true) : nil,
      ]
    }
    lines += analysis.requiredQuestions.map { question in
      [
        "question": .string(question.id), "message": .string(question.message),
        "where": .array(unlessEmpty: (question.question?.region ?? []).map(specification.json)),
      ]
    }
    return "[" + lines.map { $0.text(spreading: 0) }.joined(separator: ",") + "]\n"
  }
}

extension EarlierFactor {
  fileprivate var json: JSONValue {
    [
      "factor": .string(name),
      "label": .string(label),
      "values": .array(values.map { ["id": .string($0.id), "label": .string($0.label)] }),
    ]
  }
}

extension EarlierRule {
  fileprivate var json: JSONValue {
    [
      "rule": .string(id), "condition": .string(condition), "names": .string(names),
      "says": .strings(says),
    ]
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
    return .joined(
      [
        "case": .string(id), "code": .string(code), "title": .string(title),
        "depth": .string(depth.rawValue),
        "setup": .object(setup), "operation": .string(operations[combination.operation]),
        "expected": .strings(expected), "status": .string(status.rawValue),
        "strength": .integer(ifAny: strength),
        "parts": .array(unlessEmpty: parts.map { $0.json(of: specification, ids) }),
      ],
      specification.json(ofRules: rules, withLines: false),
      [
        "questions": .strings(questions), "kind": .string(kind.rawValue),
        "priority": .string(priority.rawValue),
      ]
    )
  }
}

extension TestCase.Part {
  fileprivate func json(of specification: Specification, _ ids: [String]) -> JSONValue {
    .joined(
      [
        "part": .string(ids[operationValue]), "status": .string(status.rawValue),
        "expected": .strings(expected),
      ],
      specification.json(ofRules: rules, withLines: false),
      ["questions": .strings(questions)]
    )
  }
}
