import TestDesign
import Text

/// Members that an object only has if there is something to say; in a literal, those that are `nil` are left out.
extension JSONValue {
  static func string(ifAny text: String?) -> JSONValue? { text.map(JSONValue.string) }

  static func integer(ifAny number: Int?) -> JSONValue? { number.map(JSONValue.integer) }

  static func bool(ifTrue value: Bool) -> JSONValue? { value ? .bool(true) : nil }

  static func strings(unlessEmpty texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .strings(texts)
  }

  static func array(unlessEmpty elements: [JSONValue]) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements)
  }

  static func object(unlessEmpty members: [Member]) -> JSONValue? {
    members.isEmpty ? nil : .object(members)
  }

  /// The text, or `null`.
  static func string(orNull text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  func without(_ key: String) -> JSONValue { .object((members ?? []).filter { $0.key != key }) }

  /// The members of several objects, one object after the other.
  static func joined(_ objects: JSONValue...) -> JSONValue {
    .object(objects.flatMap { $0.members ?? [] })
  }
}

extension AgreementLedger.Entry {
  /// Who agreed or not, when, and what they said.
  var json: JSONValue { ["by": .string(by), "on": .string(on), "comment": .string(comment)] }
}
