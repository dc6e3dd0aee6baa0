/// Parts beside the sheets that know of their cells: charts, the data of pivot tables, lists of titles, signatures.
struct CarriedParts {
  let map: ReferenceMap
  private(set) var lost: [String] = []

  init(_ map: ReferenceMap) {
    self.map = map
  }

  /// Moves what charts show.
  func moveCharts(_ parts: inout PackageParts) throws(WorkbookProblem) {
    guard map.movesAnything else { return }
    let types = try ContentTypes(&parts)
    for name in parts.names where parts.has(name) {
      guard let type = types.type(of: name),
        type.hasSuffix(".chart+xml") || type.hasSuffix(".chartex+xml")
      else { continue }
      try parts.edit(name) { root in
        root.forEach { element in
          guard element.word == "f", element.elements.isEmpty else { return }
          let moved = map.formula(element.text, on: "")
          if moved != element.text { element.text = moved }
        }
      }
    }
  }

  /// Moves what pivot tables are made of, and has programs read it anew.
  ///
  /// The relations are those of the workbook's own part; `changed` are the sheets whose cells changed, in lower case.
  mutating func movePivots(
    _ book: PartRelations,
    changed: Set<String>,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) {
    var gone: [String: Int] = [:]
    for relation in book.all
    where relation.kind == "pivotCacheDefinition" && parts.has(relation.part) {
      try parts.edit(relation.part) { root in
        guard let source = root.first("cacheSource")?.first("worksheetSource") else { return }
        let sheet = source["sheet"] ?? ""
        // A source with a name follows the name.
        guard changed.contains(sheet.lowercased()) || sheet.isEmpty else { return }
        if let range = source["ref"], let layout = map.layout(of: sheet) {
          if map.removed.contains(sheet.lowercased()) {
            gone[sheet, default: 0] += 1
          } else if let moved = map.range(range, of: layout) {
            source["ref"] = moved
          } else {
            gone[sheet, default: 0] += 1
          }
        }
        if !root.flag("refreshOnLoad") { root["refreshOnLoad"] = "1" }
      }
    }
    for (sheet, count) in gone.sorted(by: { $0.key < $1.key }) {
      lost.append("\(count) pivot \(count == 1 ? "table" : "tables") on “\(sheet)”")
    }
  }

  /// Takes away what is no longer true of a file that changes: signatures, and the history that several people share.
  mutating func unseal(
    _ book: PartRelations,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) {
    let root = try parts.relations(of: "")
    let signatures = root.all.filter { $0.type.contains("/digital-signature/") }
    let histories = book.all.filter { $0.kind == "revisionHeaders" || $0.kind == "usernames" }
    guard !signatures.isEmpty || !histories.isEmpty else { return }
    let before = try parts.reachable()
    for signature in signatures { root.remove(signature.id) }
    for history in histories { book.remove(history.id) }
    parts.set(root)
    parts.set(book)
    try parts.removeUnreachable(of: before)
    if !signatures.isEmpty { lost.append("the digital signature") }
    if !histories.isEmpty { lost.append("the history of changes of a shared workbook") }
  }

  /// Keeps the titles of the sheets where the file says them once more for programs that do not open it.
  ///
  /// The names are in the order of the tabs; `old` sheets were there before.
  static func setTitles(
    _ names: [String],
    old: Int,
    _ parts: inout PackageParts
  ) throws(WorkbookProblem) {
    guard let part = try parts.relations(of: "").first("extended-properties")?.part, parts.has(part)
    else { return }
    try parts.edit(part) { root in
      guard let titles = root.first("TitlesOfParts")?.first("vector"),
        let pairs = root.first("HeadingPairs")?.first("vector")
      else { return }
      let count = pairs.elements.dropFirst().first?.elements.first
      guard let count, Int(count.text) == old, titles.elements.count >= old else {
        // Both may be left out.
        root.remove { $0.word == "TitlesOfParts" || $0.word == "HeadingPairs" }
        return
      }
      count.text = String(names.count)
      let new = names.map { name in
        XMLTree("\(titles.prefix)lpstr", [], [.text(name)])
      }
      titles.children = (new + titles.elements.dropFirst(old)).map { .element($0) }
      titles["size"] = String(titles.elements.count)
    }
  }
}

extension ReferenceMap {
  /// True if any reference can change.
  var movesAnything: Bool {
    !removed.isEmpty || layouts.values.contains { !$0.keepsRows }
  }
}

extension PackageParts {
  /// Removes parts that could be reached before and cannot any more.
  mutating func removeUnreachable(of before: Set<String>) throws(WorkbookProblem) {
    let left = try reachable()
    let types = try ContentTypes(&self)
    for name in names where before.contains(name.lowercased()) {
      guard !left.contains(name.lowercased()), has(name) else { continue }
      remove(name)
      remove(PartName.relations(of: name))
      types.remove(name)
    }
    types.write(to: &self)
  }
}
