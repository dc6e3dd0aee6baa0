import Foundation
import Testing

@testable import SpecMatrixCLI

/// Answers as directors write them: results are applied, others refused.
@Suite struct DirectorsAnswerTests {
  static let english: (refused: [String], results: [String]) = (
    [
      "TBD", "tbc.", "???", "...", "-", "N/A (guests have no plan)", "Not decided yet", "No idea",
      "later", "Same as above", "see Figma", "both",
      "as specified", "Out of scope", "OK", "Yes", "No.", "Looks good", "Up to you", "It depends",
      "Thanks!", "(to be discussed)",
    ],
    [
      "The list opens", "Yes, the draft is kept", "No message, the dialog closes",
      "OK closes the dialog", "Both switches turn off",
      "The price column shows N/A", "Nothing happens", "The title reads “TBD”",
    ]
  )

  static let japanese: (refused: [String], results: [String]) = (
    [
      "未定", "検討中です", "要確認", "後日連絡します", "別途", "（保留）", "ー", "？", "同上", "上と同じ", "Figma参照", "仕様書参照",
      "両方", "対象外", "今回は対象外", "該当なし",
      "はい", "いいえ", "ＯＫです", "了解です", "問題ありません。", "お任せします",
    ],
    [
      "一覧画面に戻る", "はい、下書きが保存される", "「未定」と表示される", "対象外の商品はカートから外れる", "何も起こらない", "エラーが表示され、入力は残る",
      "両方のボタンが消える",
      "別途メールが届く",
    ]
  )

  @Test func `of sixty answers sixteen become results`() throws {
    let both = [Self.english, Self.japanese]
    #expect(both.flatMap(\.refused).count == 44 && both.flatMap(\.results).count == 16)
    for (language, answers) in zip(["en", "ja"], both) {
      let all = answers.refused + answers.results
      let folder = try TemporaryFolder()
      let operations = all.indices.map { "  op_\($0): \(language == "en" ? "Do" : "操作") \($0)\n" }
      let spec = try folder.write(
        "specmatrix: 1\nid: T\nfeature: Test\nlanguage: \(language)\ntraits: []\noperations:\n"
          + operations.joined(),
        to: "t.yaml"
      )
      let check = CommandRun("check", spec, "--format", "json")
      let ids = check.output.matches(of: /"id": "(Q-[0-9A-F]{8})"/).map { String($0.output.1) }
      try #require(ids.count == all.count)
      let rows = zip(ids, all).map { "\($0),\"\($1)\"\r\n" }
      let csv = try folder.write("Question,Result or reason\r\n" + rows.joined(), to: "T.csv")
      let run = CommandRun("answer", csv, "--spec", spec)
      let lines = run.errors.split(separator: "\n")
      // Refusals come first, each above its question with its number in the sheet.
      let told = lines.filter { $0.hasPrefix(csv) }
      #expect(lines[1].hasPrefix("  1. ") && told.count == all.count)
      let (total, applied, notApplied) =
        language == "en"
        ? ("30 answers: 22 not applied, 8 applied", "applied", "not applied")
        : ("回答30件：未反映22件、反映8件", "反映", "未反映")
      #expect(lines.contains { $0 == total })
      for (line, (id, text)) in zip(told, zip(ids, all)) {
        let isRefused = answers.refused.contains(text)
        // The reason may be placed in between.
        let refusal =
          language == "en" ? ("`\(text)` is not a result", "; ") : ("「\(text)」は", "期待結果になりません。")
        let (beginning, rest) =
          isRefused ? ("\(notApplied) \(id): \(refusal.0)", refusal.1) : ("\(applied) \(id): ", "")
        let places = line.ranges(of: ": \(beginning)")
        #expect(
          places.first.map { line[$0.upperBound...].contains(rest) || rest.isEmpty } == true,
          "\(line)"
        )
      }
      let text = try folder.read("t.yaml")
      #expect(text.ranges(of: "id: op-").count == 8)
      let left = CommandRun("check", spec, "--format", "json").output
      // A text in quotation marks is a result, and is asked about.
      let stillOpen = left.matches(of: /"id": "(Q-[0-9A-F]{8})"/).map { String($0.output.1) }
      #expect(stillOpen.filter(ids.contains) == Array(ids.prefix(22)))
      #expect(stillOpen.count == 23)
    }
  }
}
