import Diagnostics

/// One step of libyaml through a document, as a Swift value.
struct YAMLEvent: Sendable {
  /// What begins, ends or stands there.
  enum Kind: Sendable {
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(Scalar)
    case collectionStart(Collection)
    case collectionEnd
  }

  /// A scalar with everything its type is resolved from.
  struct Scalar: Sendable {
    var text: String
    var style: Style
    var anchor: String?
    var tag: String?
  }

  /// How a scalar is written.
  enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted, block
  }

  /// A list or a mapping that begins.
  struct Collection: Sendable {
    var isMapping: Bool
    var isFlow: Bool
    var anchor: String?
    var tag: String?
  }

  var kind: Kind
  /// Where it stands, as indices of the text's scalars, ends of blocks as libyaml sees them.
  var range: Range<Int>
}
