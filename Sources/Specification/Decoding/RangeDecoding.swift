import Diagnostics
import Text
import YAMLSyntax

/// Ranges of numbers, dates, times and lengths: which of them become values.
extension SpecificationDecoder {
  /// The values of a range, and of kinds of text; `nil` for a key whose values are listed.
  func numbers<Key: ValueSourceKey>(
    _ key: Key,
    _ node: SyntaxNode,
    of fields: Fields<Key>,
    usual: SyntaxNode? = nil,
    like entry: CatalogueEntry? = nil
  ) -> DeclaredValues? {
    guard let scale = Scale.all.first(where: { $0.key == key.rawValue }) else { return nil }
    let isKind = usual?.writtenScalar.flatMap { TextKind(rawValue: $0.text) } != nil
    var declared = range(node, scale, fields.name(key), usual: isKind ? nil : usual)
    if let node = fields[.kinds] {
      addKinds(node, to: &declared, fields.name(.kinds), like: entry)
    }
    return isKind ? self.usual(usual, of: declared) : declared
  }

  /// Gives values of a range the classes of their line: every threshold of a condition has a value on both sides.
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

  /// The boundary values of a range, ascending, and the usual number if one is written; broken if the range cannot be read.
  private func range(
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String,
    usual: SyntaxNode?
  ) -> DeclaredValues {
    let broken = DeclaredValues(scale: scale, isBroken: true)
    guard let line = numberLine(node, scale, subject) else { return broken }
    var declared = DeclaredLine(line: line, span: node.span)
    if let usual {
      guard let number = self.usual(usual, in: line, subject) else { return broken }
      declared.usual = number
    }
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

  private func usual(_ node: SyntaxNode, in line: NumberLine, _ subject: String) -> Int? {
    guard let text = node.writtenScalar?.text, let number = line.scale.position(text) else {
      return read.wrongType(
        node,
        "`usual` beside \(subject)",
        expected: line.scale.bound,
        help: ["without a unit; it may be any number that is valid"]
      )
    }
    if line.isValid(number) { return number }
    return read.reject(
      .invalidValue,
      "the usual value must be a valid one, not `\(text)`",
      at: node.span,
      help: ["\(subject) is valid \(line.inWords())"]
    )
  }

  private func addKinds(
    _ node: SyntaxNode,
    to declared: inout DeclaredValues,
    _ subject: String,
    like entry: CatalogueEntry?
  ) {
    guard let items = read.filledList(node, subject) else {
      declared.isBroken = true
      return
    }
    var names = UniqueNames()
    for item in items {
      guard let kind = read.word(item, "a kind of text", TextKind.self),
        names.insert(kind.rawValue, at: item.span, called: "the kind", read)
      else {
        declared.isBroken = true
        continue
      }
      let known = entry?.variant(kind.rawValue)
      let sample = TextSample(language: language).text(kind, within: declared.line?.line)
      declared.values.append(
        FactorValue(
          id: kind.rawValue,
          label: known?.label(language) ?? kind.label(language),
          hasOwnLabel: false,
          isInvalid: known?.isInvalid ?? false,
          sample: known?.sample ?? sample,
          span: item.span
        )
      )
    }
  }

  // MARK: Ranges as they are written

  /// A range written `FROM..TO`, either of which may be left out, of amounts both; of some scales with a unit behind.
  private func numberLine(
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String
  ) -> NumberLine? {
    guard let text = node.writtenScalar?.text, let dots = text.firstRange(of: "..") else {
      reportForm(node, scale, subject)
      return nil
    }
    let lower = String(text[..<dots.lowerBound])
    var upper = String(text[dots.upperBound...])
    var line = NumberLine(scale: scale)
    if scale.takesUnit, let blank = upper.firstIndex(where: \.isWhitespace) {
      let unit = upper[blank...].trimmed
      upper = String(upper[..<blank])
      line.unit = unit.isEmpty ? nil : unit
    }
    let digits = scale.takesUnit ? max(Decimals.digits(of: lower), Decimals.digits(of: upper)) : 0
    if digits > 0 { line.scale = .amount(digits: min(digits, Scale.maxDigits)) }
    if !lower.isEmpty {
      line.from = bound(lower, in: text, at: node.span, line.scale, "the lower bound of \(subject)")
      if line.from == nil { return nil }
    }
    if !upper.isEmpty {
      line.to = bound(upper, in: text, at: node.span, line.scale, "the upper bound of \(subject)")
      if line.to == nil { return nil }
    }
    if let wrapped = scale.wrapped, let from = line.from, let to = line.to, from > to {
      line.scale = wrapped(from, to)
      line.from = line.scale.number(lower)
      line.to = line.scale.number(upper)
    }
    return sound(line, node, subject)
  }

  private func reportForm(_ node: SyntaxNode, _ scale: Scale, _ subject: String) {
    var text = node.writtenScalar?.text ?? ""
    if case .mapping(let entries) = node.content {
      text = entries.map { $0.value.writtenScalar?.text ?? "" }.joined(separator: " ")
    }
    let meant = oneBound(node, scale) ?? scale.meantRange(text)
    let unit = scale.takesUnit ? "; a unit comes after them: `\(scale.example) photos`" : ""
    read.reportType(
      node,
      subject,
      expected: "a range written `\(scale.example)`",
      help: [
        meant.map { "did you mean `\($0)`?" }
          ?? "a bound may be left out, as in `\(scale.openExample)`\(unit)"
      ]
    )
  }

  /// The right form of a map with one bound: `{min: 1}` gives `1..`.
  private func oneBound(_ node: SyntaxNode, _ scale: Scale) -> String? {
    guard node.entries.count == 1, let entry = node.entries.first,
      let bound = entry.value.writtenScalar?.text, scale.number(bound) != nil
    else { return nil }
    return switch entry.key {
    case "min", "minimum", "least": "\(bound).."
    case "max", "maximum", "most": "..\(bound)"
    default: nil
    }
  }

  private func bound(
    _ text: String,
    in whole: String,
    at span: SourceSpan,
    _ scale: Scale,
    _ subject: String
  ) -> Int? {
    guard let number = scale.number(text) else {
      return read.noNumber(
        text,
        on: scale,
        subject,
        at: span,
        help: help(forBound: text, in: whole, scale)
      )
    }
    if scale.writable.contains(number) { return number }
    return read.reject(
      .invalidRange,
      scale.origin != nil && number < scale.domain.lowerBound
        ? "\(subject) must not be negative, not \(text)"
        : "\(subject) must lie from -10^15 to 10^15\(scale.digits > 0 ? " steps" : ""), not at \(text)",
      at: span
    )
  }

  private func help(forBound text: String, in whole: String, _ scale: Scale) -> [String] {
    if scale.isCounted, text.utf8.count > 15, text.allSatisfy(\.isWholeNumber) {
      return ["integers lie from -10^15 to 10^15"]
    }
    if let meant = scale.meantRange(whole) { return ["write `\(meant)`"] }
    return scale.takesUnit ? ["a unit follows a blank: `\(scale.example) photos`"] : []
  }

  private func sound(_ line: NumberLine, _ node: SyntaxNode, _ subject: String) -> NumberLine? {
    guard line.from != nil || line.to != nil || line.scale.isCounted else {
      return read.reject(
        .invalidRange,
        "\(subject) has neither a lower nor an upper bound",
        at: node.span,
        help: ["write at least one: `\(line.scale.openExample)`"]
      )
    }
    guard let from = line.from, let to = line.to, from > to else { return line }
    let (first, last) = (line.scale.written(from), line.scale.written(to))
    return read.backwards(subject, first, last, at: node.span)
  }
}

extension Scale {
  /// A range without an upper bound: `2027-04-01..`.
  fileprivate var openExample: Substring {
    example.firstRange(of: "..").map { example[..<$0.upperBound] } ?? ""
  }
}
