/// That a text cannot be edited without changing something else.
package struct EditRefusal: Error, Hashable, Sendable {
  /// One phrase: "`expectations` is written as an alias".
  package var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
