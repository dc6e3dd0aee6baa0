import Combinatorics
import Testing
import specmatrix_benchmarks

@Suite struct ResultTests {
  private func result(
    _ model: String,
    _ contestant: Contestant,
    _ rows: Int,
    best: Int? = nil,
    verdict: Verdict = .certified
  ) -> SuiteResult {
    var result = SuiteResult(
      set: "set",
      model: model,
      parameters: 3,
      constraints: 1,
      contestant: contestant
    )
    result.rows = rows
    result.best = best
    result.verdict = verdict
    result.medianSeconds = 0.25
    result.shareOfFirstRows = 0.8
    result.runs = 2
    return result
  }

  @Test func bestSizesAreReadFromTheirColumn() throws {
    let text = "set,model,signature,best_t2,best_t3\na,1,2^3,4,\na,2,3^3,9,27\n"
    let pairs = try #require(BestKnown(text, column: "best_t2"))
    #expect(pairs["a", "1"] == 4)
    #expect(pairs["a", "3"] == nil)
    let triples = try #require(BestKnown(text, column: "best_t3"))
    #expect(triples["a", "1"] == nil)
    #expect(triples["a", "2"] == 27)
    #expect(BestKnown(text, column: "best_t4") == nil)
  }

  @Test func programsAreComparedOnTheModelsThatBothDid() throws {
    let totals = TotalsTable([
      result("one", .specmatrix(.normal), 10, best: 10),
      result("one", .pict, 20, best: 10),
      result("two", .specmatrix(.normal), 30, best: 24),
      result("two", .pict, 20, best: 24, verdict: .failed(invalidRows: 0, missed: 2)),
      result("three", .specmatrix(.normal), 7),
      result("three", .pict, 8),
    ])
    #expect(totals.oursInShare(of: .pict) == 17.0 / 28)
    #expect(totals.ratioToBest(.specmatrix(.normal)) == 40.0 / 34)
    #expect(totals.ratioToBest(.pict) == 2)
    #expect(totals.oursInShare(of: .jenny) == nil)
    let lines = totals.markdown.split(separator: "\n")
    #expect(
      lines[2]
        == "| specmatrix `normal` | 3 of 3 | 47 | × 1.176 | 1 of 2 | – | 0.750 s | 0.250 s | 0.250 s | 0 MB | 80 %, 80 % |"
    )
    #expect(lines[3].hasPrefix("| pict | 2 of 3 | 28 | × 2.000 | 0 of 1 | 61 % |"))
  }

  @Test func aRunThatWasStoppedCountsAmongTheTimes() {
    var late = result("two", .pict, 0)
    late.failure = "> 60 s"
    late.isTimedOut = true
    late.medianSeconds = 60
    let lines = TotalsTable([result("one", .pict, 20), late]).summaryLines
    #expect(lines == ["| set | pict | 1 of 2 | 20 | – | 60.0 s | > 60.0 s |"])
  }

  @Test func theTableMarksWhatIsWrongAndSaysWhyCellsAreEmpty() {
    var late = result("two", .pict, 0)
    late.failure = "> 60 s"
    var none = result("one", .jenny, 0)
    none.failure = Obstacle.negativeValues.rawValue
    none.isInexpressible = true
    var unlike = result("two", .specmatrix(.quick), 12)
    unlike.isRepeatable = false
    let table = ResultTable([
      result("one", .specmatrix(.quick), 9, best: 9),
      result("one", .pict, 10, verdict: .failed(invalidRows: 0, missed: 3)), none,
      unlike, late, result("two", .jenny, 14, verdict: .unchecked),
    ])
    #expect(
      table.markdown == """
        | model | parameters | constraints | best known | `quick` | pict | jenny | first 30 % |
        | --- | --: | --: | --: | --: | --: | --: | --: |
        | one | 3 | 1 | 9 | 9 (0.250 s) | ~~10~~ (0.250 s) 3 missed | –¹ | 80 % |
        | two | 3 | 1 | – | 12 (0.250 s), **two runs differ** | > 60 s | 14 (0.250 s), unchecked | 80 % |

        ¹ it knows no negative values

        """
    )
  }

  @Test func theCSVHasALineForEach() {
    var failed = result("a,b", .jenny, 0)
    failed.failure = "exit 1"
    let text = ResultCSV.text(
      [result("one", .specmatrix(.quick), 9, best: 8), failed],
      strength: 2
    )
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(
      lines[1]
        == "set,one,3,1,2,specmatrix quick,9,8,certified,0,0,0.2500,0.0000,0.0000,0,2,true,0.8000,"
    )
    #expect(lines[2].hasPrefix("set,\"a,b\",3,1,2,jenny,,,none,,,"))
    #expect(lines[2].hasSuffix(",exit 1"))
    #expect(
      lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }.prefix(2) == [
        19, 19,
      ]
    )
  }

  @Test func onlyOurMistakesAreOurs() {
    let bad = Verdict.failed(invalidRows: 1, missed: 0)
    #expect(result("one", .specmatrix(.quick), 9, verdict: bad).isOurFault)
    #expect(!result("one", .specmatrix(.quick), 9).isOurFault)
    #expect(!result("one", .pict, 9, verdict: bad).isOurFault)
  }
}
