import Diagnostics
import Foundation
import Reporting
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import YAMLSyntax

/// Checks of texts and of the repository's specs, as the program makes them but without files.
enum SpecFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  /// Returns the check of a text on 2026-11-21.
  ///
  /// Throws `LimitExceeded`.
  static func check(
    _ text: String,
    path: String = "specs/a.yaml",
    ledger: AgreementLedger? = nil
  ) throws -> SpecCheck {
    let file = SourceFile(path: path, text: text)
    let tree = parseYAML(file)
    let decoded = tree.value.map { decodeSpecification($0, path: path, catalogue: .standard) }
    let found = tree.diagnostics + (decoded?.diagnostics ?? [])
    guard let specification = decoded?.value, !found.contains(where: { $0.severity == .error })
    else { return SpecCheck(source: file, outcome: .invalid, diagnostics: found.sortedByPlace()) }
    let today = try #require(CalendarDate("2026-11-21"))
    let analysed = try analyse(specification, today: today, ledger: ledger)
    guard let value = analysed.value else {
      return SpecCheck(source: file, outcome: .invalid, diagnostics: analysed.diagnostics)
    }
    return SpecCheck(source: file, outcome: .analysed(specification, value.analysis))
  }

  /// Returns the check of a spec of the repository, such as `specs/complete.yaml`.
  static func check(of path: String) throws -> SpecCheck {
    let data = try Data(contentsOf: root.appending(path: path))
    return try check(String(decoding: data, as: UTF8.self), path: path)
  }

  /// Returns the sorted paths of the files in a folder that have a suffix.
  static func paths(in folder: String, endingIn ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  /// Returns a report on all samples, on specs without results, and on a missing path.
  static func everything() throws -> CheckReport {
    let bad = try paths(in: "Tests/SpecificationTests/BadSpecs", endingIn: ".yaml")
    let paths = try paths(in: "specs", endingIn: ".yaml") + bad
    return CheckReport(
      specs: try paths.map(check(of:)) + [SampleCheck.invalid],
      failedPaths: [.init(path: "./specs//nä me,a:b%.yaml", reason: "No such file or directory")]
    )
  }
}
