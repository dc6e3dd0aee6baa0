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

  /// The values of a range, days or lengths, of lengths with kinds of text; `nil` for a key whose values are listed.
  mutating func numbers<Key>(
    _ key: Key,
    _ node: SyntaxNode,
    of fields: Fields<Key>,
    kinds: Key,
    usual: SyntaxNode? = nil,
    like entry: CatalogueEntry? = nil
  ) -> DeclaredValues? {
    guard let scale = Scale(key.rawValue) else { return nil }
    let isKind = usual?.writtenScalar.flatMap { TextKind(rawValue: $0.text) } != nil
    var declared = range(node, scale, fields.name(key), usual: isKind ? nil : usual)
    if let kindsNode = fields[kinds] {
      addKinds(kindsNode, to: &declared, fields.name(kinds), like: entry)
    }
    return isKind ? self.usual(usual, of: declared) : declared
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

  // MARK: Numbers, days, lengths

  /// The boundary values of a range.
  ///
  /// - Parameters:
  ///   - node: `1..4`, `0..`, `100..1000 yen`.
  ///   - scale: What the numbers are.
  ///   - subject: How a message names the range.
  ///   - usual: A number of the range that becomes a value besides; `nil` for none.
  /// - Returns: Values in ascending order; broken where the range cannot be read.
  private mutating func range(
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String,
    usual: SyntaxNode?
  ) -> DeclaredValues {
    var broken = DeclaredValues(scale: scale, isBroken: true)
    guard let (range, unit) = boundaryRange(node, scale, subject) else { return broken }
    var picks = range.picks(in: scale.domain, scale)
    broken.values = []
    var usualNumber = range.usual
    if let usual {
      guard let number = self.usual(usual, in: range, scale, subject) else { return broken }
      usualNumber = number
      if !picks.contains(where: { $0.number == number }) {
        picks.append(BoundaryRange.Pick(number: number, isInvalid: false))
        picks.sort { $0.number < $1.number }
      }
    }
    let values = picks.map { pick in
      let id = scale.id(pick.number)
      return FactorValue(
        id: id,
        label: scale == .textLength ? label(ofLength: pick.number) : label(id, unit: unit),
        hasOwnLabel: false,
        isInvalid: pick.isInvalid,
        isNeighbour: pick.isInvalid,
        sample: scale == .textLength ? TextSample(language: language).plain(pick.number) : id,
        number: pick.number,
        span: node.span
      )
    }
    return DeclaredValues(
      values: values,
      scale: scale,
      usual: picks.firstIndex { $0.number == usualNumber }
    )
  }

  private mutating func usual(
    _ node: SyntaxNode,
    in range: BoundaryRange,
    _ scale: Scale,
    _ subject: String
  ) -> Int? {
    guard let text = node.writtenScalar?.text,
      let number = scale == .textLength && text == "empty" ? 0 : scale.number(text)
    else {
      read.wrongType(
        node,
        "`usual` beside \(subject)",
        expected: scale.bound,
        help: ["without a unit; it may be any number that is valid"]
      )
      return nil
    }
    if range.isValid(number) { return number }
    read.report(
      .invalidValue,
      "the usual value must be a valid one, not `\(text)`",
      at: node.span,
      help: ["\(subject) is valid \(range.inWords(scale))"]
    )
    return nil
  }

  /// A number and its unit as the language sets them: 「1枚」, "1 photo", "1%".
  private func label(_ number: String, unit: String?) -> String {
    guard let unit else { return number }
    let space = language == .english && unit.first?.isLetter == true ? " " : ""
    return number + space + unit
  }

  private func label(ofLength length: Int) -> String {
    switch language {
    case .japanese: length == 0 ? "空" : "\(length)文字"
    case .english: length == 0 ? "empty" : length == 1 ? "1 character" : "\(length) characters"
    }
  }

  /// Adds kinds of text to the values of a length.
  private mutating func addKinds(
    _ node: SyntaxNode,
    to declared: inout DeclaredValues,
    _ subject: String,
    like entry: CatalogueEntry?
  ) {
    guard let items = read.filledList(node, subject) else {
      declared.isBroken = true
      return
    }
    let lengths = declared.values.filter { !$0.isInvalid }.compactMap(\.number)
    let range = BoundaryRange(from: lengths.min(), to: lengths.max())
    var names = UniqueNames()
    for item in items {
      guard let kind = read.word(item, "a kind of text", TextKind.self),
        names.insert(kind.rawValue, at: item.span, called: "the kind", reportingTo: &read)
      else {
        declared.isBroken = true
        continue
      }
      let known = entry?.variant(kind.rawValue)
      declared.values.append(
        FactorValue(
          id: kind.rawValue,
          label: known?.label(language) ?? kind.label(language),
          hasOwnLabel: false,
          isInvalid: known?.isInvalid ?? false,
          sample: known?.sample ?? TextSample(language: language).text(kind, within: range),
          span: item.span
        )
      )
    }
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
