import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import TestCode
@testable import TestDesign

/// The specs whose code is held against the analysis.
enum CodeSpecs {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The samples, in alphabetical order.
  static let samples: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "specs").path
    )
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { "specs/\($0)" }
  }()

  /// A sample, or one with a part of its text replaced.
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

  /// A spec without mistakes.
  static func analysed(_ text: String, path: String = "spec.yaml") throws -> AnalysedSpecification {
    try SpecText.analysed(text, path: path, today: today)
  }

  /// A random spec with its oracle, every third with a pack, every second with many parts; `nil` where only its space shows that it is wrong.
  static func random(seed: Int) throws -> (analysed: AnalysedSpecification, oracle: Oracle)? {
    var spec = RandomSpec.make(
      seed: UInt64(seed),
      hasPack: seed.isMultiple(of: 3),
      hasPlaceholders: true,
      prefersParts: seed.isMultiple(of: 2)
    )
    // Several stand in one program.
    spec.id = "S\(seed)"
    let specification = try #require(ReadSpec(spec).specification, "seed \(seed)")
    guard let analysed = try analyse(specification, today: today).value else { return nil }
    return (analysed, Oracle(spec))
  }

  static func model(of analysed: AnalysedSpecification) throws -> CodeModel {
    try CodeModel(analysed, try analysed.cases(earlier: nil))
  }

  /// A small spec of some sections.
  static func spec(_ id: String, _ sections: String) throws -> AnalysedSpecification {
    try analysed("specmatrix: 1\nid: \(id)\nfeature: Test\ntraits: []\n" + sections)
  }

  /// Names in Japanese, names that are words of a language or of the generated types, negative numbers, and texts full of signs.
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

  /// A spec whose code is divided: all tuples of three values make more than 200 cases.
  static func many(valuesPerFactor count: Int = 6) throws -> AnalysedSpecification {
    let values = (1...count).map { "v\($0)" }.joined(separator: ", ")
    let factors = "{a: [\(values)], b: [\(values)], c: [\(values)]}"
    return try spec(
      "MANY",
      "states: \(factors)\noperations: [go, come]\nrules: {go: It goes, come: It comes}\n"
    )
  }

  /// The model with a case for each tuple of three values.
  static func modelOfTriples(of analysed: AnalysedSpecification) throws -> CodeModel {
    try CodeModel(analysed, try analysed.cases(earlier: nil, depth: .all, strength: 3))
  }

  static let today = CalendarDate(number: 20_000)
}

/// Every tuple of values of a spec's factors, by number; the first factor changes fastest.
struct SetupList {
  /// By factor: how many values it has, *not applicable* among them.
  let sizes: [Int]
  private let valueCounts: [Int]

  init(_ specification: Specification) {
    valueCounts = specification.factors.map(\.values.count)
    sizes = specification.factors.map { $0.values.count + ($0.onlyWhen == nil ? 0 : 1) }
  }

  var count: Int { sizes.reduce(1, *) }

  /// The numbers that are looked at: all, or as many as the limit, spread evenly enough by a step that no count divides.
  func numbers(atMost limit: Int) -> [Int] {
    (0..<min(count, limit)).map { count <= limit ? $0 : $0 * Self.step % count }
  }

  /// A prime.
  static let step = 7_919_777

  /// By factor: the number of the value, `nil` for not applicable.
  func values(_ number: Int) -> [Int?] {
    var rest = number
    return zip(sizes, valueCounts).map { size, count in
      defer { rest /= size }
      return rest % size < count ? rest % size : nil
    }
  }
}
