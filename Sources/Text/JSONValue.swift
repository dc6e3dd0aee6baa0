/// A JSON value whose objects preserve the order of their members.
///
/// The output that people read and compare (a finding, a case) has the order of its documentation.
package enum JSONValue: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  case null
  case bool(Bool)
  case integer(Int)
  /// A number from another program that is not an integer or does not fit into `Int`, as it was written.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// The members in document order; their keys are distinct.
  case object([Member])

  package static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }
}

/// Accessors that return `nil` if the value has another type.
extension JSONValue {
  package subscript(key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The integer, or the integral part of a number with a fraction or an exponent.
  package var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let text): Double(text).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    default: nil
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members of the literal in order, except those that are `nil`.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(elements.compactMap { key, value in value.map { Member(key, $0) } })
  }
}

/// A value that can be a member of `JSONValue.of`.
package protocol JSONConvertible {
  var jsonValue: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  package var jsonValue: JSONValue { self }
}

extension String: JSONConvertible {
  package var jsonValue: JSONValue { .string(self) }
}

extension Int: JSONConvertible {
  package var jsonValue: JSONValue { .integer(self) }
}

extension Bool: JSONConvertible {
  package var jsonValue: JSONValue { .bool(self) }
  /// The value if it is true.
  package var ifTrue: Bool? { self ? true : nil }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}

extension Optional where Wrapped: JSONConvertible {
  /// The value, or null, where a missing value is not left out.
  package var orNull: JSONValue { self?.jsonValue ?? .null }
}

extension Collection {
  /// The value unless it is empty.
  package var ifAny: Self? { isEmpty ? nil : self }
}

extension JSONValue {
  package typealias Members = KeyValuePairs<String, (any JSONConvertible)?>

  /// Returns an object with the members in order, except those that are `nil`; the members of an object with the key `…` stand in its place.
  package static func of(_ members: Members) -> JSONValue {
    .object(
      members.flatMap { key, value -> [Member] in
        let value = value?.jsonValue
        return key == "…" ? value?.members ?? [] : value.map { [Member(key, $0)] } ?? []
      }
    )
  }
}

extension Sequence {
  /// Returns an object for each element.
  package func json(_ members: (Element) -> JSONValue.Members) -> [JSONValue] {
    map { .of(members($0)) }
  }
}

extension JSONValue {
  /// Returns the value as text with a final line break; equal values yield equal texts.
  ///
  /// The outermost `depth` levels of arrays and objects have one member per line; deeper ones are on a single line. A list of cases thus
  /// has one line per case, which makes diffs readable.
  package func text(spreading depth: Int) -> String {
    var writer = JSONWriter(isCompact: false)
    writer.write(self, depth: depth, indentation: "")
    return writer.output + "\n"
  }

  /// The value as text without white space, for files that only programs read.
  package var compactText: String {
    var writer = JSONWriter(isCompact: true)
    writer.write(self, depth: 0, indentation: "")
    return writer.output
  }

  /// Escapes a text for use between the quotes of a string.
  ///
  /// Besides what JSON requires, this escapes the C1 controls, the separators U+2028 and U+2029 and the byte-order mark: some readers take
  /// them for commands or line ends, or drop them (Foundation drops a mark at the beginning of a string).
  package static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

private struct JSONWriter {
  private(set) var output = ""
  private let isCompact: Bool

  init(isCompact: Bool) { self.isCompact = isCompact }

  mutating func write(_ value: JSONValue, depth: Int, indentation: String) {
    switch value {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    case .number(let text): output += text
    case .string(let text): write(text)
    case .array(let elements):
      write(elements, between: ("[", "]"), depth: depth, indentation) { writer, element, inner in
        writer.write(element, depth: depth - 1, indentation: inner)
      }
    case .object(let members):
      write(members, between: ("{", "}"), depth: depth, indentation) { writer, member, inner in
        writer.write(member.key)
        writer.output += writer.isCompact ? ":" : ": "
        writer.write(member.value, depth: depth - 1, indentation: inner)
      }
    }
  }

  private mutating func write(_ text: String) {
    output += "\"" + JSONValue.escaped(text) + "\""
  }

  private mutating func write<Element>(
    _ elements: [Element],
    between brackets: (String, String),
    depth: Int,
    _ indentation: String,
    each: (inout Self, Element, String) -> Void
  ) {
    let isSpread = depth > 0 && !elements.isEmpty
    let inner = isSpread ? indentation + "  " : indentation
    output += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { output += isSpread || isCompact ? "," : ", " }
      if isSpread { output += "\n" + inner }
      each(&self, element, inner)
    }
    if isSpread { output += "\n" + indentation }
    output += brackets.1
  }
}
