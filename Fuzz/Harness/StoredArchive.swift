/// A zip archive whose parts are stored as they are, with right lengths and checksums.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
struct StoredArchive {
  private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  init(_ parts: [(name: String, content: [UInt8])]) {
    for part in parts { add(part.name, part.content) }
    let start = UInt32(bytes.count)
    bytes += directory
    put(0x0605_4B50 as UInt32, to: &bytes)
    put(0 as UInt32, to: &bytes)
    put(count, to: &bytes)
    put(count, to: &bytes)
    put(UInt32(directory.count), to: &bytes)
    put(start, to: &bytes)
    put(0 as UInt16, to: &bytes)
  }

  private mutating func add(_ name: String, _ content: [UInt8]) {
    let name = Array(name.utf8.prefix(1_000))
    let start = UInt32(bytes.count)
    var shared: [UInt8] = []
    // Version 2.0, names in UTF-8, stored, 1980-01-01.
    for field: UInt16 in [20, 0x0800, 0, 0, 0x0021] { put(field, to: &shared) }
    for field in [Checksum.of(content), UInt32(content.count), UInt32(content.count)] {
      put(field, to: &shared)
    }
    put(UInt16(name.count), to: &shared)
    put(0 as UInt16, to: &shared)
    put(0x0403_4B50 as UInt32, to: &bytes)
    bytes += shared + name + content
    put(0x0201_4B50 as UInt32, to: &directory)
    put(20 as UInt16, to: &directory)
    directory += shared
    for field: UInt16 in [0, 0, 0] { put(field, to: &directory) }
    put(0 as UInt32, to: &directory)
    put(start, to: &directory)
    directory += name
    count += 1
  }

  private func put(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for place in 0..<(value.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place)))
    }
  }
}

/// The checksum CRC-32 of ISO 3309, as zip archives have it.
private enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }
}
