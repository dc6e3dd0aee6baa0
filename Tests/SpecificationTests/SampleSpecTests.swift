import Diagnostics
import Specification
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The sample specs of the repository are valid.
@Suite struct SampleSpecTests {
  private static let here = URL(filePath: #filePath).deletingLastPathComponent()
  private static let samples = here.appending(path: "../../specs").standardizedFileURL
  private static let firstSpecs = here.appending(path: "FirstSpecs")

  private static func names(in folder: URL) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }

  private static func text(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test(arguments: names(in: samples))
  func `a sample spec is read without a message`(name: String) throws {
    let text = try Self.text(name, in: Self.samples)
    let file = SourceFile(path: name, text: text)
    let checked = decode(text, path: name)
    #expect(DiagnosticRenderer().render(checked.diagnostics, in: file) == "")
    let spec = try #require(checked.value)
    #expect(!spec.operations.isEmpty && !spec.factors.isEmpty && !spec.rules.isEmpty)
    #expect(spec.rules.allSatisfy { $0.house == nil })
  }

  /// Three specs of a company, with the rules shared by all of its apps.
  @Test(arguments: ["accept.yaml", "list.yaml", "share.yaml"])
  func `a first spec is read with its pack`(name: String) throws {
    let company = try Self.text("company.yaml", in: Self.firstSpecs)
    let catalogue = try SpecificationTests.catalogue(with: company)
    let text = try Self.text(name, in: Self.firstSpecs)
    let file = SourceFile(path: name, text: text)
    let checked = decode(text, path: name, catalogue: catalogue)
    #expect(DiagnosticRenderer().render(checked.diagnostics, in: file) == "")
    let spec = try #require(checked.value)
    let house = spec.rules.filter { $0.house != nil }
    #expect(!house.isEmpty && house.count < spec.rules.count)
    // Each names operations that the spec selects, and has a location in the spec.
    for rule in house {
      #expect(rule.house?.path == "company.yaml")
      #expect(spec.operations.contains { $0.span == rule.span })
    }
    // Without the pack, the spec contains only its own rules.
    let alone = try #require(decode(text, path: name).value)
    #expect(alone.rulesInWords == spec.rulesInWords.dropLast(house.count))
  }

  @Test func `there are samples`() {
    #expect(Self.names(in: Self.samples).count >= 5)
    #expect(Self.names(in: Self.firstSpecs).count == 5)
  }
}
