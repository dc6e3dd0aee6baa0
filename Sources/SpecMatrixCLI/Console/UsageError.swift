/// That a command was called in a way that makes no sense.
struct UsageError: Error {
  /// One phrase: "two outputs are given".
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
