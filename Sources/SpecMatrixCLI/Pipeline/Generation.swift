import Combinatorics
import Diagnostics
import Reporting
import Specification
import Spreadsheet
import TestDesign

/// The second half of the way: from an analysed spec to its cases, and from these to files.
struct Generation {
  /// Where the files go, and where those of the last generation are.
  var folder: SuiteFolder
  /// What is written, in this order.
  let kinds: [Artifact]
  /// Instead of what the spec says.
  let strength: Int?
  /// How long the suite is made smaller.
  let effort: CoveringEffort
  /// Whether the last generation is left out of account.
  let isFresh: Bool
  /// Whether the independent checker certifies the cases before they are written.
  let isVerified: Bool
  let csvEncoding: CSVEncoding
  /// The seconds since 1970 that a workbook bears, `nil` for always the same.
  let created: Int?
  let console: Console

  /// Cases → report → files that take their places together.
  ///
  /// `text` is the spec as it was read.
  func generate(
    _ analysed: AnalysedSpecification,
    text: String
  ) throws(SystemError) -> CommandStatus {
    let specification = analysed.specification
    let watch = CoveringWatch(
      specification.path,
      advice: "a lower strength takes less, or a higher one of fewer factors",
      on: console
    )
    do {
      let entered = EnteredFiles(folder: folder, id: specification.id)
      try entered.expectClosed(kinds)
      let workbook = kinds.contains(.xlsx) ? try entered.workbook() : nil
      let tables = kinds.contains(.csv) ? try entered.tables() : nil
      let earlier = try earlierSuite(of: specification.id)
      let matrix = try cases(analysed, earlier, watch)
      let verdict = isVerified ? analysed.verify(matrix) : nil
      if let verdict, !verdict.complaints.isEmpty {
        for complaint in verdict.complaints {
          console.say("internal error: the cases of \(specification.id) are refused: \(complaint)")
        }
        return .failure
      }
      if let undecided = verdict?.undecided, undecided > 0 {
        console.say(
          "\(specification.path): not certified: of \(counted(undecided, "combination")) of values that no case has, "
            + "the checker could not decide within its limits whether they can happen"
        )
      }
      let renewal = Renewal(
        analysed,
        matrix,
        earlier: earlier,
        earlierDigest: earlier == nil ? "" : try folder.digest(of: specification.id),
        specText: text
      )
      let paths = try write(renewal, over: workbook, tables)
      let summary = GenerationSummary(matrix, earlier: earlier, of: analysed)
      try console.write(summary.text(isVerified: verdict?.isCertified ?? false, paths: paths))
      if watch.end == .searchStopped {
        console.say("\(specification.path): stopped early: the cases are complete, fewer might do")
      }
      return .success
    } catch let limit as LimitExceeded {
      guard watch.end != .nothingYet else {
        console.say(
          "\(specification.path): stopped before there was a complete suite: nothing is written"
        )
        return .interrupted
      }
      let advice = "ask for a lower strength, or for a higher one of fewer factors"
      console.say("\(specification.path): no cases within the limits: \(limit.what); \(advice)")
      return .failure
    } catch let failure as FileFailure {
      console.say(failure.message)
      return .invalid
    } catch let failure as SystemError {
      throw failure
    } catch {
      console.say("internal error: \(specification.path): \(error)")
      return .failure
    }
  }

  /// The cases, made under watch.
  private func cases(
    _ analysed: AnalysedSpecification,
    _ earlier: EarlierSuite?,
    _ watch: CoveringWatch
  ) throws(LimitExceeded) -> TestMatrix {
    defer { watch.finish() }
    return try analysed.cases(
      earlier: earlier,
      strength: strength,
      effort: effort,
      monitor: watch.monitor
    )
  }

  private func earlierSuite(of id: String) throws(FileFailure) -> EarlierSuite? {
    guard !isFresh else { return nil }
    do throws(FileFailure) {
      return try folder.suite(of: id)?.earlier
    } catch {
      var failure = error
      failure.reason += "; mend it, or number the cases anew with --fresh"
      throw failure
    }
  }

  /// Writes all files or none, and returns their paths.
  private func write(
    _ renewal: Renewal,
    over workbook: SavedWorkbook?,
    _ tables: SavedWorkbook?
  ) throws(FileFailure) -> [String] {
    let id = renewal.id
    try FolderListing.create(folder.path)
    var files = StagedFiles()
    var paths: [String] = []
    for kind in kinds {
      switch kind {
      case .json:
        paths.append(folder.path(of: id, "json"))
        try files.add(Array(renewal.json.utf8), to: folder.path(of: id, "json"))
      case .csv:
        let report = carried(
          into: renewal.report,
          from: tables,
          renewal,
          folder.path(of: id, "csv")
        )
        for (name, suffix) in EnteredFiles.tables {
          guard let table = report[name] else { continue }
          let path = EnteredFiles.path(of: id, suffix, in: folder)
          try files.add(csv(table, path), to: path)
          paths.append(path)
        }
      case .xlsx:
        let path = folder.path(of: id, "xlsx")
        let report = carried(into: renewal.reportWithCoverage, from: workbook, renewal, path)
        try files.add(to: path) { temporary throws(FileFailure) in
          try self.workbook(report, temporary)
        }
        paths.append(path)
      }
    }
    try files.commit()
    if !kinds.contains(.json) {
      console.say(
        "\(id): without json among the formats the numbers of new cases are not kept"
      )
    }
    return paths
  }

  /// How many edits are told one by one.
  private static let editsTold = 5

  /// The report with what people entered in the file that it replaces.
  private func carried(
    into report: Report,
    from saved: SavedWorkbook?,
    _ renewal: Renewal,
    _ path: String
  ) -> Report {
    guard let saved else { return report }
    let carryOver = CarryOver(of: saved, into: report, earlier: renewal.earlierGeneration)
    for edit in carryOver.edits.prefix(Self.editsTold) {
      let place = [edit.sheet, edit.row, edit.heading].filter { !$0.isEmpty }
      console.say(
        VisibleText.line("\(path): \(place.joined(separator: ", ")): a generated cell was edited")
      )
    }
    if carryOver.edits.count > Self.editsTold {
      console.say("\(path): \(carryOver.edits.count - Self.editsTold) more edited cells")
    }
    if carryOver.newlyRetired > 0 {
      let rows = counted(carryOver.newlyRetired, "row")
      let sheet = ReportTable.Name.retired.title(report.language)
      console.say("\(path): \(rows) of entries that belong to nothing generated went to “\(sheet)”")
    }
    return carryOver.report
  }

  private func csv(_ table: ReportTable, _ path: String) -> [UInt8] {
    let document = CSVDocument(table, encoding: csvEncoding)
    if document.neutralised > 0 {
      let cells = counted(document.neutralised, "cell")
      console.say("\(path): \(cells) got a quote in front, so that no spreadsheet runs a formula")
    }
    return document.bytes
  }

  private func workbook(_ report: Report, _ path: String) throws(FileFailure) {
    let plan = created.map { WorkbookPlan(report, created: $0) } ?? WorkbookPlan(report)
    do throws(WorkbookError) {
      try writeWorkbook(plan, to: path)
    } catch {
      throw FileFailure(.write, path, error.reason)
    }
  }
}

extension WorkbookError {
  /// What went wrong, without the path: it is the temporary file's.
  fileprivate var reason: String {
    switch self {
    case .unwritable(_, let reason): reason
    case .noRoom: "not enough room on the disk"
    case .tooManyRows, .tooManyColumns, .refused: description
    }
  }
}
