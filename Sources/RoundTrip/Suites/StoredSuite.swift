import Specification
package import TestDesign
import Text

/// A generated suite as stored in `output/<ID>.json`.
package struct StoredSuite: Sendable {
  /// What the next generation builds on.
  package var earlier: EarlierSuite
  /// The path of the spec when the suite was made, as it was written then; `nil` where the file does not say.
  package var specPath: String?
  /// The ids of the cases that meet a question, ascending by number, by the question's id.
  package var casesByQuestion: [String: [String]]
}

extension StoredSuite {
  /// Reads what `TestMatrix.json(of:)` wrote for the spec with this id.
  ///
  /// - Throws: `SuiteFormatError` for a file that is damaged, foreign or written by a later version: building on half of it would give
  ///   old numbers to new cases.
  package init(json bytes: [UInt8], id: String) throws(SuiteFormatError) {
    guard let value = try? JSONValue(json: bytes) else {
      throw SuiteFormatError(reason: "it is not JSON")
    }
    guard value.members != nil else { throw SuiteFormatError(reason: "it holds no suite") }
    do throws(JSONNode.Mismatch) {
      try self.init(JSONNode(value), id: id)
    } catch {
      throw SuiteFormatError(reason: error.reason)
    }
    try checkNumbers()
  }

  private init(_ document: JSONNode, id: String) throws(JSONNode.Mismatch) {
    // In a later version nothing else is sure to be in the same place.
    let version = try document.member("version").integer()
    guard version == 1 else {
      throw .init(reason: "it has version \(version), this program reads version 1")
    }
    let found = try document.member("id").string()
    guard found == id else {
      throw .init(reason: "it belongs to the spec `\(found)`, not to `\(id)`")
    }
    specPath = try document.optional("spec")?.string()
    let lastNumber = try document.member("lastNumber").integer()
    // `factors` and `questions` are missing in files of the first versions of the program.
    let factors = try document.optional("factors")?.map(EarlierFactor.init(json:))
    let cases = try document.member("cases").map(Self.earlierCase)
    earlier = EarlierSuite(
      cases: cases,
      depth: try document.optional("depth").map(Self.depth),
      strength: try document.optional("strength")?.integer(),
      retired: try document.member("retired").map { (node) throws(JSONNode.Mismatch) in
        TestMatrix.Retired(
          number: try node.member("number").integer(),
          id: try node.member("id").string()
        )
      },
      lastNumber: lastNumber,
      factors: factors ?? [],
      questions: try document.optional("questions")?.map { (node) throws(JSONNode.Mismatch) in
        EarlierSuite.Question(
          id: try node.member("id").string(),
          message: try node.member("message").string(),
          region: EarlierRegion(cubes: try node.optional("where")?.map(Self.cube) ?? [])
        )
      },
      rules: try document.optional("rules")?.map { (node) throws(JSONNode.Mismatch) in
        EarlierRule(
          id: try node.member("id").string(),
          condition: try node.member("condition").string(),
          names: try node.member("names").string(),
          says: try node.member("says").strings()
        )
      }
    )
    earlier.isOptimal = document.optional("optimal")?.value == .bool(true)
    casesByQuestion = [:]
    for testCase in cases.sorted(by: { $0.number < $1.number }) {
      for question in testCase.questions {
        casesByQuestion[question, default: []].append(testCase.id)
      }
    }
  }

  /// The ids of values by factor, `null` for what does not apply.
  private static func cube(_ node: JSONNode) throws(JSONNode.Mismatch) -> EarlierRegion.Cube {
    var cube: EarlierRegion.Cube = [:]
    for (factor, values) in try node.members() {
      cube[factor] = try values.map { (value) throws(JSONNode.Mismatch) in
        value.value == .null ? nil : try value.string()
      }
    }
    return cube
  }

  private static func earlierCase(
    _ node: JSONNode
  ) throws(JSONNode.Mismatch) -> EarlierSuite.Case {
    var setup: [String: String?] = [:]
    for (factor, value) in try node.member("setup").members() {
      setup[factor] = .some(value.value == .null ? nil : try value.string())
    }
    var testCase = EarlierSuite.Case(
      number: try node.member("number").integer(),
      id: try node.member("id").string(),
      setup: setup,
      operation: try node.member("operation").string(),
      expected: try node.member("expected").strings(),
      status: try node.member("status").string(),
      title: try node.optional("title")?.string().nonEmpty,
      depth: try node.optional("depth").map(Self.depth),
      strength: try node.optional("strength")?.integer(),
      parts: try node.optional("parts")?.map { (part) throws(JSONNode.Mismatch) in
        EarlierSuite.Case.Part(
          id: try part.member("part").string(),
          status: try part.member("status").string(),
          expected: try part.member("expected").strings()
        )
      } ?? [],
      state: try node.optional("state").flatMap { (node) throws(JSONNode.Mismatch) in
        TestCase.State(rawValue: try node.string())
      }
    )
    testCase.questions = try node.member("questions").strings()
    return testCase
  }

  private static func depth(_ node: JSONNode) throws(JSONNode.Mismatch) -> Depth {
    let word = try node.string()
    guard let depth = Depth(rawValue: word) else {
      throw .init(reason: "`\(word)` is not a depth")
    }
    return depth
  }

  /// The highest number that a file may have reached: there is always room for the next ones.
  private static let highestNumber = 1_000_000_000

  /// Numbers count from 1, none is beyond the last one given, and no number or id appears twice.
  private func checkNumbers() throws(SuiteFormatError) {
    let cases = earlier.cases
    let (retired, lastNumber) = (earlier.retired, earlier.lastNumber)
    guard Coverage.strengths.contains(earlier.strength ?? 1) else {
      throw SuiteFormatError(reason: "`strength` is not within 1…6")
    }
    guard (0...Self.highestNumber).contains(lastNumber) else {
      throw SuiteFormatError(reason: "`lastNumber` is not within 0…\(Self.highestNumber)")
    }
    var seen: Set<Int> = []
    for number in cases.map(\.number) + retired.map(\.number) {
      guard number >= 1, number <= lastNumber else {
        throw SuiteFormatError(reason: "the number \(number) is not within 1…\(lastNumber)")
      }
      guard seen.insert(number).inserted else {
        throw SuiteFormatError(reason: "the number \(number) appears twice")
      }
    }
    var seenIDs: Set<String> = []
    for id in cases.map(\.id) + retired.map(\.id) where !seenIDs.insert(id).inserted {
      throw SuiteFormatError(reason: "the id `\(id)` appears twice")
    }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension EarlierFactor {
  fileprivate init(json node: JSONNode) throws(JSONNode.Mismatch) {
    self.init(
      name: try node.member("name").string(),
      label: try node.member("label").string(),
      values: try node.member("values").map { (value) throws(JSONNode.Mismatch) in
        Value(id: try value.member("id").string(), label: try value.member("label").string())
      }
    )
  }
}

/// That a file is no suite that can be built on.
package struct SuiteFormatError: Error, Hashable, Sendable {
  /// What is wrong, as a phrase: "it belongs to the spec PAY, not to POST".
  package var reason: String
}
