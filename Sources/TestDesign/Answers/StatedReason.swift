import Text

/// Recognises reasons by their form alone: “because …”, 「…のため」.
enum StatedReason {
  /// True if each sentence has the form of a reason, and none is a limit or says that nothing is decided.
  static func isOne(_ text: String) -> Bool {
    let sentences = text.split(whereSeparator: \.isNewline)
      .flatMap { CompatibilityForms.plain(String($0).folded).clauses(endingAt: ".;。!–—-") }
    guard let first = sentences.first, !text.contains(where: { "?？".contains($0) }),
      NonResult(text) != .placeholder(.open), PlaceholderKind(of: alone(text)) != .open,
      !isOnlyLimit(alone(text))
    else { return false }
    let isLed = AnswerWords.begins("reason leads", first)
    return isReason(first, isLed: isLed)
      && sentences.dropFirst().allSatisfy { isReason($0, isLed: false) }
  }

  /// Returns a reason without the words that mark it as one, which a key such as `because` already does.
  static func alone(_ reason: String) -> String {
    let body = unsafe reason.replacing(lead, with: "", maxReplacements: 1)
    guard body.contains("から") else { return body }
    return body.replacing(#/([るいただすん])から(?:です)?(。?)$/#) { "\($0.1)\($0.2)" }
  }

  nonisolated(unsafe) private static let lead =
    #/^(?i:because of\b|because\b|since\b(?! \d)|as(?= (?:it|the|they|we|you|this|that|these|there|all|each|every\w*|no|nobody|nothing|our|users)\b)|なぜならば?|理由[:：])[,、 ]*/#

  /// True if a text may justify a choice as a whole, not being a pointer, date, limit or task.
  static func isOfAll(_ text: String) -> Bool {
    // “Because it is decided later”, 後で決めるため.
    let ending = AnswerWords.words("reason ends").first(where: text.hasSuffix) ?? ""
    let isOpen = NonResult(String(text.dropLast(ending.count))) == .placeholder(.open)
    // ないから
    if isOpen || BareReply(alone(text)) != nil { return false }
    return switch NonResult(text) {
    case nil, .explanation, .fact: !isLimited(text)
    case .placeholder(.excluded): PlaceholderKind(of: text) == nil && !isLimited(text)
    case .placeholder, .bareReply, .question, .date, .name, .conditional, .sign: false
    }
  }

  /// True if a text may justify a choice as a whole, and does not state a result.
  static func mayBeOne(_ text: String) -> Bool {
    let plain = NonResult.plain(text)
    return isOfAll(text) && !isOfResult(plain) && !AnswerWords.isHeld("observed", by: plain)
  }

  private static func isReason(_ sentence: String, isLed: Bool) -> Bool {
    var sentence = sentence[...]
    if sentence.first == "(", sentence.last == ")" { sentence = sentence.dropFirst().dropLast() }
    let text = sentence.trimmed
    let ending = AnswerWords.words("reason ends").first(where: text.hasSuffix)
    guard isLed || ending != nil || AnswerWords.beginsClause("reason begins", text),
      !isLimited(text), !isOfResult(text),
      !text.hasSuffix(" only")
        || AnswerWords.isHeld("offers", by: text) && !text.contains(#/\b(?:it|this|that) is /#)
    else { return false }
    // 会員のみのため
    let body = text.dropLast(ending?.count ?? 0)
    return !isLimited(String(body.hasSuffix("の") ? body.dropLast() : body))
  }

  /// True if a reason says when a result is observed, implying that it is not observed otherwise: “because a mail is only sent when …”.
  static func isOfResult(_ text: String) -> Bool {
    unsafe text.contains(onlyThen) && !AnswerWords.isHeld("controls", by: text)
  }

  nonisolated(unsafe) private static let onlyThen =
    #/\bonly .*\b(?:when|if|while|after|once)\b|(?:とき|時|場合)(?:だけ|のみ|しか|に限)/#

  /// True if a comment limits the answer beside it.
  static func limits(_ comment: String) -> Bool {
    NonResult.plain(comment).clauses(endingAt: ",、;.。()–—").contains {
      AnswerWords.beginsClause("limit clause begins", $0)
        || AnswerWords.isHeld("limit holds", by: $0)
    }
  }

  /// True if a remark denies what it stands beside, doubts it, or says another result: “No, both”, 「通常料金が正しい」.
  static func objects(_ text: String) -> Bool {
    let reply = BareReply(text) ?? BareReply.leading(text)?.reply
    if reply == .no || NonResult(text) == .question { return true }
    let plain = NonResult.plain(text)
    return !isOne(text)
      && (AnswerWords.isHeld("observed", by: plain)
        || plain.clauses(endingAt: ",、;.。!–—").contains(where: isObjection))
  }

  /// True if a clause has words that object, and does not deny them: “The amount is wrong”, but not “Nothing is wrong”.
  private static func isObjection(_ clause: String) -> Bool {
    let words = clause.split { !$0.isLetter && !"'“”".contains($0) }.joined(separator: " ")
    let spaced = " \(words) "
    return AnswerWords.words("objections").contains { phrase in
      guard phrase.utf8.allSatisfy({ $0 < 0x80 }) else {
        return clause.ranges(of: phrase).contains {
          !AnswerWords.begins("objection denied by", String(clause[$0.upperBound...]))
        }
      }
      return spaced.ranges(of: " \(phrase) ").contains {
        !spaced[..<$0.lowerBound]
          .contains(#/ (?:(?:no|nothing|not|without)(?: (?:is|are|was|a|any))?|as \w+)$/#)
      }
    }
  }

  /// True if a text only says where something holds: “only on Android”, Androidのみ.
  static func isOnlyLimit(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text.folded).trimmed
    return AnswerWords.ends("limit clause ends", plain)
      || plain.contains(#/^(?:but )?(?:only|except|unless) (?:for|on|in|at|if|when|with|to)\b/#)
  }

  /// True if a remark limits the answer beside it: “except at night”, 15時まで.
  static func isLimited(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text.folded).trimmed
    let firstWord = plain.prefix { $0.isASCII && $0.isLetter }
    let clauses = plain.clauses(endingAt: ",、;.。()–—")
    return AnswerWords.holds("limit words", firstWord) || ToldCases.isBound(plain)
      || clauses.first.map { AnswerWords.begins("limit begins", $0) } ?? false
      || AnswerWords.ends("limit ends", plain) || AnswerWords.isHeld("limit holds", by: plain)
      || clauses.dropFirst().contains { clause in
        AnswerWords.beginsClause("limit clause begins", clause)
      }
  }
}
