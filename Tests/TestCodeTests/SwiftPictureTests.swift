import Diagnostics
import Foundation
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// Previews and snapshots: the code fits the modules that it is for, and each picture is found by the id of its case.
struct SwiftPictureTests {
  /// A sample, specs with parts and specs whose names are odd.
  private static func specs() throws -> [AnalysedSpecification] {
    let random = try (0..<4).compactMap { try DecisionSpecs.random(seed: $0)?.analysed }
    let odd = """
      specmatrix: 1
      id: ODD-ONE
      feature: "View \\"of\\" a screen"
      traits: []
      states:
        view: {values: [text, screen]}
        snapshotting: {values: [image, lines]}
        preview_screen: {values: [here, there]}
        snapshot_taker: {values: [一, 二]}
      operations: {show: The view opens, hide: {variants: [a, b]}}
      rules:
        show:
          view: {text: A text is shown, screen: {question: What is shown?}}
        hide: It is gone

      """
    return try [
      DecisionSpecs.sample("specs/payment-confirmation.yaml"), DecisionSpecs.analysed(odd),
    ]
      + random
  }

  private static func files(
    _ analysed: AnalysedSpecification,
    _ style: CodeStyle
  ) throws -> [CodeFile] {
    let code = try DecisionSpecs.model(of: analysed).code(in: .swift, style, .raw)
    return try #require(code.value, "\(code.diagnostics.map(\.message))")
  }

  @Test func `there is a preview of each case under its id, and nothing of it needs Testing`()
    throws
  {
    let analysed = try DecisionSpecs.sample("specs/payment-confirmation.yaml")
    let files = try Self.files(analysed, .previews)
    #expect(files.map(\.name) == ["PAY.cases.swift", "PAY.previews.swift"])
    let shown = files[1].text.matches(of: /#Preview\("([^"]+)"\)/).map { String($0.output.1) }
    let cases = try DecisionSpecs.model(of: analysed).cases
    #expect(shown == cases.map(\.testCase.id))
    for file in files {
      #expect(!file.text.contains("import Testing") && !file.text.contains("CustomTest"))
    }
  }

  #if os(Linux)
  @Test(.enabled(if: Tool("python3") != nil, "the macro is a program in Python"))
  func `previews compile`() throws {
    var all: [(name: String, text: String)] = []
    for analysed in try Self.specs() {
      let space = analysed.specification.id.replacing("-", with: "_")
      let screen = """
        import SwiftUI

        struct \(space)Screen: \(space).PreviewScreen {
          init(_ world: \(space)World, _ operation: \(space).Operation) {}
          var body: some SwiftUI.View { SwiftUI.Text("") }
        }

        """
      let world = try SwiftCodeTests.driver(analysed)
      let end = try #require(world.firstRange(of: "\n@MainActor")).lowerBound
      all += try Self.files(analysed, .previews).map { ($0.name, $0.text) }
      all += [("\(space)Screen.swift", screen), ("\(space)World.swift", String(world[..<end]))]
    }
    #expect(throws: Never.self) { try SwiftCompiler.check(all, against: [Stubs.swiftUI]) }
    // What does not fit is found, so that the check above says something.
    let misfit = all.filter { $0.name.hasPrefix("ODD") }.map { name, text in
      (name: name, text: text.replacing("_ operation: ODD_ONE", with: "operation: ODD_ONE"))
    }
    #expect(throws: SwiftCompiler.Failure.self) {
      try SwiftCompiler.check(misfit, against: [Stubs.swiftUI])
    }
  }

