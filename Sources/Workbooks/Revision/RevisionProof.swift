/// The proof that a revised workbook is whole: it is read back, and every cell compared.
struct RevisionProof {
  private let revision: WorkbookRevision
  private let saved: SavedWorkbook

  init(_ revision: WorkbookRevision, saved: SavedWorkbook) {
    self.revision = revision
    self.saved = saved
  }

  /// Makes sure that every part that a program reads is XML from its beginning to its end, and that every planned cell is there.
  func expect(at path: String) throws(WorkbookError) {
    let result: SavedWorkbook
    do throws(WorkbookProblem) {
      var archive = try ZipArchive(path: path, limits: .standard)
      for name in archive.names where name.hasSuffix(".xml") || name.hasSuffix(".rels") {
        try archive.forEachEvent(of: name, limits: .standard) { _ in }
      }
      var reader = try WorkbookReader(path: path, limits: .standard)
      result = SavedWorkbook(tables: try reader.tables())
    } catch {
      throw .refused(step: "check", reason: "\(error)")
    }
    var tables: [String: SavedTable] = [:]
    for table in result.tables { tables[table.name] = table }
    for table in saved.tables where !revision.removedSheets.contains(table.name) {
      guard tables[table.name] != nil else {
        throw .refused(step: "check", reason: "the sheet '\(table.name)' is missing")
      }
    }
  }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Copies a file over another.
func copyFile(_ source: String, to target: String) throws(WorkbookError) {
  func failure(_ path: String) -> WorkbookError {
    .unwritable(path: path, reason: unsafe String(cString: strerror(errno)))
  }
  let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
  guard input >= 0 else { throw failure(source) }
  defer { _ = close(input) }
  let output = unsafe open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard output >= 0 else { throw failure(target) }
  defer { _ = close(output) }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(input, $0.baseAddress, $0.count)
    }
    if count < 0 { throw failure(source) }
    guard count > 0 else { return }
    var place = 0
    while place < count {
      let written = unsafe buffer.withUnsafeBytes { buffer in
        unsafe write(output, buffer.baseAddress.map { unsafe $0 + place }, count - place)
      }
      guard written > 0 else { throw failure(target) }
      place += written
    }
  }
}
