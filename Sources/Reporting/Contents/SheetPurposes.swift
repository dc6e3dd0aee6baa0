package import Specification

/// What each table is for, in one line above its headings: a reader may open any sheet first.
extension ReportTable.Name {
  package func purpose(_ language: Language) -> String {
    let text = ReportText(language: language)
    return switch self {
    case .questions:
      text(
        "To settle the spec, not to verify the product. Choose an answer from the list in the yellow cell; write a result, or the reason, beside it. Who answers and when is said once, here below.",
        "仕様を決めるためのシートです（製品の検証ではありません）。黄色の欄で回答を一覧から選び、期待結果や理由はその右の欄に書いてください。回答者と回答日は、すぐ下の欄に一度だけ書けば足ります。"
      )
    case .decisions:
      text(
        "To confirm what the rules settle against each other without saying why. Choose “Agree” or “Disagree” in each row; if you disagree, say in the comment what should happen.",
        "ルール同士の関係から決まっていて、理由が書かれていない内容を確認するためのシートです。行ごとに「合意」か「相違あり」を選び、相違がある場合はコメントに正しい動作を書いてください。"
      )
    case .outcomes:
      text(
        "To agree on what happens, one operation at a time. Choose “Agreed” or “Not so” once per operation; if not so, say in the comment what is wrong.",
        "操作ごとの期待結果に合意するためのシートです。操作ごとに一度だけ「合意」か「相違あり」を選び、相違がある場合はコメントに内容を書いてください。"
      )
    case .cases:
      text(
        "To see whether the product does what the spec says. Enter results in the yellow cells; “?” marks a result that the spec does not say yet.",
        "仕様どおりに動くことを確かめるためのシートです。黄色の欄に結果を書いてください。「?」で始まる期待結果は、まだ仕様で決まっていません。"
      )
    case .flows:
      text(
        "To test the feature from end to end: go through the steps of one number in their order, each from the state that the one before it leaves. Enter results in the yellow cells.",
        "機能を通しで確かめるためのシートです。同じ番号のステップを上から順に、前のステップの結果の状態から続けて実施し、黄色の欄に結果を書いてください。"
      )
    case .progress:
      text(
        "To see how far the tests are and what is left: the numbers follow the sheet of cases. Left is what has no result, “Not run”, or a result to check again.",
        "テストの進み具合と残りを見るためのシートです。数値はテストケースのシートの記入に連動します。残りは、結果が未記入・未実施・再確認のケースです。"
      )
    case .changes:
      text(
        "To see what the last generation changed: what the spec says first, then the cases.",
        "前回の生成から何が変わったかを見るためのシートです。仕様の変更、テストケースの変更の順に並んでいます。"
      )
    case .rules:
      text(
        "To look up what the spec says, one condition a row. It is changed in the spec, not here.",
        "仕様のルールを調べるためのシートです（1行に1条件）。変更は仕様ファイルで行います。"
      )
    case .factors:
      text(
        "To look up what may differ from case to case, and to copy texts to paste. It is changed in the spec, not here.",
        "ケースごとに変わり得るものを調べ、入力例をコピーするためのシートです。変更は仕様ファイルで行います。"
      )
    case .setAside:
      text(
        "To lose nothing: what people wrote into cells that the program fills, or chose for outcomes that have changed since.",
        "記入内容を失わないためのシートです。自動で出力するセルへの書き込みと、その後に期待結果が変わった合意を残しています。"
      )
    }
  }
}
