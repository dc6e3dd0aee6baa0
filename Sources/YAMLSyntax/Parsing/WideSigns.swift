import Diagnostics

/// The full-width brackets, commas and colons on a line that were meant as YAML syntax.
struct WideSigns {
  /// The text with these replaced by ASCII characters.
  private(set) var meant: SourceText
  let diagnostic: Diagnostic

  fileprivate static let halves: [Unicode.Scalar: Unicode.Scalar] = [
    "｛": "{", "｝": "}", "［": "[", "］": "]",
  ]
  private static let separators: [Unicode.Scalar: Unicode.Scalar] = ["，": ",", "、": ",", "：": ":"]

  /// Finds them on the line of a problem; `nil` if there are none, or if replacing them does not make the line valid.
  init?(_ problem: YAMLProblem, in text: SourceText) {
    let places = [problem.place, problem.contextPlace].compactMap(\.self)
    for line in places.map(text.line) {
      let wide = Self.wide(in: line, of: text)
      guard let first = wide.first, let last = wide.last else { continue }
      meant = text
      for place in wide {
        let sign = text.scalars[place]
        meant.replace(at: place, with: Self.halves[sign] ?? Self.separators[sign] ?? sign)
      }
      if let next = Self.problem(in: meant), next <= line.upperBound { continue }
      let range = first..<last + 1
      var mistake = Diagnostic.mistake(
        code: "yaml-syntax",
        "full-width \(Self.shown(wide, of: text)) must be \(Self.shown(wide, of: meant)) in YAML",
        at: text.span(range)
      ).advising("write \(Diagnostic.quoted(meant[range]))")
      mistake.repair = Diagnostic.Repair(meant[range], at: text.span(range))
      diagnostic = mistake
      return
    }
    return nil
  }

  /// Returns each distinct sign in backquotes: `｛` `，`.
  private static func shown(_ places: [Int], of text: SourceText) -> String {
    let signs = places.map { text.scalars[$0] }
    return signs.indices.filter { !signs[..<$0].contains(signs[$0]) }.map { "`\(signs[$0])`" }
      .joined(separator: " ")
  }

  /// Returns the indices of full-width brackets around values and, in brackets, of colons and commas next to keys, all outside quotes.
  private static func wide(in line: Range<Int>, of text: SourceText) -> [Int] {
    var found: [Int] = []
    /// The open full-width brackets; `nil` for those within a text.
    var open: [Int?] = []
    var quote: Unicode.Scalar?
    var before: Unicode.Scalar = ":"
    var depth = 0
    var isInKey = false
    for place in line where !text.scalars[place].isYAMLWhiteSpace {
      let scalar = text.scalars[place]
      let isFirst = ":,-[{".unicodeScalars.contains(before)
      if quote != nil {
        if scalar == quote { quote = nil }
      } else if isFirst, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "｛" || scalar == "［" {
        open.append(isFirst ? place : nil)
      } else if halves[scalar] != nil {
        let next = text.firstContent(in: place + 1..<line.upperBound)
        let isLast = next == line.upperBound || ",]}］｝#".unicodeScalars.contains(text.scalars[next])
        let opening = open.popLast()
        if isLast, opening == nil || opening != .some(nil) {
          found += [opening ?? nil, place].compactMap(\.self)
        }
      } else if depth + open.count > 0, let half = separators[scalar] {
        let signs = text.scalars[place + 1..<line.upperBound]
        let next = signs.first { "\"'{}[]｛｝［］,，、:：".unicodeScalars.contains($0) }
        // `、` also occurs in sentences: `エラー、詳細: 残高不足`.
        let isKeyNext =
          (next == ":" || next == "：")
          && (scalar != "、" || signs.prefix { $0 != next }.allSatisfy(\.isASCII))
        let isMeant = half == ":" ? isInKey && signs.first == " " : isKeyNext
        if isMeant { found.append(place) }
      }
      before = halves[scalar] ?? (found.last == place ? separators[scalar] : nil) ?? scalar
      if quote == nil {
        if scalar == "{" || scalar == "[" { depth += 1 }
        if scalar == "}" || scalar == "]" { depth -= 1 }
        if ":,{[".unicodeScalars.contains(before) { isInKey = before != ":" }
      }
    }
    return (found + open.compactMap(\.self)).sorted()
  }

  /// Returns the first index at which a text is not valid YAML.
  private static func problem(in text: SourceText) -> Int? {
    var parser = YAMLEventParser(text)
    do {
      while try parser.next() != nil {}
      return nil
    } catch {
      let opening = error.context.contains("flow") ? error.contextPlace : nil
      return min(error.place, opening ?? error.place)
    }
  }
}

extension SyntaxNode {
  /// The text of a scalar in full-width brackets with ASCII brackets instead, or `nil` for any other node.
  package var meantCollection: String? {
    guard case .scalar(let scalar) = content, let first = scalar.text.unicodeScalars.first,
      let last = scalar.text.unicodeScalars.last,
      first == "｛" && last == "｝"
        || first == "［" && last == "］"
    else { return nil }
    return String(
      String.UnicodeScalarView(scalar.text.unicodeScalars.map { WideSigns.halves[$0] ?? $0 })
    )
  }
}
