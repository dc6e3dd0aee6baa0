import Reporting
import RoundTrip
import Workbooks

/// What people entered in the files that a generation is about to replace.
struct EnteredFiles {
  let folder: SuiteFolder
  /// The spec's id.
  let id: String

  /// The tables that CSV files hold, with what follows the id in the files' names.
  static let tables: [(name: ReportTable.Name, suffix: String)] = [
    (.cases, ""), (.questions, "-questions"), (.retired, "-retired"),
  ]

  static func path(of id: String, _ suffix: String, in folder: SuiteFolder) -> String {
    folder.path(of: id + suffix, "csv")
  }

  /// Makes sure that no spreadsheet program has one of the files open: what is not saved yet would be lost, or overwrite what is written now.
  ///
  /// Excel and LibreOffice put a file of a certain name beside a file that they have open.
  func expectClosed(_ kinds: [Artifact]) throws(FileFailure) {
    for path in kinds.flatMap(paths) {
      let folder = FilePaths.folder(of: path)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      for lock in [".~lock.\(name)#", "~$\(name)"]
      where Self.isThere(FilePaths.join(folder, lock)) {
        throw FileFailure(
          .write,
          path,
          "a spreadsheet program has it open (\(lock)); save and close it, then generate again; nothing of \(id) was written"
        )
      }
    }
  }

  /// The workbook as it was saved; `nil` where there is none.
  func workbook() throws(FileFailure) -> SavedWorkbook? {
    let path = folder.path(of: id, "xlsx")
    guard Self.isThere(path) else { return nil }
    let saved = try Self.read(path)
    guard CarryOver.isReport(saved) else {
      throw FileFailure(
        .write,
        path,
        "it is a workbook that specmatrix did not write; move it away or name another folder with --output"
      )
    }
    return saved
  }

  /// The CSV files as they were saved, as the tables of one workbook; `nil` where there is none.
  func tables() throws(FileFailure) -> SavedWorkbook? {
    var saved = SavedWorkbook(tables: [])
    for path in paths(of: .csv) where Self.isThere(path) {
      saved.tables += try Self.read(path).tables
    }
    return saved.tables.isEmpty ? nil : saved
  }

  private func paths(of kind: Artifact) -> [String] {
    switch kind {
    case .json: []
    case .csv: Self.tables.map { Self.path(of: id, $0.suffix, in: folder) }
    case .xlsx: [folder.path(of: id, "xlsx")]
    }
  }

  private static func isThere(_ path: String) -> Bool {
    (try? FileStatus(path: path, followingLinks: false)) != nil
  }

  private static func read(_ path: String) throws(FileFailure) -> SavedWorkbook {
    do throws(FileFailure) {
      return try ReturnedFile(path: path).workbook
    } catch {
      var failure = error
      failure.reason +=
        "; what people entered in it would be lost, so nothing was written: mend it, or move it away"
      throw failure
    }
  }
}
