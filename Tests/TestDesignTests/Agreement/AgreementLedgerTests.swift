import Specification
import Testing

@testable import TestDesign

/// The file of a ledger; mistakes in it are in `Specs/ledgers.md`.
struct AgreementLedgerTests {
  private static let first = "0123456789abcdef"
  private static let second = "fedcba9876543210"

  private static func ledger(_ text: String) throws -> AgreementLedger {
    try AgreementLedger(csv: Array(text.utf8))
  }

  private static func text(_ ledger: AgreementLedger) throws -> String {
    let specification = try TestDesignTests.specification(
      spec(
        """
        states: {login: [guest, member]}
        operations: [submit, look]
        rules: {submit: A, look: B}
        """
      )
    )
    return String(decoding: ledger.csv(of: specification), as: UTF8.self)
  }

  @Test func whatIsWrittenIsRead() throws {
    var ledger = AgreementLedger()
    ledger.record(
      .init(operation: "look", fingerprint: Self.first, by: "Sato, K.", on: "2026-11-22")
    )
    ledger.record(
      .init(
        operation: "submit",
        fingerprint: Self.second,
        comment: "=1+1 \"quoted\"\nand more",
        outcomes: "login=guest: A | login=member: B",
        assumed: "plan, photos!"
      )
    )
    let text = try Self.text(ledger)
    #expect(
      text == """
        operation,fingerprint,by,on,comment,outcomes,assumed
        submit,fedcba9876543210,,,"'=1+1 ""quoted""
        and more",login=guest: A | login=member: B,"plan, photos!"
        look,0123456789abcdef,"Sato, K.",2026-11-22,,,

        """
    )
    let read = try Self.ledger(text)
    #expect(read["submit"] == ledger["submit"])
    #expect(read["look"] == ledger["look"])
    #expect(try Self.text(read) == text)
  }

  /// As Excel saves it, or a person who sorts and adds columns.
  @Test func whatPeopleSaveIsRead() throws {
    let text = [
      "\u{FEFF}Team,By,Operation,Fingerprint,on", "", "A,Sato,look,\(Self.first.uppercased()),",
      "B,,gone_since,\(Self.second),2026-01-02", "C,Mori, submit ,\(Self.second)", ",,,,",
    ].joined(separator: "\r\n")
    var ledger = try Self.ledger(text)
    #expect(ledger.entries.map(\.operation) == ["look", "gone_since", "submit"])
    #expect(ledger["submit"]?.by == "Mori")
    #expect(ledger["look"]?.fingerprint == Self.first)
    ledger.record(.init(operation: "look", fingerprint: Self.second, by: "Abe"))
    ledger.record(.init(operation: "other_gone", fingerprint: Self.first))
    // In the order of the spec, followed by removed operations; people's own column stays.
    #expect(
      try Self.text(ledger) == """
        operation,fingerprint,by,on,comment,outcomes,assumed,Team
        submit,fedcba9876543210,Mori,,,,,C
        look,fedcba9876543210,Abe,,,,,A
        gone_since,fedcba9876543210,,2026-01-02,,,,B
        other_gone,0123456789abcdef,,,,,,

        """
    )
  }

  @Test func semicolonsAndLineEndsDoNotMatter() throws {
    let text = "operation;fingerprint;by\rsubmit;\(Self.first);Sato\r"
    #expect(try Self.ledger(text)["submit"]?.by == "Sato")
    #expect(try Self.ledger("").entries.isEmpty)
  }

  // MARK: Outcomes in words

  @Test(arguments: [
    "*: A", "login=guest: A; B | login=member & n=0..50,60: C: yes", "plan=–,free: ?",
    "a\\=b=c\\,d: one \\| two \\; three \\\\ four\\nfive", "x=1: ! A ! B",
    "x=1: ? How many? ? When?",
  ])
  func outcomesAreReadAsTheyAreWritten(text: String) {
    #expect(AgreedOutcomes(text)?.text == text)
  }

  @Test(arguments: ["A list opens", ": A", "login=guest: A | B"])
  func whatSomebodyBrokeIsNoOutcome(text: String) {
    #expect(AgreedOutcomes(text) == nil)
  }
}
