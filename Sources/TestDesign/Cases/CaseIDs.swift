import Specification
import Text

/// A permanent identifier of a case: twelve letters and digits derived from its operation and setup at the time it was new.
///
/// # Chapter: ids that never collide
///
/// **Problem.** Two branches each add a case. If ids are counted, both get the next number, and after the merge the results of one case
/// stand beside the other.
///
/// **Idea.** The code is computed from the content of the new case, so the same case has the same code on every branch and two cases never
/// share one. The id is the shortest unique prefix of the code, and stays however the case changes later. If two cases of one generation,
/// or of two branches, would share an id, neither gets it: each takes one more character of its code. So no id ever means two cases.
///
/// **Cost.** There are some 8,800 ids of three characters: of 100 cases one takes a fourth.
package enum CaseCode {
  /// No vowels, so that no id is a word, and no lookalikes: 0 and O, 1, I and L, 2 and Z, 5 and S, 6 and G, 8 and B.
  private static let digits = Array("23456789")
  private static let signs = digits + Array("CDFHJKMNPQRTVWX")
  private static let length = 12
  fileprivate static let shortest = 3

  /// Returns the code of a new case, avoiding codes already taken.
  ///
  /// The expected result has no influence.
  package static func of(
    _ setup: [String: String?],
    _ operation: String,
    besides taken: Set<String> = []
  ) -> String {
    let settings = setup.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
    var content = ([operation] + settings).joined(separator: "\n")
    while true {
      let code = code(of: content)
      if !taken.contains(code) { return code }
      content += "\n"
    }
  }

  /// Encodes a hash of the content.
  ///
  /// One of the first three characters is a digit, so that no ordinary word is taken for an id.
  private static func code(of content: String) -> String {
    let bytes = Array(SHA256.digest(Array(content.utf8)).prefix(length))
    var code = bytes.map { signs[Int($0) % signs.count] }
    if !code.prefix(shortest).contains(where: digits.contains) {
      code[shortest - 1] = digits[Int(bytes[shortest - 1]) % digits.count]
    }
    return String(code)
  }

  /// True if the text can stand after the hyphen of an id.
  package static func isPart(_ text: String) -> Bool {
    (shortest...length).contains(text.count) && text.allSatisfy(signs.contains)
      && text.prefix(shortest).contains(where: digits.contains)
  }

  /// Returns a number unique to an id, for tools that accept no letters, or `nil` if the id has no valid code.
  package static func number(ofID id: String) -> Int? {
    let part = id[(id.lastIndex(of: "-").map { id.index(after: $0) } ?? id.startIndex)...]
    guard isPart(String(part)) else { return nil }
    return part.reduce(0) { $0 * signs.count + (signs.firstIndex(of: $1) ?? 0) + 1 }
  }

  /// True if the left of two ids of one case is older, that is, shorter.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    (left.count, left) < (right.count, right)
  }
}

/// Assigns ids to new cases, avoiding ids in use and restoring those of deleted cases that come back.
package struct CaseIDs {
  /// The codes each id has stood for.
  private var codes: [String: Set<String>] = [:]
  private var former: [String: [String]] = [:]
  private var living: Set<String> = []
  /// Codes that no new case may get: their cases may have changed since the code was computed.
  private let spent: Set<String>

  /// Registers the ids of living cases (those that have one) and of retired ones.
  package init(_ living: [TestMatrix.Retired], retired: [TestMatrix.Retired]) {
    for known in living + retired { codes[known.id, default: []].insert(known.code) }
    for gone in retired where !gone.hasChanged { former[gone.code, default: []].append(gone.id) }
    self.living = Set(living.map(\.id))
    spent = Set(living.map(\.code) + retired.filter(\.hasChanged).map(\.code))
  }

  /// Returns an id for each code, in order; the result does not depend on the order of the codes.
  package func ids(of codes: [String], in specification: String) -> [String] {
    var ids = codes.map { code in
      former[code]?.filter { self.codes[$0] == [code] && !living.contains($0) }
        .min(by: CaseCode.precedes)
    }
    var lengths = codes.map { _ in CaseCode.shortest }
    var open = ids.indices.filter { ids[$0] == nil }
    while !open.isEmpty {
      let wanted = open.map { "\(specification)-\(codes[$0].prefix(lengths[$0]))" }
      let counts = Dictionary(wanted.map { ($0, 1) }, uniquingKeysWith: +)
      for (place, id) in zip(open, wanted) {
        let isFree = self.codes[id] == nil && counts[id] == 1
        if isFree || lengths[place] >= codes[place].count { ids[place] = id }
        lengths[place] += 1
      }
      open.removeAll { ids[$0] != nil }
    }
    return ids.map { $0 ?? "" }
  }
}

extension CaseIDs {
  init(of cases: [TestCase], retired: [TestMatrix.Retired]) {
    let known = cases.filter { !$0.id.isEmpty }
    self.init(known.map { .init(id: $0.id, code: $0.code) }, retired: retired)
  }

  /// Gives new cases codes and ids, lower depths first so that a case has the same id at every depth.
  mutating func give(to cases: inout [TestCase], of specification: Specification) {
    let new = cases.indices.filter { cases[$0].id.isEmpty }
    let operations = specification.caseOperationOfValue
    for place in new {
      let operation = operations[cases[place].combination.operation].id
      cases[place].code =
        CaseCode.of(cases[place].setup(in: specification), operation, besides: spent)
    }
    for depth in Depth.allCases {
      let places = new.filter { cases[$0].depth == depth }
      let ids = ids(of: places.map { cases[$0].code }, in: specification.id)
      for (place, id) in zip(places, ids) {
        cases[place].id = id
        codes[id, default: []].insert(cases[place].code)
        living.insert(id)
      }
    }
  }
}

extension TestCase {
  /// The ids of the values by factor name; `.some(nil)` for not applicable.
  func setup(in specification: Specification) -> [String: String?] {
    Dictionary(
      firstOf: zip(specification.factors, combination.values).map { factor, value in
        (factor.name, value.map { factor.values[$0].id })
      }
    )
  }
}
