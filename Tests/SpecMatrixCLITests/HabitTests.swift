import Foundation
import Testing
import Text

@testable import SpecMatrixCLI

/// Specs as a language model writes them from habit: right after one round with the messages alone.
struct HabitTests {
  /// A spec with what one round changes: each replacement is what a message says.
  struct Draft: CustomTestStringConvertible {
    let text: String
    let edits: [(old: String, new: String)]

    var testDescription: String { edits.map(\.old).joined(separator: ", ") }
  }

  private static let drafts = [
    Draft(
      text: """
        version: 1
        id: LOGIN
        feature: Sign in
        traits: []
        states:
          role: [guest, member, admin]
          locked:
            type: boolean
        data:
          password: [right, wrong]
        operations:
          submit: Tap Sign in
        rules:
          submit:
            - when: {role: "!= guest", password: right}
              then: "Saved" and closed
            - when: {password: wrong}
              then: {message: Wrong password}
            - default: Nothing happens

        """,
      edits: [
        ("version: 1", "specmatrix: 1"), ("locked:\n    type: boolean", "locked: Locked"),
        ("\"!= guest\"", "not guest"), ("\"Saved\" and closed", "'\"Saved\" and closed'"),
        ("{message: Wrong password}", "Wrong password"),
        ("default: Nothing happens", "then: Nothing happens"),
      ]
    ),
    Draft(
      text: """
        specmatrix: 1
        id: CART
        title: Check out a cart
        traits: []
        states:
          login:
            type: enum
            enum: [guest, member]
        data:
          items:
            type: integer
            min: 1
            max: 10
          coupon:
            type: boolean
            description: A coupon is entered
        operations:
          checkout: Tap Check out
        rules:
          checkout:
            - if: {login: guest}
              result: The sign-in screen opens
            - condition: {coupon: true, items: 3..}
              then: Note: the coupon is used

        """,
      edits: [
        ("title", "feature"),
        ("login:\n    type: enum\n    enum: [guest, member]", "login: [guest, member]"),
        ("items:\n    type: integer\n    min: 1\n    max: 10", "items: {range: 1..10}"),
        (
          "coupon:\n    type: boolean\n    description: A coupon is entered",
          "coupon: A coupon is entered"
        ), ("if", "when"), ("result", "then"), ("condition", "when"), ("true", "yes"),
        ("Note: the coupon is used", "\"Note: the coupon is used\""),
      ]
    ),
    Draft(
      text: """
        specmatrix: 1
        id: NOTE
        feature: Notes
        traits: []
        data:
          text: [empty, short, long]
        operations:
          save: Save
          delete: Delete
        rules:
          save:
            text:
              empty: "Nothing to save" is shown
              default: Saved
          delete:
            then: [A dialog asks: delete?, {button: OK}]

        """,
      edits: [
        ("\"Nothing to save\" is shown", "'\"Nothing to save\" is shown'"), ("default", "others"),
        ("A dialog asks: delete?", "\"A dialog asks: delete?\""), ("{button: OK}", "OK"),
      ]
    ),
    Draft(
      text: """
        version: "1.0"
        id: PAY
        name: Pay
        traits: []
        states:
          plan: [free, paid]
        data:
          amount:
            range: 1..100
        actions:
          pay: Tap Pay
        rules:
          pay:
            - when:
                plan: "!paid"
                amount: "> 50"
              expect: @billing refuses
            - when: {plan: "!free"}
              then: {ui: A receipt is shown, email: A mail is sent}

        """,
      edits: [
        ("version: \"1.0\"", "specmatrix: 1"), ("name", "feature"), ("actions", "operations"),
        ("\"!paid\"", "not paid"), ("\"> 50\"", "51.."), ("expect", "then"),
        ("@billing refuses", "\"@billing refuses\""),
        ("\"!free\"", "not free"),
        (
          "{ui: A receipt is shown, email: A mail is sent}",
          "[A receipt is shown, A mail is sent]"
        ),
      ]
    ),
    Draft(
      text: """
        specmatrix: 1
        id: UPLOAD
        feature: Upload a photo
        traits: []
        states:
          network: {values: [online, offline], default: online}
          premium: {type: bool}
        operations:
          upload: Upload
        rules:
          upload:
            - when: {network: offline}
              then: [Retry] is offered
            - when: {network: online, premium: false}
              then: 'It's queued'
            - otherwise: Uploaded
        questions:
          - question: Max size: 5 or 10 MB?

        """,
      edits: [
        ("default", "usual"), ("{type: bool}", "Premium"),
        ("[Retry] is offered", "\"[Retry] is offered\""),
        ("premium: false", "premium: no"), ("'It's queued'", "\"'It's queued'\""),
        ("otherwise: Uploaded", "then: Uploaded"),
        ("Max size: 5 or 10 MB?", "\"Max size: 5 or 10 MB?\""),
      ]
    ),
    Draft(
      text: """
        specmatrix: 1
        id: SEARCH
        feature: Search
        traits: []
        data:
          query: {options: [empty, word]}
          results: {values: [none, some]}
        operations:
          search: Tap Search
        behavior:
          search:
            - given: {query: empty}
              expected: `Enter a word` is shown
            - when: {query: word, results: "!= some"}
              then: "No results" in grey
            - then: %d results are listed

        """,
      edits: [
        ("options", "values"), ("behavior", "rules"), ("given", "when"), ("expected", "then"),
        ("`Enter a word` is shown", "\"`Enter a word` is shown\""), ("\"!= some\"", "not some"),
        ("\"No results\" in grey", "'\"No results\" in grey'"),
        ("%d results are listed", "\"%d results are listed\""),
      ]
    ),
    Draft(
      text: """
        specmatrix: 1
        id: BOOK
        feature: Book a class
        traits: []
        states:
          member: A member
        data:
          places: {range: 0..20}
        operations:
          book: Tap Book
        constraints:
          - when: {member: no, places: 0}
            reason: guests see no full class
        rules:
          book:
            - when: {places: "<= 0"}
              outcome: "Full" (grey)
            - when: {places: ">= 1"}
              then: Booked
              rationale: the rule of the house

        """,
      edits: [
        ("constraints", "impossible"), ("reason", "because"), ("\"<= 0\"", "..0"),
        ("outcome", "then"), ("\"Full\" (grey)", "'\"Full\" (grey)'"), ("\">= 1\"", "1.."),
        ("rationale", "because"),
      ]
    ),
    Draft(
      text: """
        specmatrix: 1
        id: SHARE
        feature: Share a post
        traits: []
        states:
        \trole: [guest, member]
        operations:
        \tshare: Tap Share
        rules:
        \tshare:
        \t\t- when: {role: guest}
        \t\t  then: **Sign in** opens
        \t\t- when: {role: "!= guest"}
        \t\t  then: *Shared*, and a toast
        \t\t- otherwise: > nothing

        """,
      edits: Array(repeating: ("\t", "  "), count: 13) + [
        ("**Sign in** opens", "\"**Sign in** opens\""), ("\"!= guest\"", "not guest"),
        ("*Shared*, and a toast", "\"*Shared*, and a toast\""), ("otherwise", "then"),
        ("> nothing", "\"> nothing\""),
      ]
    ),
  ]

