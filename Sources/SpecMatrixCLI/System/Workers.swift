import Synchronization

#if canImport(Darwin)
// All of Foundation is part of the system there, and its threads need no pointers.
import Foundation
#else
import FoundationEssentials
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif
#endif

/// Threads that share work.
struct Workers: Sendable {
  /// The number of threads, including the calling one; at least 1.
  let count: Int

  static let limit = 1_024

  static var ofProcessors: Workers {
    Workers(count: min(max(1, ProcessInfo.processInfo.activeProcessorCount), limit))
  }

  /// Returns the values of `body` for the elements, in their order, independent of the number of threads.
  ///
  /// Each thread takes the next free element, so that a slow one does not hold up the others. `progress` is called on the calling thread
  /// with the number of elements taken so far.
  func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element],
    progress: (Int) -> Void = { _ in },
    _ body: @escaping @Sendable (Element) -> Value
  ) -> [Value] {
    let helpers = max(0, min(count, elements.count) - 1)
    let ledger = Ledger<Value>(count: elements.count)
    // If the system refuses a thread, the others do its work.
    let threads = (0..<helpers).compactMap { _ in
      WorkerThread {
        while let number = ledger.take() { ledger.put(body(elements[number]), at: number) }
      }
    }
    while let number = ledger.take() {
      progress(number)
      ledger.put(body(elements[number]), at: number)
    }
    for thread in threads { thread.join() }
    return ledger.values
  }
}

/// A thread with the stack size of the main thread, so that it can check the same specs.
private struct WorkerThread {
  /// The stack size in bytes.
  private static let stackSize = 8 << 20

  #if canImport(Darwin)
  private let end = DispatchSemaphore(value: 0)

  init?(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread { [end] in
      body()
      end.signal()
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  func join() { end.wait() }

  #else
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Starts a thread, or returns `nil` if the system refuses.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    guard unsafe pthread_attr_setstacksize(&attributes, Self.stackSize) == 0 else { return nil }
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread,
      &attributes,
      { work in
        if let work = unsafe work {
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      },
      work.toOpaque()
    )
    guard code == 0 else {
      unsafe work.release()
      return nil
    }
    self.thread = thread
  }

  func join() {
    _ = pthread_join(thread, nil)
  }
  #endif
}

/// The next free element, and the values of finished ones.
private final class Ledger<Value: Sendable>: Sendable {
  private struct Entries {
    var next = 0
    var values: [Value?]
  }

  private let entries: Mutex<Entries>

  init(count: Int) {
    entries = Mutex(Entries(values: Array(repeating: nil, count: count)))
  }

  /// Returns the index of the next element, or `nil` if all are taken.
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

  /// The values of all elements, after all threads have ended.
  var values: [Value] { entries.withLock { $0.values.compactMap(\.self) } }
}
