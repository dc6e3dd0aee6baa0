import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// The specs whose suites are checked with the reference.
enum SuiteSpecs {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  private static let firstFolder = "Tests/SpecificationTests/FirstSpecs"

  static let samples = names(in: "specs")

  /// The paths of the samples and of the first specs, each in alphabetical order.
  static let paths: [String] =
    samples + ["accept", "list", "share"].map { "\(firstFolder)/\($0).yaml" }

  private static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Returns the analysis of a spec of the repository; first specs are read without the rules of their company.
  static func analysed(_ path: String) throws -> AnalysedSpecification {
    try TestDesignTests.analysed(text(path))
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns a random spec with everything relevant to suites, or `nil` if only its space shows that it is invalid.
  static func random(seed: UInt64) throws -> AnalysedSpecification? {
    let abstract = abstract(seed: seed)
    let specification = try #require(ReadSpec(abstract).specification)
    return try analyse(specification, today: testDay).value
  }

  /// Returns a random spec; every third has a pack, every second many parts.
  static func abstract(seed: UInt64) -> AbstractSpec {
    RandomSpec.make(
      seed: seed,
      hasPack: seed.isMultiple(of: 3),
      hasPlaceholders: true,
      prefersParts: seed.isMultiple(of: 2)
    )
  }
}
