package import Reporting
package import TestDesign
import Text

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
