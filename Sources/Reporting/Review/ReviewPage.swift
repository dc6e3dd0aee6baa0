package import Text

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
  ].reduce(stripped("page.css")) { $0.replacing($1.0, with: $1.1) }

  /// The modules as one, in an order in which each names only what stands above it.
  private static let script = [
    "words", "data", "outcomes", "csv", "drafts", "fragment", "dom", "states", "holes", "questions",
    "frame", "cases", "overview", "meeting", "keys", "live", "page",
  ].map { stripped("\($0).mjs") }.joined()
    .tight(around: ["=>", "===", "!==", ">=", "&&", "||", "??", "="])

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
  /// The same without the blanks around signs, which no text of the page has there.
  fileprivate func tight(around signs: [String]) -> String {
    let joined = [(") {", "){"), (";}", "}"), ("{ ", "{"), (" }", "}")].reduce(self) {
      $0.replacing($1.0, with: $1.1)
    }
    return signs.reduce(joined) { $0.replacing(" \($1) ", with: $1) }
  }
}
