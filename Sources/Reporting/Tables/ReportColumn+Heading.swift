package import Specification

/// What columns are called, in both languages: the one source for those who write tables and for those who read what people saved.
extension ReportColumn.Role {
  private typealias Words = (role: Self, english: String, japanese: String)

  /// The heading of the column in a table; empty for columns whose headings come from the spec or from people.
  package func heading(in table: ReportTable.Name, _ language: Language) -> String {
    guard let words = Self.words(of: table).first(where: { $0.role == self }) else { return "" }
    return ReportText(language: language)(words.english, words.japanese)
  }

  /// The role that a heading names in a table, in whichever language; `nil` where it is none of ours.
  package init?(heading: String, in table: ReportTable.Name) {
    let heading = heading.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let words = Self.words(of: table).first {
      $0.japanese == heading || $0.english.lowercased() == heading.lowercased()
    }
    guard let words else { return nil }
    self = words.role
  }

  /// The role with a name that `key` gave.
  init?(key: String, in table: ReportTable.Name) {
    guard let words = Self.words(of: table).first(where: { $0.role.key == key }) else { return nil }
    self = words.role
  }

  /// A name that stays the same in every language.
  var key: String { "\(self)" }

  /// Whether directors and testers fill the column of a table.
  package func isForPeople(in table: ReportTable.Name) -> Bool {
    switch self {
    case .answer, .answerKind, .answeredBy, .answeredOn, .comment: true
    case .recheck, .result, .testedOn, .tester, .device, .build, .evidence, .defect: true
    case .note: table != .factors
    case .added: true
    default: false
    }
  }

  private static func words(of table: ReportTable.Name) -> [Words] {
    switch table {
    case .questions: questions + questionsForPeople
    case .cases: cases + casesForPeople
    case .rules: rules
    case .factors: factors
    case .changes: changes
    case .retired: retired + casesForPeople + questionsForPeople
    }
  }

  private static let questions: [Words] = [
    (.id, "Question", "確認ID"),
    (.kind, "Type", "種別"),
    (.combinations, "Combinations settled", "決まる組み合わせ数"),
    (.operation, "Operation", "操作"),
    (.condition, "Condition", "条件"),
    (.question, "What should happen?", "確認したいこと"),
    (.example, "Example", "具体例"),
    (.nearestRule, "Related rules", "関連するルール"),
    (.suggestion, "Suggestion", "回答案"),
    (.followUp, "Also consider", "あわせて確認したいこと"),
    (.ask, "Ask", "確認先"),
    (.decideBy, "Decide by", "回答期限"),
    (.relatedCases, "Test cases", "関連ケース"),
    (.fingerprint, "Fingerprint", "照合用"),
  ]

  private static let questionsForPeople: [Words] = [
    (.answer, "Answer", "回答"),
    (.answerKind, "Kind of answer", "回答の種類"),
    (.answeredBy, "Answered by", "回答者"),
    (.answeredOn, "Answered on", "回答日"),
    (.comment, "Comment", "コメント"),
  ]

  private static let cases: [Words] = [
    (.id, "Case", "ケースID"),
    (.state, "State", "前回比"),
    (.feature, "Feature", "機能"),
    (.area, "Area", "分類"),
    (.operation, "Operation", "操作"),
    (.setup, "Setup", "前提条件"),
    (.steps, "Steps", "手順"),
    (.testData, "Test data", "テストデータ"),
    (.expected, "Expected result", "期待結果"),
    (.question, "Open question", "確認ID"),
    (.rule, "Rule", "根拠ルール"),
    (.kind, "Kind", "正常／異常"),
    (.priority, "Priority", "優先度"),
  ]

  private static let casesForPeople: [Words] = [
    (.recheck, "Check again", "再確認"),
    (.result, "Result", "結果"),
    (.testedOn, "Date", "実施日"),
    (.tester, "Tester", "実施者"),
    (.device, "Device", "端末"),
    (.build, "Build", "ビルド"),
    (.evidence, "Evidence", "エビデンス"),
    (.defect, "Defect", "不具合ID"),
    (.note, "Note", "備考"),
  ]

  private static let rules: [Words] = [
    (.id, "Rule", "ルール"),
    (.line, "Line", "行"),
    (.operation, "Operation", "操作"),
    (.expected, "Expected result", "期待結果"),
    (.kind, "Status", "状態"),
    (.priority, "Priority", "優先度"),
    (.overrides, "Overrides", "優先する相手"),
    (.source, "Source", "出典"),
    (.relatedCases, "Test cases", "関連ケース"),
  ]

  private static let factors: [Words] = [
    (.factorName, "Factor", "因子"),
    (.factorID, "Name in the spec", "仕様での名前"),
    (.factorKind, "Kind", "区分"),
    (.value, "Value", "水準"),
    (.valueID, "Value in the spec", "仕様での値"),
    (.validity, "Validity", "有効／無効"),
    (.onlyWhen, "Applies only when", "適用条件"),
    (.sample, "Sample to paste", "入力例（コピー用）"),
    (.note, "Note", "備考"),
  ]

  private static let changes: [Words] = [
    (.id, "What", "対象"),
    (.change, "Change", "変更内容"),
    (.operation, "Operation", "操作"),
    (.setup, "Setup", "前提条件"),
    (.before, "Before", "変更前"),
    (.after, "Now", "変更後"),
    (.standing, "Earlier results", "これまでの結果の扱い"),
  ]

  private static let retired: [Words] = [
    (.id, "What", "対象"),
    (.origin, "From the sheet", "元のシート"),
    (.change, "Why it is here", "ここにある理由"),
    (.operation, "Operation", "操作"),
    (.setup, "Setup or condition", "前提条件・条件"),
    (.expected, "Expected result or question", "期待結果・確認したいこと"),
  ]
}
