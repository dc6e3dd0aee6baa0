import Specification
import Text

/// The controls of a user interface by their names, and what results state about them.
struct Controls {
  /// The name that stands for all controls.
  static let all = ""

  fileprivate static let lists = wordTable("Wording/controls.yaml")

  /// The controls that operations use, in the order of declaration.
  let ofOperations: [(operation: Int, name: String)]
  private let names: Set<String>
  /// The lengths of the names, descending.
  private let lengths: [Int]

  init(_ specification: Specification) {
    ofOperations = specification.operations.enumerated().compactMap { number, operation in
      operation.shows ? nil : Self.name(in: operation.label).map { (number, $0) }
    }
    names = Set(ofOperations.map(\.name))
    lengths = Set(names.map(\.count)).sorted(by: >)
  }

  /// Returns the control that a label says is tapped: "Tap Accept twice" → accept, 「投稿ボタンをタップする」 → 投稿.
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

  /// Returns a text on one line, with spaces in place of quotation marks and commas.
  private static func plain(_ text: String) -> String {
    text.onOneLine.blanking(marks)
  }

  private static let marks = Set("“”\"'「」『』、,　".unicodeScalars)

  /// Returns a text without surrounding spaces and without words for "button" at its end.
  private static func bare(_ text: some StringProtocol) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    let kind = lists["kinds", default: []].first { text.hasSuffix($0) }
    return kind.map { bare(text.dropLast($0.count)) } ?? String(text)
  }

  /// Returns the controls that results hide, or `all`; if “the button” is hidden without a name, the controls named in the same place.
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

  /// Returns the names that occur in texts.
  func named(in texts: [String]) -> Set<String> {
    let texts = texts.map { " " + Self.plain($0).lowercased() + " " }
    return names.filter { name in
      let word = name.first?.isASCII == true ? " \(name) " : name
      return texts.contains { $0.contains(word) }
    }
  }

  /// Returns the names in the list at the end of a text: "accept and decline".
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
  /// True if the operation shows a screen without naming it: “The screen opens”.
  package var showsUnnamedScreen: Bool {
    Controls.lists["unnamed", default: []].contains { words in
      (label.folded + " ").hasPrefix(words.first?.isASCII == true ? words + " " : words)
    }
  }

  /// True if the operation has parts or seems to show something.
  var shows: Bool { hasParts || saysThatItShows }

  var saysThatItShows: Bool {
    let words = (id + " " + label).lowercased().split { !$0.isLetter }.map(String.init)
    return Controls.lists["shows", default: []].contains {
      $0.first?.isASCII == true ? words.contains($0) : label.contains($0)
    }
  }
}
