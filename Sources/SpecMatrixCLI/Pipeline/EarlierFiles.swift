import Diagnostics
import Reporting
import RoundTrip
import TestDesign
import Text
import Workbooks

/// A kind of generated file; the raw value is its suffix.
enum Artifact: String, CaseIterable {
  case json, csv, xlsx, md
}

/// The contents of the files that a generation will replace, after checking that specmatrix wrote them.
struct EarlierFiles {
  private let folder: SuiteFolder
  private let id: String
  private let kinds: [Artifact]
  /// The state of each file when it was read, by path.
  private var states: [String: FileState] = [:]
  /// The saved workbook, or `nil` if there is none or none is wanted.
  private(set) var workbook: SavedWorkbook?
  /// The saved CSV files as the tables of one workbook, or `nil` if there are none or none are wanted.
  private(set) var tables: SavedWorkbook?
  /// The stored suite, or `nil` if there is none or a fresh start ignores a damaged one.
  private(set) var suite: StoredSuite?
  private(set) var suiteDigest = ""

  /// Reads the files; throws if one is open in a spreadsheet program, cannot be read or was not written by specmatrix.
  ///
  /// With `isFresh`, a damaged suite is ignored.
  init(
    _ kinds: [Artifact],
    of id: String,
    in folder: SuiteFolder,
    isFresh: Bool
  ) throws(FileFailure) {
    self.folder = folder
    self.id = id
    self.kinds = kinds
    try expectClosed()
    if kinds.contains(.xlsx) { try readWorkbook() }
    if kinds.contains(.csv) { try readTables() }
    try readSuite(isFresh: isFresh)
  }

  var paths: [String] { kinds.flatMap(paths) }

  var workbookPath: String { folder.path(of: id, "xlsx") }

  /// An unused path for keeping the saved workbook if the new one cannot hold all of it.
  var previousWorkbookPath: String {
    var number = 1
    while true {
      let suffix = number == 1 ? ".previous" : ".previous-\(number)"
      let path = folder.path(of: id + suffix, "xlsx")
      guard FileStatus.exists(path, followingLinks: false) else { return path }
      number += 1
    }
  }

  func path(of id: String, _ suffix: String) -> String { folder.path(of: id + suffix, "csv") }

  /// Returns the state of a file when it was read.
  func state(of path: String) -> FileState { states[path] ?? .absent }

  func expectClosed() throws(FileFailure) {
    for path in paths {
      try SpreadsheetLock.expectNone(
        on: path,
        advice: "then generate again; nothing was written for \(id)"
      )
    }
  }

  private func paths(of kind: Artifact) -> [String] {
    switch kind {
    case .json: [folder.path(of: id, "json")]
    case .csv: SuiteFolder.csvTables.map { path(of: id, $0.suffix) }
    case .xlsx: [workbookPath]
    case .md: [folder.path(of: id, "md")]
    }
  }

  // MARK: Reading

  private mutating func readWorkbook() throws(FileFailure) {
    let path = workbookPath
    guard let saved = try read(path) else { return }
    guard CarryOver.isReport(saved) else { throw Self.foreign(path, "workbook") }
    if let stray = CarryOver.strayRow(in: saved) {
      throw FileFailure(
        .read,
        path,
        "row \(stray.row + 1) of the sheet \(stray.sheet) has more than \(CarryOver.maxEmptyRows) empty rows above it: move its contents up or delete them, then save"
      )
    }
    workbook = saved
  }

  private mutating func readTables() throws(FileFailure) {
    var tables: [SavedTable] = []
    for (name, suffix) in SuiteFolder.csvTables {
      let path = path(of: id, suffix)
      guard let saved = try read(path) else { continue }
      if let bytes = try? FileContents.bytes(of: path, limit: ReadingLimits.standard.fileBytes),
        let line = MergeConflict.line(in: bytes)
      {
        throw FileFailure(
          .read,
          path,
          "git left a conflict in line \(line): take the file as one side has it, with `git checkout "
            + "--ours` or `--theirs`, and run `specmatrix generate` again"
        )
      }
      guard saved.tables.allSatisfy({ CarryOver.isTable($0, name, of: id) }) else {
        throw Self.foreign(path, "table")
      }
      tables += saved.tables
    }
    if !tables.isEmpty { self.tables = SavedWorkbook(tables: tables) }
  }

  private mutating func readSuite(isFresh: Bool) throws(FileFailure) {
    let path = folder.path(of: id, "json")
    guard let bytes = try folder.bytes(of: id) else { return }
    states[path] = FileState(of: bytes)
    do throws(FileFailure) {
      suite = try SuiteFolder.suite(bytes, of: id, name: path)
      suiteDigest = TextDigest.whole(String(decoding: bytes, as: UTF8.self))
    } catch {
      if isFresh {
        // A damaged suite may be replaced, but never a file of another kind.
        if kinds.contains(.json), SuiteFolder.isForeign(bytes) { throw Self.foreign(path, "file") }
        return
      }
      throw MergeConflict.line(in: bytes) != nil
        ? error : error.advising("fix it, or give the cases new ids with --fresh")
    }
  }

  /// Reads a file of an earlier generation, or returns `nil` if there is none.
  private mutating func read(_ path: String) throws(FileFailure) -> SavedWorkbook? {
    guard FileStatus.exists(path, followingLinks: false) else { return nil }
    do throws(FileFailure) {
      // The state is taken before reading, so that a save between the two is noticed.
      if FileStatus.kind(of: path) == .regular {
        states[path] = try FileState(following: path)
      }
      return try SavedWorkbook(path: path)
    } catch {
      throw error.advising(
        "what people entered in it would be lost, so nothing was written: fix it or move it away"
      )
    }
  }

  static func foreign(_ path: String, _ what: String) -> FileFailure {
    FileFailure(
      .write,
      path,
      "specmatrix did not write this \(what); move it, or choose another folder with --output"
    )
  }
}
