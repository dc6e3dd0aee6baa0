import Foundation
import Testing

/// Compares the import table of `Documentation/modules.md` with the imports of the sources.
struct ImportTableTests {
  private struct Row {
    var module: String
    var imports: [String]
  }

  /// The modules that come with the compiler and are not listed.
  private static let platform = [
    "Foundation", "FoundationEssentials", "Glibc", "Darwin", "Musl", "Synchronization",
  ]
  private static let packages = ["ArgumentParser", "NIOCore", "NIOPosix", "NIOHTTP1"]

  @Test func rowsNameOnlyWhatStandsAbove() throws {
    var above: [String] = []
    for row in try Self.table() {
      for module in row.imports where !Self.packages.contains(module) {
        #expect(above.contains(module), "\(row.module) imports \(module), which stands below it")
      }
      above.append(row.module)
    }
    #expect(above.count > 8)
  }

  @Test func everyModuleHasARow() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Sources.root.appendingPathComponent("Sources").path
    ).filter { !$0.hasPrefix(".") }
    #expect(try Self.table().map(\.module).sorted() == folders.sorted())
  }

  @Test func modulesImportExactlyWhatTheirRowNames() throws {
    for row in try Self.table() {
      let imports = try Sources.files(of: row.module).flatMap { try Self.imports(of: $0) }
      let named = Set(imports).subtracting(Self.platform)
      #expect(named == Set(row.imports), "\(row.module)")
    }
  }

  @Test func theEngineKnowsNoPlatform() throws {
    let imports = try Sources.files(of: "Combinatorics").flatMap { try Self.imports(of: $0) }
    #expect(Set(imports).isDisjoint(with: Self.platform))
  }

  /// All of Foundation would load ICU's tables into every process.
  @Test func theProgramDoesWithoutAllOfFoundation() throws {
    for row in try Self.table() {
      let files = try Sources.files(of: row.module)
      for file in try files.filter({ try Self.imports(of: $0).contains("Foundation") }) {
        // On Darwin, Foundation is part of the system.
        let text = try String(contentsOf: file, encoding: .utf8)
        let isAlternative = text.contains("#if canImport(Darwin)\n")
        #expect(isAlternative, "\(file.lastPathComponent) imports all of Foundation")
      }
    }
  }

  @Test(arguments: ["CYAML", "CXLSXWriter", "CMinizip", "CExpat", "CCaDiCaL", "CResources"])
  func oneFileImportsASystemLibrary(library: String) throws {
    let files = try Self.table().flatMap { try Sources.files(of: $0.module) }
    let importing = try files.filter { try Self.imports(of: $0).contains(library) }
    #expect(importing.count == 1, "\(importing.map(\.lastPathComponent))")
  }

  @Test func oneModuleImportsTheServersLibrary() throws {
    for row in try Self.table() where row.imports.contains(where: { $0.hasPrefix("NIO") }) {
      #expect(row.module == "ReviewServer")
    }
  }

  /// A module that is imported but not declared would not trigger recompilation when it changes.
  @Test func testsDeclareWhatTheyImport() throws {
    let package = try String(
      contentsOf: Sources.root.appendingPathComponent("Package.swift"),
      encoding: .utf8
    )
    let modules = Set(try Self.table().map(\.module))
    var targets = 0
    for target in package.matches(
      of: /\.testTarget\(\s*name: "(\w+)",\s*(?:dependencies: \[([^\]]*)\])?/
    ) {
      targets += 1
      let declared = (target.2 ?? "").split { !($0.isLetter || $0.isNumber || $0 == "-") }
      let folder = Sources.root.appendingPathComponent("Tests/\(target.1)")
      let imports = try Sources.files(in: folder).flatMap { try Self.imports(of: $0) }
      let missing = Set(imports).intersection(modules).subtracting(declared.map(String.init))
      #expect(missing.isEmpty, "\(target.1) does not declare \(missing.sorted())")
    }
    #expect(targets > 10)
  }

  private static func table() throws -> [Row] {
    let page = Sources.root.appendingPathComponent("Documentation/modules.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { line in
        let cells = line.split(separator: "|").map { names(in: $0) }
        return Row(module: cells[0].first ?? "", imports: cells[2])
      }
  }

  /// Returns the names in backquotes.
  private static func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The imports by file and module, read once.
  private static let known = Result {
    let files = try table().flatMap { try Sources.files(of: $0.module) }
    return Dictionary(uniqueKeysWithValues: try files.map { ($0, try readImports(of: $0)) })
  }

  private static func imports(of file: URL) throws -> [String] {
    try known.get()[file] ?? readImports(of: file)
  }

  private static func readImports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(of: "import"), keyword < 2, words.count == keyword + 2,
        keyword == 0
          || ["package", "internal", "public", "private", "@testable"].contains(words[0])
      else { return nil }
      return String(words[keyword + 1])
    }
  }
}
