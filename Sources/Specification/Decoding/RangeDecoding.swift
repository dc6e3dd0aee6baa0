import Diagnostics
import Text
import YAMLSyntax

/// Decoding of ranges of numbers, dates, times and lengths into values.
extension SpecificationDecoder {
  /// Returns the values of a range and of kinds of text, or `nil` for a key with listed values.
  func numbers<Key: ValueSourceKey>(
    _ key: Key,
    _ node: SyntaxNode,
    of fields: Fields<Key>,
    usual: SyntaxNode? = nil,
    like entry: CatalogueEntry? = nil
  ) -> DeclaredValues? {
    guard let scale = Scale.all.first(where: { $0.key == key.rawValue }) else { return nil }
    var declared = range(node, scale, fields.name(key), usual: usual?.writtenScalar?.text)
    if let node = fields[.kinds] {
      addKinds(node, to: &declared, fields.name(.kinds), like: entry)
    }
    return declared
  }

  /// Replaces the values of a range by its classes, with a value on both sides of every threshold of a condition.
  func cut(_ declared: inout DeclaredValues, at thresholds: Thresholds, _ subject: String) {
    guard let line = declared.line, !declared.isBroken else { return }
    let usual = declared.usual.map { declared.values[$0] }
    let kinds = declared.values.filter { $0.number == nil }
    declared.values = values(of: line, thresholds) + kinds
    declared.usual = declared.values.firstIndex { $0.id == usual?.id }
    let count = declared.values.count
    if count > Limit.values {
      read.report(
        .tooMany,
        "conditions cut \(subject) into \(count) values; it can have at most \(Limit.values)",
        at: line.span,
        help: ["each number that a condition names makes up to three values: name fewer"]
      )
      declared = .broken
    }
  }

  /// Returns the boundary values of a range, ascending, and the usual number if written; broken if the range cannot be read.
  private func range(
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String,
    usual: String?
  ) -> DeclaredValues {
    let broken = DeclaredValues(scale: scale, isBroken: true)
    guard let line = RangeReader(node: node, scale: scale, subject: subject, read: read).line()
    else { return broken }
    var declared = DeclaredLine(line: line, span: node.span)
    declared.usual = usual.flatMap(line.scale.position).flatMap { line.isValid($0) ? $0 : nil }
    let values = values(of: declared, Thresholds())
    let usualNumber = declared.usual ?? line.usual
    return DeclaredValues(
      values: values,
      scale: line.scale,
      line: declared,
      usual: values.firstIndex { $0.number == usualNumber }
    )
  }

  private func values(of declared: DeclaredLine, _ thresholds: Thresholds) -> [FactorValue] {
    var thresholds = thresholds
    if let usual = declared.usual { thresholds.test([usual]) }
    let scale = declared.line.scale
    return declared.line.picks(thresholds).map { pick in
      let id = scale.id(pick.number)
      return FactorValue(
        id: id,
        label: declared.line.label(pick.number, language),
        hasOwnLabel: false,
        isInvalid: pick.isInvalid,
        isNeighbour: pick.isInvalid,
        sample: scale.sample(pick.number, language),
        number: pick.number,
        numbers: pick.numbers,
        span: declared.span
      )
    }
  }

  private func addKinds(
    _ node: SyntaxNode,
    to declared: inout DeclaredValues,
    _ subject: String,
    like entry: CatalogueEntry?
  ) {
    if case .mapping(let entries) = node.content, entries.isEmpty {
      declared.isBroken = true
      return read.report(
        .emptyList,
        "\(subject) must name at least one kind of text",
        at: node.span
      )
    }
    let items =
      node.entries.isEmpty
      ? read.filledList(node, subject) ?? []
      : node.entries.map { .text($0.key, at: $0.keySpan) }
    let kinds = read.words(items, "kind of text", TextKind.self)
    if items.isEmpty || kinds.count < items.count { declared.isBroken = true }
    for (kind, span) in kinds {
      let known = entry?.variant(kind.rawValue)
      let sample = TextSample(language: language).text(kind, within: declared.line?.line)
      let value = FactorValue(
        id: kind.rawValue,
        label: known?.label(language) ?? kind.label(language),
        hasOwnLabel: false,
        isInvalid: known?.isInvalid ?? false,
        sample: known?.sample ?? sample,
        span: span
      )
      let written = node.entry(kind.rawValue)?.value
      declared.values.append(written.map { completed(value, by: $0) } ?? value)
    }
  }
}

