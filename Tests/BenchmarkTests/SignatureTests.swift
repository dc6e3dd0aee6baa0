import Diagnostics
import PICTModel
import Testing
import specmatrix_benchmarks

@Suite struct SignatureTests {
  @Test func aSignatureCountsValuesAndParameters() {
    #expect(Signature("2^3 5^1")?.sizes == [2, 2, 2, 5])
  }

  @Test(arguments: ["", "2", "2^", "2^3^4", "0^3", "2^-1", "2^3 x"])
  func whatIsNoneIsRefused(text: String) {
    #expect(Signature(text) == nil)
  }

  @Test func itsModelHasThoseSizes() throws {
    let signature = try #require(Signature("3^2 12^1"))
    let read = readPICTModel(SourceFile(path: "model", text: signature.pict))
    #expect(read.diagnostics.isEmpty)
    #expect(try #require(read.value).parameters.map(\.values.count) == [3, 3, 12])
  }
}
