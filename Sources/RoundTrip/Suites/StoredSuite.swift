import Diagnostics
import Specification
package import TestDesign
package import Text

/// A generated suite as stored in `output/<ID>.json`.
package struct StoredSuite: Sendable {
  /// The suite on which the next generation builds.
  package private(set) var earlier = EarlierSuite(cases: [], retired: [], questions: [], rules: [])
  /// The path of the spec as recorded in the suite, or `nil` if it is missing.
  package private(set) var specPath: String?
  /// The ids of the cases that meet a question, ascending, by the question's id.
  package private(set) var casesByQuestion: [String: [String]] = [:]
  /// The repairs made after a merge of two branches, as sentences without a full stop.
  package private(set) var repairs: [String] = []
}

extension StoredSuite {
  /// Reads the output of `TestMatrix.json(of:)` for the spec with this id, or the result of `git merge` on two such files.
  ///
  /// - Throws: `FormatMismatch` for a file that is damaged, foreign or written by a later version, since building on half of it would give
  ///   old ids to new cases.
  package init(json bytes: [UInt8], id: String) throws(FormatMismatch) {
    if let line = MergeConflict.line(in: bytes) {
      throw FormatMismatch(
        "git left a conflict in line \(line): delete the lines that begin with <<<<<<<, "
          + "|||||||, ======= or >>>>>>>, keep all others, and run `specmatrix generate` again"
      )
    }
    self.init()
    // After a merge, the file may have two first lines, each with a bracket, and is then no valid JSON.
    var lines = (try? JSONValue(json: bytes))?.array
    if lines == nil { lines = try Self.values(ofLines: bytes) }
    guard let lines, lines.contains(where: { $0["version"] != nil }) else {
      throw FormatMismatch("it holds no suite")
    }
    var seen: Set<[String]> = []
    for (number, line) in lines.enumerated() {
      do throws(FormatMismatch) {
        try take(JSONNode(line), id: id, &seen)
      } catch {
        throw FormatMismatch("line \(number + 1): \(error.reason)")
      }
    }
    repairs = earlier.joinBranches(of: id)
    for testCase in earlier.cases {
      for question in testCase.questions {
        casesByQuestion[question, default: []].append(testCase.id)
      }
    }
  }

