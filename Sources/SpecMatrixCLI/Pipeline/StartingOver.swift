/// The repetition of work that reads files and finally replaces some, if one of them is saved in the meantime.
///
/// The output of an attempt is held back until it has succeeded or failed for good; progress is drawn at once.
enum StartingOver {
  private static let attempts = 10

  /// The delay in milliseconds before another attempt.
  private static let pause = 50

  /// Does the work, again as long as a file changes during it.
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

/// Output that is held back, in order.
final class HeldOutput {
  private var pieces: [(text: String, isSaid: Bool)] = []

  var results: String { pieces.filter { !$0.isSaid }.map(\.text).joined() }

  /// The messages, each with its line ends.
  var messages: [String] { pieces.filter(\.isSaid).map(\.text) }

  /// Returns a console that writes to this object.
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
