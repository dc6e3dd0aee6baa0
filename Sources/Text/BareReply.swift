/// Replies that say nothing without the question that they reply to.
package enum BareReply: String, Sendable {
  /// An answer if that was the question.
  case yes, no
  /// Somebody has read it: never an answer.
  case acknowledgement

  /// The kind of a text that is nothing but such a reply, in any case, width and punctuation; `nil` for any other.
  package init?(_ text: String) {
    let plain = CompatibilityForms.plain(text)
    let key = plain.wordsAlone
    guard !key.isEmpty, plain.trimmed.last != "?", let reply = Self.replies[whole: key] else {
      return nil
    }
    self = reply
  }

  private static let replies = WordList<BareReply>(resource: "Words/replies.yaml")
}
