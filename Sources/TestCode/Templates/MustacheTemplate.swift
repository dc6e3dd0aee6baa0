package import Diagnostics

/// What a template can name.
indirect enum TemplateValue {
  case text(String)
  /// A text that also has a literal.
  case spelt(String, literal: String)
  case flag(Bool)
  case list([TemplateValue])
  case map([String: TemplateValue])
}

/// A template in the language of mustache, without partials: text, `{{name}}`, `{{#list}}…{{/list}}`, `{{^empty}}…{{/empty}}`, `{{! remark}}`.
///
/// Nothing is escaped, since the output is code: `{{title.literal}}` is a literal of the language. A name that nothing has is a mistake, not an empty text.
package struct MustacheTemplate: Sendable {
  fileprivate indirect enum Piece: Sendable {
    case text(String)
    case value([String], SourceSpan)
    case section([String], SourceSpan, isInverted: Bool, [Piece])
  }

  private let pieces: [Piece]

  /// Reads a template.
  ///
  /// - Parameter file: Its text.
  /// - Returns: The template, or its first mistake.
  package static func parse(_ file: SourceFile) -> Checked<MustacheTemplate> {
    var parser = MustacheParser(file.text)
    do throws(TemplateMistake) {
      return Checked(MustacheTemplate(pieces: try parser.pieces(within: nil)), diagnostics: [])
    } catch {
      return Checked(nil, diagnostics: [error.diagnostic])
    }
  }

  /// The text that the template makes of values.
  func rendered(_ context: TemplateValue) -> Checked<String> {
    do throws(TemplateMistake) {
      return Checked(try Self.text(pieces, [context]), diagnostics: [])
    } catch {
      return Checked(nil, diagnostics: [error.diagnostic])
    }
  }

  private static func text(
    _ pieces: [Piece],
    _ contexts: [TemplateValue]
  ) throws(TemplateMistake) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .value(let name, let span):
        switch try value(name, span, contexts) {
        case .text(let text), .spelt(let text, _): result += text
        case .flag(let flag): result += flag ? "true" : "false"
        case .list, .map:
          throw TemplateMistake(
            "`\(name.joined(separator: "."))` is no text",
            span,
            "open a section: `{{#\(name.joined(separator: "."))}}`"
          )
        }
      case .section(let name, let span, let isInverted, let inner):
        let inside: [TemplateValue?] =
          switch try value(name, span, contexts) {
          case .flag(let flag): flag ? [nil] : []
          case .text(let text), .spelt(let text, _): text.isEmpty ? [] : [.text(text)]
          case .list(let items): items
          case .map(let map): [.map(map)]
          }
        if isInverted {
          if inside.isEmpty { result += try self.text(inner, contexts) }
        } else {
          for one in inside {
            result += try self.text(inner, contexts + (one.map { [$0] } ?? []))
          }
        }
      }
    }
    return result
  }

  /// What a name means in the innermost section that has it; `.` is the item itself.
  private static func value(
    _ name: [String],
    _ span: SourceSpan,
    _ contexts: [TemplateValue]
  ) throws(TemplateMistake) -> TemplateValue {
    guard let first = name.first else { return contexts[contexts.count - 1] }
    var found: TemplateValue?
    for case .map(let map) in contexts.reversed() where found == nil { found = map[first] }
    for key in name.dropFirst() {
      switch found {
      case .map(let map): found = map[key]
      case .spelt(_, let literal) where key == "literal": found = .text(literal)
      default: found = nil
      }
    }
    if let found { return found }
    let known = contexts.flatMap { context in
      if case .map(let map) = context { Array(map.keys) } else { [String]() }
    }
    throw TemplateMistake(
      "unknown name `\(name.joined(separator: "."))`",
      span,
      "here are known: \(Set(known).sorted().joined(separator: ", "))"
    )
  }
}

/// The first thing that is wrong with a template.
private struct TemplateMistake: Error {
  var diagnostic: Diagnostic

  init(_ message: String, _ span: SourceSpan, _ help: String) {
    diagnostic = Diagnostic(code: "template", message: message, span: span, help: [help])
  }
}

