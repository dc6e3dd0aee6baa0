import Specification
import TestDesign
import TestSupport
import Text

@testable import SpecMatrixCLI
@testable import Workbooks

/// Answers that fit the questions of a spec, chosen by the bytes of an input.
///
/// The questions are those that the spec really asks, with their ids, so that an answer is put in unless there is something against it.
struct AnswerTrial {
  private let workshop: Workshop
  private static let path = "specs/a.yaml"

  init(_ workshop: Workshop) {
    self.workshop = workshop
  }

  /// A spec and the table of its questions.
  private struct Asked {
    var text: String
    var rows: [[String]]
  }

  /// By the number that chooses the spec; `nil` where it asks nothing.
  nonisolated(unsafe) private static var known: [Int: Asked?] = [:]

  /// The names of the columns, in both languages.
  private enum Column: CaseIterable {
    case answer, kind, author, day, comment, options, fingerprint

    var names: [String] {
      switch self {
      case .answer: ["Result or reason", "期待結果・理由"]
      case .kind: ["Your choice", "選択"]
      case .author: ["Who", "回答者"]
      case .day: ["Answered on", "回答日"]
      case .comment: ["Comment", "コメント"]
      case .options: ["Options", "選択肢"]
      case .fingerprint: ["Fingerprint", "照合用"]
      }
    }
  }

  func answers(_ input: [UInt8]) {
    var choices = Choices(input)
    guard let asked = asked(choices.below(256)) else { return }
    var table = filled(asked.rows, &choices)
    disturb(&table, &choices)
    workshop.write(asked.text, to: Self.path)
    let name = write(table, &choices)
    guard choices.below(6) == 5 else {
      let run = Run("answer", name, "--spec", Self.path)
      AnsweredText(workshop, Self.path, before: asked.text).expectSound(after: run)
      return
    }
    workshop.write("packs: [house.yaml]\n", to: "specmatrix.yaml")
    let house = "# of the house\nrules:\n  rotate: Nothing moves\n"
    workshop.write(house, to: "house.yaml")
    let run = Run("answer", name, "--spec", Self.path, "--pack", "house.yaml")
    if workshop.text(Self.path) != asked.text { run.report("the spec changed, not the pack") }
    let pack = AnsweredText(workshop, "house.yaml", before: house, spec: Self.path)
    pack.expectSound(after: run)
  }

  /// The spec of a number, and its questions.
  private func asked(_ number: Int) -> Asked? {
    if let asked = unsafe Self.known[number] { return asked }
    let text = number == 0 ? BaseSpec.text : RandomSpec.make(seed: UInt64(number)).yaml()
    workshop.write(text, to: Self.path)
    let arguments = ["generate", Self.path, "-o", "asked", "--format", "csv", "--effort", "quick"]
    let run = Run(arguments + ["--depth", "review"])
    var asked: Asked?
    if run.status == .success {
      let files = workshop.files(in: "asked")
      if let file = files.first(where: { $0.key.hasSuffix("-questions.csv") }) {
        let rows = run.csv(file.value, called: file.key)
        if rows.count > 1 { asked = Asked(text: text, rows: rows) }
      }
    }
    unsafe Self.known[number] = .some(asked)
    return asked
  }

  private func filled(_ rows: [[String]], _ choices: inout Choices) -> [[String]] {
    var rows = rows
    let places = Dictionary(
      Column.allCases.compactMap { column in
        rows[0].firstIndex { column.names.contains($0) }.map { (column, $0) }
      },
      uniquingKeysWith: { first, _ in first }
    )
    let names = rows.dropFirst().flatMap { $0.prefix(9) }
    for row in rows.indices.dropFirst() where choices.below(5) > 0 {
      let options = places[.options].map { rows[row][$0].split(separator: "\n").map(String.init) }
      for column in Column.allCases {
        guard let place = places[column] else { continue }
        switch column {
        case .answer: rows[row][place] = answer(options ?? [], names, &choices)
        case .kind: rows[row][place] = kind(&choices)
        case .author, .comment:
          if choices.below(3) == 0 { rows[row][place] = words(names, &choices) }
        case .day: if choices.below(3) == 0 { rows[row][place] = choices.pick(Self.days) }
        case .options: break
        case .fingerprint: if choices.below(16) == 0 { rows[row][place] = "" }
        }
      }
    }
    return rows
  }

  private func kind(_ choices: inout Choices) -> String {
    guard choices.below(2) == 0 else { return "" }
    let kind = choices.pick(QuestionAnswer.Kind.allCases)
    return kind.name(choices.below(2) == 0 ? .english : .japanese)
  }

  private func answer(
    _ options: [String],
    _ names: [String],
    _ choices: inout Choices
  ) -> String {
    switch choices.below(6) {
    case 0 where !options.isEmpty: choices.pick(options)
    case 1: choices.pick(Self.days)
    case 2: choices.pick(["①", "②", "③", "1", "2)", "１", "① and ②", "both", "両方"])
    case 3: (0...choices.below(4)).map { _ in words(names, &choices) }.joined(separator: "\n")
    default: words(names, &choices)
    }
  }

  private func words(_ names: [String], _ choices: inout Choices) -> String {
    (0..<choices.below(4)).map { _ in
      switch choices.below(8) {
      case 0 where !names.isEmpty: choices.pick(names)
      case 1: choices.rawText()
      default: choices.pick(Self.texts)
      }
    }.joined(separator: choices.pick([" ", "", "\n", ": ", " # "]))
  }

