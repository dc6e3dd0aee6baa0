import Text
import Workbooks

/// Reads JUnit XML as written by Swift Testing, XCTest, Gradle, pytest, Playwright, vitest and node.
///
/// All of these have `testcase` with `name` and `classname`, containing `failure`, `error` or `skipped`. The message is either in the
/// attribute `message` or in the text. Texts of failures quote the source of tests, including ids of cases that did not fail. Therefore
/// only messages are searched for the failed case, and only if the name of the test does not contain it.
extension TestReport {
  mutating func readJUnit(_ bytes: [UInt8]) throws(FormatMismatch) {
    var reader = JUnitReader()
    try readXML(bytes, tagBytes: JUnitReader.tagBytes) { reader.take($0) }
    if let root = reader.foreignRoot {
      throw FormatMismatch(
        "it is not a test report: its first element is <\(root.prefix(40))>, not <testsuites> or <testsuite>"
      )
    }
    for test in reader.tests { entries += test.entries }
    take(reader.day)
    let isSwift = reader.isSwift && entries.contains { $0.outcome == .passed }
    if let many = reader.tests.first(where: \.standsForManyCases) {
      remarks.append(
        "\(path): \(many.fullName) stands for all its arguments, and only failures say which; Swift Testing's event stream tells each: swift test --event-stream-output-path events.jsonl --event-stream-version 0"
      )
    } else if isSwift {
      remarks.append(
        "\(path): XML from `swift test` shows tests as passed that cancelled or skipped themselves while running; Swift Testing's event stream tells them apart"
      )
    }
  }
}

/// A reader that collects the tests from the tags of a report.
private struct JUnitReader {
  /// The maximum size of a tag, since messages are in attributes.
  static let tagBytes = 4 << 20
  /// The number of characters kept of a text between tags.
  private static let textKept = 4_000

  struct Failure {
    var message: String?
    var text = ""

    /// The message, without the source excerpts that follow it.
    var line: String {
      let first = text.trimmed.split(whereSeparator: \.isNewline).first.map { String($0) } ?? ""
      return message.flatMap { $0.trimmed.isEmpty ? nil : $0 } ?? first
    }
  }

  struct Test {
    var name: String
    var className: String
    var properties: [(name: String, value: String)] = []
    var failures: [Failure] = []
    var skipped: Failure?
    /// True for a test that node marks as to do, whose failures do not count.
    var isToDo = false
    /// The status that some tools write as an attribute, such as `run`, `notrun` or `disabled`.
    var status = ""

    var fullName: String { [className, name].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  private(set) var tests: [Test] = []
  private(set) var foreignRoot: String?
  private(set) var day: CalendarDate?
  /// True if the report was written by SwiftPM.
  private(set) var isSwift = false
  private var path: [Substring] = []
  private var test: Test?

  mutating func take(_ event: XMLTagEvent) {
    switch event {
    case .start(let name, let attributes):
      let word = name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
      let values = Dictionary(firstOf: attributes.map { ($0.name, $0.value) })
      begin(word, values)
      path.append(word)
    case .end:
      if path.popLast() == "testcase", let test {
        tests.append(test)
        self.test = nil
      }
    case .text(let text): take(text)
    }
  }

  private mutating func begin(_ word: Substring, _ values: [String: String]) {
    if path.isEmpty, !["testsuites", "testsuite"].contains(word) { foreignRoot = String(word) }
    let parent = path.last
    switch word {
    case "testsuite", "testsuites":
      if let stamp = values["timestamp"], let new = CalendarDate(String(stamp.prefix(10))) {
        day = max(day ?? new, new)
      }
      if word == "testsuite", values["name"] == "TestResults" { isSwift = true }
    case "testcase" where test == nil:
      test = Test(name: values["name"] ?? "", className: values["classname"] ?? "")
      test?.status = (values["status"] ?? values["result"] ?? "").lowercased()
    case "failure" where parent == "testcase", "error" where parent == "testcase":
      test?.failures.append(Failure(message: values["message"]))
    case "skipped" where parent == "testcase":
      test?.skipped = Failure(message: values["message"])
      test?.isToDo = values["type"] == "todo"
    case "property" where parent == "properties" && path.dropLast().last == "testcase":
      test?.properties.append((values["name"] ?? "", values["value"] ?? ""))
    default: break
    }
  }

  private mutating func take(_ text: String) {
    guard var test, path.dropLast().last == "testcase" || path.last == "property" else { return }
    switch path.last {
    case "failure", "error":
      guard let last = test.failures.indices.last else { return }
      if test.failures[last].text.utf8.count < Self.textKept { test.failures[last].text += text }
    case "skipped":
      if let kept = test.skipped?.text.utf8.count, kept < Self.textKept {
        test.skipped?.text += text
      }
    case "property":
      guard let last = test.properties.indices.last else { return }
      if test.properties[last].value.utf8.count < Self.textKept {
        test.properties[last].value += text
      }
    default: return
    }
    self.test = test
  }
}

extension JUnitReader.Test {
  /// The cases that the test is about, whether it passes or fails.
  private var subjects: [CaseMention] {
    let named = CaseMention.subjects(of: name, properties.map(\.value))
    return named.isEmpty ? CaseMention.subjects(of: className) : named
  }

  /// True for the single element that Swift Testing writes for a parameterised test: `case(_:)`.
  var standsForManyCases: Bool {
    name.hasSuffix(":)") && name.contains("(") && subjects.isEmpty
  }

  var entries: [TestReport.Entry] {
    let subjects = subjects
    if isToDo || (failures.isEmpty && skipped != nil) { return [skippedEntry(subjects)] }
    if failures.isEmpty {
      switch status {
      case "notrun", "disabled", "suppressed", "skipped", "pending", "todo", "ignored":
        return [skippedEntry(subjects)]
      case "fail", "failed", "failure", "error":
        return [TestReport.Entry(fullName, subjects, .failed)]
      default: return [TestReport.Entry(fullName, subjects, .passed)]
      }
    }
    guard subjects.isEmpty else {
      let lines = failures.map(\.line)
      // A message may name the version of the case that ran, or another case that failed.
      let marked = lines.flatMap(CaseMention.all).filter(\.isMarked)
      let others = marked.filter { mention in !subjects.contains { $0.id == mention.id } }
      let cases = subjects.inVersions(of: marked) + others
      return [TestReport.Entry(fullName, cases, .failed, lines.first ?? "")]
    }
    return failures.map { failure in
      let all = CaseMention.all(in: failure.line)
      let marked = all.filter(\.isMarked)
      return TestReport.Entry(fullName, marked.isEmpty ? all : marked, .failed, failure.line)
    }
  }

  private func skippedEntry(_ subjects: [CaseMention]) -> TestReport.Entry {
    // Playwright states the reason in a property.
    let annotation = properties.first { ["skip", "fixme"].contains($0.name) }?.value ?? ""
    let reason = [skipped?.line ?? "", annotation].first { !$0.trimmed.isEmpty } ?? ""
    let marked = CaseMention.all(in: reason).filter(\.isMarked)
    let cases = subjects.isEmpty ? marked : subjects.inVersions(of: marked)
    return TestReport.Entry(fullName, cases, .skipped, reason)
  }
}

extension [CaseMention] {
  /// Returns the cases, with the versions given by marks.
  fileprivate func inVersions(of marked: [CaseMention]) -> [CaseMention] {
    map { mention in marked.first { $0.id == mention.id } ?? mention }
  }
}
