import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// The generation of cases from an analysed spec, and of files from the cases.
struct Generation {
  /// The kinds of files to write, in this order.
  let kinds: [Artifact]
  let profiles: [ExportProfile]
  /// The depth, overriding the settings.
  let depth: Depth?
  /// The strength, overriding the settings.
  let strength: Int?
  let effort: CoveringEffort
  /// True if the ids of the last generation are ignored.
  let isFresh: Bool
  /// The name of the testers' next round, or `nil` if none begins.
  let round: String?
  /// True if an independent checker verifies the cases before they are written.
  let isVerified: Bool
  let csvEncoding: CSVEncoding
  let today: CalendarDate
  /// The creation time of workbooks in seconds since 1970, or `nil` for a fixed one.
  let created: Int?
  var console: Console

  /// Generates the cases and replaces the files of the last generation together, starting over if one of them is saved in the meantime.
  ///
  /// - Parameters:
  ///   - analysed: The spec.
  ///   - text: The text of the spec as it was read.
  ///   - settings: The settings that the spec was read with.
  ///   - folder: The folder of the new files and of those of the last generation.
  /// - Returns: The paths of the written files, and of those besides the spec and its settings that affect what is written.
  /// - Throws: `FileFailure` if a file cannot be read or written, `CommandFailure` if there are no cases, `SystemError` if standard output
  ///   cannot be written.
  func generate(
    _ analysed: AnalysedSpecification,
    text: String,
    settings: Settings,
    into folder: SuiteFolder
  ) throws -> [String] {
    try StartingOver.repeat(on: console) { console in
      var attempt = self
      attempt.console = console
      return try attempt.generateOnce(analysed, text: text, settings: settings, into: folder)
    }
  }

  private func generateOnce(
    _ analysed: AnalysedSpecification,
    text: String,
    settings: Settings,
    into folder: SuiteFolder
  ) throws -> [String] {
    let specification = analysed.specification
    TemporaryFiles.clear(beside: [folder.path(of: specification.id, "json")])
    let files = try EarlierFiles(kinds, of: specification.id, in: folder, isFresh: isFresh)
    if let owner = files.suite?.specPath, isAnother(owner, than: specification) {
      let suite = folder.path(of: specification.id, "json")
      throw CommandFailure(
        "\(specification.path): \(suite) is the suite of \(owner), which has the id "
          + "\(specification.id) too; give each spec its own"
      )
    }
    if isFresh { try Exports.expectNoLinks(of: specification.id, in: folder) }
    let earlier = isFresh ? nil : files.suite?.earlier
    if !isFresh {
      for repair in files.suite?.repairs ?? [] {
        console.say("\(folder.path(of: specification.id, "json")): \(repair)")
      }
    }
    let (matrix, isCut) = try cases(analysed, earlier)
    let isCertified = isVerified ? try certify(matrix, of: analysed) : false
    let tables = analysed.outcomeTablesWithinLimits()
    let (agreement, problem) = LedgerFile.agreement(of: analysed, tables)
    if let problem { console.say(problem) }
    let renewal = Renewal(
      analysed,
      matrix,
      outcomes: ReportOutcomes(tables: tables, agreement: agreement),
      earlier: earlier,
      earlierDigest: earlier == nil ? "" : files.suiteDigest
    )
    let exports = try Exports(
      profiles,
      hasMarkdown: kinds.contains(.md),
      of: renewal,
      into: folder
    )
    let paths = try write(renewal, exports, into: folder, over: files) { saved, path in
      UnappliedAnswers(
        in: saved,
        path,
        analysed,
        tables,
        text: text,
        settings: settings,
        earlier: files.suite?.earlier,
        today: today
      )
    }
    try console.write(summary(of: matrix, earlier: earlier, analysed, isCertified, paths))
    try console.write(exports.summary.map { "  \(VisibleText.line($0))\n" }.joined())
    if isCut {
      console.say(
        "\(specification.path): stopped early: the cases are complete, but fewer might do"
      )
    }
    if matrix.hasTooManyStates {
      console.say(
        "\(specification.path): the spec has too many states to walk through: there are no end-to-end cases and no "
          + "steps to setups; all other cases and the findings are complete"
      )
    }
    let id = specification.id
    let others = [folder.path(of: id, "json"), folder.linksPath(of: id)]
    return others + [MergeAttributes.path(in: folder)]
      + files.paths + exports.paths
  }

