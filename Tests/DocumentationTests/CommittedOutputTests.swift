import Foundation
import Testing

@testable import SpecMatrixCLI

/// `output/` holds what `specs/` generate, so that a clean clone stays clean.
@Suite struct CommittedOutputTests {
  @Test func generatingAgainGivesTheSameBytes() throws {
    let checkout = try Checkout()
    let names = try Repository.names(in: "output", endingIn: ".json", ".csv")
    let specs = try Repository.names(in: "specs", endingIn: ".yaml")
    let flows = names.count { $0.hasSuffix("-flows.csv") }
    #expect(flows > 0 && names.count == 3 * specs.count + flows)
    let run = checkout.run("specmatrix generate specs --format json,csv --verify")
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.errors == "")
    for name in names {
      let written = try checkout.text("output/\(name)").utf8
      let isSame = written.elementsEqual(try Repository.text("output/\(name)").utf8)
      #expect(isSame, "output/\(name) is not what `make demo` writes; run it and commit the result")
    }
  }

  @Test func `the code of the example is what its spec says`() throws {
    let checkout = try Checkout()
    let run = checkout.run("specmatrix code specs/payment-confirmation.yaml --output Tests")
    #expect(run.status == .success, "\(run.errors)")
    let path = "Examples/payment-confirmation/Tests/PaymentConfirmationTests/PAY.cases.swift"
    let isSame = try checkout.text("Tests/PAY.cases.swift") == Repository.text(path)
    #expect(isSame, "\(path): run `specmatrix code specs/payment-confirmation.yaml` for its folder")
  }

  @Test func theCompleteSpecHasNoFinding() throws {
    let checkout = try Checkout()
    let run = checkout.run("specmatrix check specs/complete.yaml --fail-on note --format json")
    #expect(run.status == .success)
    #expect(run.output.contains("\"findings\": []"))
  }

  /// A demo must show something: each of the other specs leaves a question open.
  @Test func theOtherSpecsLeaveQuestions() throws {
    let checkout = try Checkout()
    for name in try Repository.names(in: "specs", endingIn: ".yaml") where name != "complete.yaml" {
      #expect(checkout.run("specmatrix check specs/\(name)").status == .findings, "\(name)")
    }
  }
}
