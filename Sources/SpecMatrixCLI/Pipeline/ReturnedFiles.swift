import Reporting
import RoundTrip
import Text
import Workbooks

extension SavedWorkbook {
  /// Reads a workbook or a CSV file that people saved; its name tells which, or its first bytes, whatever its name.
  init(path: String, isNamed: Bool = true) throws(FileFailure) {
    let isWorkbook =
      isNamed
      ? ![".csv", ".tsv"].contains { path.lowercased().hasSuffix($0) }
      : try FileContents.bytes(of: path, limit: 3).starts(with: [0x50, 0x4B, 0x03, 0x04])
    if isWorkbook {
      do throws(WorkbookProblem) {
        self = try readWorkbook(at: path)
      } catch {
        throw FileFailure(.read, path, "\(error)")
      }
    } else {
      try self.init(csv: FileContents.bytes(of: path, limit: SavedWorkbook.csvBytes), path: path)
    }
  }

  /// Reads a CSV file that is in memory already.
  fileprivate init(csv bytes: [UInt8], path: String) throws(FileFailure) {
    do throws(CSVReadError) {
      try self.init(csv: bytes)
    } catch {
      throw FileFailure(.read, path, "\(error)")
    }
  }
}

/// A workbook or a CSV file that people sent back.
struct ReturnedFile {
  /// As written on the command line, or what a text is called that came another way.
  let path: String
  let workbook: SavedWorkbook
  /// What the workbook says about the spec it was made from, by key: `id`, `spec`.
  let metadata: [String: String]

  init(path: String) throws(FileFailure) {
    self.path = path
    workbook = try SavedWorkbook(path: path)
    var metadata: [String: String] = [:]
    for table in workbook.tables where table.isHidden && table.name == "specmatrix" {
      for row in table.rows {
        if case .text(let key) = row.first, case .text(let value) = row.dropFirst().first {
          metadata[key] = value
        }
      }
    }
    self.metadata = metadata
  }

  init(csv bytes: [UInt8], name: String) throws(FileFailure) {
    path = name
    workbook = try SavedWorkbook(csv: bytes, path: name)
    metadata = [:]
  }

  /// True if it is a workbook, and no CSV file.
  var isWorkbook: Bool { workbook.tables.contains { !$0.name.isEmpty } }

  /// The file's name without its folder and what follows the last dot.
  var stem: String {
    let name = FilePaths.name(of: path)
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// True if some cell is one of the questions.
  func mentions(_ questions: Set<String>) -> Bool {
    workbook.tables.contains { table in
      table.rows.contains { row in
        row.contains { cell in
          if case .text(let text) = cell { questions.contains(text) } else { false }
        }
      }
    }
  }
}

/// Writes back why answers were not applied.
///
/// Nothing depends on it: where a file is open elsewhere, or is a CSV of another form, the reasons have been printed.
extension ReturnedFile {
  /// Writes marks into the file.
  ///
  /// - Returns: What to tell people, where the file could not be marked; `nil` if it was, or nothing was to be written.
  func write(_ marks: [CellEdit]) -> String? {
    guard !marks.isEmpty else {
      TemporaryFiles.clear(beside: [path])
      return nil
    }
    let problem = "\(path): the reasons above could not be written into the file"
    do throws(FileFailure) {
      guard isWorkbook else { return try writeCSV(marks) ? nil : problem }
      let state = try FileState(following: path)
      try marks.write(from: path, to: path, over: state, advice: "then answer again")
      return nil
    } catch {
      return "\(problem): \(error.reason)"
    }
  }

  /// Puts the marks into a CSV file whose other bytes stay; whether it has a form in which that is possible.
  private func writeCSV(_ marks: [CellEdit]) throws(FileFailure) -> Bool {
    let bytes = try FileContents.bytes(of: path, limit: SavedWorkbook.csvBytes)
    let cells = marks.map { ($0.position.row, $0.position.column, $0.cell.plainText) }
    guard let edited = CSVCells.setting(cells, in: bytes) else { return false }
    if edited != bytes {
      try OutputFile.write([.init(edited, to: path, over: FileState(of: bytes))])
    }
    return true
  }
}

extension [CellEdit] {
  /// Sets the cells of a workbook that people have, in its place or in a copy, where all else stays; throws if it was saved meanwhile.
  func write(
    from saved: String,
    to target: String,
    over state: FileState,
    advice: String
  ) throws(FileFailure) {
    try SpreadsheetLock.expectNone(on: target, advice: advice)
    var files = try FileReplacement(of: [target])
    try files.add(to: target, over: state) { file, scratch throws(WorkbookError) in
      try editWorkbook(saved, self, to: file, scratch: scratch)
    }
    try files.commit()
  }
}

/// The file that Excel and LibreOffice put beside a file that they have open.
enum SpreadsheetLock {
  /// Makes sure that no spreadsheet program has a file open: unsaved changes would be lost, or overwrite what is written now.
  static func expectNone(on path: String, advice: String) throws(FileFailure) {
    let folder = FilePaths.folder(of: path)
    let name = FilePaths.name(of: path)
    for lock in [".~lock.\(name)#", "~$\(name)"]
    where FileStatus.exists(FilePaths.join(folder, lock), followingLinks: false) {
      throw FileFailure(
        .write,
        path,
        "it is open in a spreadsheet program (\(lock)); save and close it, \(advice)"
      )
    }
  }
}
