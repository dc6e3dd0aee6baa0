import Text

/// The review page: one HTML file with its style, its script and its data.
///
/// Its policy allows the style and the script of the file by their digests and nothing else, so that no text of a spec can run.
package struct ReviewPage: Sendable {
  /// The data as JSON; `nil` where the page asks the server that it came from.
  private let data: String?

  /// - Parameter data: `ReviewReport.json`, or `nil` for the page of a server.
  package init(data: String?) { self.data = data }

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
    for line in Self.text(PackageResources.page_html).split(separator: "\n") {
      switch line.trimmed {
      case "<!--CSP-->":
        lines.append("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">")
      case "<!--STYLE-->": lines.append("<style>\(Self.style)</style>")
      case "<!--DATA-->": lines.append("<template id=\"data\">\(Self.escaped(data ?? ""))</template>")
      case "<!--SCRIPT-->": lines.append("<script type=\"module\">\(Self.script)</script>")
      default: lines.append(String(line))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let style = text(PackageResources.page_css)

  /// The modules as one: each names only what stands above it.
  private static let script =
    scripts.map { module in
      text(module).split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("import ") }
        .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
        .joined(separator: "\n")
    }
    .joined(separator: "\n")

  /// In the order of `reviewPage` in Package.swift.
  private static let scripts = [PackageResources.page_mjs]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

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
