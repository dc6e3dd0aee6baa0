package import Specification
package import TestDesign
import Text

extension TestMatrix {
  /// The suite as the next generation reads it again (`output/<ID>.json`): one line a case, so that a comparison of two versions shows
  /// the cases that changed.
  ///
  /// Labels and questions are there for the comparison of two generations.
  package func json(of specification: Specification, _ analysis: Analysis) -> String {
    let operations = specification.caseOperationOfValue.map(\.id)
    let document: JSONValue = [
      "version": 1,
      "id": .string(specification.id),
      "spec": .string(specification.path),
      "depth": .string(depth.rawValue),
      "strength": .integer(strength),
      "optimal": .bool(isOptimal),
      "waiting": .integer(waiting),
      "lastNumber": .integer(lastNumber),
      "factors": .array(EarlierFactor.all(of: specification).map(\.json)),
      "rules": .array(EarlierRule.all(of: specification).map(\.json)),
      "cases": .array(cases.map { $0.json(of: specification, operations: operations) }),
      "sleeping": .array(sleeping.map { $0.json(of: specification) }),
      "retired": .array(
        retired.map { ["number": .integer($0.number), "id": .string($0.id)] }
      ),
      "questions": .array(
        analysis.findings.filter(\.isQuestion).map { question in
          let region = question.question?.region ?? []
          return .object(
            [.init("id", .string(question.id)), .init("message", .string(question.message))]
              + (region.isEmpty ? [] : [.init("where", .array(region.map(specification.json)))])
          )
        }
      ),
    ]
    return document.text(spreading: 2)
  }
}

extension EarlierFactor {
  fileprivate var json: JSONValue {
    [
      "name": .string(name),
      "label": .string(label),
      "values": .array(values.map { ["id": .string($0.id), "label": .string($0.label)] }),
    ]
  }
}

extension EarlierRule {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "condition": .string(condition), "names": .string(names),
      "says": .strings(says),
    ]
  }
}

extension TestCase {
  fileprivate func json(of specification: Specification, operations: [String]) -> JSONValue {
    let setup = zip(specification.factors, combination.values).map { factor, value in
      JSONValue.Member(factor.name, value.map { .string(factor.values[$0].id) } ?? .null)
    }
    var members: [JSONValue.Member] = [
      .init("number", .integer(number)),
      .init("id", .string(id)),
      .init("title", .string(title)),
      .init("state", .string(state.rawValue)),
      .init("depth", .string(depth.rawValue)),
      .init("setup", .object(setup)),
      .init("operation", .string(operations[combination.operation])),
      .init("expected", .strings(expected)),
      .init("status", .string(status.rawValue)),
    ]
    if let strength { members.append(.init("strength", .integer(strength))) }
    if !parts.isEmpty {
      members.append(.init("parts", .array(parts.map { $0.json(of: specification) })))
    }
    members += specification.members(ofWinners: rules)
    members += [.init("questions", .strings(questions)), .init("kind", .string(kind.rawValue))]
    if let priority { members.append(.init("priority", .string(priority))) }
    return .object(members)
  }
}

extension TestCase.Part {
  fileprivate func json(of specification: Specification) -> JSONValue {
    .object(
      [
        .init("part", .string(id(in: specification))),
        .init("status", .string(status.rawValue)),
        .init("expected", .strings(expected)),
      ] + specification.members(ofWinners: rules) + [.init("questions", .strings(questions))]
    )
  }
}

extension EarlierSuite.Case {
  /// A case that sleeps: what it was when it was last shown.
  fileprivate func json(of specification: Specification) -> JSONValue {
    // In the order of today's factors; others, which only a later run can know again, by name.
    let today = specification.factors.map(\.name).filter { setup[$0] != nil }
    let others = Set(setup.keys).subtracting(today).sorted()
    var members: [JSONValue.Member] = [
      .init("number", .integer(number)),
      .init("id", .string(id)),
      .init("title", .string(title ?? "")),
      .init("depth", depth.map { .string($0.rawValue) } ?? .null),
      .init(
        "setup",
        .object(
          (today + others).map { name in
            JSONValue.Member(name, (setup[name] ?? nil).map(JSONValue.string) ?? .null)
          }
        )
      ),
      .init("operation", .string(operation)),
      .init("expected", .strings(expected)),
      .init("status", .string(status)),
    ]
    if let strength { members.append(.init("strength", .integer(strength))) }
    if !parts.isEmpty {
      members.append(
        .init(
          "parts",
          .array(
            parts.map { part in
              [
                "part": .string(part.id), "status": .string(part.status),
                "expected": .strings(part.expected),
              ]
            }
          )
        )
      )
    }
    return .object(members)
  }
}

extension Specification {
  /// The rules that decide, those of the house apart.
  fileprivate func members(ofWinners numbers: [Int]) -> [JSONValue.Member] {
    let winners = numbers.map { rules[$0] }
    var members: [JSONValue.Member] = [
      .init("rules", .strings(winners.filter { $0.house == nil }.map(\.id)))
    ]
    // Without their lines, which change with what else a pack says.
    let ofHouse = winners.compactMap { rule in
      rule.house.map {
        JSONValue.object([.init("id", .string(rule.id)), .init("path", .string($0.path))])
      }
    }
    if !ofHouse.isEmpty { members.append(.init("houseRules", .array(ofHouse))) }
    return members
  }
}
