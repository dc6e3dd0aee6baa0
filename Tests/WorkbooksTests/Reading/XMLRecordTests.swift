import Testing
import Text

@testable import Workbooks

/// Records of XML documents that other programs export.
@Suite struct XMLRecordTests {
  private func read(_ text: String) throws -> [[String: String]] {
    try XMLRecords.read("case", in: Array(text.utf8))
  }

  @Test func recordsHaveTheTextsDirectlyInside() throws {
    let records = try read(
      """
      <suite><id>S1</id><case>
        <id>C1</id><title>a &lt; b<!-- remark --> <![CDATA[& c]]></title><title>second</title>
        <custom>x<steps><step><content>in a step</content></step></steps>y</custom>
      </case><sections><case><id>C2</id><empty/></case></sections></suite>
      """
    )
    #expect(
      records == [
        ["id": "C1", "title": "a < b & c", "custom": "xy"], ["id": "C2", "empty": ""],
      ]
    )
  }

  @Test(arguments: [
    ("<suite><case>", "line 1 is not XML: no element found"),
    ("", "line 1 is not XML: no element found"),
    ("<a>\n</b>", "line 2 is not XML: mismatched tag"),
    (
      "<!DOCTYPE a [<!ENTITY b \"bbb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>",
      "it declares a document type, which may hide more than it shows"
    ),
    (
      String(repeating: "<a>", count: 101),
      "its elements stand inside one another more than 100 deep"
    ),
  ])
  func whatIsNoSoundDocumentIsRefused(text: String, reason: String) {
    let error = #expect(throws: FormatMismatch.self) { _ = try read(text) }
    #expect(error?.reason == reason)
  }
}