  private static let advice = "use a lower depth or strength, or a higher one for fewer factors"

  /// Returns the cases, and whether the search for fewer was stopped.
  private func cases(
    _ analysed: AnalysedSpecification,
    _ earlier: EarlierSuite?
  ) throws(CommandFailure) -> (TestMatrix, isCut: Bool) {
    let watch = CoveringWatch(analysed.specification.path, advice: Self.advice, on: console)
    let matrix = try watch.watching("no cases", ifStopped: ": nothing was written") {
      monitor throws(LimitExceeded) in
      try analysed.cases(
        earlier: earlier,
        depth: depth,
        strength: strength,
        effort: effort,
        monitor: monitor
      )
    }
    return (matrix, watch.end == .searchStopped)
  }

  /// Verifies the cases with the independent checker; returns false, after a message, if some combinations are undecided.
  ///
  /// Throws `CommandFailure` if the checker refuses the cases.
  private func certify(
    _ matrix: TestMatrix,
    of analysed: AnalysedSpecification
  ) throws(CommandFailure) -> Bool {
    let specification = analysed.specification
    let verdict = try CommandFailure.limiting(
      specification.path,
      "no verdict",
      advice: Self.advice,
      try analysed.verify(matrix)
    )
    guard verdict.complaints.isEmpty else {
      let refusal = "internal error: the cases of \(specification.id) are refused"
      let lines = verdict.complaints.map { CommandFailure.line("\(refusal): \($0)") }
      throw CommandFailure(text: lines.joined(), status: .failure)
    }
    if verdict.undecided > 0 {
      let tuples = counted(verdict.undecided, "combination")
      console.say("\(specification.path): not certified: \(tuples) of values undecided")
    }
    return verdict.isCertified
  }

  /// True if the suite belongs to another existing spec with the same id, whose cases would be overwritten.
  ///
  /// A moved spec is still the same, and so is its file in another copy of the project.
  private func isAnother(_ path: String, than specification: Specification) -> Bool {
    guard let other = try? FileStatus(path: path), other.kind == .regular,
      let own = try? FileStatus(path: specification.path), own.identity != other.identity,
      let whole = try? FilePaths.absolute(specification.path), !whole.hasSuffix("/" + path)
    else { return false }
    return SpecFinder.id(of: path) == specification.id
  }

  /// Writes all files or none, if they are still as they were read, and returns their paths.
  private func write(
    _ renewal: Renewal,
    _ exports: Exports,
    into folder: SuiteFolder,
    over old: EarlierFiles,
    answers: (SavedWorkbook, _ path: String) -> UnappliedAnswers
  ) throws(FileFailure) -> [String] {
    let id = renewal.id
    let inWorkbook = old.workbook.map { answers($0, old.workbookPath) }
    let inTables = old.tables.map { answers($0, old.path(of: id, "-questions")) }
    let told = [
      inWorkbook?.messages(old.workbookPath), inTables?.messages(old.path(of: id, "-questions")),
    ].compactMap(\.self).first { !$0.isEmpty }
    for message in told ?? [] { console.say(message) }
    try FolderListing.create(folder.path)
    var files = try FileReplacement(of: old.paths + exports.paths, inside: folder.path)
    let suitePath = folder.path(of: id, "json")
    var paths: [String] = []
    for kind in kinds {
      switch kind {
      case .json: paths.append(suitePath)
      case .csv:
        let whole = folder.path(of: id, "csv")
        let carryOver = carryOver(into: renewal.report, from: inTables?.saved, renewal, inTables)
        if let carryOver { tell(carryOver, whole) }
        let report = carryOver?.report ?? renewal.report
        for (name, suffix) in SuiteFolder.csvTables {
          let path = old.path(of: id, suffix)
          guard let table = report[name] else {
            try files.remove(path, over: old.state(of: path))
            continue
          }
          try files.add(csv(table, path), to: path, over: old.state(of: path))
          paths.append(path)
        }
      case .xlsx:
        let path = folder.path(of: id, "xlsx")
        var report = wholeReport(renewal, path)
        if let round { report.begin(round) }
        var carryOver = carryOver(into: report, from: inWorkbook?.saved, renewal, inWorkbook, round)
        let plan =
          carryOver?.workbook(created: created)
          ?? WorkbookPlan(report, created: created ?? WorkbookPlan.defaultCreated)
        if let carryOver { tell(carryOver, path) }
        var lost: [String] = []
        try files.add(to: path, over: old.state(of: path)) { file, scratch throws(WorkbookError) in
          if carryOver == nil { return try writeWorkbook(plan, to: file, scratch: scratch) }
          lost = try reviseWorkbook(path, by: plan, to: file, scratch: scratch)
        }
        paths.append(path)
        if !lost.isEmpty { paths.append(try keep(old, &files, because: lost)) }
      case .md: break
      }
    }
    try exports.add(to: &files, created: created)
    paths += exports.paths
    for remark in exports.remarks { console.say(remark) }
    // The suite is added last: its ids count only once all other files show them.
    if kinds.contains(.json) {
      try files.add(Array(renewal.json.utf8), to: suitePath, over: old.state(of: suitePath))
      if let attributes = try MergeAttributes(for: id, in: folder) {
        try files.add(attributes.bytes, to: attributes.path, over: attributes.state)
      }
    }
    try old.expectClosed()
    try files.commit()
    if !kinds.contains(.json) {
      console.say(
        "\(id): without json among the formats, the ids of new cases are not kept"
      )
    }
    return paths
  }