  private static let days = [
    "2027-01-31", "2099-12-31", "2020-02-29", "2027-02-30", "2099年12月31日まで", "31.1.2027", "1/31",
    "tomorrow", "46000", "0", "9999-12-31", "10000-01-01", "２０２７-０１-３１", "令和9年1月31日",
  ]

  /// What YAML, CSV, spreadsheets, terminals and people make something of.
  private static let texts = [
    "The page is shown", "結果を表示する", "- x", "-", "#", "# c", "a # b", "a: b", "a:", "? x", "| x",
    "> x", "&a", "*a", "!t", "%d", "@x", "`x`", "'", "''", "\"", "\\", "\\n", "[", "]", "{", "}",
    ",",
    "{a: b}", "[a, b]", "null", "~", "true", "no", "12", "1_000", "0x1F", "1e3", ".inf",
    "2027-01-31",
    "=1+1", "+1", "@SUM(A1)", "'-1", "\t", "a\tb", "\u{0}", "\u{7}", "\u{1B}[31m", "\u{7F}",
    "\u{85}",
    "\u{A0}", "\u{AD}", "\u{61C}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{202E}", "\u{2028}",
    "\u{2029}", "\u{2066}", "\u{3000}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{E000}", "\u{1F468}",
    "👨‍👩‍👧", "e\u{301}", "ﾊﾟ", "ｶﾞ", "１２", "・", "・一つ目\n・二つ目", "•", "…", "“x”", "---", "...", "\r", "\r\n",
    " ", "  x  ", "_x001B_", "_x005F_", "&amp;", "]]>", "<b>", "${x}", "$(x)", "{{x}}", "<TODO>",
    "TBD", "未定", "Q-00000000", "Depends on plan", "plan", "plan: free", "login", "if", "when",
    "then",
    "%%%%", "::error::x", "\u{1D165}", "\u{10FFFF}", "x\u{300}\u{300}\u{300}",
    String(repeating: "long ", count: 60), String(repeating: "長", count: 200),
  ]

  /// What people do to a table: other columns, titles, rows twice or in another order.
  private func disturb(_ table: inout [[String]], _ choices: inout Choices) {
    for _ in 0..<choices.below(3) {
      let row = choices.below(table.count)
      switch choices.below(6) {
      case 0: table.append(table[row])
      case 1: table.insert([words([], &choices)], at: 0)
      case 2: table.swapAt(row, choices.below(table.count))
      case 3:
        let heading = choices.pick([
          "Result or reason", "期待結果・理由", "Note", "Comment", "", "Question",
        ])
        for index in table.indices {
          table[index].insert(index == 0 ? heading : words([], &choices), at: 0)
        }
      case 4:
        let column = choices.below(max(1, table[row].count))
        if table[row].indices.contains(column) { table[row][column] = words([], &choices) }
      default: table[row] = []
      }
    }
  }

  /// Writes the table as people's programs do, and returns the file's name.
  private func write(_ table: [[String]], _ choices: inout Choices) -> String {
    switch choices.below(4) {
    case 0:
      workshop.write(SmallWorkbook(table).bytes, to: "answers.xlsx")
      return "answers.xlsx"
    case 1: return write(table, separator: "\t", mark: "")
    case 2: return write(table, separator: ";", mark: "\u{FEFF}")
    default: return write(table, separator: ",", mark: "\u{FEFF}")
    }
  }

  private func write(_ table: [[String]], separator: String, mark: String) -> String {
    let lines = table.map { row in
      row.map {
        "\""
          + $0.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\""
      }.joined(separator: separator)
    }
    workshop.write(mark + lines.joined(separator: "\r\n") + "\r\n", to: "answers.csv")
    return "answers.csv"
  }
}

/// A workbook of one sheet with the texts in place, as programs other than Excel write it.
private struct SmallWorkbook {
  let bytes: [UInt8]

  init(_ table: [[String]]) {
    var sheet = ""
    for row in table {
      let cells = row.map {
        "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(Self.escaped($0))</t></is></c>"
      }
      sheet += "<row>\(cells.joined())</row>"
    }
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let package = "http://schemas.openxmlformats.org/package/2006/relationships"
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let parts = [
      (
        "_rels/.rels",
        "<Relationships xmlns=\"\(package)\"><Relationship Id=\"r\" Type=\"\(office)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
      ),
      (
        "xl/workbook.xml",
        "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\"><sheets><sheet name=\"Questions\" sheetId=\"1\" r:id=\"s\"/></sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships xmlns=\"\(package)\"><Relationship Id=\"s\" Type=\"\(office)/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
      ),
      (
        "xl/worksheets/sheet1.xml",
        "<worksheet xmlns=\"\(main)\"><sheetData>\(sheet)</sheetData></worksheet>"
      ),
    ]
    bytes = StoredArchive(parts.map { (name: $0.0, content: Array($0.1.utf8)) }).bytes
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x0D: result += "&#13;"
      // XML has no sign for these; spreadsheets write their number.
      case 0x00..<0x09, 0x0B..<0x20, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Decisions that the bytes of an input make; where they end, each is the first.
struct Choices {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func below(_ bound: Int) -> Int {
    guard place < bytes.count else { return 0 }
    place += 1
    return Int(bytes[place - 1]) % max(1, bound)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// The next bytes as they are, at most 16.
  mutating func rawText() -> String {
    let count = min(below(17), bytes.count - place)
    place += count
    return String(decoding: bytes[(place - count)..<place], as: UTF8.self)
  }
}