  /// Drafts with mistakes of shape, where no edit of a line is enough.
  private static let misshapen = [
    Draft(
      text: """
        specmatrix: 1
        id: gift-card
        feature: Redeem a gift card
        language: english
        traits: [writes_network]
        states:
          - login: [guest, member]
          - locked: The account is locked
        data:
          amount:
            type: number
            min: 1
            max: "500"
            unit: USD
          card:
            values: fresh, expired, used
        operations:
          - redeem: Tap Redeem
          - back: Tap Back
        rules:
          redeem:
            - when: {login: guest}
              expect: The sign-in page opens
            - when:
                and:
                  - login: member
                  - card: fresh
              then: The balance grows by the amount
            - when:
                login: member
                or:
                  - card: expired
                  - amount: "> 100"
              then: "This card cannot be used" is shown
            - when: {login: member, card != fresh}
              then: An error is shown
            - else: Nothing happens
          back:
            then: The cart is shown

        """,
      edits: [
        ("gift-card", "GIFT-CARD"), ("english", "en"),
        (
          "- login: [guest, member]\n  - locked", "login: [guest, member]\n  locked"
        ),
        (
          "amount:\n    type: number\n    min: 1\n    max: \"500\"\n    unit: USD",
          "amount: {range: 1..500 USD}"
        ),
        ("fresh, expired, used", "[fresh, expired, used]"), ("- redeem", "redeem"),
        ("- back", "back"), ("expect", "then"),
        (
          "\n        and:\n          - login: member\n          - card: fresh",
          " {login: member, card: fresh}"
        ),
        (
          "\n        login: member\n        or:\n          - card: expired\n          - amount: \"> 100\"",
          " [{login: member, card: expired}, {login: member, amount: 101..}]"
        ),
        ("\"This card cannot be used\" is shown", "'\"This card cannot be used\" is shown'"),
        ("card != fresh", "card: not fresh"), ("else", "then"),
      ]
    ),
    Draft(
      text: """
        specmatrix: "1"
        name: 予約のキャンセル
        id: CANCEL
        language: 日本語
        traits: writes_network
        states:
          会員: {ゲスト, 会員}
          状態: [予約中, 来店済み, キャンセル済み]
        data:
          開始まで: 0時間以上
          人数: {min: 1, max: 8, unit: 名}
        operations:
          キャンセル:
            label: 「キャンセル」をタップする
            rules:
              - 条件: {状態: 予約中, 開始まで: >= 24}
                then: 予約がキャンセルされ、全額返金される
              - if: {状態: 予約中, 開始まで: "< 24"}
                期待結果: 「キャンセル料がかかります」と表示される
          戻る: 「戻る」をタップする
        rules:
          戻る: 一覧に戻る
        notes: なし

        """,
      edits: [
        ("\"1\"", "1"), ("name", "feature"), ("日本語", "ja"), ("writes_network", "[writes_network]"),
        ("会員: {ゲスト, 会員}", "会員: [ゲスト, 会員]"), ("0時間以上", "{range: 0..}"),
        ("{min: 1, max: 8, unit: 名}", "{range: 1..8 名}"),
        ("    rules:\n      - 条件: {状態: 予約中, 開始まで: >= 24}\n", ""),
        ("        then: 予約がキャンセルされ、全額返金される\n", ""),
        ("      - if: {状態: 予約中, 開始まで: \"< 24\"}\n", ""),
        ("        期待結果: 「キャンセル料がかかります」と表示される\n", ""),
        (
          "rules:\n",
          """
          rules:
            キャンセル:
              - when: {状態: 予約中, 開始まで: 24..}
                then: 予約がキャンセルされ、全額返金される
              - when: {状態: 予約中, 開始まで: ..23}
                then: 「キャンセル料がかかります」と表示される

          """
        ), ("notes: なし\n", ""),
      ]
    ),
    Draft(
      text: """
        specmatrix: 1
        id: SYNC
        feature: Sync notes
        traits: []
        states:
        \tplan: [free, pro]
        data:
          count: {range: 0-100 notes}
          size: {range: 0..25 MB}
        operations:
          sync: {name: Tap Sync, description: by pulling down}
        rules:
          sync:
            plan:
              free: "You are offline" message
              pro: Synced
            size: {"> 25": Too large, default: Synced}
        scenarios:
          - given: {plan: free}

        """,
      edits: [
        ("\t", "  "), ("0-100 notes", "0..100 notes"), ("name", "label"), ("description", "note"),
        (
          "    plan:\n      free: \"You are offline\" message\n      pro",
          "    - plan:\n        free: '\"You are offline\" message'\n        pro"
        ), ("Synced\n    size", "Synced\n    - size"), ("\"> 25\"", "26.."), ("default", "others"),
        ("scenarios:\n  - given: {plan: free}\n", ""),
      ]
    ),
  ]

