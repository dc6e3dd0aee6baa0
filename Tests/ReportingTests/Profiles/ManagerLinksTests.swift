import Testing
import Text

@testable import Reporting

/// The file of the ids that tools give to cases and questions.
@Suite struct ManagerLinksTests {
  private static let text = """
    {
      "version": 1,
      "id": "PAY",
      "links": {
        "testrail": {
          "PAY-001": "C4",
          "PAY-999": "C3",
          "PAY-1000": "C2"
        },
        "github": {
          "Q-0A1B2C3D": "12"
        }
      }
    }

    """

  @Test func oneLineEachInAFixedOrder() throws {
    var links = ManagerLinks(id: "PAY")
    links[.gitHub] = ["Q-0A1B2C3D": "12"]
    links[.testRail] = ["PAY-1000": "C2", "PAY-001": "C4", "PAY-999": "C3"]
    links[.azure] = [:]
    #expect(links.json == Self.text)
    #expect(try ManagerLinks(json: Array(Self.text.utf8), id: "PAY") == links)
  }

  @Test(arguments: [
    ("\"id\": \"PAY\"", "\"id\": \"POST\"", "it belongs to the spec `POST`, not to `PAY`"),
    ("\"version\": 1", "\"version\": 2", "it has version 2, this program reads version 1"),
    ("testrail", "testlink", "`testlink` is not a tool that cases or questions are linked with"),
    ("\"C4\"", "\"C4</id>\"", "`C4</id>` is not an id of TestRail"),
    ("\"12\"", "\"12; rm -r .\"", "`12; rm -r .` is not an id of GitHub"),
    ("\"C3\"", "\"C4\"", "`C4` is linked with PAY-001 and PAY-999"),
    (
      "  \"id\"", "<<<<<<< HEAD\n  \"id\"",
      "line 3: expected a key in quotes; correct it, as after a merge"
    ),
    ("\"C4\"", "4", "`links.testrail.PAY-001` has the wrong type"),
  ])
  func anythingElseIsRefused(old: String, new: String, reason: String) {
    let text = Self.text.replacing(old, with: new)
    #expect(throws: FormatMismatch(reason)) {
      _ = try ManagerLinks(json: Array(text.utf8), id: "PAY")
    }
  }

  @Test(
    arguments: [
      (ExportProfile.testRail, "C12", "C12"), (.testRail, "12", "C12"), (.testRail, "C", nil),
      (.testRail, "C012", nil), (.xray, "WEB-12", "WEB-12"), (.xray, "web-12", nil),
      (.azure, "12", "12"), (.azure, "12a", nil), (.qase, "0", nil),
      (.zephyrScale, "W_1-T3", "W_1-T3"),
      (.zephyrScale, "WEB-3", nil), (.testomat, "@T1a2b3c4d", "@T1a2b3c4d"), (.testomat, "T1", nil),
      (.qualityForward, "1", nil), (.gitHub, "١٢", nil), (.jira, "WEB-1\n", nil),
    ] as [(ExportProfile, String, String?)]
  )
  func onlyWhatAToolGivesOutIsAnEntry(tool: ExportProfile, written: String, entry: String?) {
    #expect(tool.entry(written) == entry)
  }
}
