/// A recognised but unsupported spreadsheet format, with a description of what to do.
package enum SpreadsheetFormat: Hashable, Sendable, CustomStringConvertible {
  /// The format of Excel 97–2003.
  case xls
  case xlsb
  /// An encrypted workbook, protected by a password.
  case encrypted
  case openDocument

  package var description: String {
    switch self {
    case .xls: "it is a workbook of Excel 97–2003 (.xls); save it as an Excel workbook (.xlsx)"
    case .xlsb: "it is a binary workbook (.xlsb); save it as an Excel workbook (.xlsx)"
    case .encrypted: "it is protected by a password; save it as .xlsx without one"
    case .openDocument:
      "it is an OpenDocument spreadsheet (.ods); save it as an Excel workbook (.xlsx)"
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

/// The detection of a file's format by its first bytes.
enum FileBeginning {
  /// Throws a `WorkbookProblem` with the actual format unless the file is a zip archive within the size limit.
  static func expectArchive(at path: String, limits: ReadingLimits) throws(WorkbookProblem) {
    // Opening a pipe without a writer would block forever.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(unsafe String(cString: strerror(errno))) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(unsafe String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      if status.st_mode & S_IFMT == S_IFDIR { throw .unreadable("it is a folder") }
      throw .notRegular
    }
    let first = try bytes(of: descriptor, count: 8)
    if first.starts(with: compoundFile) {
      let whole = try bytes(of: descriptor, count: limits.fileBytes)
      throw .otherFormat(whole.contains(encryptedPackage) ? .encrypted : .xls)
    }
    guard first.starts(with: Array("PK\u{3}\u{4}".utf8)) else { throw .notAWorkbook }
    guard status.st_size <= limits.fileBytes else {
      throw .tooLarge("\(limits.fileBytes >> 20) MB")
    }
  }

  /// The signature of Microsoft's compound files, which include `.xls` files and encrypted workbooks.
  private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  /// The name of the stream with an encrypted workbook in the directory of a compound file, in UTF-16.
  private static let encryptedPackage: [UInt8] = Array(
    "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0".utf8
  )

  /// Returns the first `count` bytes of the file, or fewer if it is shorter.
  private static func bytes(
    of descriptor: Int32,
    count: Int
  ) throws(WorkbookProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while bytes.count < count {
      let wanted = min(buffer.count, count - bytes.count)
      let place = off_t(bytes.count)
      let got = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress, wanted, place)
      }
      guard got >= 0 else { throw .unreadable(unsafe String(cString: strerror(errno))) }
      guard got > 0 else { break }
      bytes += buffer[..<got]
    }
    return bytes
  }
}
