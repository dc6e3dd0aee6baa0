import ReviewServer
import Synchronization
import Text

/// The current contents of the pages, and the pages that wait for changes.
///
/// Changes are numbered. A page sends the last number that it saw and gets the specs that changed since, as soon as there are any.
final class ReviewBoard: Sendable {
  struct Spec: Equatable {
    let path: String
    let json: String
  }

  struct Contents: Equatable {
    /// The version of the program, the date and the revision.
    var head: [JSONValue.Member] = []
    /// The specs, in the order of their paths.
    var specs: [Spec] = []
    var notices: [String] = []
  }

  private struct State {
    var number = 0
    var contents = Contents()
    /// The number of the last change, by path.
    var changes: [String: Int] = [:]
    var waiting: [(after: Int, reply: ServerReply)] = []

    /// Returns the changes after a number; all contents if the number was never assigned, such as one of an earlier run.
    func response(after seen: Int) -> ServerResponse {
      let known = seen > number ? 0 : seen
      let changed = contents.specs.filter { changes[$0.path, default: number] > known }
      let head: String = JSONValue.object(
        [.init("number", .integer(number))] + contents.head + [
          .init("paths", .strings(contents.specs.map(\.path))),
          .init("notices", .strings(contents.notices)),
        ]
      ).compactText
      let text =
        String(head.dropLast()) + ",\"specs\":[" + changed.map(\.json).joined(separator: ",")
        + "]}\n"
      return .json(Array(text.utf8))
    }
  }

  private let state = Mutex(State())

  func show(_ contents: Contents) {
    let answers = state.withLock { state -> [(ServerReply, ServerResponse)] in
      guard contents != state.contents || state.number == 0 else { return [] }
      state.number += 1
      let before = Dictionary(firstOf: state.contents.specs.map { ($0.path, $0.json) })
      var changes: [String: Int] = [:]
      for spec in contents.specs {
        let number = before[spec.path] == spec.json ? state.changes[spec.path] : nil
        changes[spec.path] = number ?? state.number
      }
      (state.contents, state.changes) = (contents, changes)
      let waiting = state.waiting
      state.waiting = []
      // Pages waiting after the same number share a response.
      let responses = Dictionary(
        firstOf: Set(waiting.map(\.after)).map { ($0, state.response(after: $0)) }
      )
      return waiting.compactMap { page in responses[page.after].map { (page.reply, $0) } }
    }
    for (reply, response) in answers { reply.send(response) }
  }

  /// Responds to a page that has seen everything up to a number, now or at the next change.
  func answer(_ reply: ServerReply, after seen: Int) {
    let response = state.withLock { state -> ServerResponse? in
      guard state.number > 0, seen != state.number else {
        state.waiting.removeAll { !$0.reply.isPending }
        state.waiting.append((seen, reply))
        return nil
      }
      return state.response(after: seen)
    }
    if let response { reply.send(response) }
  }
}
