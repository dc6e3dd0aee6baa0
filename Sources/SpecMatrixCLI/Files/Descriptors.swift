#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes all bytes to an open descriptor.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    done += try retrying {
      unsafe bytes[done...].withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }
  }
}

/// Reads an open descriptor to its end, but no more than `limit` bytes and one: who gets that many knows that there is too much.
func readAll(from descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let wanted = min(buffer.count, limit + 1 - bytes.count)
    let count = try retrying {
      unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, wanted) }
    }
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  return bytes
}
