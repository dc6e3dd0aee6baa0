import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// The page that leads from a spec to a passing test, followed from the top in an empty folder.
///
/// A text below `<!-- swift test; edit FILE: OLD => NEW -->` is the output after the edits, one below `<!-- specmatrix …; edit … -->` that
/// of the command. Edits persist, and after those of a spec its code is generated again, except before `--check`.
@Suite(.tags(.external), .external)
struct ExternalTestingPageTests {
  private static let generation = "specmatrix code specs/cart.yaml --output Tests/CartTests"

  @Test func `what the page shows is what happens`() throws {
    let checkout = try Checkout()
    let fences = try Fence.all(of: "Documentation/testing.md")
    for fence in fences where fence.lead.hasPrefix("<!-- file ") {
      try checkout.write(fence.text + "\n", to: String(fence.lead.split(separator: " ")[2]))
    }
    #expect(checkout.run(Self.generation).status == .success)

    var shown = 0
    for fence in fences where fence.info == "text" {
      let request = fence.lead.dropFirst("<!-- ".count).dropLast(" -->".count)
      let parts = request.split(separator: "; ").map(String.init)
      for part in parts.dropFirst() {
        let edit = try #require(part.wholeMatch(of: /edit (\S+): (.*) => (.*)/), "\(part)").output
        try checkout.replace(String(edit.2), with: String(edit.3), in: String(edit.1))
      }
      shown += 1
      guard parts[0] == "swift test" else {
        let run = checkout.run(parts[0])
        #expect(run.status == .findings, "\(fence.place)")
        #expect("$ \(parts[0])\n\(run.errors)" == fence.text + "\n", "\(fence.place)")
        continue
      }
      #expect(checkout.run(Self.generation).status == .success)
      let run = try checkout.swiftTest()
      #expect(run.succeeded == fence.text.hasPrefix("✔"), "\(fence.place)")
      for line in fence.text.split(separator: "\n") {
        // The leading symbol depends on the terminal.
        let text = line.drop { !$0.isASCII || $0 == " " }
        #expect(run.output.contains(text), "\(fence.place): \(run.output)")
      }
    }
    #expect(shown == 4)
  }
}
