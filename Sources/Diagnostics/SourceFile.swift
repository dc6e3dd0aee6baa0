/// A text and the name people know it by.
package struct SourceFile: Sendable {
  /// The path as it is shown, `<stdin>` for standard input.
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
