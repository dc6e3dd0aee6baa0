import Diagnostics
import Text
import YAMLSyntax

/// What a value is that is more than its label.
enum ValueKey: String, CaseIterable {
  case label, invalid, note
}

/// Which key of a map says where the values come from.
enum ValueSource<Key> {
  case none
  /// Several do, which is reported.
  case broken
  case key(Key, SyntaxNode)
}

extension SpecificationDecoder {
  /// The one key that says where the values of a factor, or the variants of an operation, come from.
  mutating func source<Key>(
    _ fields: Fields<Key>,
    among sources: [Key],
    kinds: Key,
    of length: Key
  ) -> ValueSource<Key> {
    let written = fields.written(of: sources)
    if written.count > 1 {
      conflict(fields, written)
      return .broken
    }
    if let entry = fields.entry(kinds), written != [length] {
      read.report(
        .conflictingKeys,
        "\(fields.subject) has `kinds` without `length`",
        at: entry.keySpan,
        help: ["kinds of text belong to a length: `length: 1..140`"]
      )
      return .broken
    }
    guard let key = written.first, let node = fields[key] else { return .none }
    return .key(key, node)
  }

  /// Reports keys of which a map may have only one.
  mutating func conflict<Key>(_ fields: Fields<Key>, _ keys: [Key]) {
    read.report(
      .conflictingKeys,
      "\(fields.subject) can have only one of \(inWords(keys.map(\.rawValue)))",
      at: keys.dropFirst().compactMap { fields.entry($0)?.keySpan }.max { $0.start < $1.start }
        ?? fields.span
    )
  }

  // MARK: Listed values

  /// Values written one by one: a list of ids, or a map of ids to labels.
  mutating func listedValues(
    _ node: SyntaxNode,
    _ subject: String,
    like entry: CatalogueEntry? = nil,
    mayBeInvalid: Bool = true,
    mayBeWords: Bool = false
  ) -> DeclaredValues {
    var collected = ValueCollection(subject: subject)
    let reserved = mayBeWords ? [] : Identifier.conditionWords
    switch node.content {
    case .sequence(let items) where !items.isEmpty:
      for item in items {
        guard
          let id = read.name(
            item,
            "a value of \(subject)",
            help: item.isNull ? [] : ["values with labels are a map, without dashes"]
          ), read.isIdentifier(id, at: item.span, "the id of a value", except: reserved)
        else {
          collected.isBroken = true
          continue
        }
        collected.insert(value(id, label: nil, at: item.span, like: entry), reportingTo: &read)
      }
    case .mapping(let entries) where !entries.isEmpty:
      for written in entries {
        let words = written.key.split(whereSeparator: \.isWhitespace)
        if written.value.isNull, words.count > 1 {
          collected.isBroken = true
          read.report(
            .invalidID,
            "the id of a value must not hold a blank, as `\(written.key)` does",
            at: written.keySpan,
            help: [
              "a colon stands between id and label: `\(words[0]): \(words.dropFirst().joined(separator: " "))`"
            ]
          )
          continue
        }
        let isID = read.isIdentifier(
          written.key,
          at: written.keySpan,
          "the id of a value",
          except: reserved
        )
        guard isID else {
          collected.isBroken = true
          continue
        }
        collected.insert(
          mappedValue(written, like: entry, mayBeInvalid: mayBeInvalid),
          reportingTo: &read
        )
      }
    case .sequence, .mapping:
      read.report(.emptyList, "\(subject) must name at least one value", at: node.span)
      return .broken
    case .scalar:
      read.wrongType(
        node,
        subject,
        expected: "a list of ids, or a map of ids to labels",
        help: ["for example `[free, premium]`, or `{free: , premium: Premium plan}`"]
      )
      return .broken
    }
    return collected.declared(reportingTo: &read)
  }

  private mutating func mappedValue(
    _ written: SyntaxEntry,
    like entry: CatalogueEntry?,
    mayBeInvalid: Bool
  ) -> FactorValue {
    let subject = "value `\(written.key)`"
    guard case .mapping = written.value.content, !isBilingual(written.value) else {
      let label = written.value.isNull ? nil : label(written.value, "the label of \(subject)")
      return value(written.key, label: label, at: written.keySpan, like: entry)
    }
    guard let fields = read.fields(of: written.value, ValueKey.self, subject: subject) else {
      return value(written.key, label: nil, at: written.keySpan, like: entry)
    }
    let label = fields[.label].flatMap { self.label($0, fields.name(.label)) }
    var value = value(written.key, label: label, at: written.keySpan, like: entry)
    if let node = fields[.invalid] {
      value.isInvalid = read.boolean(node, fields.name(.invalid)) ?? value.isInvalid
      if value.isInvalid && !mayBeInvalid {
        read.report(.invalidValue, "a part is never invalid", at: node.span)
      }
    }
    value.note = read.text(fields[.note], fields.name(.note))
    return value
  }

  /// A value with the author's label, else the catalogue's, else its id in words; one that the catalogue knows keeps what else it knows of it.
  func value(
    _ id: String,
    label: String?,
    at span: SourceSpan,
    like entry: CatalogueEntry?
  ) -> FactorValue {
    let known = entry?.variant(id)
    let label = label ?? known?.label(language)
    return FactorValue(
      id: id,
      label: label ?? Identifier.inWords(id),
      hasOwnLabel: label != nil,
      isInvalid: known?.isInvalid ?? false,
      sample: known?.sample,
      span: span
    )
  }

  /// The values `yes` and `no`, of which `no` is the usual one.
  func yesOrNo(at span: SourceSpan) -> DeclaredValues {
    let labels = language == .japanese ? ["はい", "いいえ"] : ["yes", "no"]
    return DeclaredValues(
      values: zip(["yes", "no"], labels).map { id, label in
        FactorValue(id: id, label: label, hasOwnLabel: false, span: span)
      },
      usual: 1,
      isYesNo: true
    )
  }
}

/// Values on the way to a factor: ids that differ, and not too many.
struct ValueCollection {
  let subject: String
  var isBroken = false
  private var values: [FactorValue] = []
  private var names = UniqueNames()

  init(subject: String) {
    self.subject = subject
  }

  /// Takes a value unless its id is taken; numbers that are equal as numbers are one id.
  mutating func insert(_ value: FactorValue, reportingTo read: inout SyntaxReader) {
    let isNew = names.insert(
      Int(value.id).map { String($0) } ?? value.id,
      at: value.span,
      called: "the value",
      reportingTo: &read
    )
    if isNew { values.append(value) } else { isBroken = true }
  }

  /// The values, at most as many as a factor may have; where all are integers, intervals can compare them.
  func declared(reportingTo read: inout SyntaxReader) -> DeclaredValues {
    let limit = SpecificationDecoder.Limit.values
    guard values.count <= limit else {
      read.report(
        .tooMany,
        "\(subject) can have at most \(limit) values, not \(values.count)",
        at: values[limit].span
      )
      return .broken
    }
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
