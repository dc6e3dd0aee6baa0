import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct MeasureCommandTests {
  private static let text = """
    specmatrix: 1
    id: APP
    feature: App
    language: ja
    states:
      login: {label: ログイン状態, values: {guest: 未ログイン, member: ログイン済み}}
      plan: {label: 会員種別, values: {free: 無料会員, premium: プレミアム会員}, only_when: {login: member}}
    data:
      photos: {label: 写真の枚数, range: 1..3 枚}
    operations:
      submit: 投稿する
      network_error: {variants: [offline, timeout]}
    impossible:
      - {when: {plan: free, photos: 3}, because: 2枚まで}
    rules:
      submit: 投稿される
      network_error: エラーを表示する
    """

  private func measure(_ suite: String, _ more: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    let spec = try folder.write(Self.text, to: "app.yaml")
    let path = try folder.write(suite, to: "suite.csv")
    return CommandRun(arguments: ["measure", spec, path] + more)
  }

  @Test(arguments: zip(CommittedSpecs.names, ["BOOST", "COUPON", "PAY", "PROFILE", "POST"]))
  func ourOwnSuiteIsComplete(name: String, id: String) throws {
    let run = CommandRun("measure \(CommittedSpecs.path(name)) \(CommittedSpecs.output)/\(id).csv")
    #expect(run.status == .success, "\(run.output)")
    #expect(run.output.hasSuffix("\nNothing is missing at depth relevant.\n"))
    #expect(!run.output.contains("not understood"))
  }

  @Test func soIsTheWorkbook() throws {
    let folder = try TemporaryFolder()
    let path = CommittedSpecs.path("complete")
    let generated = CommandRun("generate", path, "-o", folder("out"), "--format", "xlsx,json")
    try #require(generated.status == .success)
    for suite in try folder.names(in: "out") where !suite.hasSuffix(".json") {
      let run = CommandRun("measure", path, folder("out/\(suite)"))
      #expect(run.status == .success, "\(run.output)")
      #expect(run.output.hasSuffix("\nNothing is missing at depth relevant.\n"))
      #expect(!run.output.contains("not understood"))
    }
  }

  /// Labels and ids, either language, any width: all of it is the same suite.
  @Test(arguments: [
    "login,plan,photos,operation\nmember,premium,1,submit\nguest,–,2,network_error/offline\n",
    "ログイン状態,会員種別,写真の枚数,操作\nログイン済み,プレミアム会員,1枚,投稿する\n未ログイン,該当なし,２枚,通信エラー（オフライン）\n",
    "Operation;PLAN;Login;ｐｈｏｔｏｓ\nSubmit;Premium;Member;１\nnetwork_error/offline;;GUEST;2\n",
    "\u{FEFF}備考,操作,ﾛｸﾞｲﾝ状態,plan,写真の枚数\nx,投稿する,ログイン済み,premium,1\n,通信エラー(オフライン),guest,-, 2 \n",
  ])
  func namesAreFoundHoweverTheyAreWritten(suite: String) throws {
    let run = try measure(suite, "--format", "json")
    #expect(run.status == .findings)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    #expect((document["problems"] as? [Any])?.count == 0)
    #expect((document["impossible"] as? [Any])?.count == 0)
    #expect(document["rows"] as? Int == 2)
    let all = try #require(document["all"] as? [String: Any])
    // The first row has six pairs, the second three: its plan does not apply.
    #expect(all["covered"] as? Int == 9)
    #expect((all["missing"] as? [Any])?.count == (all["possible"] as? Int ?? 0) - 9)
    #expect(document["depth"] as? String == "relevant")
  }

  @Test func whatIsNotUnderstoodIsToldWithWhatWasMeant() throws {
    let run = try measure(
      """
      No,login,plann,photos,操作
      1,member,free,1,submitt
      2,membre,premium,many,通信エラー
      3,membre,premium,1,submit
      """
    )
    #expect(run.status == .findings)
    let output = run.output.replacing("\n  ", with: " ")
    for message in [
      "the column `plann` is not a factor of the spec: did you mean `plan`?",
      "no column says `plan`",
      "row 2: `submitt` is not a value of `operation`: did you mean `submit`?",
      "rows 3 and 4: `membre` is not a value of `login`: did you mean `member`?",
      "row 3: `many` is not a value of `photos`",
      "row 3: `通信エラー` is not a value of `operation`: say which variant: `network_error/offline`, `network_error/timeout`",
    ] { #expect(output.contains(message), "\(message)\n\(output)") }
  }

  @Test func aRowThatCannotHappenSaysWhy() throws {
    let run = try measure("id,login,plan,photos,operation\nA-7,member,free,3,submit\n")
    #expect(run.status == .findings)
    #expect(
      run.output.contains(
        "row 2 (A-7): plan: free, photos: 3 never come together: this entry of\n  `impossible`: 2枚まで (line 14)"
      )
    )
    #expect(run.output.contains("all pairs     0 of "))
  }

  /// The first line says what a suite is worth, and the exit status what it is at the depth asked for.
  @Test func theVerdictIsByDepth() throws {
    let suite = """
      login,plan,photos,operation
      member,premium,1,submit
      guest,,2,network_error/offline
      guest,,3,network_error/timeout
      member,free,0,submit
      member,premium,4,submit

      """
    let review = try measure(suite, "--depth", "review")
    #expect(review.status == .success, "\(review.output)")
    #expect(review.output.hasPrefix("5 rows against APP: every rule, all that matters, "))
    #expect(review.output.contains(" % of all pairs\n"))
    #expect(review.output.contains("\nNothing is missing at depth review.\n"))
    #expect(try measure(suite).status == .success)
    let all = try measure(suite, "--depth", "all")
    #expect(all.status == .findings)
    #expect(all.output.contains("missing pairs, most useful first:"))
    #expect(!all.output.contains("missing of what makes a difference"))
    let markdown = try measure(suite, "--depth", "all", "--format", "markdown").output
    #expect(markdown.hasPrefix("### APP: 5 rows, every rule, all that matters, "))
    #expect(markdown.contains("\n| all pairs | "))
    #expect(markdown.contains("\n**missing pairs, most useful first** ("))
    #expect(markdown.contains("\n- … and "))
    let triples = try measure(suite, "--strength", "3").output
    #expect(triples.contains("all triples"))
    let none = try measure("login,plan,photos,operation\n")
    #expect(none.output.contains("0 of 2 rules, 0 % of what matters, 0 % of all pairs"))
  }

  @Test func idleRowsAreNamed() throws {
    let row = "member,free,1,submit\n"
    let run = try measure("login,plan,photos,operation\n" + row + row + row)
    #expect(run.output.contains("rows that add nothing to those before them:\n  rows 3 and 4\n"))
  }

  @Test func theListsAreCutUnlessAllIsAsked() throws {
    let suite = "login,plan,photos,operation\nguest,,1,submit\n"
    #expect(try measure(suite, "--depth", "all").output.contains(" more (--all)\n"))
    #expect(try !measure(suite, "--depth", "all", "--all").output.contains(" more"))
  }

  @Test(arguments: [
    "login,plan,photos,operation\n", "操作,メモ\n投稿する,\"a, \"\"b\"\"\"\n",
    "No,login,plan,photos,operation,Expected result\n1,guest,,1,,\n2,membre,,,submit,\n",
  ])
  func theCompletedSuiteIsComplete(suite: String) throws {
    let folder = try TemporaryFolder()
    let spec = try folder.write(Self.text, to: "app.yaml")
    let path = try folder.write(suite, to: "suite.csv")
    let first = CommandRun("measure", spec, path, "--complete", folder("all.csv"))
    #expect(first.status == .findings)
    #expect(first.errors.contains(" added\n"))
    let second = CommandRun("measure", spec, folder("all.csv"), "--format", "json")
    #expect(second.output.contains(#""complete": true"#), "\(second.output)")
    #expect(try folder.read("suite.csv") == suite)
    // What people wrote stands as it was, and expected results are there where there is a column for them.
    let completed = try folder.read("all.csv")
    if suite.contains("メモ") { #expect(completed.contains(#""a, ""b""""#)) }
    if suite.contains("Expected") {
      #expect(completed.contains("投稿される"))
      #expect(completed.contains("membre"))
    }
    let again = CommandRun("measure", spec, folder("all.csv"), "--complete", folder("again.csv"))
    #expect(again.errors.contains("0 rows added"))
    #expect(try folder.bytes("again.csv") == folder.bytes("all.csv"))
  }

  @Test func aFileWithoutFactorsIsRefused() throws {
    let run = try measure("a,b\n1,2\n")
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("has no column for a factor of"))
    #expect(run.errors.contains("login, plan, photos, operation"))
    #expect(try measure("a,\"b").errors.contains("never closes"))
    #expect(
      CommandRun("measure", CommittedSpecs.path("complete"), "nowhere.csv").status == .invalid
    )
    #expect(try measure("login\n", "--strength", "7").status == .invalid)
  }
}
