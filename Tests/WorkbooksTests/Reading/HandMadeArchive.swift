/// A zip archive built byte by byte with stored entries, so that a test can make every mistake in it.
struct HandMadeArchive {
  struct Entry {
    var name: String
    var bytes: [UInt8]
    var flags: UInt16 = 0
    var method: UInt16 = 0
    /// The length claimed by the archive, or `nil` for the true one.
    var claimedBytes: Int?
    /// The checksum claimed by the archive, or `nil` for the true one.
    var claimedChecksum: UInt32?
  }

  var entries: [Entry] = []

  mutating func add(_ name: String, _ text: String) {
    entries.append(Entry(name: name, bytes: Array(text.utf8)))
  }

  subscript(name: String) -> Entry? {
    get { entries.first { $0.name == name } }
    set {
      guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
      entries[index] = newValue ?? entries[index]
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var listing: [UInt8] = []
    for entry in entries {
      let size = UInt32(entry.claimedBytes ?? entry.bytes.count)
      let checksum = entry.claimedChecksum ?? Self.checksum(entry.bytes)
      // Version, flags, method, time and day, checksum, sizes, lengths of the name and of the extra field.
      let common =
        Self.two(20) + Self.two(entry.flags) + Self.two(entry.method) + Self.four(0x21_0000)
        + Self.four(checksum) + Self.four(UInt32(entry.bytes.count)) + Self.four(size)
        + Self.two(UInt16(entry.name.utf8.count)) + Self.two(0)
      listing +=
        Self.four(0x0201_4B50) + Self.two(20) + common + Self.two(0) + Self.two(0) + Self.two(0)
        + Self.four(0) + Self.four(UInt32(bytes.count)) + Array(entry.name.utf8)
      bytes += Self.four(0x0403_4B50) + common + Array(entry.name.utf8) + entry.bytes
    }
    let end =
      Self.four(0x0605_4B50) + Self.four(0) + Self.two(UInt16(entries.count))
      + Self.two(UInt16(entries.count)) + Self.four(UInt32(listing.count))
      + Self.four(UInt32(bytes.count)) + Self.two(0)
    return bytes + listing + end
  }

  private static func two(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  private static func four(_ value: UInt32) -> [UInt8] {
    two(UInt16(value & 0xFFFF)) + two(UInt16(value >> 16))
  }

  /// Computes the CRC-32 of ISO 3309.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
