import Text

/// Data in less room: a text that repeats stands once.
///
/// `{"texts": ["The form is sent", …], "data": …}`: in the data `~1f` stands for the text with the number that `1f` is to the base 36, and a text
/// that begins with `~` has one more in front. A page of five specs is smaller by a fifth.
struct PackedData {
  private var numbers: [String: Int] = [:]
  private var texts: [String] = []
  private let data: JSONValue

  /// Shorter texts take no more room than what would stand for them.
  private static let shortest = 6

  init(_ data: JSONValue) {
    self.data = data
    var counts: [String: Int] = [:]
    // Numbered in the order in which they come for the second time.
    data.forEachText { text in
      counts[text, default: 0] += 1
      guard counts[text] == 2, text.utf8.count >= Self.shortest else { return }
      numbers[text] = texts.count
      texts.append(text)
    }
  }

  var json: String {
    JSONValue.object([.init("texts", .strings(texts)), .init("data", packed(data))]).compactText
  }

  private func packed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .integer: value
    case .string(let text):
      .string(
        numbers[text].map { "~" + String($0, radix: 36) }
          ?? (text.hasPrefix("~") ? "~" + text : text)
      )
    case .array(let elements): .array(elements.map(packed))
    case .object(let members): .object(members.map { .init($0.key, packed($0.value)) })
    }
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
