import CMinizip

/// A zip archive that minizip reads part by part into memory, without unpacking anything to a disk.
///
/// Only this file uses the library.
@safe struct ZipArchive: ~Copyable {
  private let file: unzFile
  /// The entries by lower-case name, since names are compared without regard to case (ECMA-376-2, 6.2.2).
  private let entries: [String: ZipEntry]
  /// The part being read, with its remaining bytes, or with `nil` if it is read in compressed form.
  private var open: (name: String, left: Int?)?
  /// The number of bytes that may still be read.
  private var budget: Int
  private let limits: ReadingLimits

  /// Opens an archive and reads its table of contents.
  init(path: String, limits: ReadingLimits) throws(WorkbookProblem) {
    guard let file = unsafe unzOpen64(path) else { throw .cutOff }
    do throws(WorkbookProblem) {
      entries = try unsafe Self.entries(of: file, limit: limits.entries)
    } catch {
      unsafe unzClose(file)
      throw error
    }
    unsafe self.file = unsafe file
    self.limits = limits
    budget = limits.bytes
  }

  deinit {
    if open != nil { unsafe unzCloseCurrentFile(file) }
    unsafe unzClose(file)
  }

  /// Returns a text that distinguishes the contents of a part from others without reading them, or `nil` if there is no such part.
  func identity(of name: String) -> String? {
    entries[name.lowercased()].map { "\($0.bytes) \($0.checksum)" }
  }

  func has(_ name: String) -> Bool { entries[name.lowercased()] != nil }

  /// The names of all parts, in lower case.
  var names: [String] { entries.keys.sorted() }

  /// The names of all files with their original spelling, in the order of the archive.
  var listing: [String] {
    entries.values.sorted { $0.position.num_of_file < $1.position.num_of_file }.map(\.name)
  }

  mutating func bytes(of name: String) throws(WorkbookProblem) -> [UInt8] {
    _ = try begin(name, isRaw: false)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 15)
    while true {
      let count = try read(into: &buffer)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Starts reading a part, which does not use up the budget in compressed form (`isRaw`).
  fileprivate mutating func begin(_ name: String, isRaw: Bool) throws(WorkbookProblem) -> ZipEntry {
    precondition(open == nil, "one part of an archive is read at a time")
    guard let entry = entries[name.lowercased()] else {
      throw .damaged(part: name, reason: "the part is missing")
    }
    guard !entry.isEncrypted else { throw .otherFormat(.encrypted) }
    guard isRaw || entry.method == 0 || entry.method == 8 else {
      throw .damaged(part: name, reason: "compressed by a method that workbooks do not use")
    }
    guard isRaw || entry.bytes <= budget else {
      throw .tooLarge("\(limits.bytes >> 20) MB unpacked")
    }
    var place = entry.position
    var method: Int32 = 0
    var level: Int32 = 0
    guard unsafe unzGoToFilePos64(file, &place) == UNZ_OK,
      unsafe unzOpenCurrentFile2(file, &method, &level, isRaw ? 1 : 0) == UNZ_OK
    else { throw .damaged(part: name, reason: "its place in the archive is wrong") }
    open = (name, isRaw ? nil : entry.bytes)
    return entry
  }

  /// Reads the next bytes of the part into the buffer and returns their number, which is 0 at the end of a complete part.
  fileprivate mutating func read(into buffer: inout [UInt8]) throws(WorkbookProblem) -> Int {
    guard let (name, left) = open else { preconditionFailure("no part of the archive is open") }
    let count = UInt32(buffer.count)
    let got = unsafe buffer.withUnsafeMutableBytes { buffer in
      Int(unsafe unzReadCurrentFile(file, buffer.baseAddress, count))
    }
    guard got >= 0 else {
      throw .damaged(part: name, reason: "it cannot be \(left == nil ? "read" : "unpacked")")
    }
    guard got == 0 else {
      if let left {
        open = (name, left - got)
        budget -= got
      }
      return got
    }
    open = nil
    let isClosed = unsafe unzCloseCurrentFile(file) == UNZ_OK
    guard left == nil || isClosed && left == 0 else {
      throw .damaged(part: name, reason: "its checksum or length is wrong")
    }
    return 0
  }

  /// Closes a part before its end.
  fileprivate mutating func leave() {
    guard open != nil else { return }
    open = nil
    unsafe unzCloseCurrentFile(file)
  }

  private static func entries(
    of file: unzFile,
    limit: Int
  ) throws(WorkbookProblem) -> [String: ZipEntry] {
    let listing = "the archive's table of contents"
    var entries: [String: ZipEntry] = [:]
    var name = [CChar](repeating: 0, count: 1_024)
    var step = unsafe unzGoToFirstFile(file)
    while step == UNZ_OK {
      guard entries.count < limit else { throw .tooLarge("\(limit) parts") }
      var info = unz_file_info64()
      let length = UInt(name.count)
      guard
        unsafe unzGetCurrentFileInfo64(file, &info, &name, length, nil, 0, nil, 0) == UNZ_OK,
        info.size_filename < length, info.uncompressed_size < 1 << 62
      else { throw .damaged(part: listing, reason: "an entry cannot be read") }
      var place = unz64_file_pos()
      guard unsafe unzGetFilePos64(file, &place) == UNZ_OK else {
        throw .damaged(part: listing, reason: "an entry cannot be read")
      }
      let bytes = name[..<Int(info.size_filename)].map(UInt8.init(bitPattern:))
      let text = String(decoding: bytes, as: UTF8.self)
      let entry = ZipEntry(
        name: text,
        position: place,
        bytes: Int(info.uncompressed_size),
        checksum: UInt(info.crc),
        isEncrypted: info.flag & 1 != 0,
        method: Int(info.compression_method)
      )
      // Programs differ in which of two equal names they use.
      guard entries.updateValue(entry, forKey: text.lowercased()) == nil else {
        throw .damaged(part: text, reason: "the archive has it twice")
      }
      step = unsafe unzGoToNextFile(file)
    }
    guard step == UNZ_END_OF_LIST_OF_FILE else {
      throw .damaged(part: listing, reason: "it ends too early")
    }
    return entries
  }
}

extension ZipArchive {
  /// Parses a part as XML, with the names of `XMLTagEvent`.
  mutating func tree(
    of part: String,
    taking: (XMLTree, [XMLTree]) throws(WorkbookProblem) -> Bool = { _, _ in false }
  ) throws(WorkbookProblem) -> XMLTree {
    try XMLTree(
      bytes(of: part),
      part: part,
      limits: limits,
      resolvesNamespaces: true,
      taking: taking
    )
  }

