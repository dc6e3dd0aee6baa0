package import Text

/// A report of a run of tests: JUnit's XML in any dialect, or the event stream of Swift Testing.
package struct TestReport: Sendable {
  /// What the report says of one case, or of a test that names none.
  struct Entry: Sendable {
    enum Outcome: Hashable, Sendable {
      case passed, failed, skipped
      /// It began, and the report does not tell how it ended.
      case unclear
      /// It ended, and some of the group with this number were cancelled: the report does not tell which.
      case perhapsCancelled(group: Int)
    }

    var name: String
    /// Whose entry it is.
    var cases: [CaseMention]
    var outcome: Outcome
    /// The message of a failure, the reason for leaving it out; one line.
    var reason = ""
  }

  package let path: String
  var entries: [Entry] = []
  /// How many of each group were cancelled.
  var cancelledOfGroup: [Int] = []
  /// The last day that it names.
  package var day: CalendarDate?
  /// Remarks about it, one sentence each.
  var remarks: [String] = []

  /// No report is larger; it is read as a whole.
  package static let bytes = 64 << 20

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - path: What it is called in messages.
  ///   - bytes: Its bytes; more than `TestReport.bytes` of them are refused.
  /// - Throws: `FormatMismatch` if the data is not a report, is cut off, or is built to exhaust a parser.
  package init(path: String, _ bytes: [UInt8]) throws(FormatMismatch) {
    self.path = path
    guard bytes.count <= Self.bytes else {
      throw FormatMismatch(
        "it is larger than \(Self.bytes >> 20) MB; have the tests report without their output, or in several files"
      )
    }
    let start = bytes.drop { $0.isBlank }
    switch start.first {
    case UInt8(ascii: "<"), 0xFE, 0xFF: try readJUnit(bytes)
    case UInt8(ascii: "{"): try readEvents(bytes)
    case nil: throw FormatMismatch("it is empty")
    default:
      throw FormatMismatch("it is neither JUnit's XML nor Swift Testing's event stream")
    }
  }

  /// A text of a report as one line that people read to its end.
  static func line(_ text: String) -> String {
    let line = String(text.prefix(2_000)).withSingleBlanks
    return line.count > 300 ? line.prefix(299) + "…" : line
  }

  mutating func take(_ day: CalendarDate?) {
    if let day { self.day = max(self.day ?? day, day) }
  }
}

extension UInt8 {
  /// White space, and the mark in front of UTF-8.
  fileprivate var isBlank: Bool {
    self == 0x20 || (0x09...0x0D).contains(self) || [0xEF, 0xBB, 0xBF].contains(self)
  }
}
