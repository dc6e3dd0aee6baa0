/// Work that reads files, and ends with putting others in their place: if one of them is saved meanwhile, it starts over from the new one.
///
/// What an attempt has to say is held back until it has succeeded or failed for good; progress is drawn at once.
enum StartingOver {
  /// How often the work is done before it gives up.
  private static let attempts = 10

  /// Milliseconds to wait before a file that somebody is saving is read again.
  private static let pause = 50

  /// Does the work, again while a file moves under it.
  static func `repeat`<Value>(
    on console: Console,
    _ work: (Console) throws -> Value
  ) throws -> Value {
    var left = attempts
    while true {
      left -= 1
      let held = HeldOutput()
      do {
        let value = try work(held.console(like: console))
        try held.release(to: console)
        return value
      } catch let failure as FileFailure where failure.isStale && left > 0 {
        console.pause(pause)
      } catch {
        try held.release(to: console)
        throw error
      }
    }
  }
}

/// The output held back, in its order.
final class HeldOutput {
  private var pieces: [(text: String, isSaid: Bool)] = []

  /// All that was written.
  var results: String { pieces.filter { !$0.isSaid }.map(\.text).joined() }

  /// What was said, one message each, with their lines.
  var messages: [String] { pieces.filter(\.isSaid).map(\.text) }

  /// A console that keeps what it is given here.
  func console(like console: Console) -> Console {
    var held = console
    held.write = { [self] text throws(SystemError) in pieces.append((text, false)) }
    held.report = { [self] in pieces.append(($0, true)) }
    held.draw = console.draw ?? console.report
    return held
  }

  func release(to console: Console) throws(SystemError) {
    for (text, isSaid) in pieces {
      if isSaid { console.report(text) } else { try console.write(text) }
    }
  }
}