  @Test func `snapshots compile`() throws {
    var all: [(name: String, text: String)] = []
    for analysed in try Self.specs() {
      let members = """
        static var snapshotting: SnapshotTesting.Snapshotting<String, String> { .lines }
          var screen: String { "" }
        """
      let driver = try SwiftCodeTests.driver(analysed, as: "SnapshotDriver", members)
      all += try Self.files(analysed, .snapshots).map { ($0.name, $0.text) }
      all.append(
        ("\(analysed.specification.id)Driver.swift", "import SnapshotTesting\n" + driver)
      )
    }
    #expect(throws: Never.self) { try SwiftCompiler.check(all, against: [Stubs.snapshotTesting]) }
    let misfit = all.filter { $0.name.hasPrefix("ODD") }.map { name, text in
      (name: name, text: text.replacing("<String, String>", with: "<Int, String>"))
    }
    #expect(throws: SwiftCompiler.Failure.self) {
      try SwiftCompiler.check(misfit, against: [Stubs.snapshotTesting])
    }
  }
  #endif

  @Test func `a page says of each case what its picture shows, and of the others that they wait`()
    throws
  {
    let model = try DecisionSpecs.model(of: DecisionSpecs.sample("specs/payment-confirmation.yaml"))
    let page = model.snapshotPage(SnapshotPath("Snapshots/{expected}/{case}.txt"))
    #expect(page.name == "PAY.snapshots.md")
    #expect(page.text == model.snapshotPage(SnapshotPath("Snapshots/{expected}/{case}.txt")).text)
    let links = page.text.matches(of: /\[(PAY-\d+)\]\((Snapshots\/[^)]+\.txt)\)/)
      .map { (id: String($0.output.1), path: String($0.output.2)) }
    let decided = model.cases.filter(\.isDecided).map(\.testCase.id)
    #expect(links.map(\.id).sorted() == decided.sorted())
    #expect(page.text.contains("\n## accept-expired\n\n| case |"))
    let row = try #require(page.text.split(separator: "\n").first { $0.hasPrefix("| PAY-007 |") })
    #expect(row.hasPrefix("| PAY-007 | Tap Accept – expired transfer | Identity check: Passed<br>"))
    #expect(
      row.contains(
        " | “This transfer has expired” is displayed with a button to ask for it again | ["
      )
    )
    let waiting = model.cases.filter { !$0.isDecided }.map(\.testCase.id)
    #expect(
      page.text.hasSuffix(
        "\nWithout a snapshot, waiting for answers: \(waiting.joined(separator: ", "))\n"
      )
    )
    let images = model.snapshotPage(nil).text
    #expect(
      images.contains("![PAY-007](__Snapshots__/PAY.snapshots/accept-expired.PAY-007.png)")
    )
    #expect(SnapshotPath("all.png") == nil)
  }

  @Test func `texts of people do not break the page`() throws {
    let spec = """
      specmatrix: 1
      id: ODD
      feature: "A | B <b>"
      path: "--> x"
      traits: []
      states: {a: {values: {x: "x | [y](z)", y: }}}
      operations: {show: "Show <script>"}
      rules: {show: "| *It* is shown | -->"}

      """
    let analysed = try DecisionSpecs.analysed(
      spec.replacing("path: \"--> x\"\n", with: ""),
      path: "--> x.yaml"
    )
    let page = try DecisionSpecs.model(of: analysed).snapshotPage(nil).text
    #expect(page.hasPrefix("<!-- Generated by specmatrix from - -&gt; x.yaml. -->\n\n"))
    #expect(!page.dropFirst(4).contains("<script") && !page.contains("[y](z)"))
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ODD-") }
    #expect(rows.count == 2)
    for row in rows { #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 6) }
  }
}

/// The signatures that generated code uses of modules which are not on this machine.
private enum Stubs {
  /// SwiftUI, with the macro as Apple declares it.
  static let swiftUI = SwiftCompiler.Stub(
    name: "SwiftUI",
    text: """
      @MainActor public protocol View {
        associatedtype Body: View
        @ViewBuilder var body: Body { get }
      }
      extension Never: View { public var body: Never { fatalError() } }
      extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
      public struct Text: View {
        public init(_ text: String) {}
        public var body: Never { fatalError() }
      }
      @resultBuilder public enum ViewBuilder {
        public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
        public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
      }
      public struct Preview {
        @MainActor public init(
          _ name: String? = nil,
          @ViewBuilder body: @escaping @MainActor () -> any View
        ) {}
      }
      @freestanding(declaration)
      public macro Preview(
        _ name: String? = nil,
        @ViewBuilder body: @escaping @MainActor () -> any View
      ) = #externalMacro(module: "PreviewsMacros", type: "SwiftUIView")

      """,
    // What a compiler and a macro say to each other: a length in eight bytes, and so many bytes of JSON.
    macros: (
      module: "PreviewsMacros",
      program: #"""
      #!/usr/bin/env python3
      import json, struct, sys

      def read(count):
          data = sys.stdin.buffer.read(count)
          if len(data) < count:
              sys.exit(0)
          return data

      while True:
          message = json.loads(read(struct.unpack("<Q", read(8))[0]))
          if "getCapability" in message:
              reply = {"getCapabilityResult": {"capability": {"protocolVersion": 7, "features": []}}}
          else:
              request = message["expandFreestandingMacro"]
              # Comments stand in front.
              call = request["syntax"]["source"].strip().rpartition("#Preview")[2]
              name = request["discriminator"] + "7PreviewfMu_"
              text = "struct %s { @MainActor static func make() -> SwiftUI.Preview { SwiftUI.Preview%s } }"
              reply = {"expandMacroResult": {"expandedSource": text % (name, call), "diagnostics": []}}
          data = json.dumps(reply).encode()
          sys.stdout.buffer.write(struct.pack("<Q", len(data)) + data)
          sys.stdout.buffer.flush()

      """#
    )
  )

  /// swift-snapshot-testing 1.19.
  static let snapshotTesting = SwiftCompiler.Stub(
    name: "SnapshotTesting",
    text: """
      public struct Snapshotting<Value, Format> {
        public init() {}
      }
      extension Snapshotting where Value == String, Format == String {
        public static var lines: Snapshotting { Snapshotting() }
      }
      public struct SnapshotTestingConfiguration {
        public struct Record {}
      }
      public func assertSnapshot<Value, Format>(
        of value: @autoclosure () throws -> Value,
        as snapshotting: Snapshotting<Value, Format>,
        named name: String? = nil,
        record: SnapshotTestingConfiguration.Record? = nil,
        timeout: Double = 5,
        fileID: StaticString = #fileID,
        file filePath: StaticString = #filePath,
        testName: String = #function,
        line: UInt = #line,
        column: UInt = #column
      ) {}

      """
  )
}
