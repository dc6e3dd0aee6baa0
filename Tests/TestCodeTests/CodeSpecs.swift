import Diagnostics
import Foundation
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import Specification
@testable import TestCode
@testable import TestDesign

/// The specs whose code is compared with the analysis.
enum CodeSpecs {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static let samples: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "specs").path
    )
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { "specs/\($0)" }
  }()

  /// Returns a sample, optionally with parts of its text replaced.
  static func sample(
    _ path: String,
    replacing changes: [(String, String)] = []
  ) throws -> AnalysedSpecification {
    var text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    for (old, new) in changes {
      try #require(text.contains(old), "\(path): no `\(old)`")
      text = text.replacing(old, with: new)
    }
    return try analysed(text, path: path)
  }

  static func analysed(_ text: String, path: String = "spec.yaml") throws -> AnalysedSpecification {
    try SpecText.analysed(text, path: path, today: today)
  }

  /// Returns a random spec with its oracle, every third with a pack, every second with many parts, or `nil` if only its space shows that it
  /// is invalid.
  static func random(seed: Int) throws -> (analysed: AnalysedSpecification, oracle: Oracle)? {
    var spec = RandomSpec.make(
      seed: UInt64(seed),
      hasPack: seed.isMultiple(of: 3),
      hasPlaceholders: true,
      prefersParts: seed.isMultiple(of: 2)
    )
    // A program contains several of them.
    spec.id = "S\(seed)"
    let specification = try #require(ReadSpec(spec).specification, "seed \(seed)")
    guard let analysed = try analyse(specification, today: today).value else { return nil }
    return (analysed, Oracle(spec))
  }

  static func model(of analysed: AnalysedSpecification) throws -> CodeModel {
    try CodeModel(analysed, try analysed.cases(earlier: nil))
  }

  static func spec(_ id: String, _ sections: String) throws -> AnalysedSpecification {
    try analysed("specmatrix: 1\nid: \(id)\nfeature: Test\ntraits: []\n" + sections)
  }

  /// Japanese names, keywords of languages and of the generated types, negative numbers, and special characters.
  static let oddNames = """
    states:
      会員種別: {values: {無料: 無料会員, 有料: "$x */ “プレミアム” \\\\会員"}}
      class: {values: {none: , label: , in: , self: }, only_when: {会員種別: 有料}}
      comment: {values: [some, default, 1st, all_cases]}
      operation_kind: {values: [test, issue]}
      view: {values: [text, screen]}
    data:
      degrees: {range: -3..3}
    operations:
      投稿する: 投稿ボタンをタップする
      init: {variants: [Type, never]}
    impossible:
      - when: {view: screen, comment: 1st}
        because: it is */ not
    rules:
      投稿する:
        会員種別:
          無料: 「"無料"」と表示する \\ 終わり
          有料: 投稿が完了する
      init: "Nothing"

    """

  /// Specs that compare two factors: different units, one that applies only sometimes, in `only_when` and in impossible combinations;
  /// amounts, dates and listed numbers.
  static let comparing = [
    "COPY": """
    states: {disk: [internal, card], drawer: {values: [open, shut], only_when: {size: more than free}}}
    data: {size: {range: 1..500 MB}, free: {range: 0..1000 MB, only_when: {disk: card}}}
    operations: {upload: Tap Upload, retry: {label: Try again, only_when: {size: at most free}}}
    impossible: [{when: {size: same as free, disk: card, drawer: open}}, {when: {operation: retry, size: 7, free: at least size}}]
    rules:
      upload:
        - {when: {size: at most free}, then: The file is in the list}
        - {when: {size: 100.. and more than free}, then: A dialog offers to buy more space}
      retry: {then: It is there}

    """,
    "LOAN": """
    states: {due: {date: 2027-04-01..2027-04-30}, today: {date: 2027-04-10..2027-05-20}, seats: [1, 4, 12], shelf: {range: 2..9}}
    data: {wait: {range: 1..72 hours}, limit: {range: 1..3 days}, price: {range: 0.00..5.00 EUR}, purse: {range: 0..20 EUR}}
    operations: [bring, pay, sit]
    rules:
      bring:
        - {when: {today: not more than due, wait: less than limit}, then: Thanks}
        - {when: {today: more than due, wait: at least limit}, then: A fee is due}
      pay: {price: {at most purse: Paid, more than purse: “Not enough” is shown}}
      sit: {seats: {same as shelf: A seat for each, others: Some stand}}

    """,
  ]

  static func comparing(_ id: String) throws -> AnalysedSpecification {
    try spec(id, #require(comparing[id]))
  }

  /// Returns a spec whose code is split: all triples of values make more than 200 cases.
  static func many(valuesPerFactor count: Int = 6) throws -> AnalysedSpecification {
    let values = (1...count).map { "v\($0)" }.joined(separator: ", ")
    let factors = "{a: [\(values)], b: [\(values)], c: [\(values)]}"
    return try spec(
      "MANY",
      "states: \(factors)\noperations: [go, come]\nrules: {go: It goes, come: It comes}\n"
    )
  }

  static func modelOfTriples(of analysed: AnalysedSpecification) throws -> CodeModel {
    try CodeModel(analysed, try analysed.cases(earlier: nil, depth: .all, strength: 3))
  }

  static let today = CalendarDate(number: 20_000)
}

/// Every tuple of values of a spec's declared factors, by number; the first factor changes fastest.
struct SetupList {
  /// The number of values of each declared factor, including *not applicable*.
  let sizes: [Int]
  private let factors: [Factor]

  init(_ specification: Specification) {
    factors = specification.factors
    sizes = factors.filter { $0.comparison == nil }
      .map { $0.values.count + ($0.onlyWhen == nil ? 0 : 1) }
  }

  var count: Int { sizes.reduce(1, *) }

  /// Returns all numbers, or `limit` of them spread evenly by a step coprime to the count.
  func numbers(atMost limit: Int) -> [Int] {
    (0..<min(count, limit)).map { count <= limit ? $0 : $0 * Self.step % count }
  }

  /// A prime.
  static let step = 7_919_777

  /// Returns the value of each factor, `nil` for not applicable; comparisons follow from the values.
  func values(_ number: Int) -> [Int?] {
    var rest = number
    var values = zip(sizes, factors).map { size, factor -> Int? in
      defer { rest /= size }
      return rest % size < factor.values.count ? rest % size : nil
    }
    for factor in factors {
      guard let comparison = factor.comparison else { continue }
      let sides = [
        (comparison.left, comparison.leftSteps), (comparison.right, comparison.rightSteps),
      ]
      let steps = sides.compactMap { side, steps -> Int? in
        let value = values[side].map { factors[side].values[$0] }
        return value?.isInvalid == false ? value?.number.map { $0 * steps } : nil
      }
      let relation = steps.count < 2 ? nil : (steps[0] - steps[1]).signum()
      values.append(relation.flatMap { one in factor.values.firstIndex { $0.number == one } })
    }
    return values
  }
}
