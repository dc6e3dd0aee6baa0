package import Specification
import Text

extension SchemaDocument {
  /// The document as JSON Schema, draft 2020-12.
  package var json: String {
    var members: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .string(title)),
    ]
    members += root.members
    if !definitions.isEmpty {
      let schemas = definitions.map { JSONValue.Member($0.name, $0.schema.json) }
      members.append(.init("$defs", .object(schemas)))
    }
    return JSONValue.object(members).text(spreading: 4)
  }
}

extension Schema {
  fileprivate var json: JSONValue { .object(members) }

  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .reference(let name): [.init("$ref", .string("#/$defs/\(name)"))]
    case .null: [.init("type", "null")]
    case .truth: [.init("const", .bool(true))]
    case .boolean: [.init("type", "boolean")]
    case .integer(let bounds) where bounds.lowerBound == bounds.upperBound:
      [.init("const", .integer(bounds.lowerBound))]
    case .integer(let bounds):
      [
        .init("type", "integer"), .init("minimum", .integer(bounds.lowerBound)),
        .init("maximum", .integer(bounds.upperBound)),
      ]
    case .words(let words): [.init("enum", .strings(words))]
    case .anyText: [.init("type", "string")]
    case .string(let pattern): [.init("type", "string"), .init("pattern", .string(pattern))]
    case .scalar(let pattern):
      [
        .init("type", .strings(["string", "number", "boolean"])),
        .init("pattern", .string(pattern)),
      ]
    case .list(let item, let isFilled):
      [.init("type", "array"), .init("items", item.json)]
        + (isFilled ? [.init("minItems", 1)] : [])
    case .map(let map): map.members
    case .anyOf(let schemas): [.init("anyOf", .array(schemas.map(\.json)))]
    case .described(let schema, let text):
      [.init("description", .string(text))] + schema.members.filter { $0.key != "description" }
    }
  }
}

extension SchemaMap {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("type", "object")]
    if !properties.isEmpty {
      let schemas = properties.map { JSONValue.Member($0.name, $0.schema.json) }
      members.append(.init("properties", .object(schemas)))
    }
    members.append(.init("additionalProperties", others?.json ?? .bool(false)))
    if let names { members.append(.init("propertyNames", ["pattern": .string(names)])) }
    if isFilled { members.append(.init("minProperties", 1)) }
    if !required.isEmpty { members.append(.init("required", .strings(required))) }
    if !forms.isEmpty { members.append(.init("anyOf", .array(forms.map(\.json)))) }
    return members
  }
}

extension SchemaMap.Form {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    if !required.isEmpty { members.append(.init("required", .strings(required))) }
    if !excluded.isEmpty {
      let absent = excluded.map { JSONValue.Member($0, .bool(false)) }
      members.append(.init("properties", .object(absent)))
    }
    return .object(members)
  }
}
