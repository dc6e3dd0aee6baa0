import Reporting
import RoundTrip
import Text
import Workbooks

extension SavedWorkbook {
  /// What tells a workbook from a CSV file.
  enum Recognition {
    case name
    /// The file's first bytes, whatever its name.
    case beginning
  }

  /// Reads a workbook or a CSV file that people saved.
  init(path: String, by recognition: Recognition) throws(FileFailure) {
    let isWorkbook: Bool
    switch recognition {
    case .name: isWorkbook = ![".csv", ".tsv"].contains { path.lowercased().hasSuffix($0) }
    case .beginning:
      let start = try FileContents.bytes(of: path, limit: 3)
      isWorkbook = start.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }
    if isWorkbook {
      do throws(WorkbookReadError) {
        self = try readWorkbook(at: path)
      } catch {
        throw FileFailure(.read, path, "\(error.problem)")
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
    workbook = try SavedWorkbook(path: path, by: .name)
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

extension SavedCell {
  /// The cell as it is to be written.
  var content: CellPlan.Content {
    switch self {
    case .empty: .blank
    case .text(let text): .text(CellText.fitted(text))
    case .number, .boolean, .day, .error: .saved(self)
    case .formula(_, let value): value.content
    }
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
