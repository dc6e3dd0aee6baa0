import Diagnostics
import Specification
import Text
import Workbooks
import YAMLSyntax

/// A drafted spec as YAML, and the messages about it.
package struct DraftText {
  /// The id, the feature, and the file name of the sheet, without its folder.
  package typealias Head = (id: String, feature: String, file: String)

  private let draft: SheetDraft
  private let head: Head
  private var language: Language { draft.sheet.language }

  private init(_ draft: SheetDraft, _ head: Head) {
    (self.draft, self.head) = (draft, head)
  }

  /// Returns a draft that can be parsed, with ids from the sheet's words, or else with numbered ids.
  package static func readable(_ sheet: CaseSheet, _ head: Head) -> (text: DraftText, yaml: String)
  {
    let feature = sheet.title ?? head.feature
    let text = DraftText(SheetDraft(sheet, feature: feature), head)
    let yaml = text.yaml
    if isReadable(yaml) { return (text, yaml) }
    let numbered = DraftText(SheetDraft(sheet, feature: feature, areNumbered: true), head)
    return (numbered, numbered.yaml)
  }

  private static func isReadable(_ yaml: String) -> Bool {
    let tree = parseYAML(SourceFile(path: "draft.yaml", text: yaml))
    guard !tree.hasErrors, let root = tree.value else { return false }
    return decodeSpecification(root, path: "draft.yaml", catalogue: .standard).value != nil
  }

  // MARK: YAML

  package var yaml: String {
    var sections = [headLines]
    let used = Set(draft.operations.flatMap { $0.rules.flatMap(\.when.keys) })
    let declared = used.sorted().map { draft.factors[$0] }
    for (key, isState) in [("states", true), ("data", false)] {
      let factors = declared.filter { $0.isState == isState }
      if !factors.isEmpty {
        sections.append(["\(key):"] + factors.map { "  " + line(of: $0) + comment(on: $0) })
      }
    }
    if draft.operations.contains(where: { !$0.rules.isEmpty }) {
      sections.append(["operations:"] + draft.operations.flatMap(lines))
      sections.append(["rules:"] + draft.operations.flatMap(ruleLines))
    }
    if !comments.isEmpty { sections.append(comments.map { "# " + Self.visible($0) }) }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var headLines: [String] {
    [
      "# " + Self.visible(language.choose("Drafted from ", "下書き元：") + origin),
      "specmatrix: 1",
      NewField("id", .text(head.id)).inBlockStyle,
      NewField("feature", .text(draft.sheet.title ?? head.feature)).inBlockStyle,
      "language: \(language.rawValue)",
      language.choose(
        "# traits: [writes_network]   choose some, and check asks about what such features forget",
        "# traits: [writes_network]   選ぶと、その種の機能で忘れやすいことも確認する"
      ),
    ]
  }

  private var origin: String {
    head.file
      + (draft.sheet.table.name.isEmpty ? "" : language.choose(", ", "、") + draft.sheet.table.name)
  }

  private func line(of factor: SheetFactors.Factor) -> String {
    let key = factor.id.asFlowScalar
    let label = Self.isInWords(factor.id, factor.label) ? nil : factor.label
    let shown = label.map { "label: \($0.asFlowScalar), " } ?? ""
    switch factor.kind {
    case .statement where factor.isUsual || draft.areNumbered:
      let usual = factor.isUsual ? "yes" : "no"
      return "\(key): {label: \(factor.label.asFlowScalar), usual: \(usual)}"
    // A text with a comma, or a single word in lower case, could be read as values.
    case .statement
    where factor.label.contains(",")
      || factor.label.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x20 })
        && factor.label.first?.isUppercase != true:
      return "\(key): {label: \(factor.label.asFlowScalar)}"
    case .statement: return NewField(factor.id, .text(factor.label)).inBlockStyle
    case .range(let kind, let range, _):
      return "\(key): {\(shown)\(kind.rawValue): \(range.asFlowScalar)}"
    case .words(let words):
      let usual = factor.blank.map { ", usual: \($0.asFlowScalar)" } ?? ""
      let areIDs = words.allSatisfy { Self.isInWords($0.id, $0.label) }
      let values = words.map { word in
        word.id.asFlowScalar + (areIDs ? "" : ": \(word.label.asFlowScalar)")
      }.joined(separator: ", ")
      return areIDs && (shown + usual).isEmpty
        ? "\(key): [\(values)]"
        : "\(key): {\(shown)values: \(areIDs ? "[\(values)]" : "{\(values)}")\(usual)}"
    }
  }

  private func comment(on factor: SheetFactors.Factor) -> String {
    factor.blank.map { "   # \($0)" + language.choose(": guessed from blank cells", "：空欄から推定") }
      ?? ""
  }

  /// True if an id spells its label, apart from the capitalisation of the first letter.
  private static func isInWords(_ id: String, _ label: String) -> Bool {
    Identifier.inWords(id).capitalisedAtStart == label.capitalisedAtStart
  }

  private func lines(of operation: SheetDraft.Operation) -> [String] {
    let value: NewValue =
      operation.how.isEmpty
      ? .text(operation.label)
      : .map([
        NewField("label", .text(operation.label)),
        NewField("how", .text(operation.how.joined(separator: "\n"))),
      ])
    return indented(NewField(operation.id, value))
  }

  private func ruleLines(of operation: SheetDraft.Operation) -> [String] {
    indented(NewField(operation.id, .list(operation.rules.map(value))))
  }

  private func value(of rule: SheetDraft.Rule) -> NewValue {
    var fields: [NewField] = []
    if !rule.when.isEmpty {
      let terms = rule.when.sorted { $0.key < $1.key }.map { factor, values in
        let texts = values.map { $0.hasPrefix("..") ? $0 : $0.asFlowScalar }
        return "\(draft.factors[factor].id.asFlowScalar): "
          + (texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]")
      }
      fields.append(NewField("when", .flow("{\(terms.joined(separator: ", "))}")))
    }
    if rule.isOpen {
      fields.append(NewField("question", .text(question(rule))))
    } else {
      fields.append(NewField("then", .texts(rule.expected)))
    }
    if let priority = rule.priority {
      fields.append(NewField("priority", .text(priority.rawValue)))
    }
    fields.append(NewField("source", .text("\(head.file) \(rows(rule.places))")))
    return .map(fields)
  }

  private func question(_ rule: SheetDraft.Rule) -> String {
    let said = rule.expected.joined(separator: " / ")
    return language.choose(
      said.isEmpty ? "What is expected?" : "What is expected? The sheet says “\(said)”.",
      said.isEmpty ? "期待結果は何ですか？" : "期待結果は何ですか？表には「\(said)」とあります。"
    )
  }

  /// Returns `row 5` or `rows 5, 9`; in Japanese, 5行目 or 5、9行目.
  private func rows(_ places: [Int]) -> String {
    let japanese = places.map { String($0 + 1) }.joined(separator: "、") + "行目"
    return language.choose(Self.rows(places), japanese)
  }

  private static func rows(_ places: [Int]) -> String {
    "row\(places.count == 1 ? "" : "s") " + places.map { String($0 + 1) }.joined(separator: ", ")
  }

  private func indented(_ field: NewField) -> [String] {
    field.inBlockStyle.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
  }

  /// The comments on everything that is not in a rule, by row.
  private var comments: [String] {
    let texts =
      draft.unread.map { ($0.row.place, text(of: $0.row)) }
      + draft.sheet.remarks.map { ($0.place, $0.text) }
      + stepped.map { row in
        let head = language.choose("before the last step: ", "最後より前の手順の結果：")
        return (row.place, head + row.earlier.joined(separator: " / "))
      }
    guard !texts.isEmpty else { return [] }
    return [language.choose("Not in a rule:", "ルールにしなかった行：")]
      + texts.sorted { $0.0 < $1.0 }.map { "\(rows([$0])): \($1)" }
  }

  private var stepped: [CaseSheet.Row] { draft.sheet.rows.filter { !$0.earlier.isEmpty } }

  private func text(of row: CaseSheet.Row) -> String {
    [
      (row.sections + [row.title]).filter { !$0.isEmpty }.joined(separator: " > "),
      row.conditions.map(\.text).joined(separator: "; "),
      (row.operation.isEmpty ? row.steps : [row.operation]).joined(separator: " → "),
      row.expected.joined(separator: " / "),
    ].filter { !$0.isEmpty }.joined(separator: " | ")
  }

  /// Returns a text as it can be written in a comment.
  private static func visible(_ text: String) -> String {
    let scalars = text.onOneLine.unicodeScalars.filter { scalar in
      ![.control, .format, .surrogate, .privateUse, .unassigned].contains(
        scalar.properties.generalCategory
      )
    }
    return String(String.UnicodeScalarView(scalars).prefix(400))
  }

  // MARK: Messages

  package var isEmpty: Bool { draft.operations.isEmpty }

  /// The number of rows that became rules, and the rows that did not.
  package var summary: [String] {
    let counts = draft.counts
    var parts = [
      "\(counts.ruled) of \(counted(counts.rows, "row")) in \(counted(counts.rules, "rule"))"
    ]
    if counts.asked > 0 { parts.append("\(counts.asked) without a result, asked about") }
    if counts.unread > 0 { parts.append("\(counts.unread) not read") }
    if !draft.contradictions.isEmpty {
      parts.append("\(counted(draft.contradictions.count, "contradiction"))")
    }
    var lines = ["\(head.file): \(parts.joined(separator: ", "))"]
    lines += Self.listed(draft.contradictions) { first, second in
      "rows \(first + 1) and \(second + 1) contradict each other: \(expected(first)) – \(expected(second))"
    }
    lines += Self.listed(draft.unread) { unread in
      "row \(unread.row.place + 1) is not read"
        + (unread.reason.isEmpty
          ? ": nothing says what is done; write “same as above” for steps that repeat"
          : ": “\(Self.visible(unread.reason))”")
    }
    lines += draft.overfull.map {
      "“\(Self.visible($0))” has more than \(SheetFactors.limit) values, the maximum in a spec: group them in the sheet"
    }
    let sheet = draft.sheet
    let priorities = sheet.unreadPriorities.withoutRepetitions.prefix(20)
      .map { "“\(Self.visible($0))”" }.joined(separator: ", ")
    lines += [
      stepped.isEmpty
        ? nil : "results of steps before the last, in no rule: \(Self.rows(stepped.map(\.place)))",
      draft.placeholder.map {
        "no column says what is done: the operation is called “\(Self.visible($0))”; rename it"
      },
      sheet.remarks.isEmpty ? nil : "remarks: \(Self.rows(sheet.remarks.map(\.place)))",
      sheet.hiddenRows.isEmpty
        ? nil : "hidden in the sheet, and read: \(Self.rows(sheet.hiddenRows))",
      sheet.struckRows.isEmpty
        ? nil : "texts that are struck through are not read: \(Self.rows(sheet.struckRows))",
      priorities.isEmpty ? nil : "priorities that are not read: \(priorities)",
      sheet.unreadColumns.isEmpty
        ? nil : "columns that are not read: \(sheet.unreadColumns.joined(separator: ", "))",
    ].compactMap(\.self)
    return lines
  }

  /// Returns a line for each of the first fifty things, and the number of others.
  private static func listed<Thing>(_ things: [Thing], _ line: (Thing) -> String) -> [String] {
    let rest = things.count - 50
    return things.prefix(50).map(line) + (rest > 0 ? ["and \(rest) more like this"] : [])
  }

  private func expected(_ place: Int) -> String {
    let row = draft.sheet.rows.first { $0.place == place }
    return "“\(Self.visible(row?.expected.joined(separator: " / ") ?? ""))”"
  }
}

