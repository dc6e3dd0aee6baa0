/// Writes the workbook over a file; the same plan gives the same bytes.
///
/// - Parameters:
///   - plan: The workbook. Where it is refused, the file stays as it was.
///   - path: The file, which a caller who has something to lose puts beside the one that is to be replaced.
///   - scratch: The folder for the library's temporary files; `nil` for that of the file.
/// - Throws: `WorkbookError`; what the file holds after a failed write is not defined.
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
  /// At most so many bytes does the library need on disk while it works: its files before they are compressed.
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

/// Why a workbook could not be written; nothing is left behind of it.
package enum WorkbookError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooManyRows(sheet: String, count: Int)
  case tooManyColumns(sheet: String, count: Int)
  /// The folder does not take a file, or the file could not be put in its place.
  case unwritable(path: String, reason: String)
  case noRoom(path: String)
  /// The library refused; the step and its own words.
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

/// Makes sure that the library can open the file, whose own message would not say why it cannot.
private func expectWritable(_ path: String) throws(WorkbookError) {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else {
    throw .unwritable(path: path, reason: unsafe String(cString: strerror(errno)))
  }
  _ = close(descriptor)
}

/// Makes sure that the disk has room, since the library does not notice when its temporary files are cut short.
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

/// Texts as C takes them, all kept until the pool is gone.
@safe final class CTextPool {
  private var texts: [UnsafeMutablePointer<CChar>] = unsafe []

  deinit {
    unsafe texts.forEach { unsafe $0.deallocate() }
  }

  /// The text in UTF-8 with a zero byte at the end.
  func text(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    unsafe copy.initialize(from: bytes, count: bytes.count)
    unsafe texts.append(copy)
    return unsafe copy
  }
}
