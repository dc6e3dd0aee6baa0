import Diagnostics

typealias TemplateValues = [String: TemplateValue]

enum TemplateValue: Sendable {
  case text(String)
  case flag(Bool)
  case list([TemplateValues])
  case map(TemplateValues)

  static func texts(_ texts: [String]) -> TemplateValue { .list(texts.map { ["text": .text($0)] }) }
}

/// A template in a subset of Mustache.
///
/// | tag | writes |
/// | --- | --- |
/// | `{{name}}`, `{{operation.name}}`, `{{.}}` | a text without escaping, since the output is code; `{{{name}}}` and `{{&name}}` are the same |
/// | `{{#name}}…{{/name}}` | its content for each item of a list, or once for a map, a nonempty text, or a flag that is true |
/// | `{{^name}}…{{/name}}` | its content if the section above would write nothing |
/// | `{{> name}}` | another template, indented like the tag if that is on a line of its own, or else without line breaks |
/// | `{{! remark }}` | nothing |
///
/// A line that contains only a tag of the last four kinds is removed. Items of a list have `first` and `last`; `{{#list.any}}` writes its
/// content once. A name after a text is a form of it, such as `{{title.literal}}`. An unknown name is an error, not an empty text.
struct Template: Sendable {
  struct Tag: Sendable {
    /// The sign `#`, `^`, `/`, `>` or `!`, or `nil` for a variable.
    var sign: Unicode.Scalar?
    var name: String
    /// The components of the name between full stops, none for `.`.
    var path: [String]
    var span: SourceSpan
  }

  indirect enum Piece: Sendable {
    case text(String)
    case variable(Tag)
    case section(Tag, [Piece])
    /// Another template, whose `indentation` is `nil` within a line.
    case partial(Tag, indentation: String?)
  }

  fileprivate let pieces: [Piece]

  init(_ text: String) throws(TemplateMistake) {
    var parser = TemplateParser(text)
    pieces = try parser.pieces()
  }
}

struct TemplateMistake: Error {
  static let code = "template"
  var diagnostic: Diagnostic

  init(_ message: String, _ span: SourceSpan, _ help: String) {
    diagnostic = Diagnostic(code: Self.code, message: message, span: span, help: [help])
  }
}

struct TemplateRenderer {
  private(set) var partials: [String: Template] = [:]
  /// The forms in which a text can be written, by name.
  private let forms: [String: @Sendable (String) -> String]

  /// Parses the templates of a resource, each of which follows a line `-- name --`.
  init(
    _ resource: [UInt8],
    _ forms: [String: @Sendable (String) -> String]
  ) throws(TemplateMistake) {
    self.forms = forms
    let text = "\n" + String(decoding: resource, as: UTF8.self).dropLast()
    for entry in text.split(separator: "\n-- ") {
      let parts = entry.split(separator: " --\n", maxSplits: 1).map(String.init)
      if parts.count == 2 { partials[parts[0]] = try Template(parts[1] + "\n") }
    }
  }

  /// Returns a file from the template with the file's name, which is itself a template.
  func file(_ name: String, _ values: TemplateValues...) throws(TemplateMistake) -> CodeFile {
    let contexts = values.map(TemplateValue.map)
    return CodeFile(
      name: try text(Template(name).pieces, contexts),
      text: try text(partials[name]?.pieces ?? [], contexts)
    )
  }

  /// Returns the text of a template for values, those of inner sections last.
  func text(
    of template: Template,
    _ values: TemplateValues...
  ) throws(TemplateMistake) -> String {
    try text(template.pieces, values.map(TemplateValue.map))
  }

  private func text(
    _ pieces: [Template.Piece],
    _ contexts: [TemplateValue]
  ) throws(TemplateMistake) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .variable(let tag):
        switch try value(tag, contexts) {
        case .text(let text): result += text
        case .flag(let flag): result += String(flag)
        case .list, .map:
          let help = "open a section: `{{#\(tag.name)}}`"
          throw TemplateMistake("`\(tag.name)` is not a text", tag.span, help)
        }
      case .section(let tag, let inner):
        let items: [[TemplateValue]] =
          switch try value(tag, contexts) {
          case .flag(let flag): flag ? [[]] : []
          case .text(let text): text.isEmpty ? [] : [[.text(text)]]
          case .map(let map): [[.map(map)]]
          case .list(let list):
            list.enumerated().map { number, item in
              let place = ["first": number == 0, "last": number == list.count - 1]
              return [.map(place.mapValues(TemplateValue.flag)), .map(item)]
            }
          }
        if tag.sign == "^" {
          if items.isEmpty { result += try text(inner, contexts) }
        } else {
          for item in items { result += try text(inner, contexts + item) }
        }
      case .partial(let tag, let indentation):
        guard let partial = partials[tag.name] else {
          let help = "write the text in the template itself"
          throw TemplateMistake("unknown partial `\(tag.name)`", tag.span, help)
        }
        let lines = try text(partial.pieces, contexts)
          .split(separator: "\n", omittingEmptySubsequences: false)
        result +=
          indentation.map { indentation in
            lines.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
          } ?? lines.joined()
      }
    }
    return result
  }

  /// Returns the value of a name in the innermost section that has it, where `.` is the item itself.
  private func value(
    _ tag: Template.Tag,
    _ contexts: [TemplateValue]
  ) throws(TemplateMistake) -> TemplateValue {
    guard let first = tag.path.first else { return contexts[contexts.count - 1] }
    var found: TemplateValue?
    for case .map(let map) in contexts.reversed() {
      found = map[first]
      if found != nil { break }
    }
    for key in tag.path.dropFirst() {
      switch found {
      case .map(let map): found = map[key]
      case .text(let text): found = forms[key].map { .text($0(text)) }
      case .list(let list) where key == "any": found = .flag(!list.isEmpty)
      default: found = nil
      }
    }
    if let found { return found }
    let known = contexts.flatMap { context in
      if case .map(let map) = context { Array(map.keys) } else { [String]() }
    }
    let help = "known here: \(Set(known).sorted().joined(separator: ", "))"
    throw TemplateMistake("unknown name `\(tag.name)`", tag.span, help)
  }
}

