import Diagnostics
import Specification
import YAMLSyntax

/// A place at which something is named.
struct NameUse: Hashable {
  let thing: NamedThing
  let span: SourceSpan
  let isDeclaration: Bool
  /// True if the declaration says no more than the name: something else may declare what it is.
  var isBare = false
}

/// All names in the text of a spec or of a pack, in the order of the text.
struct NameIndex {
  private(set) var uses: [NameUse] = []
  private let text: EditedText

  /// The names of a tree that a text was read as.
  init(_ root: SyntaxNode, _ text: EditedText) {
    self.text = text
    read(root, at: .root, isItem: false)
    // What an alias repeats stands in one place.
    var seen: Set<NameUse> = []
    uses = uses.filter { seen.insert($0).inserted }.sorted { $0.span.start < $1.span.start }
  }

  /// The names of a text; `nil` where it is no YAML.
  init?(_ text: EditedText) {
    guard let root = Self.tree(of: text) else { return nil }
    self.init(root, text)
  }

  static func tree(of text: EditedText) -> SyntaxNode? {
    parseYAML(SourceFile(path: "", text: text.unmarked)).value
  }

  /// What is named at a place.
  func use(at place: SourcePosition) -> NameUse? {
    uses.filter { $0.span.start <= place && place <= $0.span.end }
      .min { $0.span.length < $1.span.length }
  }

  /// Where something is declared; one that says more than its name first.
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

  /// Adds the names in a text that stands on one line, be it in quotation marks.
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

  /// The parts between commas, without blanks around them and without `not` in front.
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

  /// True if a part of a condition is a name, and no interval and no word of the language.
  private static func isName(_ text: String) -> Bool {
    !text.contains("..") && !["valid", "invalid", "any", "others"].contains(text)
  }
}

extension SourceSpan {
  /// How much it holds, for comparing spans that share a place.
  fileprivate var length: (Int, Int) {
    (end.line - start.line, end.line == start.line ? end.column - start.column : 0)
  }
}
