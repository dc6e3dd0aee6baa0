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
      "strength": .integer(strength),
      "optimal": .bool(isOptimal),
      "lastNumber": .integer(lastNumber),
      "factors": .array(EarlierFactor.all(of: specification).map(\.json)),
      "cases": .array(cases.map { $0.json(of: specification, operations: operations) }),
      "retired": .array(
        retired.map { ["number": .integer($0.number), "id": .string($0.id)] }
      ),
      "questions": .array(
        analysis.openQuestions.map { ["id": .string($0.id), "message": .string($0.message)] }
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

extension TestCase {
  fileprivate func json(of specification: Specification, operations: [String]) -> JSONValue {
    let setup = zip(specification.factors, combination.values).map { factor, value in
      JSONValue.Member(factor.name, value.map { .string(factor.values[$0].id) } ?? .null)
    }
    let winners = rules.map { specification.rules[$0] }
    var members: [JSONValue.Member] = [
      .init("number", .integer(number)),
      .init("id", .string(id)),
      .init("state", .string(state.rawValue)),
      .init("setup", .object(setup)),
      .init("operation", .string(operations[combination.operation])),
      .init("expected", .strings(expected)),
      .init("status", .string(status.rawValue)),
      .init("rules", .strings(winners.filter { $0.house == nil }.map(\.id))),
    ]
    // Without their lines, which change with what else a pack says.
    let ofHouse = winners.compactMap { rule in
      rule.house.map {
        JSONValue.object([.init("id", .string(rule.id)), .init("path", .string($0.path))])
      }
    }
    if !ofHouse.isEmpty { members.append(.init("houseRules", .array(ofHouse))) }
    members += [.init("questions", .strings(questions)), .init("kind", .string(kind.rawValue))]
    if let priority { members.append(.init("priority", .string(priority))) }
    return .object(members)
  }
}
