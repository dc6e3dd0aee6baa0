import Specification
import Text

/// What people tap, by the names that they read, and what results say of it.
struct Controls {
  /// Stands for all of them.
  static let all = ""

  fileprivate static let lists = wordTable("Wording/controls.yaml")

  /// In the order of declaration.
  let ofOperations: [(operation: Int, name: String)]
  private let names: Set<String>
  /// The names, the longest first.
  private let lengths: [Int]

  init(_ specification: Specification) {
    ofOperations = specification.operations.enumerated().compactMap { number, operation in
      operation.shows ? nil : Self.name(in: operation.label).map { (number, $0) }
    }
    names = Set(ofOperations.map(\.name))
    lengths = Set(names.map(\.count)).sorted(by: >)
  }

  /// The control that a label says is tapped: "Tap Accept twice" → accept, 「投稿ボタンをタップする」 → 投稿.
  private static func name(in label: String) -> String? {
    let label = plain(label)
    let words = label.split(separator: " ")
    let rest = words.dropFirst().drop { $0 == "the" }
    let capitals = rest.prefix { $0.first?.isUppercase ?? false }
    let isFirst = lists["first", default: []].contains(words.first?.lowercased() ?? "")
    let end = lists["behind", default: []].compactMap { label.firstRange(of: $0)?.lowerBound }.min()
    let named = (capitals.isEmpty ? rest : capitals).joined(separator: " ")
    let name = bare((isFirst ? named : String(label[..<(end ?? label.startIndex)])).lowercased())
    return name.isEmpty ? nil : name
  }

  /// A text in one line with blanks in place of the marks around names and between them.
  private static func plain(_ text: String) -> String {
    text.onOneLine.blanking(marks)
  }

  private static let marks = Set("“”\"'「」『』、,　".unicodeScalars)

  /// A text without blanks at its ends, and without what says only that it is a control.
  private static func bare(_ text: some StringProtocol) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    let kind = lists["kinds", default: []].first { text.hasSuffix($0) }
    return kind.map { bare(text.dropLast($0.count)) } ?? String(text)
  }

  /// The controls that some results hide, `all` among them; if a result hides “the button” without a name, the controls named in the same place.
  func hidden(in results: [String], namesInPlace: () -> Set<String>) -> Set<String> {
    let texts = results.map { Self.affirmed(Self.plain($0).lowercased()) }
    let before = texts.flatMap { text in
      Self.lists["hidden", default: []].filter(text.holds).flatMap { text.ranges(of: $0) }
        .map { String(text[..<$0.lowerBound]) }
    }
    let isNameless = before.contains { text in
      let name = Self.bare(text)
      return ["", "the"].contains(name) && name != text.trimmed
    }
    let named = before.reduce(into: Set()) { $0.formUnion(listed(at: Self.bare($1))) }
    return isNameless ? named.union(namesInPlace()) : named
  }

  /// Rewrites "no button is shown" and "there is no button" as "button is hidden".
  private static func affirmed(_ text: String) -> String {
    let (none, no) = ("there is no ", "no ")
    let text = text.trimmed
    if text.hasPrefix(none) { return text.dropFirst(none.count) + " is hidden" }
    guard text.hasPrefix(no) else { return text }
    return lists["shown", default: []]
      .reduce(String(text.dropFirst(no.count))) { $0.replacing(" " + $1, with: " is hidden") }
  }

  /// The names that occur in some texts.
  func named(in texts: [String]) -> Set<String> {
    let texts = texts.map { " " + Self.plain($0).lowercased() + " " }
    return names.filter { name in
      let word = name.first?.isASCII == true ? " \(name) " : name
      return texts.contains { $0.contains(word) }
    }
  }

  /// The names in the list at the end of a text: "accept and decline".
  private func listed(at end: String) -> Set<String> {
    func endsIn(_ word: String) -> Bool {
      (" " + end).hasSuffix(word.first?.isASCII == true ? " " + word : word)
    }
    let candidates = lengths.lazy.map { String(end.suffix($0)) }
    guard let name = candidates.first(where: { names.contains($0) && endsIn($0) }) else {
      return Self.lists["all", default: []].contains(where: endsIn) ? [Self.all] : []
    }
    let rest = Self.bare(end.dropLast(name.count))
    let joint = Self.lists["joints", default: []].first { rest.hasSuffix($0) } ?? ""
    return listed(at: Self.bare(rest.dropLast(joint.count))).union([name])
  }
}

extension Operation {
  /// True if it shows a screen and does not say which: “The screen opens”.
  package var showsUnnamedScreen: Bool {
    Controls.lists["unnamed", default: []].contains { words in
      (label.folded + " ").hasPrefix(words.first?.isASCII == true ? words + " " : words)
    }
  }

  /// True if it has parts, or looks like one that shows something.
  var shows: Bool { hasParts || saysThatItShows }

  var saysThatItShows: Bool {
    let words = (id + " " + label).lowercased().split { !$0.isLetter }.map(String.init)
    return Controls.lists["shows", default: []].contains {
      $0.first?.isASCII == true ? words.contains($0) : label.contains($0)
    }
  }
}
