import TestDesign
import Text

/// The lines that `git merge` leaves in a file where it cannot decide.
package enum MergeConflict {
  private static let marks = ["<<<<<<< ", "||||||| ", ">>>>>>> "].map { Array($0.utf8) }

  /// The first such line, from 1; `nil` if there is none.
  package static func line(in bytes: [UInt8]) -> Int? {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .firstIndex { line in marks.contains { line.starts(with: $0) } }.map { $0 + 1 }
  }
}

/// # Chapter: a file that is made to be merged
///
/// **Problem.** Git merges lines. Where two branches changed lines side by side it asks people, who cannot know what a suite must look like.
///
/// **Idea.** Nobody writes in the file, and all but the ids follows from the spec. So git may keep the lines of both branches (`merge=union`), and what is
/// then wrong is put right here. Lines with one code are versions of one case: the one whose values the factors still have is taken, with what the
/// others say of further factors. An id with two codes was given to two cases: neither keeps it, since there may be results of both, and no case
/// gets it again. A line that one branch deleted may be back: the spec decides if the case is needed, unless it had changed before it was retired.
extension EarlierSuite {
  /// Makes one suite of the cases of two branches.
  ///
  /// - Returns: What was put right, as sentences without a stop.
  mutating func joinBranches(of specification: String) -> [String] {
    let repairs = joinVersions() + partMeanings(specification)
    cases.sort { $0.id < $1.id }
    let living = Dictionary(firstOf: cases.map { ($0.id, $0.code) })
    var seen: Set<[String]> = []
    retired.removeAll { living[$0.id] == $0.code || !seen.insert([$0.id, $0.code]).inserted }
    return repairs
  }

  private mutating func joinVersions() -> [String] {
    let known = Dictionary(firstOf: factors.map { ($0.name, Set($0.values.map(\.id))) })
    func isKnown(_ name: String, _ value: String?) -> Bool {
      known[name].map { values in value.map(values.contains) ?? true } ?? false
    }
    let gone = Set(retired.filter(\.hasChanged).map { [$0.id, $0.code] })
    let groups = Dictionary(grouping: cases, by: \.code)
    cases = []
    var doubled: [String] = []
    for (code, versions) in groups {
      let fits = versions.map { $0.setup.count(where: isKnown) }
      var best = versions[fits.firstIndex(of: fits.max() ?? 0) ?? 0]
      for other in versions where other.operation == best.operation {
        best.setup.merge(other.setup.filter(isKnown)) { own, _ in own }
      }
      let ids = Set(versions.map(\.id)).sorted(by: CaseCode.precedes)
      if versions.count > 1 { doubled.append(ids.joined(separator: " = ")) }
      // What one branch changed and then retired is gone.
      guard let id = ids.first(where: { !gone.contains([$0, code]) }) else { continue }
      best.id = id
      cases.append(best)
      for other in ids where other != id {
        retired.append(.init(id: other, code: code, hasChanged: true))
      }
    }
    guard !doubled.isEmpty else { return [] }
    return [
      "a merge left more than one version of \(doubled.sorted().prefix(5).joined(separator: ", "))"
        + "\(doubled.count > 5 ? ", …" : ""): written anew from the spec"
    ]
  }

  private mutating func partMeanings(_ specification: String) -> [String] {
    var codes: [String: Set<String>] = [:]
    for known in retired { codes[known.id, default: []].insert(known.code) }
    for known in cases { codes[known.id, default: []].insert(known.code) }
    let places = cases.indices.filter { (codes[cases[$0].id]?.count ?? 0) > 1 }
      .sorted { cases[$0].code < cases[$1].code }
    guard !places.isEmpty else { return [] }
    retired += places.map { .init(id: cases[$0].id, code: cases[$0].code, hasChanged: true) }
    let known = cases.map { TestMatrix.Retired(id: $0.id, code: $0.code) }
    let ids = CaseIDs(known, retired: retired).ids(
      of: places.map { cases[$0].code },
      in: specification
    )
    var new: [String: [String]] = [:]
    for (place, id) in zip(places, ids) {
      new[cases[place].id, default: []].append(id)
      cases[place].id = id
    }
    return new.sorted { $0.key < $1.key }.map { old, ids in
      "\(old) meant different cases on two branches: \(ids.joined(separator: " and ")) "
        + "\(ids.count == 1 ? "takes" : "take") its place, and results of \(old) count no more"
    }
  }
}
