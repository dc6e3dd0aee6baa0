/// What the file says about itself.
package struct WorkbookProperties: Hashable, Sendable {
  package var title: String
  package var subject: String
  /// The program that made it.
  package var comments: String
  /// Seconds since 1970-01-01T00:00Z, given from outside, since the same input has to give the same bytes.
  package var created: Int

  package init(title: String, subject: String, comments: String, created: Int) {
    self.title = title
    self.subject = subject
    self.comments = comments
    self.created = created
  }
}
