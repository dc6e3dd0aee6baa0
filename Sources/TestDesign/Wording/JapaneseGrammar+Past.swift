/// The past form of verbs, in which Japanese tells what sets something off: 投稿ボタンをタップしたとき.
extension JapaneseGrammar {
  /// A label that ends in a verb, in the past; as it stands where it tells a state or where its past cannot be told from its letters.
  static func past(_ label: String) -> String {
    guard endsInVerb(label), !isPastOrNegated(label), let last = label.last,
      !endsIn(states + ambiguous, label)
    else { return label }
    func replacing(_ count: Int, by ending: String) -> String { label.dropLast(count) + ending }
    switch last {
    case "す": return replacing(1, by: "した")
    case "く": return replacing(1, by: endsIn(["行く", "いく"], label) ? "った" : "いた")
    case "ぐ": return replacing(1, by: "いだ")
    case "む", "ぶ", "ぬ": return replacing(1, by: "んだ")
    case "う", "つ": return replacing(1, by: "った")
    case "る" where endsIn(["する"], label) && !endsIn(notOfSuru, label):
      return replacing(2, by: "した")
    case "る" where endsIn(["てくる", "でくる"], label): return replacing(2, by: "きた")
    case "る": return replacing(1, by: keepsItsStem(label) ? "た" : "った")
    default: return label
    }
  }

  /// Whether a verb in る drops it before た (閉じる, 入れる, 見る), unlike 送る, 終わる and しゃべる.
  private static func keepsItsStem(_ verb: String) -> Bool {
    guard let before = verb.dropLast().last, !endsIn(seemingStems, verb) else { return false }
    return "いきぎしじちにひびみりえけげせぜてでねへべめれ".contains(before) || "見診観視看着煮似寝出得経来".contains(before)
  }

  private static func endsIn(_ endings: [String], _ text: String) -> Bool {
    endings.contains { text.hasSuffix($0) }
  }

  /// What lasts while something else happens is told without the past: アプリが開いているとき.
  private static let states = [
    "ている", "でいる", "がいる", "もいる", "ある", "居る", "できる", "出来る", "存在する", "該当する", "一致する",
  ]

  /// Written alike, spoken differently, or too seldom in labels to be told.
  private static let ambiguous = ["かえる", "しきる", "りきる", "みきる", "問う", "請う", "乞う", "ずる"]

  /// End in する and are no compounds of it.
  private static let notOfSuru = ["こする", "さする", "なする", "ゆする"]

  /// Look like 閉じる or 入れる and are inflected like 送る.
  private static let seemingStems = [
    "混じる", "交じる", "まじる", "いじる", "かじる", "ねじる", "なじる", "もじる", "しくじる", "しる", "はいる", "まいる", "ちぎる",
    "にぎる",
    "よぎる", "さえぎる", "かぎる", "ひねる", "うねる", "くねる", "つねる", "しゃべる", "すべる",
  ]
}
