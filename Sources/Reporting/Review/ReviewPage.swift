package import TestDesign
package import Text

/// The contents of the review page: the specs, and the revision that they were read from.
package struct ReviewReport: Sendable {
  /// The program and its version, such as `specmatrix 0.1.0`.
  package var tool: String
  /// The day against which deadlines are measured, such as `2026-11-23`.
  package var day: String
  /// The commit of the specs, followed by `+` if they have local changes, or `nil` if there is none.
  package var revision: String?
  /// The specs, in the order of their paths.
  package var specs: [JSONValue]
  /// The decisions that the specs settle differently from each other.
  package var crossFeature: [CrossFeatureDecision]

  /// Creates the contents.
  ///
  /// `day` is the day against which deadlines are measured, `revision` the commit of the specs, and `specs` the values of
  /// `ReviewSpec.json`.
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

  /// The members before the specs.
  package var head: [JSONValue.Member] {
    [
      .init("version", 1), .init("tool", .string(tool)), .init("day", .string(day)),
      .init("revision", revision.orNull),
      .init("betweenFeatures", .array(crossFeature.map(\.json))),
    ]
  }

  private var data: JSONValue { .object(head + [.init("specs", .array(specs))]) }

  /// The data of the page as JSON, with a line for each spec.
  package var json: String { data.text(spreading: 2) }

  /// The page with its data: a single file that loads nothing else.
  package var html: String { ReviewPage(data: data).html }
}

/// The review page: one HTML file with its style, script and data.
///
/// The content security policy allows only the style and the script of the file, by their digests, so that no text of a spec can be
/// executed.
package struct ReviewPage: Sendable {
  /// The data as JSON, or `nil` if the page loads them from its server.
  private let data: JSONValue?

  /// Creates the page with the value of `ReviewReport.json`, or with `nil` for the page of a server.
  package init(data: JSONValue?) { self.data = data }

  /// The content security policy, for the head of the page or an HTTP response.
  package var policy: String {
    [
      "default-src 'none'", "script-src '\(Self.digest(Self.script))'",
      "style-src '\(Self.digest(Self.style))'", "img-src data:",
      "connect-src \(data == nil ? "'self'" : "'none'")", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
  }

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
  ].reduce(stripped("page.css")) { $0.replacingBytes($1.0, with: $1.1) }

  /// The modules joined into one script, ordered so that each refers only to those before it.
  private static let script = [
    "words", "data", "outcomes", "csv", "drafts", "fragment", "dom", "states", "holes", "questions",
    "frame", "cases", "overview", "meeting", "keys", "live", "page",
  ].map { stripped("\($0).mjs") }.joined()
    .tight(around: ["=>", "===", "!==", ">=", "&&", "||", "??", "=", "?", ":", "+", ">", "<"])

  /// Returns a module or a stylesheet minified: without comment lines, indentation, insignificant line breaks, imports and exports.
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

  /// Returns JSON with the characters that begin or end tags and entities escaped.
  private static func escaped(_ json: String) -> String {
    json.escaping(["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"])
  }
}

extension String {
  /// Returns code without the spaces around operators, sequences that a test excludes from the texts of the page.
  fileprivate func tight(around signs: [String]) -> String {
    let joined = [
      (") {", "){"), (";}", "}"), ("{ ", "{"), (" }", "}"), (": [\"", ":[\""), ("\", ", "\","),
      ("if (", "if("),
      ("for (", "for("), ("), ", "),"), (", (", ",("), ("return [", "return["),
      ("return {", "return{"), (") return", ")return"), ("const {", "const{"),
      ("const [", "const["),
      (", el(", ",el("), (", app.", ",app."), ("], ", "],"), ("`, ", "`,"), ("] of ", "]of "),
    ].reduce(self) { $0.replacingBytes($1.0, with: $1.1) }
    return signs.reduce(joined) { $0.replacingBytes(" \($1) ", with: $1) }
  }
}

/// A compressed form of data that stores repeated lines once.
///
/// In `{"texts": ["The form is sent", …], "data": …}`, a line `~1f` of the data stands for the text with the number `1f` in base 36. A line
/// that begins with `~` is escaped by another `~`. In an array of texts, `-3` stands for three empty ones. This reduces a page of five
/// specs by a quarter.
///
/// Lines are compared byte by byte, so that canonically equivalent lines stay distinct.
struct PackedData {
  private typealias Line = [UInt8]

  private var numbers: [Line: Int] = [:]
  private var texts: [String] = []
  private let data: JSONValue

  /// The minimum length of a line in bytes for which a reference saves space.
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
    // The most frequent lines get the shortest numbers.
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

  /// Returns an array of texts with each run of two or more empty ones replaced by its negated length.
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
