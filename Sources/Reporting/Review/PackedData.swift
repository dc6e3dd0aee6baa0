import Text

/// Data in less room: a line that repeats stands once.
///
/// `{"texts": ["The form is sent", …], "data": …}`: in the texts of the data a line `~1f` stands for the text with the number that `1f` is to the base
/// 36, and a line that begins with `~` has one more in front. Among texts, `-3` stands for three empty ones. A page of five specs is smaller by
/// a quarter.
///
/// Lines are compared byte by byte: two that only look alike stay two.
struct PackedData {
  private typealias Line = [UInt8]

  private var numbers: [Line: Int] = [:]
  private var texts: [String] = []
  private let data: JSONValue

  /// Shorter lines take no more room than what would stand for them.
  private static let shortest = 6
  private static let sign = UInt8(ascii: "~")

  init(_ data: JSONValue) {
    self.data = data
    var repeated: [(line: Line, count: Int)] = []
    var seen: Set<Line> = []
    data.forEachText { text in
      for line in Self.lines(of: text) where line.count >= Self.shortest {
        if let number = numbers[line] {
          repeated[number].count += 1
        } else if !seen.insert(line).inserted {
          numbers[line] = repeated.count
          repeated.append((line, 2))
        }
      }
    }
    // What comes most often has the shortest numbers.
    let order = repeated.indices.sorted { (-repeated[$0].count, $0) < (-repeated[$1].count, $1) }
    for (number, place) in order.enumerated() {
      numbers[repeated[place].line] = number
      texts.append(String(decoding: repeated[place].line, as: UTF8.self))
    }
  }

  var json: String {
    JSONValue.object([.init("texts", .strings(texts)), .init("data", packed(data))]).compactText
  }

  private static func lines(of text: String) -> [Line] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }

  private func packed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .integer: value
    case .string(let text): .string(packed(text))
    case .array(let elements): .array(Self.joiningEmptyTexts(elements.map(packed)))
    case .object(let members): .object(members.map { .init($0.key, packed($0.value)) })
    }
  }

  /// Elements that are all texts, with the length of each run of two or more empty ones in place of it.
  private static func joiningEmptyTexts(_ elements: [JSONValue]) -> [JSONValue] {
    let areTexts = elements.allSatisfy { if case .string = $0 { true } else { false } }
    guard areTexts, elements.contains(where: { $0 != .string("") }) else { return elements }
    var joined: [JSONValue] = []
    var empty = 0
    for element in elements + [.null] {
      if element == .string("") {
        empty += 1
        continue
      }
      if empty > 0 { joined.append(empty == 1 ? .string("") : .integer(-empty)) }
      empty = 0
      joined.append(element)
    }
    return joined.dropLast()
  }

  private func packed(_ text: String) -> String {
    Self.lines(of: text).map { line in
      if let number = numbers[line] { return "~" + String(number, radix: 36) }
      return (line.first == Self.sign ? "~" : "") + String(decoding: line, as: UTF8.self)
    }
    .joined(separator: "\n")
  }
}

extension JSONValue {
  fileprivate func forEachText(_ body: (String) -> Void) {
    switch self {
    case .null, .bool, .integer: break
    case .string(let text): body(text)
    case .array(let elements): for element in elements { element.forEachText(body) }
    case .object(let members): for member in members { member.value.forEachText(body) }
    }
  }
}
