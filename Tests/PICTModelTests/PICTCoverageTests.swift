import Combinatorics
import Diagnostics
import PICTModel
import Testing

@Suite struct PICTCoverageTests {
  private static let text =
    "A: 1, 2, ~3\nB: x, y\nC: p, q, ~r\nIF [A] = 1 THEN [B] = \"x\";\nIF [B] = \"x\" THEN [C] <> \"q\";"

  private static func measured(
    _ rows: String
  ) throws -> (model: PICTModel, checked: Checked<PICTCoverage>) {
    let model = try #require(PICTCase(text).model)
    let read = readPICTSeeds(SourceFile(path: "rows", text: rows), for: model)
    return (model, try coverage(of: read.value ?? [], in: model))
  }

  @Test func whatCoverWritesIsComplete() throws {
    let model = try #require(PICTCase(Self.text).model)
    let suite = try #require(try cover(model).value).text(of: model)
    let (_, checked) = try Self.measured(suite)
    let found = try #require(checked.value)
    #expect(found.missingCount == 0)
    #expect(found.invalidCount == 0)
    #expect(found.possible > 0)
    #expect(checked.diagnostics == [])
    #expect(found.text(of: model).hasPrefix("100.0 % of \(found.possible) combinations covered"))
    // The absence of any row is noticed.
    let lines = suite.split(separator: "\n")
    let fewer = try Self.measured(lines.dropLast().joined(separator: "\n"))
    #expect(try #require(fewer.checked.value).missingCount > 0)
  }

  @Test func pairsInNegativeRowsDoNotCountAsAllowedOnes() throws {
    let (_, checked) = try Self.measured("A\tB\tC\n2\ty\t~r")
    let found = try #require(checked.value)
    // A: 2 with ~r and B: y with ~r, and not A: 2 with B: y.
    #expect(found.covered == 2)
    #expect(found.missing.contains(ValueTuple(factors: [0, 1], values: [1, 1])))
  }

  @Test func rowsThatCannotBeAreExplained() throws {
    let (model, checked) = try Self.measured("A\tB\tC\n1\tx\tq\n1\t\tq\n2\ty\tp")
    let found = try #require(checked.value)
    #expect(found.rowCount == 3)
    #expect(found.invalidCount == 2)
    #expect(checked.diagnostics.map { $0.span?.start.line } == [2, 3])
    #expect(
      checked.diagnostics.flatMap(\.help) == [
        "no row has `A: 1`, `C: q` together: see lines 4, 5 of the model",
        "no row has `A: 1`, `C: q` together: see lines 4, 5 of the model",
      ]
    )
    #expect(found.json(of: model).contains("\"invalidRows\": 2"))
  }
}
