import Diagnostics
import Text
import YAMLSyntax

enum ValueKey: String, CaseIterable {
  case label, invalid, note, how, sample
  case onlyWhen = "only_when"
}

/// A key of a map that defines values; `kinds` belong to a length.
protocol ValueSourceKey: RawRepresentable<String>, CaseIterable, Equatable {
  static var sources: [Self] { get }
  static var kinds: Self { get }
  static var length: Self { get }
}

extension ValueSourceKey {
  static var scales: [Self] { Scale.all.compactMap { Self(rawValue: $0.key) } }
}

enum ValueSource<Key> {
  case none
  /// Several keys, which is reported.
  case broken
  case key(Key, SyntaxNode)
}

extension SpecificationDecoder {
  /// Returns the one key that defines the values of a factor, or the variants of an operation.
  func source<Key: ValueSourceKey>(_ fields: Fields<Key>) -> ValueSource<Key> {
    let written = fields.written(of: Key.sources)
    if written.count > 1 {
      fields.reportConflict(of: written)
      return .broken
    }
    if fields.entry(.kinds) != nil, written != [.length] {
      let help = "kinds of text belong to a length: `length: 1..140`"
      fields.reportAlone(.kinds, without: .length, help: help)
      return .broken
    }
    guard let key = written.first, let node = fields[key] else { return .none }
    return .key(key, node)
  }

  // MARK: Listed values

  /// Reads values written one by one: a list of ids, or a map from ids to labels.
  func listedValues(
    _ node: SyntaxNode,
    _ subject: String,
    like entry: CatalogueEntry? = nil,
    mayBeInvalid: Bool = true,
    mayBeWords: Bool = false
  ) -> DeclaredValues {
    var collected = ValueCollection(subject: subject)
    let entries: [SyntaxEntry?]
    switch node.content {
    case .mapping(let written): entries = written
    case .sequence(let items):
      entries = items.map { item in
        let help = item.isNull ? [] : ["values with labels are a map, without dashes"]
        return read.name(item, "an item of \(subject)", help: help).map { item.asEntry(of: $0) }
      }
    case .scalar(let scalar):
      let ids = scalar.text.split { ",，、".contains($0) }.map(\.trimmed)
      let list = "write `[\(ids.joined(separator: ", "))]`"
      let example = "for example `[free, premium]`, or `{free: , premium: Premium plan}`"
      let expected = "a list of ids, or a map of ids to labels"
      read.reportType(node, subject, expected: expected, help: [ids.count > 1 ? list : example])
      guard ids.count > 1 else { return .broken }
      entries = ids.map { node.asEntry(of: $0) }
    }
    if entries.isEmpty {
      read.report(.emptyList, "\(subject) must name at least one value", at: node.span)
      return .broken
    }
    let reserved = mayBeWords ? [] : Identifier.conditionWords
    for written in entries {
      guard let written,
        read.isIdentifier(written.key, at: written.keySpan, "the id of a value", except: reserved)
      else {
        collected.insert(nil, read)
        continue
      }
      let value = value(written.key, at: written.keySpan, like: entry)
      collected.insert(completed(value, by: written.value, mayBeInvalid: mayBeInvalid), read)
    }
    return collected.declared(read)
  }

  /// Returns a value completed by what is written under its id: a label, or a map.
  func completed(
    _ value: FactorValue,
    by node: SyntaxNode,
    mayBeInvalid: Bool = true
  ) -> FactorValue {
    let subject = "value `\(value.id)`"
    let node = isBilingual(node) ? node.under("label") : node
    let map = node.asMap(under: "label")
    guard !map.entries.isEmpty,
      let fields = read.fields(of: map, ValueKey.self, subject: subject)
    else { return value }
    var value = value
    if let label = fields[.label].flatMap({ self.label($0, fields.name(.label)) }) {
      (value.label, value.hasOwnLabel) = (label, true)
    }
    value.isInvalid = fields.truth(.invalid) ?? value.isInvalid
    if let node = fields[.invalid], value.isInvalid, !mayBeInvalid {
      read.report(.invalidValue, "a part is never invalid", at: node.span)
    }
    let wrong: [ValueKey] = mayBeInvalid ? [.onlyWhen] : [.how, .sample]
    if let key = fields.written(of: wrong).first {
      let rule = mayBeInvalid ? "only a part has one" : "a part is seen, not brought about"
      let help = mayBeInvalid ? ["say under `impossible` where a value cannot occur"] : []
      read.report(.unknownKey, "\(fields.name(key)): \(rule)", at: fields.place(key), help: help)
    }
    value.note = fields.text(.note)
    value.how = fields.text(.how)
    value.sample = fields.text(.sample) ?? value.sample
    return value
  }

  /// Returns a value as the catalogue defines it, otherwise with its id in words as the label.
  func value(_ id: String, at span: SourceSpan, like entry: CatalogueEntry?) -> FactorValue {
    let known = entry?.variant(id)
    let label = known?.label(language)
    return FactorValue(
      id: id,
      label: label ?? Identifier.inWords(id),
      hasOwnLabel: label != nil,
      isInvalid: known?.isInvalid ?? false,
      sample: known?.sample,
      span: span
    )
  }

  /// Returns the values `yes` and `no`, of which `no` is the usual one.
  func yesOrNo(at span: SourceSpan) -> DeclaredValues {
    let labels = language.choose(["yes", "no"], ["はい", "いいえ"])
    let values = zip(["yes", "no"], labels).map { id, label in
      FactorValue(id: id, label: label, hasOwnLabel: false, span: span)
    }
    return DeclaredValues(values: values, usual: 1, isYesNo: true)
  }

  // MARK: Labels

  /// Reads a label, which packs may give in both languages.
  func label(_ node: SyntaxNode, _ subject: String) -> String? {
    guard isBilingual(node) else { return read.text(node, subject) }
    let own = node.entry(language.rawValue) ?? node.entry(Language.english.rawValue)
    return read.text(own?.value, subject)
  }

  /// True for a text in both languages, `{en: …, ja: …}`, as in packs.
  private func isBilingual(_ node: SyntaxNode) -> Bool {
    !node.entries.isEmpty && node.entries.allSatisfy { Language(rawValue: $0.key) != nil }
  }
}

/// The values collected for a factor, with unique ids and up to the limit.
private struct ValueCollection {
  let subject: String
  var isBroken = false
  var values: [FactorValue] = []
  var names = UniqueNames()

  /// Adds a value unless its id is taken or it is `nil` because of a mistake; different spellings of an integer are the same id.
  mutating func insert(_ value: FactorValue?, _ read: SyntaxReader) {
    let key = value.map { value in Int(value.id).map { String($0) } ?? value.id }
    if let value, let key, names.insert(key, at: value.span, called: "the value", read) {
      values.append(value)
    } else {
      isBroken = true
    }
  }

  /// Returns the values, unless there are too many; if all are integers, they get a scale.
  func declared(_ read: SyntaxReader) -> DeclaredValues {
    let limit = SpecificationDecoder.Limit.values
    guard read.limited(values, to: limit, subject, "values", at: \.span).count == values.count
    else { return .broken }
    var declared = DeclaredValues(values: values, isBroken: isBroken)
    let numbers = values.compactMap { Scale.integer.number($0.id) }
    if !values.isEmpty, numbers.count == values.count,
      numbers.allSatisfy(Scale.integer.writable.contains)
    {
      declared.scale = .integer
      for (place, number) in numbers.enumerated() { declared.values[place].number = number }
    }
    return declared
  }
}