/// Reads tags from left to right.
private struct MustacheParser {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var position = SourcePosition(line: 1, column: 1)

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The pieces up to the end of a section, or of the file.
  mutating func pieces(
    within section: (name: String, span: SourceSpan)?
  ) throws(TemplateMistake) -> [MustacheTemplate.Piece] {
    var pieces: [MustacheTemplate.Piece] = []
    while place < scalars.count {
      guard starts("{{") else {
        var text = ""
        while place < scalars.count, !starts("{{") { text.unicodeScalars.append(take()) }
        pieces.append(.text(text))
        continue
      }
      let isFirst = isAtStartOfLine
      let (kind, name, span) = try tag()
      // A line that has nothing but sections and remarks leaves no line.
      if kind != nil, isFirst, skipRestOfLine(), case .text(let text) = pieces.last {
        pieces[pieces.count - 1] = .text(Self.withoutIndentation(text))
      }
      switch kind {
      case "!": break
      case "#", "^":
        let inner = try self.pieces(within: (name, span))
        pieces.append(.section(Self.path(name), span, isInverted: kind == "^", inner))
      case "/":
        guard let section, section.name == name else {
          let open = section.map { "`{{/\($0.name)}}`" }
          throw TemplateMistake(
            "`{{/\(name)}}` closes what is not open",
            span,
            open.map { "write \($0)" } ?? "remove it"
          )
        }
        return pieces
      default: pieces.append(.value(Self.path(name), span))
      }
    }
    if let section {
      throw TemplateMistake(
        "the section `\(section.name)` is not closed",
        section.span,
        "write `{{/\(section.name)}}` behind it"
      )
    }
    return pieces
  }

  private mutating func tag() throws(TemplateMistake) -> (
    kind: Unicode.Scalar?, name: String, span: SourceSpan
  ) {
    let start = position
    let isTriple = starts("{{{")
    for _ in 0..<(isTriple ? 3 : 2) { _ = take() }
    let isRemark = place < scalars.count && scalars[place] == "!"
    var text = ""
    while place < scalars.count, !starts("}}"), isRemark || scalars[place] != "\n" {
      text.unicodeScalars.append(take())
    }
    guard starts(isTriple ? "}}}" : "}}") else {
      throw TemplateMistake(
        "the tag has no end",
        SourceSpan(start: start, end: position),
        "write `\(isTriple ? "}}}" : "}}")` behind the name"
      )
    }
    for _ in 0..<(isTriple ? 3 : 2) { _ = take() }
    let span = SourceSpan(start: start, end: position)
    var kind: Unicode.Scalar?
    if let sign = text.unicodeScalars.first, "#^/!&>=".unicodeScalars.contains(sign) {
      text.unicodeScalars.removeFirst()
      kind = sign == "&" ? nil : sign
    }
    let name = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    if kind == ">" || kind == "=" {
      throw TemplateMistake(
        "partials and other delimiters are not supported",
        span,
        "write the text in the template itself"
      )
    }
    if kind != "!", name.isEmpty || name.contains(" ") {
      throw TemplateMistake("`\(name)` is no name", span, "write one name, as in `{{title}}`")
    }
    return (kind, name, span)
  }

  private static func path(_ name: String) -> [String] {
    name == "." ? [] : name.split(separator: ".").map(String.init)
  }

  // MARK: Lines

  private var isAtStartOfLine: Bool {
    let before = scalars[..<place].reversed().first { $0 != " " && $0 != "\t" }
    return before == nil || before == "\n"
  }

  /// Skips the end of a line that has nothing more.
  private mutating func skipRestOfLine() -> Bool {
    var end = place
    while end < scalars.count, scalars[end] == " " || scalars[end] == "\t" || scalars[end] == "\r" {
      end += 1
    }
    guard end == scalars.count || scalars[end] == "\n" else { return false }
    while place < min(end + 1, scalars.count) { _ = take() }
    return true
  }

  private static func withoutIndentation(_ text: String) -> String {
    var scalars = text.unicodeScalars
    while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
    return String(scalars)
  }

  private func starts(_ sign: String) -> Bool {
    scalars[place...].starts(with: sign.unicodeScalars)
  }

  private mutating func take() -> Unicode.Scalar {
    let scalar = scalars[place]
    place += 1
    position =
      scalar == "\n"
      ? SourcePosition(line: position.line + 1, column: 1)
      : SourcePosition(line: position.line, column: position.column + 1)
    return scalar
  }
}
