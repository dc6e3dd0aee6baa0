import Foundation
import Synchronization

/// Threads that share a piece of work.
struct Workers: Sendable {
  /// How many work at once, the thread that asks included; at least 1.
  let count: Int

  /// As many as there are processors.
  static var ofProcessors: Workers { Workers(count: ProcessInfo.processInfo.activeProcessorCount) }

  /// More threads than any machine has processors.
  static let limit = 1_024

  /// What a main thread has: whatever one spec needs, it finds on every thread.
  private static let stackSize = 8 << 20

  /// What comes of each element, in the order of the elements, however many workers there are.
  ///
  /// Each worker takes the next element that nobody has taken, so that a large one holds up nobody else.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - progress: Called on the asking thread now and then, with the number of elements that somebody has taken.
  ///   - body: What is done with each.
  /// - Returns: What came of them.
  func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element],
    progress: (Int) -> Void = { _ in },
    _ body: @escaping @Sendable (Element) -> Value
  ) -> [Value] {
    let helpers = max(0, min(count, elements.count) - 1)
    let ledger = Ledger<Value>(count: elements.count)
    @Sendable func work() {
      while let number = ledger.take() { ledger.put(body(elements[number]), at: number) }
    }
    let group = DispatchGroup()
    for _ in 0..<helpers {
      group.enter()
      let thread = Thread {
        work()
        group.leave()
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    while let number = ledger.take() {
      progress(number)
      ledger.put(body(elements[number]), at: number)
    }
    group.wait()
    return ledger.values
  }
}

/// Which elements are taken, and what came of those that are done.
private final class Ledger<Value: Sendable>: Sendable {
  private struct Entries {
    var next = 0
    var values: [Value?]
  }

  private let entries: Mutex<Entries>

  init(count: Int) {
    entries = Mutex(Entries(values: Array(repeating: nil, count: count)))
  }

  /// The number of the next element; `nil` where all are taken.
  func take() -> Int? {
    entries.withLock { entries in
      guard entries.next < entries.values.count else { return nil }
      entries.next += 1
      return entries.next - 1
    }
  }

  func put(_ value: Value, at number: Int) {
    entries.withLock { $0.values[number] = value }
  }

  /// What came of all elements, once all workers are through.
  var values: [Value] { entries.withLock { $0.values.compactMap(\.self) } }
}
