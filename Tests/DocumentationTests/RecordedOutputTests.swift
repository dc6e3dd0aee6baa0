import Foundation
import Testing

/// Every output on a page is what the program prints; `SPECMATRIX_RECORD=1` records them.
@Suite struct RecordedOutputTests {
  @Test(arguments: Repository.pages)
  func outputsAreReal(page: String) throws {
    let checkout = try Checkout()
    for fence in try Fence.all(of: page) where fence.lead.hasPrefix("<!-- file ") {
      try checkout.write(fence.text + "\n", to: String(fence.lead.split(separator: " ")[2]))
    }
    var text = try Repository.text(page)
    let isRecording = ProcessInfo.processInfo.environment["SPECMATRIX_RECORD"] == "1"
    for output in try RecordedOutput.all(in: text).reversed() {
      let actual = try output.actual(in: checkout)
      if isRecording {
        text.replaceSubrange(output.range, with: actual)
      } else {
        let isSame = text[output.range].utf8.elementsEqual(actual.utf8)
        #expect(
          isSame,
          "\(page): not what `\(output.request)` gives; SPECMATRIX_RECORD=1 records it"
        )
      }
    }
    if isRecording { try Repository.write(text, to: page) }
  }

  /// No page has an output that this test does not check.
  @Test(arguments: Repository.pages)
  func everyOutputIsMarked(page: String) throws {
    for fence in try Fence.all(of: page) where fence.info == "console" {
      #expect(fence.lead.hasPrefix("<!-- output: "), "\(fence.place)")
    }
  }

  @Test func theREADMEShowsOutputs() throws {
    #expect(try RecordedOutput.all(in: Repository.text("README.md")).count > 2)
  }
}
