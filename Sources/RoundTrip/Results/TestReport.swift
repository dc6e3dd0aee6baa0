import TestDesign
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
    var reason: String

    init(_ name: String, _ cases: [CaseMention], _ outcome: Outcome, _ reason: String = "") {
      (self.name, self.cases, self.outcome) = (name, cases, outcome)
      self.reason = TestReport.line(reason)
    }
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

/// The id of a case as tools for tests write it: `PAY-4KD`, `PAY-4KD#1a2b3c4d` with a fingerprint, `PAY_4KD` in the name of a function.
///
/// An id counts as a whole word only. Neither `X-PAY-4KD` nor `PAY-4KDM` is `PAY-4KD`, and where letters and digits go on behind a
/// hyphen or underscore, as in `PAY_4KD_7XM`, it is the longest id that counts. `test_PAY_4KD_opens` has one.
struct CaseMention: Hashable, Sendable {
  /// `PAY-4KD`.
  var id: String
  /// Which version of the case it is, where that is said.
  var fingerprint: String?
  /// True if `specmatrix:` stands in front of it.
  var isMarked: Bool

  /// The id of the spec, or what stands in its place in cases from end to end.
  var specID: Substring { id[..<(id.lastIndex(of: "-") ?? id.endIndex)] }

  private static let fingerprintLength = 8
  private static let mark = Array("specmatrix:".utf8)

  /// The ids in a text, in its order.
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

  /// The cases that a name and what stands beside it are about: where some have a fingerprint, code of ours wrote these, and the others belong
  /// to its words.
  static func subjects(of name: String, _ texts: [String] = []) -> [CaseMention] {
    let all = ([name] + texts).flatMap(all)
    let own = all.filter { $0.fingerprint != nil }
    return own.isEmpty ? all : own
  }

  /// True if a word begins there; behind `test_` one does, behind `X-` none.
  private static func isStart(_ place: Int, _ bytes: [UInt8]) -> Bool {
    guard place > 0 else { return true }
    let before = bytes[place - 1]
    guard before.isSeparator else { return !before.isWord }
    return place == 1 || !(bytes[place - 2].isUpper || bytes[place - 2].isDigit)
  }

  /// Capital letters, digits, and hyphens or underscores, whichever comes first.
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

  /// Where the id in a run ends; `nil` if there is none.
  private static func end(ofIDIn run: Range<Int>, _ bytes: [UInt8]) -> Int? {
    // A word that goes on in small letters is none of the id.
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
  /// A letter or digit of ASCII: other letters stand beside ids without a blank, as in Japanese.
  fileprivate var isWord: Bool {
    isUpper || isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
