import Foundation
import TestSupport
import Testing

/// The build plugin: in a package that uses it, the installed program generates the code of a spec, again after each change.
///
/// It works in a target of any kind; one without tests builds in a fraction of the time.
@Suite(.tags(.external), .external)
struct ExternalPluginTests {
  private static let spec = """
    specmatrix: 1
    id: LIST
    feature: A list
    traits: []
    states:
      items: {values: {none: , some: }}
    operations: {show: The list opens}
    rules:
      show:
        items:
          none: An empty list is shown
          some: The items are shown

    """

  @Test(.enabled(if: BuiltProgram.url != nil, "the program is not built"))
  func aPackageGetsItsCodeFromTheProgram() throws {
    let package = try Package()
    try package.folder.write(Self.spec, to: "specs/list.yaml")
    try package.folder.write("# Ours\nspecs/list.yaml --style previews\n", to: Package.list)
    try package.folder.write(
      "for one in LIST.cases { print(one.id, LIST.decide(one.setup, one.operation) == one.outcome) }\n",
      to: "Sources/App/main.swift"
    )
    let run = try package.swift("run")
    #expect(run.succeeded, "\(run.output)")
    #expect(run.output.hasSuffix("\nLIST-P9V true\nLIST-RJ5 true\n"), "\(run.output)")

    // A third value adds a third case.
    try package.folder.write(
      Self.spec.replacing("some: }", with: "some: , many: }").replacing(
        "are shown\n",
        with: "are shown\n      many: The first are shown\n"
      ),
      to: "specs/list.yaml"
    )
    let more = try package.swift("run")
    #expect(
      more.output.hasSuffix("\nLIST-2DC true\nLIST-P9V true\nLIST-RJ5 true\n"),
      "\(more.output)"
    )

    // A mistake is reported at its location.
    try package.folder.write(
      Self.spec.replacing("operations", with: "operatons"),
      to: "specs/list.yaml"
    )
    let mistaken = try package.swift("build")
    #expect(!mistaken.succeeded)
    #expect(mistaken.output.contains("specs/list.yaml:7:1: error[unknown-key]"))

    try package.folder.write("specs/lost.yaml\n", to: Package.list)
    try package.folder.write("// another\n", to: "Sources/App/Another.swift")
    let lost = try package.swift("build")
    #expect(!lost.succeeded)
    #expect(lost.output.contains("specmatrix.txt names specs/lost.yaml, which does not exist in "))
  }
}

/// A package of one target that uses the plugin of this checkout.
private struct Package {
  let folder: TemporaryFolder
  static let list = "Sources/App/specmatrix.txt"

  init() throws {
    folder = try TemporaryFolder()
    let plugin = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Plugin"
    )
    .standardizedFileURL.path
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "app",
        dependencies: [.package(name: "specmatrix-plugin", path: "\(plugin)")],
        targets: [
          .executableTarget(
            name: "App",
            exclude: ["specmatrix.txt"],
            plugins: [.plugin(name: "SpecMatrixCode", package: "specmatrix-plugin")]
          )
        ]
      )

      """,
      to: "Package.swift"
    )
  }

  /// Runs `swift` on it without a sandbox, which cannot be nested in that of the tests.
  func swift(_ command: String) throws -> (succeeded: Bool, output: String) {
    try Tool(at: "/usr/bin/env").outcome(
      ["swift", command, "--disable-sandbox", "--package-path", folder.path],
      environment: ["SPECMATRIX": BuiltProgram.url?.path ?? ""]
    )
  }
}
