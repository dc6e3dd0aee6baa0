import TestDesign
package import Text

/// A report of a test run: JUnit XML in any dialect, or the event stream of Swift Testing.
package struct TestReport: Sendable {
  /// The result for a case, or for a test that names none.
  struct Entry: Sendable {
    enum Outcome: Hashable, Sendable {
      case passed, failed, skipped
      /// The test started, and the report does not tell how it ended.
      case unclear
      /// The test ended, and an unknown part of the group with this index was cancelled.
      case perhapsCancelled(group: Int)
    }

    var name: String
    /// The cases that the entry is about.
    var cases: [CaseMention]
    var outcome: Outcome
    /// The failure message or the reason for skipping, on one line.
    var reason: String

    init(_ name: String, _ cases: [CaseMention], _ outcome: Outcome, _ reason: String = "") {
      (self.name, self.cases, self.outcome) = (name, cases, outcome)
      self.reason = TestReport.line(reason)
    }
  }

  package let path: String
  var entries: [Entry] = []
  var cancelledOfGroup: [Int] = []
  /// The latest date in the report.
  package var day: CalendarDate?
  /// Remarks about the report, one sentence each.
  var remarks: [String] = []

  /// The maximum size of a report, which is read as a whole.
  package static let bytes = 64 << 20

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - path: The name for messages.
  ///   - bytes: The contents, at most `TestReport.bytes` of them.
  /// - Throws: `FormatMismatch` if the data is too large, is not a report, is cut off, or is crafted to exhaust a parser.
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

  /// Returns a text as one line short enough to read.
  static func line(_ text: String) -> String {
    let line = String(text.prefix(2_000)).withSingleBlanks
    return line.count > 300 ? line.prefix(299) + "…" : line
  }

  mutating func take(_ day: CalendarDate?) {
    if let day { self.day = max(self.day ?? day, day) }
  }
}

extension UInt8 {
  /// True for whitespace and the bytes of a UTF-8 byte-order mark.
  fileprivate var isBlank: Bool {
    self == 0x20 || (0x09...0x0D).contains(self) || [0xEF, 0xBB, 0xBF].contains(self)
  }
}

/// The id of a case in the output of test tools: `PAY-4KD`, `PAY-4KD#1a2b3c4d` with a fingerprint, `PAY_4KD` in the name of a function.
///
/// An id must be a whole word: neither `X-PAY-4KD` nor `PAY-4KDM` contains `PAY-4KD`. If letters and digits continue after a hyphen or
/// underscore, as in `PAY_4KD_7XM`, the longest id counts. `test_PAY_4KD_opens` contains one.
struct CaseMention: Hashable, Sendable {
  /// The id with a hyphen, such as `PAY-4KD`.
  var id: String
  /// The version of the case, if given.
  var fingerprint: String?
  /// True if the id follows `specmatrix:`.
  var isMarked: Bool

  /// The id of the spec, or the prefix of end-to-end cases.
  var specID: Substring { id[..<(id.lastIndex(of: "-") ?? id.endIndex)] }

  private static let fingerprintLength = 8
  private static let mark = Array("specmatrix:".utf8)

  /// Returns the ids in a text, in order.
  static func all(in text: String) -> [CaseMention] {
    let bytes = Array(text.utf8)
    var mentions: [CaseMention] = []
    var place = 0
    while place < bytes.count {
      guard bytes[place].isUpper, isStart(place, bytes) else {
        place += 1
        continue
      }
      let run = run(from: place, bytes)
      if let end = end(ofIDIn: run, bytes) {
        let id = String(decoding: bytes[run.lowerBound..<end], as: UTF8.self)
        mentions.append(
          CaseMention(
            id: id.replacing("_", with: "-"),
            fingerprint: fingerprint(at: end, bytes),
            isMarked: bytes[..<place].suffix(mark.count).elementsEqual(mark)
          )
        )
      }
      place = run.upperBound
    }
    return mentions
  }

  /// Returns the cases that a test is about, given its name and further texts.
  ///
  /// If some have a fingerprint, only these count, since generated code wrote them; the others are part of its texts.
  static func subjects(of name: String, _ texts: [String] = []) -> [CaseMention] {
    let all = ([name] + texts).flatMap(all)
    let own = all.filter { $0.fingerprint != nil }
    return own.isEmpty ? all : own
  }

  /// True if a word starts at the position, as after `test_` but not after `X-`.
  private static func isStart(_ place: Int, _ bytes: [UInt8]) -> Bool {
    guard place > 0 else { return true }
    let before = bytes[place - 1]
    guard before.isSeparator else { return !before.isWord }
    return place == 1 || !(bytes[place - 2].isUpper || bytes[place - 2].isDigit)
  }

  /// Returns a run of capitals, digits, and either hyphens or underscores, whichever comes first.
  private static func run(from start: Int, _ bytes: [UInt8]) -> Range<Int> {
    var end = start
    var separator: UInt8?
    while end < bytes.count {
      let byte = bytes[end]
      if byte.isSeparator, separator == nil { separator = byte }
      guard byte.isUpper || byte.isDigit || byte == separator else { break }
      end += 1
    }
    return start..<end
  }

  /// Returns the end of the id in a run, or `nil` if there is none.
  private static func end(ofIDIn run: Range<Int>, _ bytes: [UInt8]) -> Int? {
    // A word that continues in lower case is not part of the id.
    var end = run.upperBound
    if end < bytes.count, bytes[end].isWord {
      while end > run.lowerBound, !bytes[end - 1].isSeparator { end -= 1 }
    }
    while end > run.lowerBound {
      let start = bytes[run.lowerBound..<end].lastIndex { $0.isSeparator }.map { $0 + 1 }
      guard let start else { return nil }
      if CaseCode.isPart(String(decoding: bytes[start..<end], as: UTF8.self)),
        !bytes[start - 2].isSeparator
      {
        return end
      }
      end = start - 1
    }
    return nil
  }

  private static func fingerprint(at place: Int, _ bytes: [UInt8]) -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "#") else { return nil }
    let digits = bytes[(place + 1)...].prefix { $0.isWord }
    guard digits.count == fingerprintLength,
      digits.allSatisfy({ $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) })
    else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isSeparator: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
  /// True for ASCII letters and digits; other letters may adjoin ids without a space, as in Japanese.
  fileprivate var isWord: Bool {
    isUpper || isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