  /// Returns the report with the grid of pairs, unless that exceeds the limits.
  private func wholeReport(_ renewal: Renewal, _ path: String) -> Report {
    var report = renewal.report
    do throws(LimitExceeded) {
      let analysed = renewal.analysed
      let coverage = try analysed.pairCoverage(of: renewal.matrix)
      report.add(coverage, of: analysed.specification, analysed.analysis)
    } catch {
      console.say("\(path): no grid of pairs within the limits: \(error.what)")
    }
    return report
  }

  private static let editsReported = 5

  /// Returns the report with what people entered in the replaced file, or `nil` if there is no such file.
  private func carryOver(
    into report: Report,
    from saved: SavedWorkbook?,
    _ renewal: Renewal,
    _ answers: UnappliedAnswers?,
    _ round: String? = nil
  ) -> CarryOver? {
    saved.map {
      CarryOver(
        of: $0,
        into: report,
        earlier: renewal.earlierGeneration,
        successors: answers?.successors ?? [:],
        round: round
      )
    }
  }

  /// Reports what happened to what people entered.
  private func tell(_ carryOver: CarryOver, _ path: String) {
    for edit in carryOver.edits.prefix(Self.editsReported) {
      let place = [edit.sheet, edit.row, edit.heading].filter { !$0.isEmpty }
      console.say(
        VisibleText.line("\(path): \(place.joined(separator: ", ")): a generated cell was edited")
      )
    }
    if carryOver.edits.count > Self.editsReported {
      console.say("\(path): \(carryOver.edits.count - Self.editsReported) more edited cells")
    }
    for cells in carryOver.merged {
      console.say(
        VisibleText.line(
          "\(path): \(cells): merged over several rows, but counted for the first one only; split the cells and fill each"
        )
      )
    }
    for column in carryOver.uncounted {
      let results = counted(column.results, "result")
      let count = column.results == 1 ? "counts" : "count"
      console.say(
        VisibleText.line(
          "\(path): \(column.sheet): \(results) in “\(column.heading)” no longer \(count): the settings name other columns for results; copy what still applies"
        )
      )
    }
    let sheet = ReportTable.Name.setAside.title(carryOver.report.language)
    if carryOver.newlySetAside > 0 {
      let notes = counted(carryOver.newlySetAside, "note")
      console.say("\(path): \(notes) in the way of what is generated moved to “\(sheet)”")
    }
  }

  /// Keeps the saved workbook beside the new one, which lacks some of its contents.
  private func keep(
    _ old: EarlierFiles,
    _ files: inout FileReplacement,
    because lost: [String]
  ) throws(FileFailure) -> String {
    let path = old.workbookPath
    let copy = old.previousWorkbookPath
    let bytes = try FileContents.bytes(of: path, limit: ReadingLimits.standard.fileBytes)
    try files.add(bytes, to: copy, over: .absent)
    console.say(
      "\(path): not kept: \(lost.joined(separator: ", ")); the workbook as it was is \(copy)"
    )
    return copy
  }

  private func csv(_ table: ReportTable, _ path: String) -> [UInt8] {
    let document = CSVDocument(table, encoding: csvEncoding)
    if document.neutralised > 0 {
      let cells = counted(document.neutralised, "cell")
      console.say("\(path): \(cells) prefixed with a quote, so that no spreadsheet runs a formula")
    }
    return document.bytes
  }
}
