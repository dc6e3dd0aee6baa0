/// Writes a node in one of the many equivalent forms of YAML.
struct YAMLWriter {
  private var random: SplitMix64
  private let indentation: Int
  private let indentsLists: Bool
  private let flowShare: Int
  private let quoteShare: Int
  private let commentShare: Int
  let isJSON: Bool

  init(random: SplitMix64) {
    var random = random
    indentation = random.pick([2, 2, 2, 4])
    indentsLists = random.chance(70)
    flowShare = random.pick([10, 40, 70, 95])
    quoteShare = random.pick([0, 0, 15, 50])
    commentShare = random.pick([0, 0, 8])
    isJSON = random.chance(5)
    self.random = random
  }

  /// Returns the whole document, with a line break at the end.
  mutating func document(_ root: YAMLNode) -> String {
    guard !isJSON else { return json(root) + "\n" }
    let start = random.chance(10) ? "---\n" : ""
    return start + block(root, at: 0)
  }

  // MARK: Block style

  /// Returns the lines of a map or list, each ending in a line break, indented by `depth` spaces.
  private mutating func block(_ node: YAMLNode, at depth: Int) -> String {
    let margin = String(repeating: " ", count: depth)
    var lines = ""
    switch node {
    case .map(let entries):
      for entry in entries {
        lines += pause(at: depth) + margin + key(entry.key, inFlow: false) + ":"
        lines += value(entry.value, at: depth)
      }
    case .list(let items):
      for item in items {
        lines += pause(at: depth) + margin
        lines += self.item(item, at: depth)
      }
    default:
      preconditionFailure("only a map or a list is written as a block")
    }
    return lines
  }

  /// Returns the text after the colon of a key at `depth`, to the end of its last line.
  private mutating func value(_ node: YAMLNode, at depth: Int) -> String {
    var node = node
    var prefix = " "
    if case .anchored(let name, let inner) = node {
      node = inner
      prefix = " &\(name) "
    }
    if let inline = inline(node, at: depth) {
      return (inline.isEmpty ? "" : prefix) + inline + ending(of: inline)
    }
    var below = depth + indentation
    if case .list = node, !indentsLists { below = depth }
    return (prefix == " " ? "" : String(prefix.dropLast())) + comment() + block(node, at: below)
  }

  /// Returns an item of a list whose dash is at `depth`.
  private mutating func item(_ node: YAMLNode, at depth: Int) -> String {
    if let inline = inline(node, at: depth) { return "- " + inline + ending(of: inline) }
    // The first line of the block follows the dash; its indentation is the dash and the spaces after it.
    var lines = block(node, at: depth + 2)
    while lines.hasPrefix("\n") || lines.drop(while: { $0 == " " }).hasPrefix("#") {
      lines = String(
        lines[(lines.firstIndex(of: "\n").map(lines.index(after:)) ?? lines.endIndex)...]
      )
    }
    return "- " + lines.dropFirst(depth + 2)
  }

  /// Returns the node on the rest of the line, or `nil` if it is written as a block below.
  private mutating func inline(_ node: YAMLNode, at depth: Int) -> String? {
    switch node {
    case .word, .alias, .null:
      return flow(node)
    case .text(let text):
      let isLong = text.count > 8 && !text.hasPrefix(" ")
      guard isLong, random.chance(8) else { return scalar(text, inFlow: false) }
      let margin = String(repeating: " ", count: depth + indentation)
      return random.pick(["|-", ">-"]) + "\n" + margin + text
    case .list(let items) where items.isEmpty:
      return "[]"
    case .map(let entries) where entries.isEmpty:
      return "{}"
    default:
      let text = flow(node)
      return text.count < 70 && random.chance(flowShare) ? text : nil
    }
  }

  // MARK: Flow style

  private mutating func flow(_ node: YAMLNode) -> String {
    switch node {
    case .word(let word):
      return word
    case .null:
      return random.pick(["", "", "", "", "~", "null"])
    case .text(let text):
      return scalar(text, inFlow: true)
    case .list(let items):
      return "[" + joined(items.map { flow($0) }) + "]"
    case .map(let entries):
      let blank = random.chance(15) ? " " : ""
      let parts = entries.map { key($0.key, inFlow: true) + ": " + flow($0.value) }
      return "{" + blank + joined(parts) + blank + "}"
    case .anchored(let name, let inner):
      return "&\(name) " + flow(inner)
    case .alias(let name):
      return "*\(name)"
    }
  }

  private mutating func joined(_ parts: [String]) -> String {
    parts.joined(separator: random.chance(90) ? ", " : " , ")
  }

  // MARK: Scalars

  private mutating func key(_ text: String, inFlow: Bool) -> String {
    random.chance(quoteShare / 3) ? quoted(text) : scalar(text, inFlow: inFlow, quoteShare: 0)
  }

  private mutating func scalar(
    _ text: String,
    inFlow: Bool,
    quoteShare: Int? = nil
  ) -> String {
    let mustQuote = !Self.isPlain(text, inFlow: inFlow)
    return mustQuote || random.chance(quoteShare ?? self.quoteShare) ? quoted(text) : text
  }

  private mutating func quoted(_ text: String) -> String {
    guard random.chance(50) else { return Self.doubleQuoted(text) }
    var result = "'"
    for character in text { result += character == "'" ? "''" : String(character) }
    return result + "'"
  }

  private static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      if character == "\"" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result + "\""
  }

  /// True if the text can stand without quotes; rather too strict than too lax.
  private static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last, last != ":", last != " " else {
      return false
    }
    let startsWell =
      first.isLetter || first.isNumber || text.hasPrefix("..")
      || (first == "-" && text.dropFirst().first?.isNumber == true)
    let special = (inFlow ? ",[]{}#&*!?|>'\"%@`" : "[]{}#&*!?|>'\"%@`").utf8
    let bytes = text.utf8
    return startsWell && !bytes.contains { special.contains($0) }
      && !zip(bytes, bytes.dropFirst()).contains { $0 == (UInt8(ascii: ":"), UInt8(ascii: " ")) }
  }

  // MARK: Around the content

  private mutating func pause(at depth: Int) -> String {
    guard random.chance(commentShare) else {
      return depth == 0 && random.chance(20) ? "\n" : ""
    }
    return String(repeating: " ", count: depth) + "# 確認済み: see #12\n"
  }

  /// Returns a comment, except after a block scalar, of which it would be part.
  private mutating func ending(of inline: String) -> String {
    inline.contains("\n") ? "\n" : comment()
  }

  private mutating func comment() -> String {
    random.chance(commentShare) ? "  # \"why\"\n" : "\n"
  }

  // MARK: JSON, which is YAML too

  private func json(_ node: YAMLNode) -> String {
    switch node {
    case .word(let word): word
    case .null: "null"
    case .text(let text): Self.doubleQuoted(text)
    case .list(let items): "[" + items.map(json).joined(separator: ", ") + "]"
    case .map(let entries):
      "{"
        + entries.map { Self.doubleQuoted($0.key) + ": " + json($0.value) }
        .joined(separator: ", ") + "}"
    case .anchored, .alias: preconditionFailure("JSON has no aliases")
    }
  }
}
