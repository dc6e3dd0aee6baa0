import Diagnostics
import Specification
import Text

/// The path of a first spec, and the id and title derived from it.
struct StarterName {
  let path: String
  let id: String
  let feature: String

  /// Names a spec.
  ///
  /// - Parameters:
  ///   - written: A file, or a folder for a file of the folder's name.
  ///   - isFolder: Whether the path is that of a folder.
  init(_ written: String, isFolder: Bool) {
    let trimmed = FilePaths.withoutTrailingSlash(written)
    let last = String(trimmed.split(separator: "/").last ?? "")
    let endings = [".yaml", ".yml"]
    var stem = last
    if isFolder {
      path = FilePaths.join(trimmed, (stem.isEmpty ? "feature" : stem) + ".yaml")
    } else if let ending = endings.first(where: { last.hasSuffix($0) && last.count > $0.count }) {
      stem = String(last.dropLast(ending.count))
      path = trimmed
    } else {
      path = trimmed + ".yaml"
    }
    id = Self.id(stem)
    feature = Self.title(stem)
  }

  /// Capitals, digits and hyphens, starting with a letter; `FEATURE` if the name has none.
  private static func id(_ stem: String) -> String {
    let words = stem.uppercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let id = words.joined(separator: "-").drop { !$0.isLetter }
    return id.isEmpty ? "FEATURE" : String(id)
  }

  /// `tsukurepo-post` as `Tsukurepo post`.
  private static func title(_ stem: String) -> String {
    let words = stem.split { $0 == "-" || $0 == "_" || $0 == "." || $0.isWhitespace }
    let title = words.joined(separator: " ")
    return title.isEmpty ? "Feature" : title.prefix(1).uppercased() + title.dropFirst()
  }
}

/// A first spec that shows the language: it is valid, and leaves some questions open.
struct StarterSpec {
  let name: StarterName
  let language: Language
  let traits: [String]
  /// The last day on which its undecided question is only a warning.
  let until: CalendarDay

  /// The operations of the catalogue's core that the traits call for, except the one with a rule.
  private var operations: [CatalogueEntry] {
    Catalogue.standard.listings.filter { listing in
      listing.kind == .operation && listing.isCore && listing.id != "network_error"
        && listing.isCalledFor(by: traits)
    }.map(Catalogue.standard.entry)
  }

  var text: String {
    var text = StarterText()
    head(&text)
    factors(&text)
    operations(&text)
    rules(&text)
    return text.text
  }

  private func word(_ english: String, _ japanese: String) -> String {
    language == .english ? english : japanese
  }

  private func head(_ text: inout StarterText) {
    text.add(
      word(
        "# A first spec: make it yours. What it leaves open: specmatrix check \(name.path)",
        "# 最初の仕様です。書き換えて使ってください。未定義の確認: specmatrix check \(name.path)"
      )
    )
    text.add("specmatrix: 1")
    text.add(
      "id: \(StarterText.scalar(name.id))",
      word("cases are \(name.id)-001 and so on", "テストケースの番号は \(name.id)-001 から")
    )
    text.add("feature: \(StarterText.scalar(name.feature))", word("what people read", "機能の名前"))
    text.add("language: \(language.rawValue)")
    text.add(
      word("owner: Product team", "owner: 企画チーム"),
      word("who answers questions", "確認事項に答える人")
    )
    text.add(
      "traits: [\(traits.joined(separator: ", "))]",
      word("what the feature does", "機能の性質: これに応じて操作の漏れを指摘する")
    )
  }

