import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import TestCode

/// The example works as documented: faults of the app are found, and additions to the spec break the build.
@Suite(.tags(.external), .external)
struct ExternalExampleTests {
  /// A fault of the app: a change of its text that an environment variable enables by number.
  private struct Mutation {
    var number: Int
    var file: String
    var old: String
    var new: String
    /// The cases that find it; all if none is named.
    var cases: [String]
    /// True if the random walk finds it.
    var isWalkedInto = true
  }

  private static let sources = "Sources/PaymentConfirmation/"

  private static let mutations = [
    Mutation(
      number: 1,
      file: "AcceptScreen.swift",
      old: #"show("This transfer has expired", [.askAgain])"#,
      new: #"show("This transfer has expired", isMutated(1) ? [] : [.askAgain])"#,
      cases: ["PAY-FM4", "PAY-PF4", "PAY-RT2"]
    ),
    Mutation(
      number: 2,
      file: "AcceptScreen.swift",
      old: "!isAccepting else",
      new: "!isAccepting || isMutated(2) else",
      cases: ["PAY-NH6"]
    ),
    Mutation(
      number: 3,
      file: "ScreenText.swift",
      old: "guard name.count > Self.width else",
      new: "guard name.count > Self.width, !isMutated(3) else",
      cases: ["PAY-F24", "PAY-V9K"]
    ),
    Mutation(
      number: 4,
      file: "AcceptScreen.swift",
      old: "place = .passcode",
      new: "place = isMutated(4) ? .transfer : .passcode",
      cases: ["PAY-X3M"]
    ),
    // The listener retains the screen, which retains the server.
    Mutation(
      number: 5,
      file: "AcceptScreen.swift",
      old: "[weak self] transfer in",
      new: "[weak self, held = isMutated(5) ? self : nil] transfer in _ = held;",
      cases: [],
      isWalkedInto: false
    ),
  ]

  /// One build for all: the faults are enabled one by one, for the cases and for the random walk.
  @Test func `faults are found, and new things in the spec break the build`() throws {
    let example = try ExampleCopy()
    for mutation in Self.mutations {
      try example.replace(mutation.old, with: mutation.new, in: Self.sources + mutation.file)
    }
    try example.write(
      """
      import Foundation

      private let mutation = ProcessInfo.processInfo.environment["MUTATION"]

      func isMutated(_ number: Int) -> Bool { mutation == String(number) }

      """,
      to: Self.sources + "Mutation.swift"
    )
    let build = try example.swift("build", "--build-tests")
    try #require(build.succeeded, "\(build.output)")

    let sound = try example.swift("test", "--skip-build")
    #expect(sound.succeeded, "\(sound.output)")
    for mutation in Self.mutations {
      let run = try example.swift("test", "--skip-build", mutation: mutation.number)
      #expect(!run.succeeded)
      let cases = mutation.cases.isEmpty ? try example.allCases : mutation.cases
      #expect(run.failedCases == cases, "mutation \(mutation.number)")
      #expect(run.output.contains("step ") == mutation.isWalkedInto, "mutation \(mutation.number)")
    }

    for addition in Self.additions {
      let path = "specs/payment-confirmation.yaml"
      let analysed = try CodeSpecs.sample(path, replacing: [(addition.old, addition.new)])
      let code = try CodeSpecs.model(of: analysed).code(in: .swift, .arguments, .raw)
      let file = try #require(code.value?.first)
      try example.write(file.text, to: "Tests/PaymentConfirmationTests/\(file.name)")
      let build = try example.swift("build", "--build-tests")
      #expect(!build.succeeded)
      for name in addition.messages {
        #expect(build.output.contains(name), "\(name): \(build.output.prefix(4000))")
      }
    }
  }

  /// Additions to the spec, with the compiler's messages.
  private static let additions: [(old: String, new: String, messages: [String])] = [
    (
      old:
        "accept it first on a second device with the same account}\n",
      new:
        "accept it first on a second device with the same account}\n      withdrawn: Withdrawn by the sender\n",
      messages: ["switch must be exhaustive", "'.withdrawn'"]
    ),
    (
      old: "      taken: “You have already accepted this” is displayed\n",
      new: """
            taken: “You have already accepted this” is displayed
            expired: “This transfer has expired” is displayed

      """,
      messages: ["switch must be exhaustive", "'.decline_expired'"]
    ),
    (
      old: "  sender_image: {label: Sender's image, values: [present, missing]}\n",
      new: """
        sender_image: {label: Sender's image, values: [present, missing]}
        greeting: {values: [present, missing]}

      """,
      messages: ["does not conform to protocol 'PAY.World'", "PAY.Greeting"]
    ),
  ]
}

private final class ExampleCopy {
  struct Run {
    var succeeded: Bool
    /// The output without the lines of open cases, which are not failures.
    var output: String

    var failedCases: [String] {
      Set(output.matches(of: /specmatrix:(PAY-[2-9A-Z]+)#/).map { String($0.output.1) }).sorted()
    }
  }

  var allCases: [String] {
    get throws {
      let path = "Tests/PaymentConfirmationTests/PAY.cases.swift"
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return Set(text.matches(of: /id: "(PAY-[2-9A-Z]+)"/).map { String($0.output.1) }).sorted()
    }
  }

  private let root = FileManager.default.temporaryDirectory
    .appending(path: "specmatrix-example-\(UUID().uuidString)")

  init() throws {
    let original = CodeSpecs.root.appending(path: "Examples/payment-confirmation")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for name in ["Package.swift", "Sources", "Tests"] {
      let (old, new) = (original.appending(path: name), root.appending(path: name))
      try FileManager.default.copyItem(at: old, to: new)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
  }

  func replace(_ old: String, with new: String, in path: String) throws {
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    try #require(text.contains(old), "\(path): no `\(old)`")
    try write(text.replacing(old, with: new), to: path)
  }

  func swift(_ arguments: String..., mutation: Int = 0) throws -> Run {
    let swift = try #require(Tool("swift"))
    let environment = ["MUTATION": String(mutation)]
    func kept(_ output: String) -> String {
      output.split(separator: "\n").filter { !$0.contains(" waits for: ") }.joined(separator: "\n")
    }
    do {
      let output = try swift.run(arguments, in: root, environment: environment)
      return Run(succeeded: true, output: kept(output))
    } catch let failure as Tool.Failure {
      return Run(succeeded: false, output: kept(failure.description))
    }
  }
}
