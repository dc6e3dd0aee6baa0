/// Writes the workbook over a file; the same plan gives the same bytes.
///
/// - Parameters:
///   - plan: The workbook. If it is refused, the file stays unchanged.
///   - path: The file. To keep an existing one in case of failure, write to a different path and move the file afterwards.
///   - scratch: The folder for the library's temporary files, or `nil` for that of the file.
/// - Throws: `WorkbookError`; after a failed write, the contents of the file are undefined.
package func writeWorkbook(
  _ plan: WorkbookPlan,
  to path: String,
  scratch: String? = nil
) throws(WorkbookError) {
  for sheet in plan.sheets {
    let columns = sheet.rows.map(\.cells.count).max() ?? 0
    guard sheet.rows.count <= SpreadsheetLimits.rows else {
      throw .tooManyRows(sheet: sheet.name, count: sheet.rows.count)
    }
    guard max(columns, sheet.columns.count) <= SpreadsheetLimits.columns else {
      throw .tooManyColumns(sheet: sheet.name, count: max(columns, sheet.columns.count))
    }
  }
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  let scratch = scratch ?? folder
  try expectWritable(path)
  try expectRoom(for: plan.estimatedBytes, in: scratch, path)
  var book = try WorkbookHandle(path: path, scratch: scratch)
  try book.makeFormats(font: plan.font)
  try book.set(plan.properties)
  for sheet in plan.sheets { try book.add(sheet) }
  for name in plan.definedNames { try book.define(name) }
  try book.close()
  try WorkbookProof(plan: plan).expect(at: path)
}

extension WorkbookPlan {
  /// An upper bound for the disk space that the library needs temporarily: its uncompressed files.
  fileprivate var estimatedBytes: Int {
    sheets.reduce(1 << 16) { total, sheet in
      sheet.rows.reduce(total + 1 << 12) { total, row in
        row.cells.reduce(total + 64) { total, cell in
          switch cell.content {
          case .text(let text): total + 256 + 2 * text.utf8.count
          case .formula(let formula, _): total + 128 + 2 * formula.utf8.count
          case .saved(let cell): total + 512 + 2 * "\(cell)".utf8.count
          case .blank, .kept, .number, .share: total + 64
          }
        }
      }
    }
  }
}

/// The reason why a workbook could not be written.
package enum WorkbookError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooManyRows(sheet: String, count: Int)
  case tooManyColumns(sheet: String, count: Int)
  /// The folder is not writable, or the file could not be moved to its place.
  case unwritable(path: String, reason: String)
  case noRoom(path: String)
  /// The library refused a step, with its message.
  case refused(step: String, reason: String)

  package var description: String {
    switch self {
    case .tooManyRows(let sheet, let count):
      "sheet '\(sheet)' has \(count) rows, more than the \(SpreadsheetLimits.rows) that a workbook holds"
    case .tooManyColumns(let sheet, let count):
      "sheet '\(sheet)' has \(count) columns, more than the \(SpreadsheetLimits.columns) that a workbook holds"
    case .unwritable(let path, let reason): "cannot write '\(path)': \(reason)"
    case .noRoom(let path): "cannot write '\(path)': not enough room on the disk"
    case .refused(let step, let reason): "cannot make the workbook (\(step)): \(reason)"
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

/// Checks that the library can open the file, since its own message would not give the reason.
private func expectWritable(_ path: String) throws(WorkbookError) {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else {
    throw .unwritable(path: path, reason: unsafe String(cString: strerror(errno)))
  }
  _ = close(descriptor)
}

/// Checks the free space on the disk, since the library does not notice when its temporary files are cut short.
private func expectRoom(
  for bytes: Int,
  in folder: String,
  _ path: String
) throws(WorkbookError) {
  var disk = statvfs()
  guard unsafe statvfs(folder, &disk) == 0, disk.f_blocks > 0 else { return }
  let free = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
  guard free.overflow || free.partialValue >= UInt64(bytes) else { throw .noRoom(path: path) }
}

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

/// A pool of C strings that are kept until it is released.
@safe final class CTextPool {
  private var texts: [UnsafeMutablePointer<CChar>] = unsafe []

  deinit {
    unsafe texts.forEach { unsafe $0.deallocate() }
  }

  /// Returns the text as a zero-terminated UTF-8 string.
  func text(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    unsafe copy.initialize(from: bytes, count: bytes.count)
    unsafe texts.append(copy)
    return unsafe copy
  }
}
