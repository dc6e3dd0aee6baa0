import Testing

/// The cases of a CSV file, for use on a page.
struct CaseTable {
  private var records: [[String]]

  /// Parses RFC 4180.
  init(csv: String) {
    records = [[]]
    var cell = ""
    var isQuoted = false
    var text = csv.unicodeScalars.drop { $0 == "\u{FEFF}" }
    while let scalar = text.popFirst() {
      switch scalar {
      case "\"" where isQuoted && text.first == "\"":
        cell.unicodeScalars.append(scalar)
        text.removeFirst()
      case "\"": isQuoted.toggle()
      case ",", "\n":
        guard !isQuoted else {
          cell.unicodeScalars.append(scalar)
          continue
        }
        records[records.count - 1].append(cell)
        cell = ""
        if scalar == "\n" { records.append([]) }
      case "\r" where !isQuoted: break
      default: cell.unicodeScalars.append(scalar)
      }
    }
    records.removeLast()
  }

  func markdown(cases: [String], columns: [String]) throws -> String {
    let headings = try #require(records.first)
    let indices = try columns.map { try #require(headings.firstIndex(of: $0), "no column \($0)") }
    var rows = [columns, columns.map { _ in "---" }]
    for id in cases {
      let record = try #require(records.first { $0.first == id }, "no case \(id)")
      rows.append(indices.map { Self.cell(record[$0]) })
    }
    return rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// Returns a text escaped for a cell of a Markdown table.
  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: "<br>")
  }
}
