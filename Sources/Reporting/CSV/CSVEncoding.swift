/// The bytes that a CSV document begins with.
package enum CSVEncoding: String, CaseIterable, Sendable {
  /// UTF-8 behind a byte-order mark, without which Excel takes Japanese for another encoding.
  case utf8WithMark = "utf-8-bom"
  case utf8 = "utf-8"
}
