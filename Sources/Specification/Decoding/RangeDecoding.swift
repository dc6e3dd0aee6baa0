import Diagnostics
import Text
import YAMLSyntax

/// Numbers, days and lengths: which of them become values.
extension SpecificationDecoder {
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

  /// The values with the classes of their line: every threshold has a value on both sides.
  ///
  /// - Parameters:
  ///   - declared: Values of a range before the conditions of the spec were known; any others stay as they are.
  ///   - thresholds: What the conditions of the spec name.
  ///   - subject: How a message names the factor or the operation.
  mutating func cut(
    _ declared: inout DeclaredValues,
    at thresholds: Thresholds,
    _ subject: String
  ) {
    guard let line = declared.line, !declared.isBroken else { return }
    let usual = declared.usual.map { declared.values[$0] }
    let kinds = declared.values.filter { $0.number == nil }
    declared.values = values(of: line, thresholds) + kinds
    declared.usual = declared.values.firstIndex { $0.id == usual?.id }
    let limit = Limit.values
    if declared.values.count > limit {
      read.report(
        .tooMany,
        "conditions cut \(subject) into \(declared.values.count) values; it can have at most \(limit)",
        at: line.span,
        help: ["each number that a condition names makes up to three values: name fewer"]
      )
      declared = .broken
    }
  }

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
      scale: scale,
      line: declared,
      usual: values.firstIndex { $0.number == usualNumber }
    )
  }

  /// The numbers of a line that become values, ascending.
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
        sample: scale == .textLength ? TextSample(language: language).plain(pick.number) : id,
        number: pick.number,
        numbers: pick.numbers,
        span: declared.span
      )
    }
  }

  private mutating func usual(
    _ node: SyntaxNode,
    in line: NumberLine,
    _ subject: String
  ) -> Int? {
    guard let text = node.writtenScalar?.text, let number = line.scale.position(text) else {
      read.wrongType(
        node,
        "`usual` beside \(subject)",
        expected: line.scale.bound,
        help: ["without a unit; it may be any number that is valid"]
      )
      return nil
    }
    if line.isValid(number) { return number }
    read.report(
      .invalidValue,
      "the usual value must be a valid one, not `\(text)`",
      at: node.span,
      help: ["\(subject) is valid \(line.inWords())"]
    )
    return nil
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
    var names = UniqueNames()
    for item in items {
      guard let kind = read.word(item, "a kind of text", TextKind.self),
        names.insert(kind.rawValue, at: item.span, called: "the kind", reportingTo: &read)
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
}

/// Ranges as they are written.
extension SpecificationDecoder {
  /// A range written `FROM..TO`, either of which may be left out; of integers with a unit behind.
  private mutating func numberLine(
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
    if scale == .integer, let blank = upper.firstIndex(where: \.isWhitespace) {
      let unit = upper[blank...].trimmed
      upper = String(upper[..<blank])
      line.unit = unit.isEmpty ? nil : unit
    }
    if !lower.isEmpty {
      guard let from = bound(lower, in: text, at: node.span, scale, "the lower bound of \(subject)")
      else { return nil }
      line.from = from
    }
    if !upper.isEmpty {
      guard let to = bound(upper, in: text, at: node.span, scale, "the upper bound of \(subject)")
      else { return nil }
      line.to = to
    }
    return isSound(line, node, subject) ? line : nil
  }

  private mutating func reportForm(_ node: SyntaxNode, _ scale: Scale, _ subject: String) {
    var text = node.writtenScalar?.text ?? ""
    if case .mapping(let entries) = node.content {
      text = entries.map { $0.value.writtenScalar?.text ?? "" }.joined(separator: " ")
    }
    let example = scale == .day ? "2026-01-01..2026-12-31" : "1..4"
    let meant = oneBound(node, scale) ?? RangeForm.rightForm(of: text, scale)
    read.wrongType(
      node,
      subject,
      expected: "a range written `\(example)`",
      help: [
        meant.map { "did you mean `\($0)`?" }
          ?? "a bound may be left out, as in `\(scale == .day ? "2026-01-01.." : "1..")`"
          + (scale == .integer ? "; a unit stands behind: `1..4 photos`" : "")
      ]
    )
  }

  /// The right form of a map with one bound: `{min: 1}` gives `1..`.
  private func oneBound(_ node: SyntaxNode, _ scale: Scale) -> String? {
    guard case .mapping(let entries) = node.content, entries.count == 1,
      let bound = entries[0].value.writtenScalar?.text, scale.number(bound) != nil
    else { return nil }
    switch entries[0].key {
    case "min", "minimum", "least": return "\(bound).."
    case "max", "maximum", "most": return "..\(bound)"
    default: return nil
    }
  }

  private mutating func bound(
    _ text: String,
    in whole: String,
    at span: SourceSpan,
    _ scale: Scale,
    _ subject: String
  ) -> Int? {
    guard let number = scale.number(text) else {
      let isLong = scale != .day && text.utf8.count > 15 && text.allSatisfy(\.isWholeNumber)
      let isDecimal =
        scale == .integer && Double(text) != nil && text.contains(".") && !text.hasPrefix(".")
      let meant = RangeForm.rightForm(of: whole, scale)
      read.report(
        scale == .day ? .invalidDay : .invalidRange,
        scale == .day && CalendarDay.isWritten(text)
          ? "\(subject) is \(text), and there is no such day"
          : "\(subject) must be \(scale.bound), not `\(text)`",
        at: span,
        help: isLong
          ? ["integers lie from -10^15 to 10^15"]
          : isDecimal
            ? ["for other numbers list the values: `values: [0.5, 1.5]`"]
            : meant.map { ["write `\($0)`"] }
              ?? (scale == .integer ? ["a unit stands behind a blank: `1..4 photos`"] : [])
      )
      return nil
    }
    if scale.writable.contains(number) { return number }
    read.report(
      .invalidRange,
      scale == .textLength && number < 0
        ? "\(subject) must not be negative, not \(text)"
        : "\(subject) must lie from -10^15 to 10^15, not at \(text)",
      at: span
    )
    return nil
  }

  private mutating func isSound(
    _ line: NumberLine,
    _ node: SyntaxNode,
    _ subject: String
  ) -> Bool {
    guard line.from != nil || line.to != nil else {
      read.report(
        .invalidRange,
        "\(subject) has neither a lower nor an upper bound",
        at: node.span,
        help: ["write at least one: `1..`"]
      )
      return false
    }
    guard let from = line.from, let to = line.to, from > to else { return true }
    let scale = line.scale
    read.report(
      .backwardsRange,
      "\(subject) runs backwards from \(scale.written(from)) to \(scale.written(to))",
      at: node.span,
      help: ["write the lower bound first: `\(scale.written(to))..\(scale.written(from))`"]
    )
    return false
  }
}
