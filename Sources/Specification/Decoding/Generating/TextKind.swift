/// A class of text that input fields forget, each one more value of a `text` factor.
enum TextKind: String, CaseIterable {
  case emoji
  case whitespace
  case newline
  case fullWidth = "full_width"
  case halfWidthKana = "half_width_kana"
  case combining
  case rightToLeft = "right_to_left"
  case zeroWidth = "zero_width"
  case control
  case markup
  case edgeSpaces = "edge_spaces"

  /// What people read.
  func label(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  private var english: String {
    switch self {
    case .emoji: "emoji"
    case .whitespace: "whitespace only"
    case .newline: "line break"
    case .fullWidth: "full-width letters"
    case .halfWidthKana: "half-width kana"
    case .combining: "combining characters"
    case .rightToLeft: "right-to-left text"
    case .zeroWidth: "zero-width characters"
    case .control: "control characters"
    case .markup: "HTML tags"
    case .edgeSpaces: "spaces at both ends"
    }
  }

  private var japanese: String {
    switch self {
    case .emoji: "絵文字"
    case .whitespace: "空白のみ"
    case .newline: "改行"
    case .fullWidth: "全角英数字"
    case .halfWidthKana: "半角カナ"
    case .combining: "結合文字"
    case .rightToLeft: "右から左に書く文字"
    case .zeroWidth: "ゼロ幅文字"
    case .control: "制御文字"
    case .markup: "HTMLタグ"
    case .edgeSpaces: "前後に空白"
    }
  }
}
