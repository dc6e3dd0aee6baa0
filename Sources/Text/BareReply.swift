/// Replies that say nothing without the question that they reply to.
package enum BareReply: String, Sendable {
  /// An answer if that was the question.
  case yes, no
  /// “OK”: an answer only where something is to be confirmed.
  case assent
  /// Somebody has read it: never an answer.
  case acknowledgement

  /// The kind of a text that is nothing but such a reply, in any case, width and punctuation; `nil` for any other.
  package init?(_ text: String) {
    let plain = CompatibilityForms.plain(text)
    let key = plain.wordsAlone
    guard !key.isEmpty, plain.trimmed.last != "?" else { return nil }
    if let reply = Self.replies[whole: key] {
      self = reply
      return
    }
    // `Yes, that's right` says no more than its parts; those that differ say nothing.
    let parts = plain.split { ",、。.!;".contains($0) }.map { String($0).wordsAlone }
    let replies = parts.filter { !$0.isEmpty }.map { Self.replies[whole: $0] }
    guard let first = replies.first, let first, !replies.contains(nil) else { return nil }
    let isYes = replies.contains(.yes) && replies.allSatisfy { [.yes, .assent].contains($0) }
    self = isYes ? .yes : replies.allSatisfy { $0 == first } ? first : .acknowledgement
  }

  /// The reply with which a text begins, and what it says behind it: “Yes: the list is shown”, いいえ、対象外です; `nil` if it says nothing else.
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
