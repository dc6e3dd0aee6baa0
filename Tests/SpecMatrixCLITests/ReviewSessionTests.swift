import Foundation
import Testing
import Text

@testable import SpecMatrixCLI

/// The states that pages receive while files are saved.
@Suite struct ReviewSessionTests {
  private func states(_ state: JSONValue) -> [String] {
    (state["specs"]?.array ?? []).map { spec in
      "\(FilePaths.name(of: spec["path"]?.string ?? "")) \(spec["state"]?.string ?? "")"
    }
  }

  private func notices(_ state: JSONValue) -> [String] {
    (state["notices"]?.array ?? []).compactMap(\.string)
  }

  @Test func aNewPageGetsAllAndThenOnlyWhatChanges() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete, "b.yaml": SampleSpecs.gap])
    let early = review.poll()
    #expect(early.status == nil)
    review.settle()
    #expect(early.json.map(states) == ["a.yaml ready", "b.yaml ready"])
    let state = try review.state()
    #expect(states(state) == ["a.yaml ready", "b.yaml ready"])
    #expect(state["day"] == "2026-11-21" && state["version"] == 1)
    let number = try review.number()

    let waiting = review.poll(after: number)
    review.settle()
    #expect(waiting.status == nil, "nothing has changed")
    let text = try review.folder.read("specs/a.yaml")
    try review.folder.write(text.replacing("is sent", with: "is posted"), to: "specs/a.yaml")
    review.turn()
    let news = try #require(waiting.json)
    #expect(states(news) == ["a.yaml ready"])
    #expect(news["paths"]?.array?.count == 2)
    #expect(try #require(news["number"]?.integer) > number)
    #expect(news.compactText.contains("The form is posted"))
  }

  @Test func aNumberOfAnEarlierRunGetsAll() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete])
    review.settle()
    #expect(review.poll(after: 4_711).json.map(states) == ["a.yaml ready"])
  }

  @Test func whatIsSavedUnchangedIsNoNews() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete])
    review.settle()
    let waiting = review.poll(after: try review.number())
    try review.folder.write(SampleSpecs.complete + "\n# a remark\n", to: "specs/a.yaml")
    review.settle()
    #expect(waiting.status == nil)
    // Cases renumbered by a suite are news, even of an unchanged spec.
    let run = CommandRun(
      "generate \(review.folder("specs/a.yaml")) --output \(review.folder("output")) --depth review"
    )
    #expect(run.status == .success, "\(run.errors)")
    let before = try review.spec("a.yaml")["cases"]?.array?.count ?? 0
    review.settle()
    let after = try review.spec("a.yaml")["cases"]?.array?.count ?? 0
    #expect(after < before && after > 0, "\(before), then \(after) at a smaller depth")
    #expect(waiting.status == 200)
  }

  @Test func casesComeInASecondStep() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete])
    let first = review.poll()
    review.turn()
    let spec = try #require(first.json?["specs"]?.array?.first)
    #expect(spec["tables"]?["cases"] == .null && spec["cases"] == [])
    let whole = try review.spec("a.yaml")
    #expect(whole["tables"]?["cases"]?["rows"]?.array?.isEmpty == false)
    let page = CommandRun(
      "review \(review.folder("specs")) --suite-folder \(review.folder("output")) --format json"
    )
    let written = try #require(try JSONValue(json: Array(page.output.utf8))["specs"]?.array?.first)
    #expect(written == whole, "the page that is written and the one that is served")
  }

  @Test func aBrokenSpecStandsBeforeItsLastGoodState() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete])
    review.settle()
    let good = try review.spec("a.yaml")
    for broken in ["{", SampleSpecs.invalid, ""] {
      try review.folder.write(broken, to: "specs/a.yaml")
      review.settle()
      let spec = try review.spec("a.yaml")
      #expect(spec["state"] == "broken")
      #expect(spec["problems"]?.array?.isEmpty == false)
      #expect(spec["last"] == good, "behind \(broken)")
    }
    try review.folder.write(SampleSpecs.complete, to: "specs/a.yaml")
    review.settle()
    #expect(try review.spec("a.yaml") == good)
  }

  @Test func aSpecThatNeverWasGoodHasNoLastState() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.invalid])
    review.settle()
    #expect(try review.spec("a.yaml")["state"] == "broken")
    #expect(try review.spec("a.yaml")["last"] == nil)
  }

  @Test func specsComeAndGo() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete])
    review.settle()
    try review.folder.write(SampleSpecs.gap, to: "specs/deep/b.yaml")
    review.settle()
    #expect(states(try review.state()) == ["a.yaml ready", "b.yaml ready"])
    try FileManager.default.removeItem(atPath: review.folder("specs/a.yaml"))
    review.settle()
    #expect(states(try review.state()) == ["b.yaml ready"])
    let waiting = review.poll(after: try review.number())
    try FileManager.default.removeItem(atPath: review.folder("specs/deep/b.yaml"))
    review.settle()
    let state = try #require(waiting.json)
    #expect(state["paths"] == [] && state["specs"] == [])
    #expect(notices(state).contains { $0.contains("no spec") }, "\(notices(state))")
  }

  @Test func anIdThatTwoHaveIsSaidOfBoth() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete, "b.yaml": SampleSpecs.gap])
    review.settle()
    let text = SampleSpecs.gap.replacing("id: GAP", with: "id: DONE")
    try review.folder.write(text, to: "specs/b.yaml")
    review.settle()
    #expect(states(try review.state()) == ["a.yaml broken", "b.yaml broken"])
    try review.folder.write(SampleSpecs.gap, to: "specs/b.yaml")
    review.settle()
    #expect(states(try review.state()) == ["a.yaml ready", "b.yaml ready"])
  }

  @Test func settingsHoldOnceTheyAreSaved() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.gap])
    review.settle()
    let good = try review.spec("a.yaml")
    try review.folder.write("severities: {no-such-code: error}\n", to: "specs/specmatrix.yaml")
    review.settle()
    #expect(try !notices(review.state()).isEmpty)
    #expect(try review.spec("a.yaml") == good, "shown as it was")
    // A missing pack may appear.
    try review.folder.write("packs: [house.yaml]\n", to: "specs/specmatrix.yaml")
    review.settle()
    #expect(try !notices(review.state()).isEmpty)
    try review.folder.write("# Nothing is shared yet.\n", to: "specs/house.yaml")
    review.settle()
    #expect(states(try review.state()) == ["a.yaml ready"], "a pack is no spec")
    #expect(notices(try review.state()) == [])
  }

  @Test func agreementShowsOnceItIsInTheLedger() throws {
    let review = try ReviewedFolder(["a.yaml": SampleSpecs.complete])
    review.settle()
    #expect(try review.spec("a.yaml")["agreement"] == nil)
    let csv = try review.folder.write(try review.agreement("a.yaml"), to: "DONE.csv")
    let run = CommandRun("answer", csv, "--spec", review.folder("specs"))
    #expect(run.status == .success, "\(run.errors)")
    review.settle()
    #expect(try review.spec("a.yaml")["agreement"]?["agreed"] == 2)
  }

  @Test func aNewDayMakesDeadlinesPass() throws {
    let spec = SampleSpecs.deferred.replacing("2026-12-31", with: "2026-11-21")
    let review = try ReviewedFolder(["a.yaml": spec])
    review.settle()
    #expect(try review.spec("a.yaml")["questions"]?.array?.first?["overdue"] == nil)
    review.nextDay()
    review.settle()
    #expect(try review.spec("a.yaml")["questions"]?.array?.first?["overdue"] == .bool(true))
    #expect(try review.state()["day"] == "2026-11-22")
  }
}
