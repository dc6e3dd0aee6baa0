import Specification
import Text

/// What tells a case from all others for good: twelve letters and digits that follow from its operation and setup when it was new.
///
/// # Chapter: ids that never collide
///
/// **Problem.** Two branches each add a case. If ids are counted, both get the next number, and after the merge results of one case stand beside the
/// other.
///
/// **Idea.** A case gets a code from what it says when it is new, so that the same case has the same code on every branch, and two cases never have one.
/// Its id is the beginning of the code, as short as it can be and still be unique, and stays however the case changes. An id that two cases of the
/// same generation, or of two branches, would share is given to neither: each takes one more sign of its code. So no id ever means two cases.
///
/// **Cost.** Ids of three signs are some 8,800: of 100 cases one takes a fourth.
package enum CaseCode {
  /// Without vowels, so that no id is a word, and without what looks like another: 0 and O, 1, I and L, 2 and Z, 5 and S, 6 and G, 8 and B.
  private static let digits = Array("23456789")
  private static let signs = digits + Array("CDFHJKMNPQRTVWX")
  private static let length = 12
  fileprivate static let shortest = 3

  /// The code of a case that is new with this setup and operation, whatever is expected of it, other than those of older cases.
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

  /// One of the first three signs is a digit, so that no word of a text is taken for an id.
  private static func code(of content: String) -> String {
    let bytes = Array(SHA256.digest(Array(content.utf8)).prefix(length))
    var code = bytes.map { signs[Int($0) % signs.count] }
    if !code.prefix(shortest).contains(where: digits.contains) {
      code[shortest - 1] = digits[Int(bytes[shortest - 1]) % digits.count]
    }
    return String(code)
  }

  /// True if this may stand behind the hyphen of an id.
  package static func isPart(_ text: String) -> Bool {
    (shortest...length).contains(text.count) && text.allSatisfy(signs.contains)
      && text.prefix(shortest).contains(where: digits.contains)
  }

  /// A number for tools that take no letters: that of an id, and of no other.
  package static func number(ofID id: String) -> Int? {
    let part = id[(id.lastIndex(of: "-").map { id.index(after: $0) } ?? id.startIndex)...]
    guard isPart(String(part)) else { return nil }
    return part.reduce(0) { $0 * signs.count + (signs.firstIndex(of: $1) ?? 0) + 1 }
  }

  /// The order of ids of one case: that which was there first is the shorter one.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    (left.count, left) < (right.count, right)
  }
}

/// The ids that are taken, and those that a case gets back.
package struct CaseIDs {
  /// By id: the codes that it has meant.
  private var codes: [String: Set<String>] = [:]
  private var former: [String: [String]] = [:]
  private var living: Set<String> = []
  /// Codes that no new case gets: of cases that may say by now what they did not say when they were new.
  private let spent: Set<String>

  /// The ids of cases, those without one apart, and of cases that are gone.
  package init(_ living: [TestMatrix.Retired], retired: [TestMatrix.Retired]) {
    for known in living + retired { codes[known.id, default: []].insert(known.code) }
    for gone in retired where !gone.hasChanged { former[gone.code, default: []].append(gone.id) }
    self.living = Set(living.map(\.id))
    spent = Set(living.map(\.code) + retired.filter(\.hasChanged).map(\.code))
  }

  /// Ids for cases that have none, by their codes, whatever the order of these.
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

  /// Gives new cases their codes and ids: those of lower depths first, so that a case has one id at every depth.
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
  /// Ids of values by factor name; `.some(nil)` for not applicable.
  func setup(in specification: Specification) -> [String: String?] {
    Dictionary(
      firstOf: zip(specification.factors, combination.values).map { factor, value in
        (factor.name, value.map { factor.values[$0].id })
      }
    )
  }
}
