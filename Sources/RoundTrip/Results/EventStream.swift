import Text

/// Reads Swift Testing's event stream: one JSON object per line, the tests first, then the events.
///
/// A case of a parameterised test is named when it starts. Version 0 of the stream also names it in each of its events, but later versions
/// do not, and cases run concurrently. There, it is known whether a case ended or was cancelled only if it ran alone; for overlapping
/// cases, it is known only for all of them together. An issue names its case in a comment, `specmatrix:PAY-4KD#1a2b3c4d`.
///
/// Source: https://github.com/swiftlang/swift-testing/blob/main/Documentation/ABI/JSON.md
extension TestReport {
  mutating func readEvents(_ bytes: [UInt8]) throws(FormatMismatch) {
    var reader = EventReader()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      let value: JSONValue
      do throws(JSONReadError) {
        value = try JSONValue(json: Array(line), hasFractions: true)
      } catch {
        throw FormatMismatch(
          "line \(number) is not JSON, or is cut off: \(error.expected) was expected"
        )
      }
      guard let kind = value["kind"]?.string, let payload = value["payload"] else {
        throw FormatMismatch("line \(number) is not a Swift Testing event")
      }
      switch kind {
      case "test": reader.takeTest(payload)
      case "event": reader.takeEvent(payload)
      default: break
      }
    }
    reader.finish()
    entries = reader.entries
    cancelledOfGroup = reader.cancelledOfGroup
    take(reader.day)
    if !reader.hasEnded {
      remarks.append("\(path): the run did not finish: it was stopped or crashed")
    }
  }
}

private struct EventReader {
  /// A case of a parameterised test, or the single one of any other test.
  struct Argument {
    var label: String
    var subjects: [CaseMention]
    var failures: [String] = []
    var hasEnded = false
    var isCancelled = false
    var reason = ""
    /// The reason why it is unknown how the case ended.
    var doubt: String?
    /// True if an entry has been created for the case.
    var isTold = false

    init(label: String) {
      self.label = label
      subjects = CaseMention.subjects(of: label)
    }
  }

  struct Test {
    var name: String
    var label: String
    var hasArguments: Bool
    /// The cases that have started since the test did, or since none was running.
    var arguments: [Argument] = []
    /// The indices of the cases, by the ids in the stream and by the ids in their names.
    var places: [String: Int] = [:]
    var placesOfCase: [String: [Int]] = [:]
    /// The number of cases that ended or were cancelled without being named.
    var ended = 0
    var cancelled = 0
  }

  private(set) var entries: [TestReport.Entry] = []
  private(set) var cancelledOfGroup: [Int] = []
  private(set) var day: CalendarDate?
  private(set) var hasEnded = false
  private var tests: [String: Test] = [:]
  /// The ids of the tests, in order.
  private var order: [String] = []

  mutating func takeTest(_ payload: JSONValue) {
    guard payload["kind"]?.string == "function", let id = payload["id"]?.string else { return }
    let name = payload["name"]?.string ?? id
    let label = payload["displayName"]?.string ?? name
    if tests[id] == nil { order.append(id) }
    let hasArguments = payload["isParameterized"] == .bool(true)
    tests[id] = Test(name: name, label: label, hasArguments: hasArguments)
  }

  mutating func takeEvent(_ payload: JSONValue) {
    let kind = payload["kind"]?.string ?? ""
    if kind == "runStarted" || kind == "runEnded" {
      hasEnded = kind == "runEnded"
      if let seconds = payload["instant"]?["since1970"]?.integer, seconds >= 0 {
        let new = CalendarDate(number: seconds / 86_400)
        day = max(day ?? new, new)
      }
    }
    guard let id = payload["testID"]?.string, var test = tests[id] else {
      if kind == "issueRecorded", Self.isFailure(payload) { failOutsideTests(payload) }
      return
    }
    // Removed here and written back below, since changing a shared value would copy it.
    tests[id] = nil
    if test.hasArguments {
      take(kind, payload, in: &test)
    } else {
      takeAlone(kind, payload, in: &test)
    }
    tests[id] = test
  }

  /// Adds entries for cases that started but did not end.
  mutating func finish() {
    for id in order {
      guard var test = tests[id] else { continue }
      close(&test)
    }
  }

  // MARK: Tests without arguments

  private mutating func takeAlone(_ kind: String, _ payload: JSONValue, in test: inout Test) {
    func change(_ body: (inout Argument) -> Void) {
      if test.arguments.isEmpty { test.arguments.append(Argument(label: test.label)) }
      body(&test.arguments[0])
    }
    switch kind {
    case "testStarted": change { _ in }
    case "issueRecorded" where Self.isFailure(payload):
      change { $0.failures.append(Self.text(payload)) }
    case "testCancelled", "testCaseCancelled", "testSkipped":
      change {
        $0.isCancelled = true
        $0.hasEnded = $0.hasEnded || kind == "testSkipped"
        if $0.reason.isEmpty { $0.reason = Self.text(payload) }
      }
      if kind == "testSkipped" { close(&test) }
    case "testEnded":
      change { $0.hasEnded = true }
      close(&test)
    default: break
    }
  }

  // MARK: Tests with arguments

