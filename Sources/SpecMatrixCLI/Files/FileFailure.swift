/// That a file or folder cannot be read or written.
package struct FileFailure: Error, Hashable, Sendable {
  /// What was to be done.
  package enum Action: String, Sendable {
    case read, write
  }

  package var action: Action
  package var path: String
  /// One phrase: "No space left on device".
  package var reason: String

  package init(_ action: Action, _ path: String, _ reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
  }

  /// `cannot write output/POST.json: No space left on device`.
  package var message: String { "cannot \(action.rawValue) \(path): \(reason)" }
}
