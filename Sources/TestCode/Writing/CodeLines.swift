/// Lines of code, indented by what they stand in.
struct CodeLines {
  private(set) var lines: [String] = []
  private var depth = 0
  private let step: String

  /// - Parameter step: What a level of indentation is.
  init(step: String) {
    self.step = step
  }

  /// Adds a line; an empty one has no blanks.
  mutating func add(_ line: String = "") {
    lines.append(line.isEmpty ? "" : String(repeating: step, count: depth) + line)
  }

  /// Adds a line that opens something, what stands in it, and the line that closes it; without a closing line, as in Python, nothing.
  mutating func block(
    _ opening: String,
    closing: String? = "}",
    _ body: (inout CodeLines) -> Void
  ) {
    add(opening)
    depth += 1
    body(&self)
    depth -= 1
    if let closing { add(closing) }
  }

  /// All lines, each with its end.
  var text: String { lines.map { $0 + "\n" }.joined() }
}
