import Reporting
import RoundTrip
import Text
import Workbooks

extension SavedWorkbook {
  /// What tells a workbook from a CSV file.
  enum Recognition {
    /// The file's name.
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
      let bytes = try FileContents.bytes(of: path, limit: SavedWorkbook.csvBytes)
      do throws(CSVReadError) {
        try self.init(csv: bytes)
      } catch {
        throw FileFailure(.read, path, "\(error)")
      }
    }
  }
}

/// A workbook or a CSV file that people sent back.
struct ReturnedFile {
  /// As written on the command line.
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

  /// The file's name without its folder and what follows the last dot.
  var stem: String {
    let name = FilePaths.name(of: path)
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// Whether some cell is one of the questions.
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

/// A kind of file that is generated for a spec; the name is the suffix of the file's.
enum Artifact: String, CaseIterable {
  case json, csv, xlsx
}

/// What people entered in the files that a generation will replace.
struct EnteredFiles {
  let folder: SuiteFolder
  /// The spec's id.
  let id: String

  /// The tables written as CSV, with the suffix of each file's name after the id.
  static let tables: [(name: ReportTable.Name, suffix: String)] = [
    (.cases, ""), (.questions, "-questions"), (.retired, "-retired"),
  ]

  static func path(of id: String, _ suffix: String, in folder: SuiteFolder) -> String {
    folder.path(of: id + suffix, "csv")
  }

  /// Makes sure that no spreadsheet program has one of the files open: unsaved changes would be lost, or overwrite what is written now.
  ///
  /// Excel and LibreOffice put a file of a certain name beside a file that they have open.
  func expectClosed(_ kinds: [Artifact]) throws(FileFailure) {
    for path in kinds.flatMap(paths) {
      let folder = FilePaths.folder(of: path)
      let name = FilePaths.name(of: path)
      for lock in [".~lock.\(name)#", "~$\(name)"]
      where FileStatus.exists(FilePaths.join(folder, lock), followingLinks: false) {
        throw FileFailure(
          .write,
          path,
          "it is open in a spreadsheet program (\(lock)); save and close it, then generate again; nothing was written for \(id)"
        )
      }
    }
  }

  /// The workbook as it was saved; `nil` where there is none.
  func workbook() throws(FileFailure) -> SavedWorkbook? {
    let path = folder.path(of: id, "xlsx")
    guard let saved = try Self.read(path) else { return nil }
    guard CarryOver.isReport(saved) else {
      throw FileFailure(
        .write,
        path,
        "specmatrix did not write this workbook; move it, or choose another folder with --output"
      )
    }
    return saved
  }

  /// The CSV files as they were saved, as the tables of one workbook; `nil` where there is none.
  func tables() throws(FileFailure) -> SavedWorkbook? {
    var saved = SavedWorkbook(tables: [])
    for path in paths(of: .csv) { saved.tables += try Self.read(path)?.tables ?? [] }
    return saved.tables.isEmpty ? nil : saved
  }

  private func paths(of kind: Artifact) -> [String] {
    switch kind {
    case .json: []
    case .csv: Self.tables.map { Self.path(of: id, $0.suffix, in: folder) }
    case .xlsx: [folder.path(of: id, "xlsx")]
    }
  }

  /// A file of an earlier generation; `nil` where there is none.
  private static func read(_ path: String) throws(FileFailure) -> SavedWorkbook? {
    guard FileStatus.exists(path, followingLinks: false) else { return nil }
    do throws(FileFailure) {
      return try SavedWorkbook(path: path, by: .name)
    } catch {
      var failure = error
      failure.reason +=
        "; what people entered in it would be lost, so nothing was written: fix it or move it away"
      throw failure
    }
  }
}
