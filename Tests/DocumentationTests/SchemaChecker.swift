import Foundation

/// A JSON Schema validator for the keywords of our schemas, written from the standard (draft 2020-12) alone.
struct SchemaChecker {
  private let document: [String: Any]

  struct UnknownKeyword: Error {
    let name: String
  }

  init(json: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    document = value as? [String: Any] ?? [:]
  }

  func accepts(_ value: Any) throws -> Bool { try accepts(value, document) }

  private func accepts(_ value: Any, _ schema: Any) throws -> Bool {
    guard let keywords = schema as? [String: Any] else { return schema as? Bool ?? false }
    for (keyword, rule) in keywords {
      guard try accepts(value, keyword, rule, among: keywords) else { return false }
    }
    return true
  }

  private func accepts(
    _ value: Any,
    _ keyword: String,
    _ rule: Any,
    among keywords: [String: Any]
  ) throws -> Bool {
    let map = value as? [String: Any]
    let list = value as? [Any]
    switch keyword {
    case "$schema", "title", "description", "$defs": return true
    case "$ref":
      let name = (rule as? String)?.split(separator: "/").last.map(String.init) ?? ""
      guard let schema = (document["$defs"] as? [String: Any])?[name] else {
        throw UnknownKeyword(name: name)
      }
      return try accepts(value, schema)
    case "type":
      let types = rule as? [String] ?? [rule as? String ?? ""]
      return types.contains { Self.type(of: value).contains($0) }
    case "const": return Self.isSame(value, rule)
    case "enum": return (rule as? [Any] ?? []).contains { Self.isSame(value, $0) }
    case "pattern":
      guard let text = value as? String, let pattern = rule as? String else { return true }
      let expression = try NSRegularExpression(pattern: pattern)
      let range = NSRange(text.startIndex..., in: text)
      return expression.firstMatch(in: text, range: range) != nil
    case "minimum": return Self.number(value).map { $0 >= Self.number(rule) ?? 0 } ?? true
    case "maximum": return Self.number(value).map { $0 <= Self.number(rule) ?? 0 } ?? true
    case "minItems": return list.map { $0.count >= rule as? Int ?? 0 } ?? true
    case "minProperties": return map.map { $0.count >= rule as? Int ?? 0 } ?? true
    case "items": return try list?.allSatisfy { try accepts($0, rule) } ?? true
    case "required":
      return map.map { map in (rule as? [String] ?? []).allSatisfy { map[$0] != nil } } ?? true
    case "properties":
      return try (rule as? [String: Any] ?? [:]).allSatisfy { name, schema in
        try map?[name].map { try accepts($0, schema) } ?? true
      }
    case "additionalProperties":
      let known = (keywords["properties"] as? [String: Any]) ?? [:]
      return try map?.allSatisfy { name, value in
        try known[name] != nil || accepts(value, rule)
      } ?? true
    case "propertyNames": return try map?.keys.allSatisfy { try accepts($0, rule) } ?? true
    case "anyOf": return try (rule as? [Any] ?? []).contains { try accepts(value, $0) }
    default: throw UnknownKeyword(name: keyword)
    }
  }

  private static func type(of value: Any) -> [String] {
    switch value {
    case is NSNull: ["null"]
    case is Truth: ["boolean"]
    case is String: ["string"]
    case is [Any]: ["array"]
    case is [String: Any]: ["object"]
    case let number as Double: number == number.rounded() ? ["number", "integer"] : ["number"]
    default: []
    }
  }

  private static func number(_ value: Any) -> Double? {
    if value is Truth { return nil }
    return value as? Double ?? (value as? NSNumber)?.doubleValue
  }

  private static func isSame(_ value: Any, _ wanted: Any) -> Bool {
    if let truth = value as? Truth { return (wanted as? Bool) == truth.value }
    if let text = value as? String { return text == wanted as? String }
    if let number = value as? Double { return number == (wanted as? NSNumber)?.doubleValue }
    return false
  }

  /// A Boolean, which Foundation cannot tell from a number.
  struct Truth {
    let value: Bool
  }
}
