/// Why bytes are not read as comma-separated values, with what to do about it.
package enum CSVReadError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLarge(String)
  /// Neither UTF-8 nor, beyond doubt, the encoding of Japanese Windows; the line of the first byte that UTF-8 does not have.
  case unknownEncoding(line: Int)
  /// The quote that opens in this line never closes.
  case unterminatedQuote(line: Int)

  package var description: String {
    switch self {
    case .tooLarge(let what): "it has more than \(what), which is more than is read"
    case .unknownEncoding(let line):
      "line \(line) is not UTF-8, and the text is not clearly Shift_JIS; save it as “CSV UTF-8”"
    case .unterminatedQuote(let line):
      "the quote that opens in line \(line) never closes; close it, or write \"\" for a quote inside of quotes"
    }
  }
}
