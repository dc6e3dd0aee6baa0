import Foundation
import Testing

@testable import TestDesign

/// The suites of the specs that the repository brings along.
struct SampleSuiteTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../specs").standardizedFileURL

  private static func names() -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }

  @Test(arguments: names(), 1...4)
  func `a sample's suite is complete and inside the space`(name: String, strength: Int) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let analysed = try analysed(text)
    let matrix = try analysed.cases(earlier: nil, strength: strength)
    #expect(matrix.strength == strength)
    #expect(!matrix.cases.isEmpty)
    #expect(try analysed.verify(matrix).isCertified)
    #expect(Set(matrix.cases.map(\.id)).count == matrix.cases.count)
  }

  @Test(arguments: names())
  func `the checker misses what is taken away`(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let analysed = try analysed(text)
    var matrix = try analysed.cases(earlier: nil)
    // None of the cases can be spared.
    matrix.cases.remove(at: matrix.cases.count / 2)
    #expect(try !analysed.verify(matrix).complaints.isEmpty)
  }

  @Test func `there are samples`() {
    #expect(Self.names().count >= 5)
  }
}
