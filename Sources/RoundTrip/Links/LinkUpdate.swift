package import Reporting
package import TestDesign
package import Text
package import Workbooks

/// A case or issue in the export of a tool.
package struct ManagerEntry: Hashable, Sendable {
  /// The tool's id, as written in the export.
  package var entry: String
  package var title: String
  package var isClosed = false

  package init(_ entry: String, _ title: String, isClosed: Bool = false) {
    (self.entry, self.title, self.isClosed) = (entry, title, isClosed)
  }
}

/// A reader of the exports of tools: their ids, and the titles that contain ours.
package enum ManagerExport {
  /// Returns the rows with an id and a title in the export of a tool, which for a workbook is the first sheet with the tool's columns.
  ///
  /// - Throws: `FormatMismatch` if no table has these columns.
  package static func entries(
    of profile: ExportProfile,
    in saved: SavedWorkbook
  ) throws(FormatMismatch) -> [ManagerEntry] {
    let names = profile.export
    for table in saved.tables {
      // Some tools write a few lines above the headings.
      for (number, row) in table.rows.prefix(20).enumerated() {
        let headings = row.map { $0.words.lowercased() }
        guard let entry = headings.firstIndex(where: names.entry.contains),
          let title = headings.firstIndex(where: names.title.contains)
        else { continue }
        return (number + 1..<table.rows.count).compactMap { row in
          let cells = (table[row: row, column: entry].words, table[row: row, column: title].words)
          // Rows of steps have neither an id nor a title.
          return cells.0.isEmpty || cells.1.isEmpty ? nil : ManagerEntry(cells.0, cells.1)
        }
      }
    }
    let wanted = "“\(names.shown.entry)” and “\(names.shown.title)”"
    throw FormatMismatch(
      "no row has the headings \(wanted) of an export of \(profile.toolName)"
    )
  }

  /// Reads TestRail's XML export of a suite.
  package static func entries(xml bytes: [UInt8]) throws(FormatMismatch) -> [ManagerEntry] {
    try XMLRecords.read("case", in: bytes).compactMap { record in
      guard let entry = record["id"], let title = record["title"] else { return nil }
      return ManagerEntry(entry.trimmed, title.trimmed)
    }
  }

  /// Reads the Markdown that `check-tests pull` of testomat.io writes, or into which `push` has written ids.
  package static func entries(markdown text: String) -> [ManagerEntry] {
    var entries: [ManagerEntry] = []
    var entry: String?
    var isInside = false
    var isTest = false
    for line in text.withPlainLineBreaks.split(separator: "\n").map(\.trimmed) {
      if line.hasPrefix("<!-- test") || line.hasPrefix("<!-- suite") {
        isTest = line.hasPrefix("<!-- test")
        isInside = !line.hasSuffix("-->")
        entry = nil
      } else if isInside {
        if line == "-->" { isInside = false }
        if line.hasPrefix("id:") { entry = line.dropFirst(3).trimmed }
      } else if line.hasPrefix("#"), isTest {
        if let entry { entries.append(ManagerEntry(entry, line.drop { $0 == "#" }.trimmed)) }
        isTest = false
      }
    }
    return entries
  }

  /// Reads the output of `gh issue list --json number,title,state,body`.
  package static func entries(json bytes: [UInt8]) throws(FormatMismatch) -> [ManagerEntry] {
    try JSONNode(json: bytes).map { (issue) throws(FormatMismatch) in try entry(of: issue) }
  }

  private static func entry(of issue: JSONNode) throws(FormatMismatch) -> ManagerEntry {
    // The hidden mark is unaffected by a change of the title.
    let body = issue.optional("body")?.value.string ?? ""
    let mark = body.firstMatch(of: /<!-- specmatrix:(Q-[0-9A-F]{8}) -->/)
    let title = try issue.member("title").string()
    return ManagerEntry(
      String(try issue.member("number").integer()),
      mark.map { String($0.output.1) } ?? title,
      isClosed: issue.optional("state")?.value.string == "CLOSED"
    )
  }
}