  /// Returns the relations of a part, or of the package for an empty name, or none if the archive has no such file.
  mutating func relations(of part: String) throws(WorkbookProblem) -> PartRelations {
    let name = PartName.relations(of: part)
    return PartRelations(of: part, has(name) ? try tree(of: name) : nil)
  }
}

extension WorkbookProblem {
  init(_ problem: XMLProblem, in part: String, limits: ReadingLimits) {
    self =
      switch problem {
      case .malformed(let line, let reason): .malformed(part: part, line: line, reason: reason)
      case .documentType: .forbidden(part: part, what: "a document type declaration (DOCTYPE)")
      case .tooDeep:
        .forbidden(part: part, what: "more than \(limits.depth) elements in one another")
      case .tagTooLong:
        .forbidden(part: part, what: "a tag of more than \(limits.tagBytes >> 10) KB")
      }
  }
}

/// A file in an archive, as described by the table of contents.
struct ZipEntry {
  /// The name with its original spelling.
  let name: String
  /// The position and index in the table of contents.
  let position: unz64_file_pos
  /// The declared uncompressed size, which reading enforces.
  let bytes: Int
  let checksum: UInt
  let isEncrypted: Bool
  /// The compression method: 0 for stored or 8 for deflated; others are not read.
  let method: Int
}

/// A writer of archives in which all files have the same date, so that the same parts give the same bytes.
@safe struct ZipArchiveWriter: ~Copyable {
  private let file: zipFile
  private var isOpen = true

  init(path: String) throws(WorkbookProblem) {
    guard let file = unsafe zipOpen64(path, APPEND_STATUS_CREATE) else {
      throw .unreadable("the archive cannot be begun")
    }
    unsafe self.file = unsafe file
  }

  deinit {
    if isOpen { unsafe zipClose(file, nil) }
  }

  func add(_ name: String, _ bytes: [UInt8]) throws(WorkbookProblem) {
    try begin(name, method: Int(Z_DEFLATED), isRaw: false)
    try write(bytes, bytes.count)
    try check(unsafe zipCloseFileInZip(file))
  }

  /// Copies a part in compressed form, without decompressing it.
  func copy(_ name: String, from archive: inout ZipArchive) throws(WorkbookProblem) {
    let entry = try archive.begin(name, isRaw: true)
    defer { archive.leave() }
    try begin(entry.name, method: entry.method, isRaw: true)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try archive.read(into: &buffer)
      guard count > 0 else { break }
      try write(buffer, count)
    }
    try check(unsafe zipCloseFileInZipRaw64(file, UInt64(entry.bytes), entry.checksum))
  }

  /// Finishes the archive, which must not be used afterwards.
  mutating func close() throws(WorkbookProblem) {
    isOpen = false
    try check(unsafe zipClose(file, nil))
  }

  private func begin(_ name: String, method: Int, isRaw: Bool) throws(WorkbookProblem) {
    var info = zip_fileinfo()
    // The first of January 1980, the earliest date of zip archives.
    info.dosDate = 0x21_0000
    // Bit 11 marks a name in UTF-8.
    let flags: UInt = name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 1 << 11
    let result = unsafe zipOpenNewFileInZip4_64(
      file,
      name,
      &info,
      nil,
      0,
      nil,
      0,
      nil,
      Int32(method),
      Z_DEFAULT_COMPRESSION,
      isRaw ? 1 : 0,
      -MAX_WBITS,
      DEF_MEM_LEVEL,
      Z_DEFAULT_STRATEGY,
      nil,
      0,
      20,
      flags,
      0
    )
    try check(result)
  }

  private func write(_ bytes: [UInt8], _ count: Int) throws(WorkbookProblem) {
    var place = 0
    while place < count {
      let size = min(count - place, 1 << 20)
      let result = unsafe bytes.withUnsafeBytes { bytes in
        unsafe zipWriteInFileInZip(file, bytes.baseAddress.map { unsafe $0 + place }, UInt32(size))
      }
      try check(result)
      place += size
    }
  }

  private func check(_ result: Int32) throws(WorkbookProblem) {
    guard result == ZIP_OK else {
      throw .unreadable("the archive does not take it (error \(result))")
    }
  }
}