  private func factors(_ text: inout StarterText) {
    text.add("")
    text.add("states:", word("who uses it", "使う人の状態"))
    text.add("  login:")
    text.add(word("    label: Sign-in", "    label: ログイン状態"))
    text.add(
      word(
        "    values: {guest: Signed out, member: Signed in}",
        "    values: {guest: 未ログイン, member: ログイン済み}"
      )
    )
    text.add("  plan:")
    text.add(word("    label: Plan", "    label: 会員種別"))
    text.add(
      word("    values: {free: Free, premium: Premium}", "    values: {free: 無料会員, premium: 有料会員}")
    )
    text.add(
      "    only_when: {login: member}",
      word("elsewhere it does not apply", "それ以外では該当なし")
    )
    text.add("data:", word("what it works on", "扱うデータ"))
    text.add("  photos:")
    text.add(word("    label: Photos", "    label: 写真の枚数"))
    text.add(
      "    range: 1..4",
      word("0, 1, 2, 4, 5: the boundaries, and what lies beyond", "境界値 0、1、2、4、5（0と5は無効）")
    )
  }

  private func operations(_ text: inout StarterText) {
    text.add("")
    text.add("operations:", word("what can happen", "起こること"))
    text.add(word("  submit: Tap Send", "  submit: 送信ボタンをタップする"))
    text.add("  network_error:", word("of the catalogue, with its variants", "カタログの操作（種類つき）"))
    for entry in operations { text.add("  \(entry.id):", entry.label(language)) }
    text.add(
      "dismissed:",
      word("looked at, and left out for a reason", "検討した上で対象外にしたもの")
    )
    text.add(word("  rotate: the screen stays upright", "  rotate: 縦画面固定のため"))
    text.add("constraints:", word("what cannot happen", "起こりえない組み合わせ"))
    text.add("  - exclude: {plan: free, photos: 4}")
    text.add(
      word(
        "    because: free members choose at most three",
        "    because: 無料会員は3枚までしか選べない"
      )
    )
  }

  private func rules(_ text: inout StarterText) {
    text.add("")
    text.add(
      "expectations:",
      word("what is expected; the exception beats the general rule", "期待結果。例外が一般のルールに勝つ")
    )
    text.add("  - id: sent")
    text.add("    when: {operation: submit, login: member, photos: {only: valid}}")
    text.add(word("    then: The photos are sent and the list opens", "    then: 写真を送信し、一覧画面に戻る"))
    text.add("  - id: sign-in-first")
    text.add("    when: {operation: submit, login: guest}")
    text.add(word("    then: The sign-in screen opens", "    then: ログイン画面を表示する"))
    text.add("  - id: network-error")
    text.add("    when: {operation: network_error}")
    text.add(
      word(
        "    then: [An error banner is shown, The photos stay selected]",
        "    then: [エラーバナーを表示する, 選んだ写真を残す]"
      )
    )
    text.add(
      "  - id: send-again",
      word("the exception, and a question that you know already", "例外であり、すでに気づいている確認事項")
    )
    text.add("    when: {operation: network_error, plan: premium}")
    text.add(word("    undecided: Is it sent again by itself?", "    undecided: 自動で再送するか?"))
    text.add(
      "    until: \(until)",
      word("a warning until then, an error after", "この日までは警告、過ぎたらエラー")
    )
  }
}

/// Lines of YAML with aligned comments at their ends.
struct StarterText {
  private(set) var text = ""

  /// The column of comments.
  private static let remarkColumn = 36

  mutating func add(_ line: String, _ remark: String? = nil) {
    text += line
    if let remark {
      let width = DisplayWidth.columns(of: line)
      text += String(repeating: " ", count: max(2, Self.remarkColumn - width)) + "# " + remark
    }
    text += "\n"
  }

  /// A text as a YAML scalar, quoted if it could be read as anything but text.
  static func scalar(_ text: String) -> String {
    let visible = VisibleText.line(text)
    let words = ["true", "false", "null", "yes", "no"]
    let isPlain =
      visible.first?.isLetter == true && !words.contains(visible.lowercased())
      && visible.allSatisfy { $0.isLetter || $0.isNumber || " -".contains($0) }
    if isPlain { return visible }
    return "'" + visible.replacing("'", with: "''") + "'"
  }
}
