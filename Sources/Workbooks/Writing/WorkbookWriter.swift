/// Writes the workbook to a file, whole or not at all; a file that was there is replaced in one step.
///
/// The same plan gives the same bytes. The work is done in a file beside the target, whose folder must exist.
package func writeWorkbook(_ plan: WorkbookPlan, to path: String) throws(WorkbookError) {
  for sheet in plan.sheets {
    let columns = sheet.rows.map(\.cells.count).max() ?? 0
    guard sheet.rows.count <= SpreadsheetLimits.rows else {
      throw .tooManyRows(sheet: sheet.name, count: sheet.rows.count)
    }
    guard max(columns, sheet.columns.count) <= SpreadsheetLimits.columns else {
      throw .tooManyColumns(sheet: sheet.name, count: max(columns, sheet.columns.count))
    }
  }
  var target = try TargetFile(path)
  try target.reserve(bytes: plan.estimatedBytes)
  var book = try WorkbookHandle(path: target.temporaryPath, scratch: target.folder)
  try book.makeFormats(font: plan.font)
  try book.set(plan.properties)
  for sheet in plan.sheets { try book.add(sheet) }
  for name in plan.definedNames { try book.define(name) }
  try book.close()
  try target.finish()
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
          case .blank, .number, .share: total + 64
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

/// A file that appears whole or not at all: made under a temporary name beside its place, then put there in one step.
struct TargetFile: ~Copyable {
  let path: String
  let folder: String
  let temporaryPath: String
  private var isFinished = false

  /// Makes the temporary file, which shows at once whether the folder takes one.
  init(_ path: String) throws(WorkbookError) {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard !name.isEmpty else { throw .unwritable(path: path, reason: "it names a folder") }
    var attempt = 0
    var made: String?
    while made == nil {
      let candidate = "\(folder)/.\(name).\(getpid())-\(attempt).tmp"
      let descriptor = unsafe open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        _ = close(descriptor)
        made = candidate
      } else if errno == EEXIST, attempt < 100 {
        attempt += 1
      } else {
        throw .unwritable(path: path, reason: Self.reason(errno))
      }
    }
    self.path = path
    self.folder = folder
    temporaryPath = made ?? path
  }

  deinit {
    if !isFinished { _ = unsafe unlink(temporaryPath) }
  }

  /// Makes sure that the disk has room, since the library does not notice when its temporary files are cut short.
  func reserve(bytes: Int) throws(WorkbookError) {
    var disk = statvfs()
    guard unsafe statvfs(folder, &disk) == 0, disk.f_blocks > 0 else { return }
    let free = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
    guard free.overflow || free.partialValue >= UInt64(bytes) else {
      throw .noRoom(path: path)
    }
  }

  /// Puts the file in its place.
  mutating func finish() throws(WorkbookError) {
    guard unsafe rename(temporaryPath, path) == 0 else {
      throw .unwritable(path: path, reason: Self.reason(errno))
    }
    isFinished = true
  }

  private static func reason(_ code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