  private mutating func take(_ kind: String, _ payload: JSONValue, in test: inout Test) {
    let key = payload["_testCase"]?["id"]?.string
    switch kind {
    case "testCaseStarted":
      let label = payload["_testCase"]?["displayName"]?.string ?? Self.text(payload)
      let argument = Argument(label: label)
      if let key { test.places[key] = test.arguments.count }
      for subject in argument.subjects {
        test.placesOfCase[subject.id, default: []].append(test.arguments.count)
      }
      test.arguments.append(argument)
    case "issueRecorded" where Self.isFailure(payload): fail(payload, in: &test, key)
    case "testCaseCancelled":
      if let place = Self.place(key, in: test) {
        test.arguments[place].isCancelled = true
        test.arguments[place].reason = Self.text(payload)
      } else {
        test.cancelled += 1
      }
    case "testCaseEnded":
      if let key {
        guard let place = Self.place(key, in: test) else { return }
        test.arguments[place].hasEnded = true
        test.arguments[place].isTold = true
        entries.append(Self.entry(of: test.arguments[place], in: test))
      } else {
        test.ended += 1
        if test.ended == test.arguments.count { close(&test) }
      }
    case "testSkipped":
      entries.append(TestReport.Entry(test.name, [], .skipped, Self.text(payload)))
    case "testEnded": close(&test)
    default: break
    }
  }

  /// Returns the index of the case that an event names, or of the only one running.
  private static func place(_ key: String?, in test: Test) -> Int? {
    if let key { return test.places[key] }
    return test.arguments.count == 1 ? 0 : nil
  }

  private mutating func fail(_ payload: JSONValue, in test: inout Test, _ key: String?) {
    let text = Self.text(payload)
    if let place = Self.place(key, in: test) {
      test.arguments[place].failures.append(text)
      return
    }
    let marked = CaseMention.all(in: text).filter(\.isMarked)
    let places = Set(marked.flatMap { test.placesOfCase[$0.id] ?? [] }).sorted()
    for place in places { test.arguments[place].failures.append(text) }
    guard places.isEmpty else { return }
    entries.append(TestReport.Entry(test.name, marked, .failed, text))
    for place in test.arguments.indices where marked.isEmpty {
      test.arguments[place].doubt = "a failure among the cases that ran with it names no case"
    }
  }

  /// Creates entries for all cases that have started.
  private mutating func close(_ test: inout Test) {
    var arguments = test.arguments.filter { !$0.isTold }
    let isWhole = test.ended == arguments.count
    for place in arguments.indices where !arguments[place].hasEnded && test.hasArguments {
      arguments[place].hasEnded = isWhole
      if !isWhole, test.ended > 0 {
        arguments[place].doubt = "not all cases that ran with it finished"
      }
    }
    var made = arguments.map { Self.entry(of: $0, in: test) }
    if test.cancelled > 0 {
      for place in made.indices where made[place].outcome == .passed {
        made[place].outcome = .perhapsCancelled(group: cancelledOfGroup.count)
      }
      cancelledOfGroup.append(test.cancelled)
    }
    entries += made
    test = Test(name: test.name, label: test.label, hasArguments: test.hasArguments)
  }

  private static func entry(of argument: Argument, in test: Test) -> TestReport.Entry {
    let name = test.hasArguments ? test.name : argument.label
    let isUnnamed = argument.subjects.isEmpty && !test.hasArguments
    let cases = isUnnamed ? CaseMention.subjects(of: test.name) : argument.subjects
    if let failure = argument.failures.first {
      let marked = argument.failures.flatMap(CaseMention.all).filter(\.isMarked)
      return TestReport.Entry(name, cases.isEmpty ? marked : cases, .failed, failure)
    }
    if let doubt = argument.doubt { return TestReport.Entry(name, cases, .unclear, doubt) }
    if argument.isCancelled { return TestReport.Entry(name, cases, .skipped, argument.reason) }
    if argument.hasEnded { return TestReport.Entry(name, cases, .passed) }
    let reason = "it began, and the report does not say how it ended"
    return TestReport.Entry(name, cases, .unclear, reason)
  }

  // MARK: Payloads

  /// Records a failure of the run itself or of a suite.
  private mutating func failOutsideTests(_ payload: JSONValue) {
    let text = Self.text(payload)
    let marked = CaseMention.all(in: text).filter(\.isMarked)
    let name = payload["testID"]?.string ?? "the run"
    entries.append(TestReport.Entry(name, marked, .failed, text))
  }

  /// True if an issue makes its test fail, unlike known issues and warnings.
  private static func isFailure(_ payload: JSONValue) -> Bool {
    let issue = payload["issue"]
    if case .bool(let isFailure)? = issue?["isFailure"] { return isFailure }
    return issue?["isKnown"] != .bool(true) && issue?["severity"]?.string != "warning"
  }

  private static func text(_ payload: JSONValue) -> String {
    let comments = payload["_comments"]?.array?.compactMap(\.string) ?? []
    let messages = payload["messages"]?.array?.compactMap { $0["text"]?.string } ?? []
    return (messages + comments.filter { !messages.contains($0) }).joined(separator: " ")
  }
}
