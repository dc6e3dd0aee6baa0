import Diagnostics
import Foundation
import Reporting
import Specification
import TestDesign
import Testing
import Text
import Workbooks
import YAMLSyntax

/// The workbooks of all the specs in `specs/`, each in both languages.
enum SampleWorkbooks {
  static func plans() throws -> [WorkbookPlan] { try made.get() }

  private static let made = Result { try make() }

  private static func make() throws -> [WorkbookPlan] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../specs").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }.sorted()
    try #require(files.count >= 5)
    return try files.flatMap { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let tree = try #require(parseYAML(SourceFile(path: file, text: text)).value)
      let decoded = decodeSpecification(tree, path: file, catalogue: .standard)
      let specification = try #require(decoded.value)
      return try Language.allCases.map { language in
        var specification = specification
        specification.language = language
        let today = CalendarDate(number: 20_000)
        let analysed = try #require(try analyse(specification, today: today).value)
        // Strength 1 suffices to have cases, and is fast.
        let matrix = try analysed.cases(earlier: nil, strength: 1)
        let report = Report(specification, analysed.analysis, matrix, toolVersion: "0")
        return WorkbookPlan(report)
      }
    }
  }
}
