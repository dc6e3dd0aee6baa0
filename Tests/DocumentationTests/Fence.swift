/// A fenced block of a Markdown page.
struct Fence: CustomStringConvertible {
  /// The info string, such as `yaml fragment`.
  let info: String
  let text: String
  /// The line above the opening fence.
  let lead: String
  let place: String

  var description: String { place }

  /// True if the block is a complete spec.
  var isWholeSpec: Bool { info == "yaml" }

  /// Returns the fenced blocks of a page in order.
  static func all(of page: String) throws -> [Fence] {
    var fences: [Fence] = []
    var open: (line: Int, info: String)?
    let lines = try Repository.text(page).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      guard let start = open else {
        open = (index, String(line.dropFirst(3)))
        continue
      }
      fences.append(
        Fence(
          info: start.info,
          text: lines[(start.line + 1)..<index].joined(separator: "\n"),
          lead: start.line > 0 ? String(lines[start.line - 1]) : "",
          place: "\(page):\(start.line + 1)"
        )
      )
      open = nil
    }
    return fences
  }

  /// The fenced blocks of all pages; none if a page cannot be read, which `thereAreExamples` detects.
  static let ofAllPages: [Fence] = Repository.pages.flatMap { (try? all(of: $0)) ?? [] }
}
