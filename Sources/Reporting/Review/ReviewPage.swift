package import TestDesign
package import Text

/// What the review page shows: specs, and what they were read from.
package struct ReviewReport: Sendable {
  /// `specmatrix 0.1.0`.
  package var tool: String
  /// The day that deadlines are measured against, `2026-11-23`.
  package var day: String
  /// The commit that the specs are of, with a `+` behind it where they differ from it; `nil` if there is none.
  package var revision: String?
  /// In the order of their paths.
  package var specs: [JSONValue]
  /// What they settle differently from each other.
  package var crossFeature: [CrossFeatureDecision]

  /// - Parameters:
  ///   - toolVersion: The version of the program.
  ///   - day: The day that deadlines are measured against.
  ///   - revision: The commit that the specs are of; `nil` if there is none.
  ///   - specs: The specs as `ReviewSpec.json` has them.
  ///   - crossFeature: What they settle differently from each other.
  package init(
    toolVersion: String,
    day: CalendarDate,
    revision: String?,
    specs: [JSONValue],
    crossFeature: [CrossFeatureDecision]
  ) {
    tool = "specmatrix \(toolVersion)"
    self.day = day.description
    self.revision = revision
    self.specs = specs
    self.crossFeature = crossFeature
  }

  /// What stands before the specs.
  package var head: [JSONValue.Member] {
    [
      .init("version", 1), .init("tool", .string(tool)), .init("day", .string(day)),
      .init("revision", revision.map(JSONValue.string) ?? .null),
      .init("betweenFeatures", .array(crossFeature.map(\.json))),
    ]
  }

  private var data: JSONValue { .object(head + [.init("specs", .array(specs))]) }

  /// The data of the page, a line for each spec.
  package var json: String { data.text(spreading: 2) }

  /// The page with its data: one file that asks for nothing.
  package var html: String { ReviewPage(data: data).html }
}

/// The review page: one HTML file with its style, its script and its data.
///
/// Its policy allows the style and the script of the file by their digests and nothing else, so that no text of a spec can run.
package struct ReviewPage: Sendable {
  /// The data as JSON; `nil` if the page asks the server that it came from.
  private let data: JSONValue?

  /// - Parameter data: What `ReviewReport.json` says, or `nil` for the page of a server.
  package init(data: JSONValue?) { self.data = data }

  /// What the page may do, for its head or that of an answer over HTTP.
  package var policy: String {
    [
      "default-src 'none'", "script-src '\(Self.digest(Self.script))'",
      "style-src '\(Self.digest(Self.style))'", "img-src data:",
      "connect-src \(data == nil ? "'self'" : "'none'")", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
  }

  /// The whole file.
  package var html: String {
    var lines: [String] = []
    for line in resource("Page/page.html").split(separator: "\n") {
      switch line.trimmed {
      case "<!--CSP-->":
        lines.append("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">")
      case "<!--STYLE-->": lines.append("<style>\(Self.style)</style>")
      case "<!--DATA-->":
        lines.append(
          "<template id=\"data\">\(Self.escaped(data.map { PackedData($0).json } ?? ""))</template>"
        )
      case "<!--SCRIPT-->": lines.append("<script type=\"module\">\(Self.script)</script>")
      default: lines.append(String(line))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let style = [
    ("\n", ""), (": ", ":"), ("; ", ";"), (" {", "{"), ("{ ", "{"), (" }", "}"), (";}", "}"),
    (", ", ","), (" > ", ">"), (" !", "!"),
  ].reduce(stripped("page.css")) { $0.replacing($1.0, with: $1.1) }

  /// The modules as one, in an order in which each names only what stands above it.
  private static let script = [
    "words", "data", "outcomes", "csv", "drafts", "fragment", "dom", "states", "holes", "questions",
    "frame", "cases", "overview", "meeting", "keys", "live", "page",
  ].map { stripped("\($0).mjs") }.joined()
    .tight(around: ["=>", "===", "!==", ">=", "&&", "||", "??", "=", "?", ":", "+", ">", "<"])

  /// A module or a style without what only people read: remarks on lines of their own, indentation, breaks of lines that say nothing, and what joins
  /// the modules.
  private static func stripped(_ name: String) -> String {
    var kept = ""
    var isRemark = false
    for line in resource("Page/\(name)").split(separator: "\n").map(\.trimmed) {
      if isRemark || line.hasPrefix("/*") {
        isRemark = !line.hasSuffix("*/")
        continue
      }
      if line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ") { continue }
      kept += line.hasPrefix("export ") ? line.dropFirst("export ".count) : line[...]
      if let last = line.last, !"{[(,;".contains(last) { kept += "\n" }
    }
    return kept
  }

  private static func digest(_ text: String) -> String {
    "sha256-" + SHA256.base64(Array(text.utf8))
  }

  /// JSON without the signs that end or begin a tag or an entity.
  private static func escaped(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<": text += "\\u003c"
      case ">": text += "\\u003e"
      case "&": text += "\\u0026"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension String {
  /// Code without the blanks around signs; no text of the page may have them there, which a test checks.
  fileprivate func tight(around signs: [String]) -> String {
    let joined = [
      (") {", "){"), (";}", "}"), ("{ ", "{"), (" }", "}"), (": [\"", ":[\""), ("\", ", "\","),
      ("if (", "if("),
      ("for (", "for("), ("), ", "),"), (", (", ",("), ("return [", "return["),
      ("return {", "return{"), (") return", ")return"), ("const {", "const{"),
      ("const [", "const["),
      (", el(", ",el("), (", app.", ",app."), ("], ", "],"), ("`, ", "`,"), ("] of ", "]of "),
    ].reduce(self) { $0.replacing($1.0, with: $1.1) }
    return signs.reduce(joined) { $0.replacing(" \($1) ", with: $1) }
  }
}

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
    case .null, .bool, .integer, .number: value
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
    case .null, .bool, .integer, .number: break
    case .string(let text): body(text)
    case .array(let elements): for element in elements { element.forEachText(body) }
    case .object(let members): for member in members { member.value.forEachText(body) }
    }
  }
}
