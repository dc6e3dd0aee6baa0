import TestDesign
import Text

/// Values for optional members: `nil` members of an object literal are left out.
extension JSONValue {
  static func string(ifAny text: String?) -> JSONValue? { text.map(JSONValue.string) }

  static func integer(ifAny number: Int?) -> JSONValue? { number.map(JSONValue.integer) }

  static func strings(unlessEmpty texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .strings(texts)
  }

  static func array(unlessEmpty elements: [JSONValue]) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements)
  }

  /// Returns an object with the members of several objects, in order.
  static func joined(_ objects: JSONValue...) -> JSONValue {
    .object(objects.flatMap { $0.members ?? [] })
  }
}

extension AgreementLedger.Entry {
  var json: JSONValue { ["by": .string(by), "on": .string(on), "comment": .string(comment)] }
}
