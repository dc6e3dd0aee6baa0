import Testing

@testable import SpecMatrixCLI

/// Another day in the place of today, and what is overdue.
@Suite struct DayOptionTests {
  @Test func aDeadlineIsAnErrorFromTheDayAfter() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.deferred, to: "later.yaml")
    #expect(CommandRun("check", path).status == .success)
    #expect(CommandRun("check", path, "--as-of", "2026-12-31").status == .success)
    let late = CommandRun("check", path, "--as-of", "2027-01-01")
    #expect(late.status == .findings)
    #expect(late.output.contains("the deferral ended on 2026-12-31"))
    // It goes before the day that a reproducible build asks for.
    let both = CommandRun(
      "check \(path) --as-of 2026-12-01",
      environment: ["SOURCE_DATE_EPOCH": "1900000000"]
    )
    #expect(both.status == .success)
  }

  @Test func everyCommandThatMeasuresDeadlinesTakesTheDay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.deferred, to: "later.yaml")
    let json = CommandRun("check", path, "--format", "json", "--as-of", "2027-01-01").output
    #expect(json.contains(#""overdue": true"#))
    #expect(!CommandRun("check", path, "--format", "json").output.contains("overdue"))
    let id = try #require(json.firstMatch(of: /Q-[0-9A-F]{8}/)).output
    let answers = try folder.write(
      "Question,Result or reason,Your choice\n\(id),2027-01-31,Decide later\n",
      to: "answers.csv"
    )
    func answer(_ day: String) -> String {
      CommandRun("answer", answers, "--spec", path, "--dry-run", "--as-of", day).errors
    }
    #expect(answer("2027-01-31").contains("is deferred until 2027-01-31"))
    #expect(answer("2027-02-01").contains("the day 2027-01-31 has passed"))
    for command in [
      ["generate", path, "-o", folder("out")], ["explain", String(id), path], ["diff", path, path],
    ] {
      #expect(CommandRun(arguments: command + ["--as-of", "2027-01-01"]).status == .success)
    }
  }

  @Test(arguments: [
    ("2027-02-30", "There is no such day: 2027-02-30."),
    ("2027-13-01", "There is no such day: 2027-13-01."),
    ("2027-02-29", "There is no such day: 2027-02-29."), ("tomorrow", "not like “tomorrow”"),
    ("2027-1-1", "not like “2027-1-1”"), ("", "not like “”"),
  ])
  func aWrongDayIsWrongUsage(day: String, message: String) throws {
    let run = CommandRun("check", "--as-of", day)
    #expect(run.status == .invalid)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  /// A scheduled job fails for what somebody promised, and for nothing else.
  @Test func onlyWhatIsOverdueFails() throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleSpecs.deferred, to: "specs/later.yaml")
    try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    func check(_ day: String, _ format: String = "text") -> CommandRun {
      CommandRun("check \(folder("specs")) --fail-on overdue --as-of \(day) --format \(format)")
    }
    #expect(check("2026-12-31").status == .success)
    #expect(check("2027-01-01").status == .findings)
  }
}
