import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Workbooks

/// Workbooks with seeded damage: refused or read, never a crash.
///
/// `SPECMATRIX_MUTATIONS=5000` makes that many and prints the longest time.
@Suite struct MutatedWorkbookTests {
  private static let count =
    ProcessInfo.processInfo.environment["SPECMATRIX_MUTATIONS"].flatMap { Int($0) } ?? 200

  @Test func damagedWorkbooksAreRefusedOrRead() throws {
    let folder = try TemporaryFolder()
    try writeWorkbook(WorkbookPlan(SampleReport(language: .japanese).report), to: folder.path("a"))
    let written = Array(try folder.data("a"))
    var random = SplitMix64(seed: 4)
    var read = 0
    var longest = Duration.zero
    for number in 0..<Self.count {
      let bytes = number.isMultiple(of: 2) ? Self.bytes(of: written, &random) : Self.parts(&random)
      try Data(bytes).write(to: folder.url.appendingPathComponent("b"))
      let start = ContinuousClock.now
      do {
        _ = try readWorkbook(at: folder.path("b"))
        read += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
      longest = max(longest, start.duration(to: .now))
    }
    if Self.count > 200 {
      print("\(Self.count) damaged, \(read) read, the longest took \(longest)")
    }
    #expect(read > Self.count / 20 && read < Self.count)
  }

  /// Returns the bytes with up to eight of them changed, removed, duplicated or truncated.
  private static func bytes(of bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    // The central directory is small, and damage there is the most effective.
    func place() -> Int {
      random.chance(50)
        ? random.below(bytes.count) : bytes.count - 1 - random.below(min(bytes.count, 1_500))
    }
    for _ in 0...random.below(8) where !bytes.isEmpty {
      let at = place()
      switch random.below(6) {
      case 0: bytes[at] = UInt8(random.below(256))
      case 1: bytes[at] ^= 1 << UInt8(random.below(8))
      case 2: bytes[at] = random.pick([0, 0xFF, 0x7F, 0x80])
      case 3: bytes.removeSubrange(at..<min(at + 1 + random.below(40), bytes.count))
      case 4:
        bytes.insert(contentsOf: bytes[at..<min(at + 1 + random.below(40), bytes.count)], at: at)
      default: if random.chance(5) { bytes.removeSubrange(at...) }
      }
    }
    return bytes
  }

  /// Returns a workbook with damaged XML parts in an intact archive.
  private static func parts(_ random: inout SplitMix64) -> [UInt8] {
    var book = HandMadeWorkbook(
      """
      <cols><col min="1" max="2" width="9"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c>\
      <c r="B1" s="1"><v>46053</v></c><c t="b"><v>1</v></c></row><row r="2"><c r="A2" t="inlineStr"><is>\
      <r><t>rich</t></r></is></c><c r="C2"><f t="shared" si="0" ref="C2:C3">A$1+SUM(B1:B2)</f><v>3</v></c>\
      </row><row><c r="C3"><f t="shared" si="0"/><v>1</v></c></row></sheetData>
      """,
      "<sheetData><row><c><v>1</v></c></row></sheetData>"
    )
    book.strings = "<si><t>a_x0041_</t><rPh sb=\"0\" eb=\"1\"><t>b</t></rPh></si>"
    book.formats = ["[$-411]ggge\"年\"m\"月\"d\"日\";@"]
    var archive = book.archive
    for _ in 0...random.below(4) {
      let at = random.below(archive.entries.count)
      archive.entries[at].bytes = damaged(archive.entries[at].bytes, &random)
    }
    return archive.bytes
  }

  private static let pieces = [
    "<c>", "</c>", "<row>", "</row>", "<v>", "</v>", "<f>", "<f t=\"shared\" si=\"0\"/>", "<is>",
    "</is>",
    "<t>", "</t>", "<si>", "<rPh>", "<sheetData>", "</sheetData>", "-1", "99999999999999999999",
    "&amp;",
    "&#0;", "_x0000_", "]]>", "<![CDATA[", "<!--", "<?x", "<!DOCTYPE a>", "\"", "'", "$", "[",
    "NaN", "\u{0}",
    "XFD1048576", "A1", "1e308", "s", "inlineStr", "\u{FFFF}",
  ].map { Array($0.utf8) }

  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    let at = random.below(bytes.count)
    let end = min(at + random.below(12), bytes.count)
    switch random.below(5) {
    case 0: bytes[at] = UInt8(random.below(256))
    case 1: bytes.removeSubrange(at..<end)
    case 2: bytes.insert(contentsOf: random.pick(pieces), at: at)
    case 3: bytes.replaceSubrange(at..<end, with: random.pick(pieces))
    default:
      // Replaces a quoted value.
      guard let open = bytes[at...].firstIndex(of: UInt8(ascii: "\"")),
        let close = bytes[(open + 1)...].firstIndex(of: UInt8(ascii: "\""))
      else { break }
      bytes.replaceSubrange(open + 1..<close, with: random.pick(pieces))
    }
    return bytes
  }
}
