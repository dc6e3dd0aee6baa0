import Testing
import Text

@testable import Reporting

/// The choices of an answer, which a spreadsheet stores as one text.
@Suite struct DropDownTests {
  @Test func shortTextsStandAsTheyAre() {
    #expect(DropDown.fitted(["① It opens", "② It stays"]) == ["① It opens", "② It stays"])
    #expect(DropDown.fitted([]) == [])
  }

  @Test func whatWouldEndAChoiceIsWrittenOtherwise() {
    #expect(DropDown.fitted(["① \"A\", then B\nC"]) == ["① ”A”; then B C"])
  }

  @Test func nothingIsCutWhereAllFits() {
    let long = "① " + String(repeating: "a", count: 200)
    #expect(DropDown.fitted([long, "② It stays"]) == [long, "② It stays"])
  }

  @Test func whatStandsBesideTakesRoom() {
    let long = "① " + String(repeating: "a", count: 230)
    let fitted = DropDown.fitted([long, "② It stays"], beside: ["Another result", "Out of scope"])
    #expect(fitted[0].hasSuffix("a…") && fitted[1] == "② It stays")
    #expect(
      (fitted + ["Another result", "Out of scope"]).joined(separator: ",").utf16.count <= 255
    )
  }

  @Test(arguments: [2, 3, 5, 12, 20]) func allOfThemFit(count: Int) {
    let texts = (1...count).map { $0.asChoice + " " + String(repeating: "長い選択肢👨‍👩‍👧‍👦", count: 30) }
    let fitted = DropDown.fitted(texts)
    #expect(fitted.count == count)
    #expect(fitted.joined(separator: ",").utf16.count <= 255)
    for (text, choice) in zip(texts, fitted) { #expect(choice.first == text.first) }
  }

  @Test(arguments: [63, 64, 500]) func ofTooManyThereAreNone(count: Int) {
    let fitted = DropDown.fitted((1...count).map { $0.asChoice + " It opens" })
    #expect(fitted.count == (count == 63 ? 63 : 0))
  }

  @Test func `what stands beside takes a comma more`() {
    let text = "① " + String(repeating: "a", count: 248)
    #expect(DropDown.fitted([text], beside: ["abcd"]) == [text])
    #expect(DropDown.fitted([text], beside: ["abcde"]) != [text])
  }

  @Test func `a prefix takes all of its room and no half of a character`() {
    #expect("abc".prefix(upToUTF16: 2) == "ab")
    #expect("a👨‍👩‍👧‍👦c".prefix(upToUTF16: 3) == "a")
  }
}
