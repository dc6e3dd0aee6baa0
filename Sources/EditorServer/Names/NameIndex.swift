import Diagnostics
import Specification
import YAMLSyntax

/// An occurrence of a name.
struct NameUse: Hashable {
  let thing: NamedThing
  let span: SourceSpan
  let isDeclaration: Bool
  /// True if the declaration consists of the name only, so that another one may define it.
  var isBare = false
}

/// All names in the text of a spec or a pack, in order.
struct NameIndex {
  private(set) var uses: [NameUse] = []
  private let text: EditedText

  /// Collects the names in a syntax tree of a text.
  init(_ root: SyntaxNode, _ text: EditedText) {
    self.text = text
    read(root, at: .root, isItem: false)
    // Aliases repeat nodes whose text occurs only once.
    var seen: Set<NameUse> = []
    uses = uses.filter { seen.insert($0).inserted }.sorted { $0.span.start < $1.span.start }
  }

  /// Collects the names in a text, or returns `nil` if it is no valid YAML.
  init?(_ text: EditedText) {
    guard let root = Self.tree(of: text) else { return nil }
    self.init(root, text)
  }

  static func tree(of text: EditedText) -> SyntaxNode? {
    parseYAML(SourceFile(path: "", text: text.unmarked)).value
  }

  func use(at place: SourcePosition) -> NameUse? {
    uses.filter { $0.span.start <= place && place <= $0.span.end }
      .min { $0.span.length < $1.span.length }
  }

  /// Returns the declarations of a name, those with more than the name first.
  func declarations(of thing: NamedThing) -> [NameUse] {
    let all = uses.filter { $0.isDeclaration && $0.thing == thing }
    return all.filter { !$0.isBare } + all.filter(\.isBare)
  }

  private mutating func read(_ node: SyntaxNode, at place: SpecPlace, isItem: Bool) {
    switch node.content {
    case .mapping(let entries):
      for entry in entries {
        if let role = place.names(entry.key) {
          add(role, entry.keySpan, isBare: entry.value.isNull)
        }
        read(entry.value, at: place.behind(entry.key), isItem: false)
      }
    case .sequence(let items):
      for item in items { read(item, at: place, isItem: true) }
    case .scalar:
      if let role = place.texts(isItem: isItem) { add(role, node.span, isBare: false) }
    }
  }

  /// Adds the names in a text on a single line, which may be quoted.
  private mutating func add(_ role: NameRole, _ span: SourceSpan, isBare: Bool) {
    guard span.start.line == span.end.line else { return }
    var scalars = Array(text.text(in: span).unicodeScalars)
    var column = span.start.column
    if let quote = scalars.first, quote == "\"" || quote == "'", scalars.last == quote {
      scalars = Array(scalars.dropFirst().dropLast())
      column += 1
    }
    func use(_ thing: NamedThing, _ range: Range<Int>, isDeclaration: Bool = false) {
      uses.append(
        NameUse(
          thing: thing,
          span: SourceSpan(
            start: SourcePosition(line: span.start.line, column: column + range.lowerBound),
            end: SourcePosition(line: span.start.line, column: column + range.upperBound)
          ),
          isDeclaration: isDeclaration,
          isBare: isBare && isDeclaration
        )
      )
    }
    func name(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(scalars[range]))
    }
    let all = 0..<scalars.count
    switch role {
    case .declaredFactor: use(.factor(name(all)), all, isDeclaration: true)
    case .declaredOperation: use(.operation(name(all)), all, isDeclaration: true)
    case .declaredRule: use(.rule(name(all)), all, isDeclaration: true)
    case .declaredValue(.factor(let factor)):
      use(.value(name(all), of: factor), all, isDeclaration: true)
    case .declaredValue(let owner):
      use(.variant(name(all), of: owner.name), all, isDeclaration: true)
    case .factor where name(all) == "operation": break
    case .factor: use(.factor(name(all)), all)
    case .entry: use(.operation(name(all)), all)
    case .rule: if name(all) != "others" { use(.rule(name(all)), all) }
    case .choice(let factor):
      for part in Self.parts(of: scalars) {
        if let compared = Comparison.factor(in: name(part)) {
          use(
            .factor(compared),
            (part.upperBound - compared.unicodeScalars.count)..<part.upperBound
          )
        } else if Self.isName(name(part)) {
          use(.value(name(part), of: factor), part)
        }
      }
    case .operations:
      for part in Self.parts(of: scalars) {
        let slash = scalars[part].firstIndex(of: "/") ?? part.upperBound
        use(.operation(name(part.lowerBound..<slash)), part.lowerBound..<slash)
        let rest = min(slash + 1, part.upperBound)..<part.upperBound
        if !rest.isEmpty, Self.isName(name(rest)) {
          use(.variant(name(rest), of: name(part.lowerBound..<slash)), rest)
        }
      }
    }
  }

  /// Returns the parts between commas, without surrounding whitespace and a leading `not`.
  private static func parts(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
    scalars.indices.split { ",、，".unicodeScalars.contains(scalars[$0]) }.compactMap { part in
      var (start, end) = (part.startIndex, part.endIndex)
      func skip() { while start < end, scalars[start].properties.isWhitespace { start += 1 } }
      skip()
      while start < end, scalars[end - 1].properties.isWhitespace { end -= 1 }
      if scalars[start..<end].starts(with: "not ".unicodeScalars) {
        start += 4
        skip()
      }
      return start < end ? start..<end : nil
    }
  }

  /// True if a part of a condition is a name rather than an interval or a keyword.
  private static func isName(_ text: String) -> Bool {
    !text.contains("..") && !["valid", "invalid", "any", "others"].contains(text)
  }
}

extension SourceSpan {
  /// The number of lines and columns, for comparing spans that share a position.
  fileprivate var length: (Int, Int) {
    (end.line - start.line, end.line == start.line ? end.column - start.column : 0)
  }
}