/// A generator of unique ids for a drafted spec, from the names in the sheet or from numbers.
struct DraftIDs {
  /// True if all ids are a word with a number.
  private let areNumbered: Bool
  private var taken: Set<String>

  init(areNumbered: Bool, taken: [String] = []) {
    self.areNumbered = areNumbered
    self.taken = Set(taken.map { $0.lowercased() })
  }

  /// The keywords of the language.
  private static let reserved: Set<String> = [
    "operation", "valid", "invalid", "any", "others", "not", "when", "then", "adds", "becomes",
    "question", "options", "ask", "until", "because", "id", "priority", "source", "first",
  ]

  /// The maximum length of an id in characters.
  private static let limit = 40

  /// Returns a unique id for a text, falling back to `word` with a number.
  mutating func id(_ text: String, or word: String) -> String {
    var id = areNumbered ? "" : Self.slug(text)
    if id.isEmpty { id = "\(word)_\(taken.count + 1)" }
    if Self.reserved.contains(id) { id += "_" }
    var unique = id
    var number = 1
    while taken.contains(unique.lowercased()) {
      number += 1
      unique = "\(id)_\(number)"
    }
    taken.insert(unique.lowercased())
    return unique
  }

  /// Returns the letters and digits of a text; English words are in lower case, joined by `_`.
  static func slug(_ text: String) -> String {
    let plain = CompatibilityForms.plain(text)
    if SheetWords.isJapanese(plain) {
      let kept = plain.filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
      return String(kept.drop { !($0.isLetter || $0.isNumber) }.prefix(limit))
    }
    let articles = SheetWords.list("articles")
    let words = plain.split { !($0.isLetter || $0.isNumber || "-'’".contains($0)) }
      .map { $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
      .map { $0.drop { $0 == "-" } }.filter { !$0.isEmpty }
    // Names such as VIP and iOS keep their capitals.
    if words.count == 1, words[0].dropFirst().contains(where: \.isUppercase) {
      return String(words[0].prefix(limit))
    }
    var slug = ""
    for (place, word) in words.enumerated() {
      // Articles are only in the label.
      if articles.contains(word.lowercased()), place > 0, place < words.count - 1 { continue }
      guard slug.count + word.count < limit else { break }
      slug += (slug.isEmpty ? "" : "_") + word.lowercased()
    }
    return slug
  }
}
