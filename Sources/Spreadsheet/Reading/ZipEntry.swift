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
