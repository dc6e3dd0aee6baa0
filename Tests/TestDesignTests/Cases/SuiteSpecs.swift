import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// The specs whose suites are held against the reference.
enum SuiteSpecs {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  private static let firstFolder = "Tests/SpecificationTests/FirstSpecs"

  /// The paths of the samples.
  static let samples = names(in: "specs")

  /// The paths of the samples and of the first specs, in alphabetical order each.
  static let paths: [String] =
    samples + ["accept", "list", "share"].map { "\(firstFolder)/\($0).yaml" }

  private static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
  }

  /// A spec of the repository; a first spec without the rules of its company.
  static func analysed(_ path: String) throws -> AnalysedSpecification {
    try TestDesignTests.analysed(text(path))
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// A random spec with all that suites have to do with; `nil` where only its space shows that it is wrong.
  static func random(seed: UInt64) throws -> AnalysedSpecification? {
    let abstract = abstract(seed: seed)
    let specification = try #require(ReadSpec(abstract).specification)
    return try analyse(specification, today: testDay).value
  }

  /// Every third has a pack, every second many parts.
  static func abstract(seed: UInt64) -> AbstractSpec {
    RandomSpec.make(
      seed: seed,
      hasPack: seed.isMultiple(of: 3),
      hasPlaceholders: true,
      prefersParts: seed.isMultiple(of: 2)
    )
  }
}