  @Test(arguments: drafts + misshapen)
  func `one round with the messages is enough`(draft: Draft) throws {
    let first = CommandRun("check", "-", "--no-config", "--format", "json", input: draft.text)
    #expect(first.status == .invalid)
    let said = (first.output + first.errors).replacing("\\\"", with: "\"")
    var text = draft.text
    for (old, new) in draft.edits {
      // What is removed, moved or indented is in no message letter by letter.
      let advice = new.split(separator: ": ").last.map(String.init) ?? new
      let isSaid = new.isEmpty || new.contains(where: \.isNewline) || said.contains(advice)
      #expect(isSaid, "no message says `\(new)`\n\(said)")
      let range = try #require(text.firstRange(of: old), "\(old)")
      text.replaceSubrange(range, with: new)
    }
    let second = CommandRun("check", "-", "--no-config", input: text)
    #expect(second.status <= .findings, "\(second.output)\(second.errors)")
  }

  /// Where every message says all of what to write, its edits alone lead to a spec; how far to indent instead of a tab, none does.
  @Test(arguments: drafts.dropLast())
  func `edits of repairs do what messages say`(draft: Draft) throws {
    var lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<4 {
      let run = CommandRun(
        "check",
        "-",
        "--no-config",
        "--format",
        "json",
        input: lines.joined(separator: "\n")
      )
      guard run.status == .invalid else { return }
      let document = try JSONValue(json: Array(run.output.utf8))
      let errors = document["specs"]?.array?.first?["errors"]?.array ?? []
      let edits = errors.compactMap { $0["repairs"]?.array?.first?["edits"]?.array?.first }
      #expect(!edits.isEmpty, "\(draft): \(run.output)")
      for edit in edits.sorted(by: { Self.place($0) > Self.place($1) }) {
        let (line, column) = Self.place(edit)
        let last = (edit["endLine"]?.integer ?? 0) - 1
        let end = (edit["endColumn"]?.integer ?? 0) - 1
        let text = edit["text"]?.string ?? ""
        let new = lines[line].prefix(column) + text + lines[last].dropFirst(end)
        lines.replaceSubrange(line...last, with: [String(new)])
      }
    }
    Issue.record("\(lines.joined(separator: "\n"))")
  }

  private static func place(_ edit: JSONValue) -> (line: Int, column: Int) {
    ((edit["line"]?.integer ?? 0) - 1, (edit["column"]?.integer ?? 0) - 1)
  }
}