/// The effect of an export on the links of a spec: the case or question of each entry, and the entries that cannot be matched.
package struct LinkUpdate: Sendable {
  package private(set) var links: [String: String]
  /// The number of new links.
  package private(set) var added = 0
  /// The cases or questions that were linked to another entry before.
  package private(set) var changed: [(subject: String, before: String, after: String)] = []
  /// The cases named by several entries, the linked one first.
  package private(set) var doubled: [(subject: String, entries: [String])] = []
  /// The entries whose titles contain an id that no case has.
  package private(set) var unknown: [ManagerEntry] = []
  /// The entries whose titles contain the ids of several cases without beginning with one.
  package private(set) var ambiguous: [ManagerEntry] = []
  /// The entries with an id that the tool would not assign.
  package private(set) var odd: [ManagerEntry] = []
  /// The links whose entries are missing in the export.
  package private(set) var missing: [(subject: String, entry: String)] = []
  /// The number of entries that name nothing of this spec.
  package private(set) var others = 0
  /// The case or question linked to each entry.
  private var owners: [String: String]

  /// Finds the ids of cases or questions in the titles of an export.
  ///
  /// If `prunes` is true, links whose entries are missing in the export are removed.
  package init(
    _ entries: [ManagerEntry],
    of profile: ExportProfile,
    to links: [String: String],
    id: String,
    suite: EarlierSuite,
    prunes: Bool
  ) {
    self.links = links
    owners = Dictionary(firstOf: links.map { ($0.value, $0.key) })
    let open = Set((suite.questions ?? []).map(\.id))
    let known: Set<String> =
      profile.takesQuestions
      ? open.union(links.keys)
      : Set(suite.cases.map(\.id) + suite.retired.map(\.id))
    var found: [String: [String]] = [:]
    var order: [String] = []
    var seen: Set<String> = []
    var closed: Set<String> = []
    for entry in entries {
      let named = Self.subjects(in: entry.title, of: id, questions: profile.takesQuestions)
      let ours = profile.takesQuestions ? named.filter(known.contains) : named
      guard let first = ours.first else {
        others += 1
        continue
      }
      guard let written = profile.entry(entry.entry) else {
        odd.append(entry)
        continue
      }
      guard Set(ours).count == 1 || entry.title.hasPrefix(first) else {
        ambiguous.append(entry)
        continue
      }
      guard known.contains(first) else {
        unknown.append(entry)
        continue
      }
      // A file may contain an entry in several rows.
      guard seen.insert(written).inserted else { continue }
      if entry.isClosed, !open.contains(first) { closed.insert(first) }
      if found[first] == nil { order.append(first) }
      found[first, default: []].append(written)
    }
    for subject in order {
      var entries = found[subject] ?? []
      // An existing link is kept while its entry exists.
      if let place = entries.firstIndex(where: { $0 == links[subject] }) {
        entries.swapAt(0, place)
      }
      if entries.count > 1 { doubled.append((subject, entries)) }
      link(subject, with: entries[0], before: links[subject])
    }
    let there = Set(entries.compactMap { profile.entry($0.entry) })
    for (subject, entry) in links.sorted(by: { ManagerLinks.comesBefore($0.key, $1.key) })
    where !there.contains(entry) && self.links[subject] == entry {
      missing.append((subject, entry))
      if prunes { self.links[subject] = nil }
    }
    // A closed issue whose question is closed, too, needs no link.
    for subject in closed { self.links[subject] = nil }
  }

  private mutating func link(_ subject: String, with entry: String, before: String?) {
    // A renamed entry now belongs to the case in its title.
    if let other = owners.updateValue(subject, forKey: entry), other != subject,
      links[other] == entry
    {
      links[other] = nil
    }
    links[subject] = entry
    switch before {
    case nil: added += 1
    case entry: break
    case let before?: changed.append((subject, before, entry))
    }
  }

  /// Returns the ids of cases or questions that a title contains as whole words, in order.
  private static func subjects(in title: String, of id: String, questions: Bool) -> [String] {
    let words = title.split { sign in
      !(sign.isASCII && (sign.isLetter || sign.isNumber || sign == "-" || sign == "_"))
    }
    return words.map { String($0) }.filter { word in
      guard !questions else { return word.wholeMatch(of: /Q-[0-9A-F]{8}/) != nil }
      return word.hasPrefix(id + "-") && CaseCode.isPart(String(word.dropFirst(id.utf8.count + 1)))
    }
  }
}
