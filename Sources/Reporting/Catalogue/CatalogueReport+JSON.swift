import Specification

extension CatalogueReport {
  /// The report for programs, with the words in every language.
  package var json: String {
    let document: JSONValue = [
      "version": 1,
      "entries": .array(rows.map(Self.object)),
    ]
    return document.text(spreading: 2)
  }

  private static func object(_ row: Row) -> JSONValue {
    let entry = row.entry
    var members: [JSONValue.Member] = [
      .init("id", .string(entry.id)),
      .init("kind", .string(entry.kind.rawValue)),
      .init("core", .bool(entry.isCore)),
      .init("traits", .strings(entry.traits)),
      .init("label", text(entry.label)),
      .init("question", text(entry.question)),
    ]
    if entry.clause != .none { members.append(.init("clause", text(entry.clause))) }
    if entry.why != .none { members.append(.init("why", text(entry.why))) }
    if entry.kind == .operation {
      let variants =
        entry.variants.map { variant($0, comesByItself: true) }
        + entry.otherVariants.map { variant($0, comesByItself: false) }
      members.append(.init("variants", .array(variants)))
    }
    if let standing = row.standing {
      members.append(.init("standing", .string(standing.rawValue)))
      if standing == .dismissed { members.append(.init("reason", .string(row.detail))) }
    }
    return .object(members)
  }

  private static func variant(
    _ variant: CatalogueEntry.Variant,
    comesByItself: Bool
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(variant.id)), .init("label", text(variant.label)),
      .init("default", .bool(comesByItself)), .init("invalid", .bool(variant.isInvalid)),
    ]
    if let sample = variant.sample { members.append(.init("sample", .string(sample))) }
    return .object(members)
  }

  private static func text(_ text: CatalogueEntry.Text) -> JSONValue {
    .object(Language.allCases.map { .init($0.rawValue, .string(text($0))) })
  }
}
