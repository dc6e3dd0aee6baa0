import Diagnostics
import Specification
import Text

/// The path of a first spec, and the id and title derived from it.
struct StarterName {
  let path: String
  private(set) var id: String
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

  /// The name, with a number behind its id where that is taken: `POST-2`.
  func avoiding(_ taken: Set<String>) -> StarterName {
    var name = self
    var number = 1
    while taken.contains(name.id) {
      number += 1
      name.id = "\(id)-\(number)"
    }
    return name
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

/// A first spec: for given traits what they call for and nothing to delete; else one that shows the language.
///
/// Either is valid, and leaves questions open.
struct StarterSpec {
  let name: StarterName
  let language: Language
  /// What the feature does; `nil` where nobody said.
  let traits: [String]?
  /// The last day on which its open question is only a warning.
  let until: CalendarDay

  /// The spec as YAML.
  var text: String {
    let written = traits.map(beginning) ?? (language == .english ? english : japanese)
    let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map(Self.aligned).joined(separator: "\n")
  }

  // In the texts, a tab separates a line from its comment.

  /// A head, and the operations of the catalogue's core that the traits call for.
  private func beginning(_ traits: [String]) -> String {
    let operations = operations(of: traits)
    func text(_ english: String, _ japanese: String) -> String {
      language == .english ? english : japanese
    }
    let head = """
      # \(text("What it leaves open", "未定義の確認")): specmatrix check \(path)
      specmatrix: 1
      id: \(id)\t\(text("case numbers: \(name.id)-001, …", "テストケースの番号は \(name.id)-001 から"))
      feature: \(feature)\t\(text("the name of the feature", "機能の名前"))
      language: \(language.rawValue)
      traits: [\(traits.joined(separator: ", "))]\t\(text("what the feature does", "機能の特性"))

      """
    guard !operations.isEmpty else { return head }
    let heading = text(
      "what can happen; add what users do: `send: Tap Send`",
      "起きること。利用者の操作も書く（send: 送信をタップする）"
    )
    return head + "\noperations:\t\(heading)\n" + operations
  }

  private var english: String {
    """
    # A starter spec to edit. To see what it leaves open: specmatrix check \(path)
    specmatrix: 1
    id: \(id)\tcase numbers: \(name.id)-001, …
    feature: \(feature)\tthe name of the feature
    language: en
    owner: Product team\twho answers questions
    traits: [writes_network]\twhat the feature does

    states:\twho uses it
      login:
        label: Sign-in
        values: {guest: Signed out, member: Signed in}
      plan:
        values: [free, premium]
        only_when: {login: member}\telsewhere it does not apply
    data:\twhat it works on
      photos: {range: 1..4}\t0, 1, 2, 4, 5: the bounds and just beyond

    operations:\twhat can happen
      submit: Tap Send
      close: Tap Close
      network_error:\tfrom the catalogue, with its variants
      server_error:
      double_tap:
      back:
    dismissed:\tconsidered, but left out for a reason
      rotate: the screen stays upright

    impossible:\twhat cannot happen
      - when: {plan: free, photos: 4}
        because: free members choose at most three

    rules:\twhat is expected, by operation
      close: The list opens, and nothing is sent\ta text: in every case
      submit:\ta list: each rule with its condition
        - when: {login: member, photos: valid}
          then:\tseveral results, each on a line
            - The photos are sent
            - The list opens
        - when: {login: guest}
          then: The sign-in screen opens
      network_error:
        plan:\ta tree: by the values of plan
          free: An error banner is shown, and the photos stay selected
          premium:\ta question that is still open
            question: Are the photos sent again automatically?
            options:
              - They are sent again as soon as there is a network
              - The user taps Send again
            until: \(until)\ta warning until then, an error afterwards

    """
  }

  private var japanese: String {
    """
    # 仕様のひな形です。書き換えて使ってください。未定義の確認: specmatrix check \(path)
    specmatrix: 1
    id: \(id)\tテストケースの番号は \(name.id)-001 から
    feature: \(feature)\t機能の名前
    language: ja
    owner: 企画チーム\t確認事項に答える人
    traits: [writes_network]\t機能の特性。これをもとに操作の漏れを指摘する

    states:\t使う人の状態
      login:
        label: ログイン状態
        values: {guest: 未ログイン, member: ログイン済み}
      plan:
        label: 会員種別
        values: {free: 無料会員, premium: 有料会員}
        only_when: {login: member}\tそれ以外では該当なし
    data:\t扱うデータ
      photos: {label: 写真の枚数, range: 1..4}\t境界値 0、1、2、4、5（0と5は無効）

    operations:\t操作と発生する事象
      submit: 送信ボタンをタップする
      close: 閉じるボタンをタップする
      network_error:\tカタログの操作（バリエーション付き）
      server_error:
      double_tap:
      back:
    dismissed:\t検討のうえ対象外としたもの
      rotate: 縦画面固定のため

    impossible:\t起こり得ない組み合わせ
      - when: {plan: free, photos: 4}
        because: 無料会員は3枚までしか選べない

    rules:\t操作ごとの期待結果
      close: 何も送信せずに一覧画面に戻る\t文だけ：どの条件でも
      submit:\tリスト：条件ごとのルール
        - when: {login: member, photos: valid}
          then:\t結果が複数なら1行に1つ
            - 写真を送信する
            - 一覧画面に戻る
        - when: {login: guest}
          then: ログイン画面を表示する
      network_error:
        plan:\tツリー：planの値ごと
          free: エラーバナーを表示し、選んだ写真を残す
          premium:\t把握済みの未決事項
            question: 自動で再送しますか？
            options:
              - 通信が回復したら自動で再送する
              - 利用者がもう一度送信する
            until: \(until)\tこの日までは警告、翌日からエラー

    """
  }

  private var path: String { VisibleText.line(name.path) }
  private var id: String { Self.scalar(name.id) }
  private var feature: String { Self.scalar(name.feature) }

  /// A line for each operation of the catalogue's core that traits call for.
  private func operations(of traits: [String]) -> String {
    let catalogue = Catalogue.standard
    return catalogue.listings.filter { listing in
      listing.kind == .operation && listing.isCore && listing.isCalledFor(by: traits)
    }.map(catalogue.entry).map { "  \($0.id):\t\($0.label(language))\n" }.joined()
  }

  /// A line with its comment, if it has one, in the column of comments.
  private static func aligned(_ line: Substring) -> String {
    let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return String(line) }
    let gap = max(2, commentColumn - DisplayWidth.columns(of: parts[0]))
    return parts[0] + String(repeating: " ", count: gap) + "# " + parts[1]
  }

  private static let commentColumn = 36

  /// A text as a YAML scalar, quoted if it could be read as anything but text.
  private static func scalar(_ text: String) -> String {
    let visible = VisibleText.line(text)
    let words = ["true", "false", "null", "yes", "no"]
    let isPlain =
      visible.first?.isLetter == true && !words.contains(visible.lowercased())
      && visible.allSatisfy { $0.isLetter || $0.isNumber || " -".contains($0) }
    if isPlain { return visible }
    return "'" + visible.replacing("'", with: "''") + "'"
  }
}
