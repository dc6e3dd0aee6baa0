package import Reporting
package import TestDesign
package import Text
package import Workbooks

/// A case or an issue as a tool exports it.
package struct ManagerEntry: Hashable, Sendable {
  /// The tool's id, as written there.
  package var entry: String
  package var title: String
  /// True if it is an issue that is closed.
  package var isClosed = false

  package init(_ entry: String, _ title: String, isClosed: Bool = false) {
    (self.entry, self.title, self.isClosed) = (entry, title, isClosed)
  }
}

/// Reading what a tool exports: the ids that it gives, and the titles that we find our own in.
package enum ManagerExport {
  /// Reads a table, of a workbook the first sheet with the columns.
  ///
  /// - Parameters:
  ///   - profile: The tool.
  ///   - saved: What it exported.
  /// - Returns: Its rows with an id and a title.
  /// - Throws: `FormatMismatch` if no table has its columns.
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
          // Rows of steps have neither.
          return cells.0.isEmpty || cells.1.isEmpty ? nil : ManagerEntry(cells.0, cells.1)
        }
      }
    }
    let wanted = "“\(names.shown.entry)” and “\(names.shown.title)”"
    throw FormatMismatch(
      "no row has the headings \(wanted) of an export of \(profile.toolName)"
    )
  }

  /// Reads the XML that TestRail exports of a suite.
  package static func entries(xml bytes: [UInt8]) throws(FormatMismatch) -> [ManagerEntry] {
    try XMLRecords.read("case", in: bytes).compactMap { record in
      guard let entry = record["id"], let title = record["title"] else { return nil }
      return ManagerEntry(entry.trimmed, title.trimmed)
    }
  }

  /// Reads the Markdown that `check-tests pull` of testomat.io writes, or `push` wrote ids into.
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

  /// Reads what `gh issue list --json number,title,state,body` prints.
  package static func entries(json bytes: [UInt8]) throws(FormatMismatch) -> [ManagerEntry] {
    try JSONNode(json: bytes).map { (issue) throws(FormatMismatch) in try entry(of: issue) }
  }

  private static func entry(of issue: JSONNode) throws(FormatMismatch) -> ManagerEntry {
    // The hidden mark outlives a new title.
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

/// What an export says of the links of a spec: the case or question of each entry, and what cannot be said.
package struct LinkUpdate: Sendable {
  package private(set) var links: [String: String]
  /// How many were not there before.
  package private(set) var added = 0
  /// What was linked with another entry before.
  package private(set) var changed: [(subject: String, before: String, after: String)] = []
  /// Cases that several entries are called after, with these entries; the one that is linked first.
  package private(set) var doubled: [(subject: String, entries: [String])] = []
  /// Ids of ours in titles that no case has.
  package private(set) var unknown: [ManagerEntry] = []
  /// Entries whose titles name several cases and begin with none.
  package private(set) var ambiguous: [ManagerEntry] = []
  /// Entries whose id is none that the tool gives.
  package private(set) var odd: [ManagerEntry] = []
  /// Links whose entries the export does not have.
  package private(set) var missing: [(subject: String, entry: String)] = []
  /// How many entries name nothing of this spec.
  package private(set) var others = 0
  /// By entry: what it is linked with.
  private var owners: [String: String]

  /// Finds our ids in the titles of an export; pruned are links whose entries the export does not have.
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
      // One file may name an entry in several rows.
      guard seen.insert(written).inserted else { continue }
      if entry.isClosed, !open.contains(first) { closed.insert(first) }
      if found[first] == nil { order.append(first) }
      found[first, default: []].append(written)
    }
    for subject in order {
      var entries = found[subject] ?? []
      // What is linked stays linked, as long as it is there.
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
    // An issue that is closed and whose question is, too, has nothing to wait for.
    for subject in closed { self.links[subject] = nil }
  }

  private mutating func link(_ subject: String, with entry: String, before: String?) {
    // An entry with a new title goes over to the case that it names now.
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

  /// The ids of cases or questions that a title names as whole words, in their order.
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