  private static func values(ofLines bytes: [UInt8]) throws(FormatMismatch) -> [JSONValue] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.last?.first == UInt8(ascii: "]") else {
      throw FormatMismatch("it is not a JSON array, or cut off")
    }
    var values: [JSONValue] = []
    for line in lines.dropLast() {
      guard let value = try? JSONValue(json: Array(line.drop { "[, \t".utf8.contains($0) })) else {
        throw FormatMismatch("line \(values.count + 1) is not JSON")
      }
      values.append(value)
    }
    return values
  }

  /// Reads a line according to its first member, ignoring further lines about the same factor, rule or question.
  private mutating func take(
    _ line: JSONNode,
    id: String,
    _ seen: inout Set<[String]>
  ) throws(FormatMismatch) {
    guard let key = try line.members().first?.key else { return }
    let first = try line.member(key)
    switch key {
    case "version":
      // In a later version, nothing else is known to have the same meaning.
      let version = try first.integer()
      guard version == 1 else {
        throw .init("it has version \(version), this program reads version 1")
      }
      let found = try line.member("id").string()
      guard found == id else {
        throw .init("it belongs to the spec `\(found)`, not to `\(id)`")
      }
      if specPath == nil { specPath = try line.member("spec").string() }
    case "depth":
      let strength = try line.member("strength").integer()
      guard Coverage.strengths.contains(strength) else {
        throw .init("`strength` is not within 1…6")
      }
      earlier.isOptimal =
        try line.member("optimal").value == .bool(true) && earlier.strength == nil
      earlier.depth = max(earlier.depth ?? .review, try Self.depth(first))
      earlier.strength = max(earlier.strength ?? 1, strength)
    case "case": earlier.cases.append(try Self.earlierCase(line, id: try first.string()))
    case "flow":
      let flow = EarlierSuite.Case(
        flow: try first.string(),
        code: try line.member("code").string(),
        title: try line.member("title").string(),
        steps: try line.member("steps").map { (step) throws(FormatMismatch) in
          .init(
            id: try step.member("operation").string(),
            expected: try step.member("expected").strings()
          )
        }
      )
      earlier.flows.append(flow)
    case "retired":
      earlier.retired.append(
        TestMatrix.Retired(
          id: try first.string(),
          code: try line.member("code").string(),
          hasChanged: line.optional("changed") != nil
        )
      )
    case "factor", "rule", "question":
      let name = try first.string()
      guard seen.insert([key, name]).inserted else { return }
      try take(line, key, name)
    default: throw .init("`\(key)` is unknown")
    }
  }

  private mutating func take(
    _ line: JSONNode,
    _ key: String,
    _ name: String
  ) throws(FormatMismatch) {
    switch key {
    case "factor": earlier.factors.append(try EarlierFactor(json: line, name: name))
    case "rule":
      let rule = EarlierRule(
        id: name,
        condition: try line.member("condition").string(),
        names: try line.member("names").string(),
        says: try line.member("says").strings()
      )
      earlier.rules?.append(rule)
    default:
      let question = EarlierSuite.Question(
        id: name,
        message: try line.member("message").string(),
        region: EarlierRegion(cubes: try line.optional("where")?.map(Self.cube) ?? [])
      )
      earlier.questions?.append(question)
    }
  }

  /// Returns the ids of values by factor, with `nil` for not applicable.
  private static func cube(_ node: JSONNode) throws(FormatMismatch) -> EarlierRegion.Cube {
    var cube: EarlierRegion.Cube = [:]
    for (factor, values) in try node.members() {
      cube[factor] = try values.map { (value) throws(FormatMismatch) in
        value.value == .null ? nil : try value.string()
      }
    }
    return cube
  }

  private static func earlierCase(
    _ node: JSONNode,
    id: String
  ) throws(FormatMismatch) -> EarlierSuite.Case {
    var setup: [String: String?] = [:]
    for (factor, value) in try node.member("setup").members() {
      setup[factor] = .some(value.value == .null ? nil : try value.string())
    }
    var testCase = EarlierSuite.Case(
      id: id,
      code: try node.member("code").string(),
      setup: setup,
      operation: try node.member("operation").string(),
      expected: try node.member("expected").strings(),
      status: try node.member("status").string(),
      title: try node.optional("title")?.string().nonEmpty,
      depth: try node.optional("depth").map(Self.depth),
      strength: try node.optional("strength")?.integer(),
      parts: try node.optional("parts")?.map { (part) throws(FormatMismatch) in
        EarlierSuite.Case.Part(
          id: try part.member("part").string(),
          status: try part.member("status").string(),
          expected: try part.member("expected").strings()
        )
      } ?? []
    )
    testCase.questions = try node.member("questions").strings()
    return testCase
  }

  private static func depth(_ node: JSONNode) throws(FormatMismatch) -> Depth {
    let word = try node.string()
    guard let depth = Depth(rawValue: word) else {
      throw .init("`\(word)` is not a depth")
    }
    return depth
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension EarlierFactor {
  fileprivate init(json node: JSONNode, name: String) throws(FormatMismatch) {
    self.init(
      name: name,
      label: try node.member("label").string(),
      values: try node.member("values").map { (value) throws(FormatMismatch) in
        Value(id: try value.member("id").string(), label: try value.member("label").string())
      }
    )
  }
}

/// # Chapter: a file that can be merged
///
/// **Problem.** Git merges lines. If two branches changed adjacent lines, it asks people, who cannot know what a suite must look like.
///
/// **Idea.** Nobody edits the file, and everything but the ids follows from the spec. So git may keep the lines of both branches
/// (`merge=union`), and the result is repaired here. Lines with the same code are versions of one case: the one whose values the factors
/// still have is taken, completed by the others for further factors. An id with two codes was given to two cases: neither keeps it, since
/// both may have results, and it is never assigned again. A line deleted by one branch may be back: the spec decides whether the case is
/// needed, unless it had changed before it was retired.
extension EarlierSuite {
  /// Merges the cases of two branches into one suite, and returns the repairs as sentences without a full stop.
  mutating func joinBranches(of specification: String) -> [String] {
    var repairs: [String] = []
    let prefix = Flow.prefix(of: specification)
    for (list, prefix) in [(\Self.cases, specification), (\.flows, prefix)] {
      repairs += joinVersions(list) + partMeanings(list, prefix)
      self[keyPath: list].sort { $0.id < $1.id }
    }
    let living = Dictionary(firstOf: (cases + flows).map { ($0.id, $0.code) })
    var seen: Set<[String]> = []
    retired.removeAll { living[$0.id] == $0.code || !seen.insert([$0.id, $0.code]).inserted }
    return repairs
  }

  private typealias List = WritableKeyPath<Self, [Case]>

  private mutating func joinVersions(_ list: List) -> [String] {
    let known = Dictionary(firstOf: factors.map { ($0.name, Set($0.values.map(\.id))) })
    func isKnown(_ name: String, _ value: String?) -> Bool {
      known[name].map { values in value.map(values.contains) ?? true } ?? false
    }
    let gone = Set(retired.filter(\.hasChanged).map { [$0.id, $0.code] })
    let groups = Dictionary(grouping: self[keyPath: list], by: \.code)
    self[keyPath: list] = []
    var doubled: [String] = []
    for (code, versions) in groups {
      let fits = versions.map { $0.setup.count(where: isKnown) }
      var best = versions[fits.firstIndex(of: fits.max() ?? 0) ?? 0]
      for other in versions where other.operation == best.operation {
        best.setup.merge(other.setup.filter(isKnown)) { own, _ in own }
      }
      let ids = Set(versions.map(\.id)).sorted(by: CaseCode.precedes)
      if versions.count > 1 { doubled.append(ids.joined(separator: " = ")) }
      // A case that one branch changed and then retired stays retired.
      guard let id = ids.first(where: { !gone.contains([$0, code]) }) else { continue }
      best.id = id
      self[keyPath: list].append(best)
      for other in ids where other != id {
        retired.append(.init(id: other, code: code, hasChanged: true))
      }
    }
    guard !doubled.isEmpty else { return [] }
    return [
      "a merge left more than one version of \(doubled.sorted().prefix(5).joined(separator: ", "))"
        + "\(doubled.count > 5 ? ", …" : ""): rewritten from the spec"
    ]
  }

  private mutating func partMeanings(_ list: List, _ prefix: String) -> [String] {
    var cases = self[keyPath: list]
    var codes: [String: Set<String>] = [:]
    for known in retired { codes[known.id, default: []].insert(known.code) }
    for known in cases { codes[known.id, default: []].insert(known.code) }
    let places = cases.indices.filter { (codes[cases[$0].id]?.count ?? 0) > 1 }
      .sorted { cases[$0].code < cases[$1].code }
    guard !places.isEmpty else { return [] }
    retired += places.map { .init(id: cases[$0].id, code: cases[$0].code, hasChanged: true) }
    let known = cases.map { TestMatrix.Retired(id: $0.id, code: $0.code) }
    let ids = CaseIDs(known, retired: retired).ids(of: places.map { cases[$0].code }, in: prefix)
    var new: [String: [String]] = [:]
    for (place, id) in zip(places, ids) {
      new[cases[place].id, default: []].append(id)
      cases[place].id = id
    }
    self[keyPath: list] = cases
    return new.sorted { $0.key < $1.key }.map { old, ids in
      "\(old) meant different cases on two branches: \(ids.joined(separator: " and ")) "
        + "\(ids.count == 1 ? "takes" : "take") its place, and results of \(old) no longer count"
    }
  }
}
