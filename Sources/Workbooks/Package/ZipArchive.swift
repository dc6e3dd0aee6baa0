import CMinizip

/// An archive of minizip, of which parts are read into memory piece by piece; nothing is ever unpacked to a disk.
///
/// The only file that knows the library.
@safe struct ZipArchive: ~Copyable {
  private let file: unzFile
  /// By name; names are alike without regard to the case of letters, as the packaging conventions want (ECMA-376-2, 6.2.2).
  private let entries: [String: ZipEntry]
  private var open: (name: String, left: Int)?
  /// How many bytes may still be read.
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

  /// Whether there is such a part.
  func has(_ name: String) -> Bool { entries[name.lowercased()] != nil }

  /// The names of all parts, in lower case.
  var names: [String] { entries.keys.sorted() }

  /// Begins to read a part.
  mutating func begin(_ name: String) throws(WorkbookProblem) {
    precondition(open == nil, "one part of an archive is read at a time")
    guard let entry = entries[name.lowercased()] else {
      throw .damaged(part: name, reason: "the part is missing")
    }
    guard !entry.isEncrypted else { throw .otherFormat(.encrypted) }
    guard entry.method == 0 || entry.method == 8 else {
      throw .damaged(part: name, reason: "compressed by a method that workbooks do not use")
    }
    guard entry.bytes <= budget else { throw .tooLarge("\(limits.bytes >> 20) MB unpacked") }
    var place = unz64_file_pos(
      pos_in_zip_directory: ZPOS64_T(entry.place.offset),
      num_of_file: ZPOS64_T(entry.place.number)
    )
    guard unsafe unzGoToFilePos64(file, &place) == UNZ_OK,
      unsafe unzOpenCurrentFile(file) == UNZ_OK
    else { throw .damaged(part: name, reason: "its place in the archive is wrong") }
    open = (name, entry.bytes)
  }

  /// The next bytes of the part into the buffer, and how many; none is the end, and then the part was whole.
  mutating func read(into buffer: inout [UInt8]) throws(WorkbookProblem) -> Int {
    guard let (name, left) = open else { preconditionFailure("no part of the archive is open") }
    let count = buffer.count
    let got = unsafe buffer.withUnsafeMutableBytes { buffer in
      Int(unsafe unzReadCurrentFile(file, buffer.baseAddress, UInt32(count)))
    }
    guard got >= 0 else { throw .damaged(part: name, reason: "it cannot be unpacked") }
    guard got == 0 else {
      open = (name, left - got)
      budget -= got
      return got
    }
    open = nil
    let isWhole = unsafe unzCloseCurrentFile(file) == UNZ_OK && left == 0
    guard isWhole else { throw .damaged(part: name, reason: "its checksum or length is wrong") }
    return 0
  }

  /// Closes a part before its end.
  mutating func leave() {
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
        place: (UInt64(place.pos_in_zip_directory), UInt64(place.num_of_file)),
        bytes: Int(info.uncompressed_size),
        isEncrypted: info.flag & 1 != 0,
        method: Int(info.compression_method)
      )
      // Programs differ in which of the two they show.
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
  /// Hands over what a part, which is XML, consists of.
  mutating func forEachEvent(
    of part: String,
    limits: ReadingLimits,
    _ body: (XMLEvent) throws(WorkbookProblem) -> Void
  ) throws(WorkbookProblem) {
    try begin(part)
    var parser = XMLEventParser(limits: limits)
    var buffer = [UInt8](repeating: 0, count: 1 << 15)
    var count = 0
    repeat {
      count = try read(into: &buffer)
      let events: [XMLEvent]
      do throws(XMLProblem) {
        events = try parser.events(of: buffer, count: count)
      } catch {
        leave()
        throw WorkbookProblem(error, in: part, limits: limits)
      }
      for event in events { try body(event) }
    } while count > 0
  }
}

extension WorkbookProblem {
  fileprivate init(_ problem: XMLProblem, in part: String, limits: ReadingLimits) {
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

/// A file in an archive, as the archive's table of contents tells of it.
struct ZipEntry {
  /// Where the table of contents tells of it, and its number there.
  let place: (offset: UInt64, number: UInt64)
  /// Uncompressed; a promise that reading holds the archive to.
  let bytes: Int
  let isEncrypted: Bool
  /// 0 is stored and 8 is deflated; nothing else is read.
  let method: Int
}
