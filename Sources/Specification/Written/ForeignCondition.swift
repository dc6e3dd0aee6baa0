import Text
import YAMLSyntax

/// The translation of conditions of other languages and formats.
struct ForeignCondition {
  /// The number lines of factors, needed to find the next number for `>` and `<`.
  let lines: [String: NumberLine]

  /// Returns the entries for an expression: `login == guest && n >= 5` is `login: guest, n: 5..`; `nil` for others.
  func expression(_ text: String) -> String? {
    guard !["||", " or ", " OR "].contains(where: text.contains) else { return nil }
    let joints = ["&&", " and ", " AND ", " & "]
    let parts = joints.reduce(text) { $0.replacing($1, with: "&") }.split(separator: "&")
    guard !parts.isEmpty else { return nil }
    return parts.mapAll { part -> String? in
      let text = part.trimmed.replacing(" is not ", with: " != ").replacing(" is ", with: " == ")
      guard let sign = text.firstIndex(where: { "=!<>≥≤≧≦≠".contains($0) }) else { return nil }
      let name = text[..<sign].trimmed
      let value = text[sign...].filter { !"\"'“”".contains($0) }
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }),
        let right = Self.comparison(value, on: lines[name]?.scale ?? .integer),
        !right.contains(where: { "|()=<>".contains($0) })
      else { return nil }
      return "\(name): \(right)"
    }?.joined(separator: ", ")
  }

  /// Returns the value for a factor: `guest | member` is `[guest, member]`, `{not: guest}` is `not guest`; `nil` for others.
  func value(_ node: SyntaxNode, of factor: String) -> String? {
    guard let text = node.writtenScalar?.text else {
      guard let denied = node.entry("not")?.value, node.entries.count == 1,
        let values = (denied.items.isEmpty ? [denied] : denied.items)
          .mapAll({ $0.writtenScalar?.text })
      else { return nil }
      return "not \(values.joined(separator: ", "))".asFlowScalar
    }
    let values = text.replacing(" or ", with: "|").split(separator: "|").map(\.trimmed)
    guard values.count > 1,
      values.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }),
      NumberSlip.meant(by: text, on: lines[factor]) == nil
    else { return nil }
    return "[\(values.joined(separator: ", "))]"
  }

  /// Keys that join conditions; true if only one of them must hold.
  private static let joints = [
    "and": false, "all": false, "all_of": false, "allof": false, "or": true, "any": true,
    "any_of": true, "anyof": true,
  ]

  /// Returns the key that joins conditions in a map, and the map without it; `nil` if there is none.
  func joint(in node: SyntaxNode) -> (SyntaxEntry, right: String)? {
    guard let joint = node.entries.first(where: { Self.joints[$0.key.lowercased()] != nil }),
      !joint.value.items.isEmpty, joint.value.items.allSatisfy({ !$0.entries.isEmpty })
    else { return nil }
    func text(_ entries: [SyntaxEntry]) -> String {
      let others = node.entries.filter { $0.key != joint.key }
      let shown = (others + entries).map { "\($0.key.asFlowScalar): \(said($0))" }
      return "{\(shown.joined(separator: ", "))}"
    }
    let maps = joint.value.items.map(\.entries)
    return Self.joints[joint.key.lowercased()] == true
      ? (joint, "[\(maps.map(text).joined(separator: ", "))]") : (joint, text(maps.flatMap(\.self)))
  }

  private func said(_ entry: SyntaxEntry) -> String {
    if let right = value(entry.value, of: entry.key) { return right }
    if let text = entry.value.writtenScalar?.text {
      return Self.comparison(text, on: lines[entry.key]?.scale ?? .integer) ?? text.asFlowScalar
    }
    let texts = entry.value.items.compactMap { $0.writtenScalar?.text.asFlowScalar }
    return texts.isEmpty ? "…" : "[\(texts.joined(separator: ", "))]"
  }

  /// Returns the value for a sign and a value: `!= guest` is `not guest`, `>= 5` is `5..`; `nil` for others.
  static func comparison(_ text: String, on scale: Scale?) -> String? {
    let signs = [
      "!==", "!=", "<>", "≠", "===", "==", ">=", "<=", "≥", "≧", "≤", "≦", "!", "=", ">", "<",
      "after ", "before ",
    ]
    guard let sign = signs.first(where: text.hasPrefix) else { return nil }
    let value = text.dropFirst(sign.count).trimmed
    guard !value.isEmpty else { return nil }
    switch sign {
    case "!=", "!==", "<>", "≠", "!": return "not \(value)"
    case ">=", "≥", "≧": return "\(value).."
    case "<=", "≤", "≦": return "..\(value)"
    case ">", "<", "after ", "before ":
      return scale?.beyond(value, isMore: [">", "after "].contains(sign))
    default: return value
    }
  }
}
