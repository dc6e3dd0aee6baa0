/// An error in a JSON text.
package struct JSONReadError: Error, Hashable, Sendable {
  /// The line number, starting at 1.
  package var line: Int
  package var expected: String
}

extension JSONValue {
  /// Parses a JSON text, keeping the order of members.
  ///
  /// Numbers must be integers, as in all formats of this program, unless `hasFractions` is true for documents of other programs: then
  /// numbers are kept as written.
  package init(json bytes: [UInt8], hasFractions: Bool = false) throws(JSONReadError) {
    var reader = JSONReader(bytes: bytes, hasFractions: hasFractions)
    self = try reader.document()
  }
}

/// A recursive-descent parser for the grammar of RFC 8259.
private struct JSONReader {
  let bytes: [UInt8]
  private let hasFractions: Bool
  private var position = 0

  /// The maximum nesting depth of values.
  private static let depthLimit = 64

  init(bytes: [UInt8], hasFractions: Bool) {
    self.bytes = bytes
    self.hasFractions = hasFractions
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func document() throws(JSONReadError) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw error("the end of the text") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONReadError) -> JSONValue {
    guard depth < Self.depthLimit else {
      throw error("no more than \(Self.depthLimit) values in each other")
    }
    skipBlanks()
    switch peek ?? 0 {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: break
    }
    for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    throw error("a value")
  }

  private mutating func object(depth: Int) throws(JSONReadError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    /// True if the key is new; a few keys are compared faster than hashed.
    func isNew(_ key: String) -> Bool {
      guard members.count >= 16 else { return !members.contains { $0.key == key } }
      if keys.isEmpty { keys = Set(members.map(\.key)) }
      return keys.insert(key).inserted
    }
    position += 1
    skipBlanks()
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw error("a key in quotes") }
      let key = try string()
      guard isNew(key) else {
        throw error("the key `\(key)` only once")
      }
      skipBlanks()
      guard take(":") else { throw error("`:`") }
      members.append(.init(key, try value(depth: depth + 1)))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw error("`,` or `}`") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONReadError) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    skipBlanks()
    if take("]") { return .array([]) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
    } while take(",")
    guard take("]") else { throw error("`,` or `]`") }
    return .array(elements)
  }

  private mutating func number() throws(JSONReadError) -> JSONValue {
    let start = position
    while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let whole = Int(text), String(whole) == text { return .integer(whole) }
    guard hasFractions || text == "-0",
      text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    else { throw error(hasFractions ? "a number" : "a whole number") }
    return hasFractions ? .number(text) : .integer(0)
  }

  private mutating func string() throws(JSONReadError) -> String {
    position += 1
    var text = ""
    while true {
      // Most strings are a single run of unescaped bytes.
      let start = position
      while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
        position += 1
      }
      guard let run = String(validating: bytes[start..<position], as: UTF8.self) else {
        throw error("text in UTF-8")
      }
      if text.isEmpty { text = run } else { text += run }
      switch peek {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        text.unicodeScalars.append(try escaped())
      case nil: throw error("the `\"` that ends a string")
      default: throw error("no control character in a string")
      }
    }
  }

  /// Parses the rest of an escape and returns the scalar that it represents.
  private mutating func escaped() throws(JSONReadError) -> Unicode.Scalar {
    guard let byte = peek else { throw error("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw error("an escape")
    }
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate, which a low one must follow.
    guard first < 0xDC00, take("\\"), take("u"), case let second = try codeUnit(),
      (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("both halves of a pair of `\\u` escapes") }
    return scalar
  }

  private mutating func codeUnit() throws(JSONReadError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits") }
    position += 4
    return value
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, " \n\r\t".utf8.contains(byte) { position += 1 }
  }

  private func error(_ expected: String) -> JSONReadError {
    let line = bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1
    return JSONReadError(line: line, expected: expected)
  }
}

/// An error: a file does not have the expected format.
package struct FormatMismatch: Error, Hashable, Sendable {
  /// The reason as a phrase: "`cases[3].operation` is missing", "it belongs to the spec PAY, not to POST".
  package var reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}

/// A value of a document with its path, for readers that report mistakes in a format.
package struct JSONNode {
  package let value: JSONValue
  /// The path, such as `cases[3].setup`; empty for the whole document.
  private let path: String

  package init(_ document: JSONValue) {
    value = document
    path = ""
  }

  /// Parses a document; `advice` is appended to the error message if it is not JSON.
  package init(json bytes: [UInt8], advice: String = "") throws(FormatMismatch) {
    do throws(JSONReadError) {
      self.init(try JSONValue(json: bytes))
    } catch {
      throw FormatMismatch("line \(error.line): expected \(error.expected)\(advice)")
    }
  }

  private init(_ value: JSONValue, path: String) {
    self.value = value
    self.path = path
  }

  package func member(_ key: String) throws(FormatMismatch) -> JSONNode {
    guard value.members != nil else { throw mismatch }
    guard let member = optional(key) else {
      throw FormatMismatch("`\(self.path(of: key))` is missing")
    }
    return member
  }

  /// Returns a member, or `nil` if it is missing or `null`.
  package func optional(_ key: String) -> JSONNode? {
    guard let member = value[key], member != .null else { return nil }
    return JSONNode(member, path: path(of: key))
  }

  private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  package func members() throws(FormatMismatch) -> [(key: String, node: JSONNode)] {
    guard let members = value.members else { throw mismatch }
    return members.map { ($0.key, JSONNode($0.value, path: path(of: $0.key))) }
  }

  /// Transforms the elements of an array.
  package func map<Element>(
    _ make: (JSONNode) throws(FormatMismatch) -> Element
  ) throws(FormatMismatch) -> [Element] {
    guard let array = value.array else { throw mismatch }
    var elements: [Element] = []
    for (number, value) in array.enumerated() {
      elements.append(try make(JSONNode(value, path: "\(path)[\(number)]")))
    }
    return elements
  }

  package func string() throws(FormatMismatch) -> String {
    guard let string = value.string else { throw mismatch }
    return string
  }

  package func strings() throws(FormatMismatch) -> [String] {
    try map { (element) throws(FormatMismatch) in try element.string() }
  }

  package func integer() throws(FormatMismatch) -> Int {
    guard let integer = value.integer else { throw mismatch }
    return integer
  }

  private var mismatch: FormatMismatch { FormatMismatch("`\(path)` has the wrong type") }
}
