import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// The keys of a factor.
  enum FactorKey: String, CaseIterable {
    case values, range, text, date, flag, label
    case onlyWhen = "only_when"
    case note

    static let sources = [Self.values, .range, .text, .date, .flag]
  }

  /// The factors of `states` and `data`; one whose values are broken is still known by its name.
  mutating func factors(_ fields: Fields<Key>) -> Declared<DeclaredFactor> {
    var factors: [DeclaredFactor] = []
    var isBroken = false
    var names = UniqueNames()
    for (key, kind) in [(Key.states, Factor.Kind.state), (.data, .data)] {
      guard let node = section(key, of: fields) else { continue }
      guard let entries = read.mapping(node, "`\(key.rawValue)`") else {
        isBroken = true
        continue
      }
      for entry in entries where isFactorName(entry, among: &names) {
        factors.append(factor(entry, kind))
      }
    }
    if factors.count > Limit.factors {
      read.report(
        .tooMany,
        "a spec has at most \(Limit.factors) factors, not \(factors.count)",
        at: factors[Limit.factors].span
      )
    }
    checkNumberOfValues(factors)
    return Declared(items: factors, isBroken: isBroken)
  }

  private mutating func checkNumberOfValues(_ factors: [DeclaredFactor]) {
    var count = 0
    for factor in factors {
      count += factor.values.values.count
      guard count > Limit.allValues else { continue }
      read.report(
        .tooMany,
        "the factors of a spec can have at most \(Limit.allValues) values together",
        at: factor.span
      )
      return
    }
  }

  private mutating func isFactorName(
    _ entry: SyntaxEntry,
    among names: inout UniqueNames
  ) -> Bool {
    guard read.isName(entry.key, at: entry.keySpan, "the name of a factor") else { return false }
    if entry.key == NameScope.operationName {
      read.report(
        .reservedName,
        "a factor cannot be called `operation`: that is the name of the operations in conditions",
        at: entry.keySpan
      )
      return false
    }
    return names.insert(
      entry.key,
      at: entry.keySpan,
      called: "the factor",
      reportingTo: &read
    )
  }

  private mutating func factor(_ entry: SyntaxEntry, _ kind: Factor.Kind) -> DeclaredFactor {
    let subject = "factor `\(entry.key)`"
    var factor = DeclaredFactor(
      name: entry.key,
      kind: kind,
      label: entry.key,
      values: .broken,
      span: entry.keySpan
    )
    switch entry.value.content {
    case .sequence:
      factor.values = listedValues(entry.value, subject)
    case .scalar(let scalar) where scalar.text == "flag" && scalar.kind == .text:
      factor.values = flag(at: entry.value.span)
    case .scalar:
      read.wrongType(
        entry.value,
        subject,
        expected: "a list of values, `flag` or a map",
        help: ["write `\(entry.key): [a, b]`, or `\(entry.key): {range: 1..4}`"]
      )
    case .mapping:
      guard let fields = read.fields(of: entry.value, FactorKey.self, subject: subject) else {
        break
      }
      factor.label = read.text(fields[.label], fields.name(.label)) ?? entry.key
      factor.note = read.text(fields[.note], fields.name(.note))
      factor.onlyWhen = fields.entry(.onlyWhen)
      factor.values = values(fields)
    }
    return factor
  }

  private mutating func values(_ fields: Fields<FactorKey>) -> DeclaredValues {
    let written = fields.written(of: FactorKey.sources)
    guard let key = written.first, let node = fields[key] else {
      // The unknown key is most probably the one that should say where the values come from.
      if !fields.hasUnknownKeys {
        read.report(
          .missingKey,
          "\(fields.subject) has no values",
          at: fields.span,
          help: ["give it one of \(inWords(FactorKey.sources.map(\.rawValue)))"]
        )
      }
      return .broken
    }
    guard written.count == 1 else {
      conflict(fields, written)
      return .broken
    }
    switch key {
    case .range: return range(node, .integer, fields.name(key))
    case .date: return range(node, .day, fields.name(key))
    case .text: return text(node, fields.name(key))
    case .flag: return flag(node, fields.name(key))
    default: return explicitValues(node, fields.name(key))
    }
  }

  /// Notes that keys stand together of which only one may.
  mutating func conflict<Key>(_ fields: Fields<Key>, _ keys: [Key]) {
    read.report(
      .conflictingKeys,
      "\(fields.subject) can have only one of \(inWords(keys.map(\.rawValue)))",
      at: keys.dropFirst().compactMap { fields.entry($0)?.keySpan }.max { $0.start < $1.start }
        ?? fields.span
    )
  }
}