struct TemplateParser {
  private let scalars: String.UnicodeScalarView
  private var rest: Substring.UnicodeScalarView
  /// A position up to which lines have been counted.
  private var counted: (index: String.Index, position: SourcePosition)

  init(_ text: String) {
    scalars = text.unicodeScalars
    rest = scalars[...]
    counted = (scalars.startIndex, SourcePosition(line: 1, column: 1))
  }

  /// Returns the pieces up to the end of a section or the template.
  mutating func pieces(
    within section: Template.Tag? = nil
  ) throws(TemplateMistake) -> [Template.Piece] {
    var pieces: [Template.Piece] = []
    while let start = rest.firstRange(of: "{{".unicodeScalars)?.lowerBound {
      var text = rest[..<start]
      rest = rest[start...]
      let tag = try tag()
      var indentation: String?
      if tag.sign != nil, let blanks = indentationOfOwnLine(start) {
        text.removeLast(blanks.unicodeScalars.count)
        indentation = blanks
      }
      pieces.append(.text(String(text)))
      switch tag.sign {
      case "!": break
      case "#", "^": pieces.append(.section(tag, try self.pieces(within: tag)))
      case ">": pieces.append(.partial(tag, indentation: indentation))
      case "/":
        if section?.name == tag.name { return pieces }
        let help = section.map { "write `{{/\($0.name)}}`" } ?? "remove it"
        throw TemplateMistake("`{{/\(tag.name)}}` closes what is not open", tag.span, help)
      default: pieces.append(.variable(tag))
      }
    }
    if let section {
      let help = "write `{{/\(section.name)}}` behind it"
      throw TemplateMistake("the section `\(section.name)` is not closed", section.span, help)
    }
    pieces.append(.text(String(rest)))
    return pieces
  }

  private mutating func tag() throws(TemplateMistake) -> Template.Tag {
    let start = rest.startIndex
    let isTriple = rest.starts(with: "{{{".unicodeScalars)
    let closing = isTriple ? "}}}" : "}}"
    let content = rest.dropFirst(closing.count)
    let end = content.firstRange(of: closing.unicodeScalars)
    let inside = content[..<(end?.lowerBound ?? content.endIndex)]
    let isRemark = inside.first == "!"
    guard let end, isRemark || !inside.contains("\n") else {
      let span = SourceSpan(start: position(of: start), end: position(of: inside.startIndex))
      throw TemplateMistake("the tag has no end", span, "write `\(closing)` after the name")
    }
    rest = rest[end.upperBound...]
    let span = SourceSpan(start: position(of: start), end: position(of: end.upperBound))
    var name = inside
    let sign = name.first.flatMap { "#^/>!&".unicodeScalars.contains($0) ? $0 : nil }
    if sign != nil { name.removeFirst() }
    let trimmed = String(name).split(separator: " ").joined(separator: " ")
    if !isRemark, trimmed.isEmpty || trimmed.contains(" ") {
      let help = "write one name, as in `{{title}}`"
      throw TemplateMistake("`\(trimmed)` is not a name", span, help)
    }
    let path = trimmed.split(separator: ".").map(String.init)
    return Template.Tag(sign: sign == "&" ? nil : sign, name: trimmed, path: path, span: span)
  }

  /// Returns the whitespace before a tag that is alone on its line, and skips to the next line, or returns `nil` for any other tag.
  private mutating func indentationOfOwnLine(_ start: String.Index) -> String? {
    let before = scalars[..<start]
    let lineStart = before.lastIndex(of: "\n").map(scalars.index(after:)) ?? before.startIndex
    let after = rest.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard before[lineStart...].allSatisfy({ $0 == " " || $0 == "\t" }),
      after.first.map({ $0 == "\n" }) ?? true
    else { return nil }
    rest = after.dropFirst()
    return String(before[lineStart...])
  }

  /// Returns the position of an index, which must not be before the previous one.
  private mutating func position(of index: String.Index) -> SourcePosition {
    for scalar in scalars[counted.index..<index] {
      if scalar == "\n" {
        counted.position = SourcePosition(line: counted.position.line + 1, column: 1)
      } else {
        counted.position.column += 1
      }
    }
    counted.index = index
    return counted.position
  }
}
