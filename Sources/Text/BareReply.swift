/// A reply that says nothing without the question it replies to.
package enum BareReply: String, Sendable {
  /// “Yes” or “no”: an answer to a yes-or-no question.
  case yes, no
  /// “OK”: an answer only to a request for confirmation.
  case assent
  /// The text has been read; never an answer.
  case acknowledgement

  /// Recognises a text that consists of such a reply only, whatever its case, width and punctuation; `nil` for any other.
  package init?(_ text: String) {
    let plain = CompatibilityForms.plain(text)
    let key = plain.wordsAlone
    guard !key.isEmpty, plain.trimmed.last != "?" else { return nil }
    if let reply = Self.replies[whole: key] {
      self = reply
      return
    }
    // `Yes, that's right` is the reply of its parts; if these differ, it only acknowledges.
    let parts = plain.split { ",、。.!;".contains($0) }.map { String($0).wordsAlone }
    let replies = parts.filter { !$0.isEmpty }.map { Self.replies[whole: $0] }
    guard let first = replies.first, let first, !replies.contains(nil) else { return nil }
    let isYes = replies.contains(.yes) && replies.allSatisfy { [.yes, .assent].contains($0) }
    self = isYes ? .yes : replies.allSatisfy { $0 == first } ? first : .acknowledgement
  }

  /// Returns the reply at the beginning of a text and the rest: “Yes: the list is shown”, いいえ、対象外です; `nil` if either is missing.
  package static func leading(_ text: String) -> (reply: BareReply, rest: String)? {
    let signs = text.indices.lazy.filter { sign in
      ":：,，、。.;；–—".contains(text[sign]) || text[sign...].hasPrefix("- ")
    }
    guard BareReply(text) == nil, let end = signs.first,
      let reply = BareReply(String(text[..<end]))
    else { return nil }
    return (reply, text[end...].dropFirst().trimmed)
  }

  private static let replies = WordList<BareReply>(resource: "Words/replies.yaml")
}