struct RangeReader {
  let node: SyntaxNode
  let scale: Scale
  let subject: String
  let read: SyntaxReader

  /// Returns the scale on which the node is a range, or `nil` if there is none.
  static func scale(of node: SyntaxNode) -> Scale? {
    Scale.all.first { scale in
      let read = SyntaxReader()
      _ = RangeReader(node: node, scale: scale, subject: "", read: read).line()
      return read.diagnostics.isEmpty
    }
  }

  /// Reads `FROM..TO`, with optional bounds, at least one of them on most scales, followed by a unit on some.
  func line() -> NumberLine? {
    guard let text = node.writtenScalar?.text, let dots = text.firstRange(of: "..") else {
      return reportForm()
    }
    var ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map { String($0) }
    var line = NumberLine(scale: scale)
    if scale.takesUnit, let blank = ends[1].firstIndex(where: \.isWhitespace) {
      let unit = ends[1][blank...].trimmed
      ends[1] = String(ends[1][..<blank])
      line.unit = unit.isEmpty ? nil : unit
    }
    let digits = scale.takesUnit ? ends.map(Decimals.digits).max() ?? 0 : 0
    if digits > 0 { line.scale = .amount(digits: min(digits, Scale.maxDigits)) }
    var numbers: [Int?] = []
    for (end, side) in zip(ends, ["lower", "upper"]) {
      let subject = "the \(side) bound of \(subject)"
      let number = end.isEmpty ? nil : bound(end, in: text, line.scale, subject)
      if number == nil, !end.isEmpty { return nil }
      numbers.append(number)
    }
    (line.from, line.to) = (numbers[0], numbers[1])
    if let wrapped = scale.wrapped, let from = line.from, let to = line.to, from > to {
      line.scale = wrapped(from, to)
      (line.from, line.to) = (line.scale.number(ends[0]), line.scale.number(ends[1]))
    }
    guard line.from != nil || line.to != nil || line.scale.isCounted else {
      return read.reject(
        .invalidRange,
        "\(subject) has neither a lower nor an upper bound",
        at: node.span,
        help: ["write at least one: `\(scale.openExample)`"]
      )
    }
    guard let from = line.from, let to = line.to, from > to else { return line }
    return read.backwards(subject, line.scale.written(from), line.scale.written(to), at: node.span)
  }

  private func reportForm<Value>() -> Value? {
    let entries = node.entries
    let texts = entries.map { $0.value.writtenScalar?.text ?? "" }
    var meant = scale.meantRange(node.writtenScalar?.text ?? texts.joined(separator: " "))
    if texts.count == 1, scale.number(texts[0]) != nil {
      let isMost = ["max", "maximum", "most"].contains(entries[0].key)
      meant = isMost ? "..\(texts[0])" : "\(texts[0]).."
    }
    let unit = scale.takesUnit ? "; a unit comes after them: `\(scale.example) photos`" : ""
    return read.wrongType(
      node,
      subject,
      expected: "a range written `\(scale.example)`",
      help: [
        meant.map { "did you mean `\($0)`?" }
          ?? "a bound may be left out, as in `\(scale.openExample)`\(unit)"
      ]
    )
  }

  private func bound(
    _ text: String,
    in whole: String,
    _ scale: Scale,
    _ subject: String
  ) -> Int? {
    guard let number = scale.number(text) else {
      let right = scale.meantRange(whole).map { "write `\($0)`" }
      let isLong = scale.isCounted && text.allSatisfy(\.isWholeNumber)
      let unit = scale.takesUnit ? "a unit follows a blank: `\(scale.example) photos`" : nil
      let help = [right ?? (isLong ? "integers lie from -10^15 to 10^15" : unit)].compactMap(\.self)
      return read.noNumber(text, on: scale, subject, at: node.span, help: help)
    }
    if scale.writable.contains(number) { return number }
    let least = scale.origin == nil ? "-10^15" : "0"
    let steps = scale.digits > 0 ? " steps" : ""
    let message = "\(subject) must lie from \(least) to 10^15\(steps), not at \(text)"
    return read.reject(.invalidRange, message, at: node.span)
  }
}

extension Scale {
  /// A range without an upper bound: `2027-04-01..`.
  fileprivate var openExample: Substring {
    example.firstRange(of: "..").map { example[..<$0.upperBound] } ?? ""
  }
}
