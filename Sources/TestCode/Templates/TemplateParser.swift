import Diagnostics

/// Reads the tags of a template from left to right.
struct TemplateParser {
  private let scalars: String.UnicodeScalarView
  private var rest: Substring.UnicodeScalarView
  /// A place up to which lines are counted.
  private var counted: (index: String.Index, position: SourcePosition)

  init(_ text: String) {
    scalars = text.unicodeScalars
    rest = scalars[...]
    counted = (scalars.startIndex, SourcePosition(line: 1, column: 1))
  }

  /// The pieces up to the end of a section, or of the template.
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

  /// Reads the tag that the rest begins with.
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
      throw TemplateMistake("the tag has no end", span, "write `\(closing)` behind the name")
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

  /// The blanks before a tag that has been read, if its line holds nothing else; the rest then begins with the next line.
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

  /// The position of an index that is not before the last one asked for.
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
