import Diagnostics
import Text

/// The position in a spec, determined from indentation, brackets and keys alone, since a text being typed is rarely valid YAML.
struct CursorPath {
  /// The keys from the root to the position, with `nil` for an item of a list.
  private(set) var steps: [String?] = []
  private(set) var mayBeKey = false
  private(set) var mayBeText = false
  /// True if a text at the position would be an item of a list.
  var isItem: Bool { steps.last == .some(nil) }
  /// The part of the current name before the position.
  private(set) var typed = ""
  /// True if the position follows an unclosed quotation mark.
  private(set) var isQuoted = false

  /// A line in block style.
  private struct Line {
    /// The columns of its dashes, from 0.
    var dashes: [Int] = []
    /// The column at which its key or text starts, from 0.
    var column = 0
    /// The key, or `nil` if no key ends with a colon.
    var key: String?
    /// The content after the key, or the whole content without one.
    var rest: [Unicode.Scalar] = []
    var isComment = false
    var isBlank: Bool { dashes.isEmpty && key == nil && rest.isEmpty }

    init(_ text: some Sequence<Unicode.Scalar>) {
      var scalars = Array(text)[...]
      func skipBlanks() { scalars = scalars.drop { $0 == " " } }
      skipBlanks()
      while scalars.first == "-", scalars.count == 1 || scalars[scalars.startIndex + 1] == " " {
        dashes.append(scalars.startIndex)
        scalars = scalars.dropFirst()
        skipBlanks()
      }
      column = scalars.startIndex
      if scalars.first == "#" {
        isComment = true
        return
      }
      guard let colon = Self.colon(in: scalars) else {
        rest = Array(scalars)
        return
      }
      key = CursorPath.unquoted(scalars[..<colon])
      rest = Array(scalars[(colon + 1)...])
    }

    /// Returns the colon that ends a key, unless the content is in brackets.
    private static func colon(in scalars: ArraySlice<Unicode.Scalar>) -> Int? {
      guard let first = scalars.first, first != "{", first != "[" else { return nil }
      var quote: Unicode.Scalar?
      for index in scalars.indices {
        let scalar = scalars[index]
        if let open = quote {
          if scalar == open { quote = nil }
        } else if index == scalars.startIndex, scalar == "\"" || scalar == "'" {
          quote = scalar
        } else if scalar == ":",
          index + 1 == scalars.endIndex || scalars[index + 1] == " "
        {
          return index
        }
      }
      return nil
    }
  }

  init(_ text: EditedText, at place: SourcePosition) {
    let before = text.line(place.line).unicodeScalars.prefix(place.column - 1)
    let line = Line(before)
    if line.isComment { return }
    steps = Self.around(line, above: place.line, in: text)
    steps += line.dashes.map { _ in nil }
    if let key = line.key { steps.append(key) }
    readFlow(line.rest, isBehindKey: line.key != nil, isItem: !line.dashes.isEmpty)
  }

  /// Returns the keys of the lines above to which a line belongs.
  private static func around(_ line: Line, above number: Int, in text: EditedText) -> [String?] {
    var steps: [String?] = []
    var (column, isDash) = (line.dashes.first ?? line.column, !line.dashes.isEmpty)
    var number = number - 1
    while number > 0, column > 0 || isDash {
      let above = Line(text.line(number).unicodeScalars)
      number -= 1
      if above.isBlank { continue }
      if above.key != nil, above.column < column || isDash && above.column == column {
        steps.append(above.key)
        (column, isDash) = (above.column, false)
      }
      for dash in above.dashes.reversed() where dash < column {
        steps.append(nil)
        (column, isDash) = (dash, true)
      }
    }
    return steps.reversed()
  }

  /// Parses brackets from their beginning to the position.
  private mutating func readFlow(_ scalars: [Unicode.Scalar], isBehindKey: Bool, isItem: Bool) {
    // The open brackets, each with the key whose value is at the position if it is a map.
    var open: [(isMap: Bool, key: String?)] = []
    var token: [Unicode.Scalar] = []
    var quote: Unicode.Scalar?
    for (number, scalar) in scalars.enumerated() {
      if let closing = quote {
        if scalar == closing { quote = nil } else { token.append(scalar) }
        continue
      }
      let isFresh = token.allSatisfy { $0 == " " }
      switch scalar {
      case "\"", "'":
        if isFresh { quote = scalar } else { token.append(scalar) }
      case "{" where isFresh, "[" where isFresh:
        open.append((scalar == "{", nil))
        token = []
      case "}" where !open.isEmpty, "]" where !open.isEmpty:
        open.removeLast()
        token = []
      case "," where !open.isEmpty:
        open[open.count - 1].key = nil
        token = []
      case ":"
      where open.last?.isMap == true && open.last?.key == nil
        && (number + 1 == scalars.count || scalars[number + 1] == " "):
        open[open.count - 1].key = Self.unquoted(token[...])
        token = []
      case "#" where token.last == " " || token.isEmpty && number > 0:
        // Nothing is completed in a comment.
        return
      default: token.append(scalar)
      }
    }
    for bracket in open {
      if bracket.isMap { bracket.key.map { steps.append($0) } } else { steps.append(nil) }
    }
    typed = String(String.UnicodeScalarView(token.drop { $0 == " " }))
    isQuoted = quote != nil
    switch open.last {
    case .some((true, nil)): mayBeKey = true
    case .some: mayBeText = true
    case nil:
      mayBeKey = !isBehindKey
      mayBeText = isBehindKey || isItem
    }
  }

  private static func unquoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let text = String(String.UnicodeScalarView(scalars)).trimmed
    guard let quote = text.first, "\"'".contains(quote), text.count > 1, text.last == quote else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }
}
