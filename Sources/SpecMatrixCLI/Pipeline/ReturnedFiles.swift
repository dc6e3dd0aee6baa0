import Reporting
import RoundTrip
import Text
import Workbooks

extension SavedWorkbook {
  /// Reads a workbook or a CSV file, distinguished by its name, or by its first bytes if `isNamed` is false.
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
  /// The path as written on the command line, or a name for a text from elsewhere.
  let path: String
  let workbook: SavedWorkbook
  /// The metadata about the spec that the workbook was made from, by key: `id`, `spec`.
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

  /// True if it is a workbook, not a CSV file.
  var isWorkbook: Bool { workbook.tables.contains { !$0.name.isEmpty } }

  /// The file name without folder and extension.
  var stem: String {
    let name = FilePaths.name(of: path)
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// True if a cell equals one of the ids.
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

/// Marking a file with the reasons why answers were not applied.
///
/// Failing to do so is no error: the reasons have been printed.
extension ReturnedFile {
  /// Writes marks into the file; returns a message if it could not be marked.
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

  /// Sets cells of a CSV file, leaving its other bytes unchanged; returns false if its format does not allow that.
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
  /// Edits cells of a workbook, in place or in a copy, leaving all else unchanged; throws if it was saved in the meantime.
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

/// The lock file that Excel and LibreOffice put beside a file that they have open.
enum SpreadsheetLock {
  /// Throws if a spreadsheet program has the file open: unsaved changes would be lost or would overwrite what is written now.
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
