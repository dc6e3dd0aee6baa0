package import TestDesign

/// A generated suite as it stands in `output/<ID>.json`.
package struct StoredSuite: Sendable {
  /// What the next generation builds on.
  package var earlier: EarlierSuite
  /// The strength that it was made with; `nil` where the file does not say.
  package var strength: Int?
  /// The ids of the cases that meet a question, ascending by number, by the question's id.
  package var casesByQuestion: [String: [String]]

  package init(
    earlier: EarlierSuite,
    strength: Int? = nil,
    casesByQuestion: [String: [String]]
  ) {
    self.earlier = earlier
    self.strength = strength
    self.casesByQuestion = casesByQuestion
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoredSuite {
  /// Reads what `TestMatrix.json(of:)` wrote for the spec with this id.
  ///
  /// A file that is damaged, foreign or written by a later version is refused: building on half of it would give old numbers to new cases.
  package init(json bytes: [UInt8], id: String) throws(SuiteFormatError) {
    let document = try Document(bytes)
    guard document.id == id else {
      throw SuiteFormatError(reason: "it belongs to the spec `\(document.id)`, not to `\(id)`")
    }
    try document.checkNumbers()
    earlier = EarlierSuite(
      cases: document.cases.map(\.earlier),
      retired: document.retired.map { TestMatrix.Retired(number: $0.number, id: $0.id) },
      lastNumber: document.lastNumber,
      factors: (document.factors ?? []).map(\.earlier),
      questions: document.questions?.map { EarlierSuite.Question(id: $0.id, message: $0.message) }
    )
    strength = document.strength
    casesByQuestion = [:]
    for testCase in document.cases.sorted(by: { $0.number < $1.number }) {
      for question in testCase.questions {
        casesByQuestion[question, default: []].append(testCase.id)
      }
    }
  }
}

/// The file as it is written.
private struct Document: Decodable {
  private enum Key: String, CodingKey {
    case version, id, strength, lastNumber, factors, cases, retired, questions
  }

  struct Case: Decodable {
    var number: Int
    var id: String
    var setup: [String: String?]
    var operation: String
    var expected: [String]
    var status: String
    var questions: [String]

    var earlier: EarlierSuite.Case {
      EarlierSuite.Case(
        number: number,
        id: id,
        setup: setup,
        operation: operation,
        expected: expected,
        status: status
      )
    }
  }

  struct Retired: Decodable {
    var number: Int
    var id: String
  }

  struct Factor: Decodable {
    struct Value: Decodable {
      var id: String
      var label: String
    }

    var name: String
    var label: String
    var values: [Value]

    var earlier: EarlierFactor {
      EarlierFactor(
        name: name,
        label: label,
        values: values.map { EarlierFactor.Value(id: $0.id, label: $0.label) }
      )
    }
  }

  struct Question: Decodable {
    var id: String
    var message: String
  }

  var id: String
  var strength: Int?
  var lastNumber: Int
  /// Missing, as `questions` is, in files of the first versions of the program.
  var factors: [Factor]?
  var cases: [Case]
  var retired: [Retired]
  var questions: [Question]?

  init(_ bytes: [UInt8]) throws(SuiteFormatError) {
    do {
      self = try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch let error as SuiteFormatError {
      throw error
    } catch let error as DecodingError {
      throw SuiteFormatError(reason: error.phrase)
    } catch {
      throw SuiteFormatError(reason: "it is not JSON")
    }
  }

  /// Reads the version first: of a later one nothing else is sure to be where it is looked for.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    let version = try members.decode(Int.self, forKey: .version)
    guard version == 1 else {
      throw SuiteFormatError(reason: "it has version \(version), this program reads version 1")
    }
    id = try members.decode(String.self, forKey: .id)
    strength = try members.decodeIfPresent(Int.self, forKey: .strength)
    lastNumber = try members.decode(Int.self, forKey: .lastNumber)
    factors = try members.decodeIfPresent([Factor].self, forKey: .factors)
    cases = try members.decode([Case].self, forKey: .cases)
    retired = try members.decode([Retired].self, forKey: .retired)
    questions = try members.decodeIfPresent([Question].self, forKey: .questions)
  }

  /// The highest number that a file may have reached: there is always room for the next ones.
  private static let highestNumber = 1_000_000_000

  /// Numbers count from 1, none is beyond the last one given, and neither a number nor an id stands twice.
  func checkNumbers() throws(SuiteFormatError) {
    guard (1...6).contains(strength ?? 1) else {
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
        throw SuiteFormatError(reason: "the number \(number) stands twice")
      }
    }
    var seenIDs: Set<String> = []
    for id in cases.map(\.id) + retired.map(\.id) where !seenIDs.insert(id).inserted {
      throw SuiteFormatError(reason: "the id `\(id)` stands twice")
    }
  }
}

extension DecodingError {
  /// What is wrong and where: "`cases[3].operation` is missing".
  fileprivate var phrase: String {
    switch self {
    case .keyNotFound(let key, let context):
      "`\(Self.path(context.codingPath + [key]))` is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.isEmpty
        ? "it holds no suite" : "`\(Self.path(context.codingPath))` has the wrong type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is not JSON" : "`\(Self.path(context.codingPath))` has no valid value"
    @unknown default: "it is not JSON"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    return path
  }
}

/// That a file is no suite that can be built on.
package struct SuiteFormatError: Error, Hashable, Sendable {
  /// What is wrong, as a phrase: "it belongs to the spec PAY, not to POST".
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
