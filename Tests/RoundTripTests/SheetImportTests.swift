import Diagnostics
import Foundation
import Reporting
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import RoundTrip
@testable import Workbooks

/// Sheets of test cases become specs with the same meaning.
@Suite struct SheetImportTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/sheets")

  /// The first three sheets were written before the reader.
  ///
  /// When the reader first saw the next three, it read 33 of 36, 26 of 34 and, once it knew full stops, 32 of 34 rows into rules. Of the
  /// last three it read 44 of 45, 43 of 44 and 43 of 44, ten of those without the membership “none”.
  static let sheets = [
    "library-ja.xlsx", "refunds-en.csv", "transit-testrail.csv", "expenses-ja.csv", "lock-en.xlsx",
    "podcast-en.csv", "flea-ja.xlsx", "delivery-ja.xlsx", "rooms-testrail.csv", "shipping-en.xlsx",
  ]

  private static func workbook(_ name: String) throws -> SavedWorkbook {
    let url = folder.appending(path: name)
    return name.hasSuffix(".csv")
      ? try SavedWorkbook(csv: Array(Data(contentsOf: url))) : try readWorkbook(at: url.path)
  }

  private static func specification(_ yaml: String) throws -> Specification {
    let tree = parseYAML(SourceFile(path: "draft.yaml", text: yaml))
    let checked = decodeSpecification(
      try #require(tree.value),
      path: "draft.yaml",
      catalogue: .standard
    )
    #expect(!tree.hasErrors && checked.diagnostics.isEmpty, "\(checked.diagnostics)\n\(yaml)")
    return try #require(checked.value)
  }

  private static func analysed(_ yaml: String) throws -> AnalysedSpecification {
    let today = try #require(CalendarDate("2026-11-21"))
    return try #require(try analyse(specification(yaml), today: today).value)
  }

  private static func draft(_ sheet: CaseSheet, file: String = "sheet.csv") -> (DraftText, String) {
    DraftText.readable(sheet, (id: "DRAFT", feature: "Draft", file: file))
  }

  @Test(arguments: sheets)
  func aSheetBecomesASpec(name: String) throws {
    let cases = try CaseSheet(Self.workbook(name))
    let counts = SheetDraft(cases).counts
    #expect(counts.ruled * 100 >= counts.rows * 80)
    let (_, yaml) = Self.draft(cases, file: name)
    let recorded = Self.folder.appending(path: name.split(separator: ".")[0] + ".yaml")
    if Recording.isOn { try Data(yaml.utf8).write(to: recorded) }
    let isSame = try String(contentsOf: recorded, encoding: .utf8) == yaml
    #expect(isSame, "\(name) is not drafted as recorded; SPECMATRIX_RECORD=1 records it")
  }

  @Test(arguments: try RecordedCases.all(in: "Fixtures/sheets"))
  func howMuchIsReadIsRecorded(cases: RecordedCases) throws {
    try cases.check(["counts"]) { inputs, _ in
      #expect(inputs["values"].split(separator: "\n").map(String.init) == Self.sheets)
      let sheet = try CaseSheet(Self.workbook(inputs["value"]))
      let draft = SheetDraft(sheet)
      let analysed = try Self.analysed(Self.draft(sheet, file: inputs["value"]).1)
      let questions = analysed.analysis.findings.count { $0.severity == .error }
      return [
        "\(draft.counts.rows) rows, \(draft.counts.ruled) ruled, \(draft.counts.asked) asked",
        "not read: \(draft.unread.map { $0.row.place + 1 })",
        "contradictions: \(draft.contradictions.map { [$0.first + 1, $0.second + 1] })",
        "questions: \(questions)",
      ]
    }
  }

  @Test(arguments: sheets)
  func everyRowIsFoundAgainAndCovered(name: String) throws {
    let workbook = try Self.workbook(name)
    let cases = try CaseSheet(workbook)
    let draft = SheetDraft(cases)
    let analysed = try Self.analysed(Self.draft(cases).1)
    let specification = analysed.specification
    let suite = try #require(ImportedSuite.ofAnyForm(workbook, of: specification))
    #expect(Set(suite.rows.map(\.place)).count == draft.counts.rows)
    var unread: Set<Int> = []
    for problem in suite.problems {
      guard case .sentence(_, let rows) = problem else { continue }
      unread.formUnion(rows.map { suite.rows[$0].place + 1 })
    }
    #expect(unread.sorted() == draft.unread.map { $0.row.place + 1 })
    let named = suite.rows.map(\.combination)
    let different = try analysed.differentRows(named, expecting: suite.rows.map(\.expected))
    #expect(different.map { suite.rows[$0.row].place + 1 } == [])
    for (row, usual) in zip(suite.rows, analysed.asUsual(named))
    where !unread.contains(row.place + 1) {
      let values = usual.values.dropLast().map { value -> Int? in
        if case .value(let number) = value { number } else { nil }
      }
      guard case .value(let operation) = usual.values[specification.operationFactor] else {
        Issue.record("row \(row.place + 1) has no operation")
        continue
      }
      let said = analysed.explanation(of: Combination(values: values, operation: operation))
      #expect(said?.winners.isEmpty == false, "row \(row.place + 1)")
    }
    let measure = try analysed.measure(analysed.asUsual(named))
    #expect(measure.impossible.isEmpty && measure.rows == suite.rows.count)
  }

  @Test func otherSheetsOfTheWorkbookAreNamed() throws {
    func table(_ name: String, _ lines: [[String]], isHidden: Bool = false) -> SavedTable {
      var table = SavedTable(name: name, rows: lines.map { $0.map { .text($0) } })
      table.isHidden = isHidden
      return table
    }
    let workbook = SavedWorkbook(tables: [
      table("表紙", [["作成者", "田中"]]),
      table("投稿", [["前提条件", "手順", "期待結果"], ["写真なし", "投稿する", "完了"]]),
      table("料金表", [["会員種別", "期待結果"], ["無料", "割引なし"]]),
      table("旧", [["手順", "期待結果"], ["投稿する", "完了"]], isHidden: true),
    ])
    #expect(try CaseSheet(workbook).others == ["料金表", "旧"])
  }

  @Test func aRowThatSaysOtherwiseIsListed() throws {
    let workbook = try Self.workbook("transit-testrail.csv")
    let yaml = Self.draft(try CaseSheet(workbook)).1
    let changed = yaml.replacing("then: The card works again", with: "then: Nothing happens")
      .replacing("then: The sign-in screen opens", with: "question: Where to?")
    let analysed = try Self.analysed(changed)
    let suite = try #require(ImportedSuite.ofAnyForm(workbook, of: analysed.specification))
    let different = try analysed.differentRows(
      suite.rows.map(\.combination),
      expecting: suite.rows.map(\.expected)
    )
    #expect(different.map { suite.rows[$0.row].place + 1 } == [13, 32, 42])
    #expect(different[1].results == [["Nothing happens"]])
    #expect(different[0].results == [] && different[0].questions == ["Where to?"])
  }

  // MARK: Random sheets

  /// A row of a known table in sentences, in several phrasings.
  private struct Telling {
    var isJapanese: Bool
    var random: SplitMix64
    var counts: [Int]

    static let words = (ja: ["一般", "学生", "法人"], en: ["free", "plus", "gold"])
    static let results = (
      ja: ["支払い画面が開く", "「在庫がありません」と表示される", "ボタンを押せない"],
      en: ["The payment opens", "\"Sold out\" is shown", "The button is disabled"]
    )
    static let operations = (ja: ["「購入」をタップ", "「保存」をタップ"], en: ["Tap Buy", "Tap Save"])

    mutating func sentences(_ values: [Int]) -> [String] {
      let count = counts[values[1]]
      let login: [[String]]
      let place: [[String]]
      let number: [String]
      let word: [String]
      if isJapanese {
        let wide = String(
          String(count).map {
            Character(Unicode.Scalar(0xFF10 + UInt32($0.wholeNumberValue ?? 0)) ?? "0")
          }
        )
        login = [["未ログイン", "ログインしていない", "未ログインの状態"], ["ログイン済み", "ログインしていること", "ログイン済みである"]]
        place = [["配送先がない", "配送先なし"], ["配送先がある", "配送先あり", "配送先があること"]]
        number = ["カートが\(count)点", "カート：\(wide)点", "カートが\(count)点ある", "カートが\(wide)点であること"]
        word = ["会員種別が「\(Self.words.ja[values[2]])」", "会員種別：\(Self.words.ja[values[2]])"]
      } else {
        login = [
          ["User is not logged in", "The user isn't logged in."],
          ["User is logged in", "The user is logged in."],
        ]
        place = [
          ["The user has no address", "User does not have an address"], ["The user has an address"],
        ]
        number = [
          "Cart total is \(count) EUR", "Cart total: \(count) EUR",
          "The cart total is \(count) EUR.",
        ]
        word = [
          "Plan is \(Self.words.en[values[2]])", "Plan: \(Self.words.en[values[2]].capitalized)",
        ]
      }
      let told = [
        random.pick(login[values[0]]), random.pick(number), random.pick(word),
        random.pick(place[values[3]]),
      ]
      return random.shuffled(told)
    }
  }

  @Test(arguments: 0..<Seeds.share(100))
  func theCellsAreThoseOfTheTable(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let isJapanese = seed.isMultiple(of: 2)
    var counts: Set<Int> = []
    while counts.count < 3 { counts.insert(random.below(300)) }
    var telling = Telling(isJapanese: isJapanese, random: random, counts: counts.sorted())
    let (results, operations) =
      isJapanese
      ? (Telling.results.ja, Telling.operations.ja) : (Telling.results.en, Telling.operations.en)
    var table: [[Int]: Int] = [:]
    var lines: [[String]] = []
    for number in 0..<72 {
      let values = [number % 2, number / 2 % 3, number / 6 % 3, number / 18 % 2, number / 36]
      guard random.chance(75) else { continue }
      // The last result means none.
      let result = random.below(results.count + 1)
      table[values] = result
      let bullet = random.pick(["", "・", "- "])
      let conditions = telling.sentences(values).map { bullet + $0 }.joined(separator: "\n")
      let start = isJapanese ? "カートを開く" : "Open the cart"
      let steps = "1. \(start)\n2. \(operations[values[4]])"
      lines.append([conditions, steps, result < results.count ? results[result] : ""])
    }
    lines = random.shuffled(lines)
    let head = isJapanese ? ["前提条件", "手順", "期待結果"] : ["Preconditions", "Steps", "Expected Result"]
    let rows = ([head] + lines).map { $0.map { $0.isEmpty ? SavedCell.empty : .text($0) } }
    let cases = try CaseSheet(SavedWorkbook(tables: [SavedTable(name: "", rows: rows)]))
    let (_, yaml) = Self.draft(cases)
    let analysed = try Self.analysed(yaml)
    let specification = analysed.specification
    func factor(_ isMeant: (Factor) -> Bool) throws -> Int {
      let found = specification.factors.firstIndex(where: isMeant)
      return try #require(found, "\(yaml)")
    }
    try #require(specification.factors.count == 4, "\(yaml)")
    let login = try factor {
      $0.isYesNo && ($0.label.contains("ログイン") || $0.label.contains("logged"))
    }
    let place = try factor {
      $0.isYesNo && ($0.label.contains("配送先") || $0.label.contains("address"))
    }
    let total = try factor { $0.line != nil }
    let word = try factor { $0.line == nil && !$0.isYesNo }
    func value(_ factor: Int, _ text: String) throws -> Int {
      try #require(
        specification.factors[factor].values.firstIndex {
          $0.id == text || $0.label.lowercased() == text
        },
        "\(text): \(yaml)"
      )
    }
    for number in 0..<72 {
      let values = [number % 2, number / 2 % 3, number / 6 % 3, number / 18 % 2, number / 36]
      var combination = Combination(values: [nil, nil, nil, nil], operation: 0)
      combination.values[login] = try value(login, ["no", "yes"][values[0]])
      combination.values[place] = try value(place, ["no", "yes"][values[3]])
      combination.values[total] = try value(total, String(counts.sorted()[values[1]]))
      combination.values[word] = try value(
        word,
        (isJapanese ? Telling.words.ja : Telling.words.en)[values[2]]
      )
      combination.operation = try #require(
        specification.operations.firstIndex { $0.label == operations[values[4]] }
      )
      let said = try #require(analysed.explanation(of: combination))
      let expected = table[values]
      switch said.status {
      case .defined:
        let texts = said.winners.map { specification.rules[$0].results }
        let result = expected.flatMap { $0 < results.count ? results[$0] : nil }
        let curly = result.map { FoldedText($0) }
        #expect(
          texts.map { $0.map { $0.map { FoldedText($0) } } } == [curly.map { [$0] }],
          "\(values)\n\(yaml)"
        )
      case .undecided: #expect(expected == results.count, "\(values)\n\(yaml)")
      case .undefined: #expect(expected == nil, "\(values)\n\(yaml)")
      case .contradictory: Issue.record("\(values)\n\(yaml)")
      }
    }
  }

  /// Cells with unusual characters.
  private static let odd = [
    "", "", "同上", "same as above", "-", "any", "yes", "no", "operation", "valid", "when", "null",
    "~",
    "a: b", "- x", "# y", "{a}", "[b]", "\"", "'", "\"a\" \"b\"", "1..5", "5", "５件", "-3", "1e9",
    "99999999999999999999",
    "1,000.50 EUR", "5 or more", "以上", "3以上", "\u{0}", "\u{FEFF}x", "\u{202E}abc", "\u{2028}",
    "a\nb\r\nc", "🙂", "👨‍👩‍👧 3",
    "が", "未", "ない", "は", "済み", "。", "かつ", "not", "the", "is", "User is", "is not", "No", "※", "① ②",
    "ログイン済み", "未ログイン",
    "カートが3点", "カートが1点", "Plan is free", "Plan is gold", "x > y, z", "a/b", "a,b", "..", "|", ">",
    "&a", "*a", "%", "@", "`",
    "more than x", "not a", "1. a\n2. b", "•", "=SUM(A1)", "TBD", "未定",
  ]

  @Test(arguments: 0..<Seeds.share(1000))
  func anyDraftCanBeRead(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 77_000)
    let headings =
      ["Expected result", "前提条件", "Steps", "手順", "期待結果", "大項目", "小項目", "操作", "No", "備考"] + Self.odd
    let width = random.within(2...8)
    var table = SavedTable(name: random.chance(50) ? "" : random.pick(Self.odd), rows: [])
    table.rows.append((0..<width).map { _ in .text(random.pick(headings)) })
    table.rows[0][random.below(width)] = .text("期待結果")
    for _ in 0..<random.within(0...30) {
      table.rows.append(
        (0..<random.within(0...width)).map { _ in
          let text = (0..<random.within(1...3)).map { _ in random.pick(Self.odd) }
          return random.chance(10)
            ? .number(Double(random.below(100)))
            : .text(text.joined(separator: random.pick(["", " ", "\n"])))
        }
      )
    }
    guard let cases = try? CaseSheet(SavedWorkbook(tables: [table])) else { return }
    let (_, yaml) = Self.draft(cases, file: random.pick(Self.odd) + ".csv")
    _ = try Self.specification(yaml)
  }

  @Test func hiddenRowsAreReadAndNamed() throws {
    let csv = "前提条件,手順,期待結果\n会員,押す,保存される\nゲスト,押す,断られる\n退会済み,押す,断られる"
    var workbook = try SavedWorkbook(csv: Array(csv.utf8))
    workbook.tables[0].hiddenRows = [2]
    let (text, yaml) = Self.draft(try CaseSheet(workbook))
    #expect(text.summary.contains("hidden in the sheet, and read: row 3"))
    #expect(yaml.contains("ゲスト"))
  }

  @Test func theWorkGrowsWithTheRows() throws {
    func size(_ rows: Int) throws -> (bytes: Int, rules: Int) {
      let lines = (0..<rows).map { row in
        "ログイン済み\(row % 7)、カートが\(row % 90)点,「\(row % 40)」を押す,結果\(row % 11)"
      }
      let csv = "前提条件,手順,期待結果\n" + lines.joined(separator: "\n")
      let cases = try CaseSheet(SavedWorkbook(csv: Array(csv.utf8)))
      return (Self.draft(cases).1.utf8.count, SheetDraft(cases).counts.rules)
    }
    let (half, whole) = (try size(1_000), try size(2_000))
    #expect(whole.bytes < half.bytes * 22 / 10)
    #expect(whole.rules <= half.rules * 2)
  }

  // MARK: Sentences

  /// 未登録 refers to 会員登録, and a count of none to the counter of other rows.
  @Test func whatRowsSayOfOneThingIsOneFactor() throws {
    func factors(_ sentences: [String]) throws -> [String] {
      let csv = "前提条件,手順,期待結果\n" + sentences.map { "\($0),押す,\($0)の結果" }.joined(separator: "\n")
      return SheetDraft(try CaseSheet(SavedWorkbook(csv: Array(csv.utf8)))).factors.map(\.label)
    }
    #expect(try factors(["会員登録済み", "未登録"]) == ["会員登録済み"])
    #expect(try factors(["会員登録済み", "端末登録済み", "未登録"]).count == 3)
    #expect(try factors(["写真を3枚添付している", "写真を5枚添付している", "写真を添付していない"]) == ["添付している写真"])
    #expect(try factors(["通知設定ON", "通知設定OFF"]) == ["通知設定"])
    #expect(try factors(["会員が有効", "会員が無効", "会員が退会済み"]) == ["会員"])
    #expect(
      try factors(["Account is active", "Account is inactive", "Account is suspended"])
        == ["Account"]
    )
    #expect(try factors(["通常会員でログイン", "プレミアム会員でログイン", "ログインしていない"]) == ["ログインユーザー"])
  }

  /// None is a value of a column, an amount may have a sign in front, and intervals may overlap.
  @Test func theCellsOfADecisionTableAreRead() throws {
    let csv = """
      Membership,Order value,Weight,Operation,Expected result
      none,< $50,–,Check out,Shipping costs $5
      none,$50 and above,–,Check out,Shipping is free
      not none,–,10–20 kg,Check out,One parcel
      Plus or Pro,–,15–30 kg,Check out,A pallet
      Pro,–,n/a,Return,Free
      """
    let cases = try CaseSheet(SavedWorkbook(csv: Array(csv.utf8)))
    let yaml = Self.draft(cases).1
    for line in [
      "  membership: [none, plus, pro]", #"  order_value: {range: "0.. $"}"#,
      "  weight: {range: 0.. kg}",
      "    - when: {membership: none, order_value: ..49}",
      "    - when: {membership: none, order_value: 50..}",
      "    - when: {membership: not none, weight: 10..20}",
      "    - when: {membership: [plus, pro], weight: 15..30}",
      "    - when: {membership: pro}",
    ] {
      #expect(yaml.contains(line + "\n"), "\(line)\n\(yaml)")
    }
    let analysed = try Self.analysed(yaml)
    let contradictions = analysed.analysis.findings.filter { $0.code == .contradictoryRules }
    #expect(contradictions.contains { $0.message.contains("15 to 20 kg") })
  }

  /// One row per step; cells about the whole case are merged.
  @Test func stepsUnderMergedCellsAreOneCase() throws {
    let csv = """
      No,前提条件,手順,期待結果
      1,会員である,A を開く,
      ,,B を押す,X が出る
      2,会員でない,A を開く,
      ,,B を押す,Y が出る
      3,会員である,A を開く,Z が出る
      ,,B を押す,
      """
    var book = try SavedWorkbook(csv: Array(csv.utf8))
    for (row, column) in [(1, 0), (1, 1), (3, 0), (3, 1), (5, 0), (5, 1), (5, 3)] {
      book.tables[0].merges.append(
        CellRange(
          first: CellPosition(row: row, column: column),
          last: CellPosition(row: row + 1, column: column)
        )
      )
    }
    let rows = try CaseSheet(book).rows
    #expect(rows.map(\.id) == ["1", "2", "3"])
    #expect(rows.allSatisfy { $0.steps == ["A を開く", "B を押す"] })
    #expect(rows.map(\.expected) == [["X が出る"], ["Y が出る"], ["Z が出る"]])
  }

  @Test func aboveIsTheCaseAboveAndNoOlderOne() throws {
    let csv = """
      ID,Steps,Expected
      1,Open A,X
      2,,Y
      ,Tap B,Z
      3,same as above,W
      """
    let rows = try CaseSheet(SavedWorkbook(csv: Array(csv.utf8))).rows
    #expect(rows.map(\.steps) == [["Open A"], ["Tap B"], ["Tap B"]])
  }
}
