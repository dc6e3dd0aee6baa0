import CYAML

/// libyaml's event parser for a text in memory.
///
/// libyaml's parser contains pointers to itself, so it has a fixed place on the heap, as does the text it reads.
@safe struct YAMLEventParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var isAtEnd = false

  /// Creates a parser for a text, which must not begin with a byte-order mark.
  init(_ text: SourceText) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.scalars.count)
    for scalar in text.scalars { bytes.append(contentsOf: scalar.utf8) }
    unsafe input = .allocate(capacity: bytes.count)
    _ = unsafe input.initialize(from: bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    let isReady = unsafe yaml_parser_initialize(parser) == 1
    precondition(isReady, "libyaml found no memory for a parser")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// Returns the next event, or `nil` at the end of the text.
  mutating func next() throws(YAMLProblem) -> YAMLEvent? {
    while !isAtEnd {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else {
        isAtEnd = true
        throw problem()
      }
      defer { unsafe yaml_event_delete(&event) }
      if unsafe event.type == YAML_STREAM_END_EVENT { isAtEnd = true }
      guard let kind = unsafe Self.kind(of: event) else { continue }
      let start = unsafe Int(event.start_mark.index)
      let end = unsafe max(start, Int(event.end_mark.index))
      return YAMLEvent(kind: kind, range: start..<end)
    }
    return nil
  }

  private func problem() -> YAMLProblem {
    let context = unsafe Self.text(parser.pointee.context) ?? ""
    return YAMLProblem(
      problem: unsafe Self.text(parser.pointee.problem) ?? "the text cannot be read",
      context: context,
      place: unsafe Int(parser.pointee.problem_mark.index),
      contextPlace: context.isEmpty ? nil : unsafe Int(parser.pointee.context_mark.index)
    )
  }

  private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind? {
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return .alias(unsafe text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT: return .scalar(unsafe scalar(of: event))
    case YAML_SEQUENCE_START_EVENT:
      let data = unsafe event.data.sequence_start
      let isFlow = unsafe data.style == YAML_FLOW_SEQUENCE_STYLE
      return unsafe collection(isMapping: false, isFlow: isFlow, data.anchor, data.tag)
    case YAML_MAPPING_START_EVENT:
      let data = unsafe event.data.mapping_start
      let isFlow = unsafe data.style == YAML_FLOW_MAPPING_STYLE
      return unsafe collection(isMapping: true, isFlow: isFlow, data.anchor, data.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
    default: return nil
    }
  }

  private static func collection(
    isMapping: Bool,
    isFlow: Bool,
    _ anchor: UnsafeMutablePointer<yaml_char_t>?,
    _ tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> YAMLEvent.Kind {
    let (anchor, tag) = unsafe (text(anchor), text(tag))
    return .collectionStart(.init(isMapping: isMapping, isFlow: isFlow, anchor: anchor, tag: tag))
  }

  private static func scalar(of event: yaml_event_t) -> YAMLEvent.Scalar {
    let data = unsafe event.data.scalar
    let style: YAMLEvent.Style =
      switch unsafe data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
      default: .plain
      }
    let bytes = unsafe UnsafeBufferPointer(start: data.value, count: data.length)
    return YAMLEvent.Scalar(
      text: unsafe String(decoding: bytes, as: UTF8.self),
      style: style,
      anchor: unsafe text(data.anchor),
      tag: unsafe text(data.tag)
    )
  }

  private static func text(_ start: UnsafePointer<CChar>?) -> String? {
    unsafe start.map { unsafe String(cString: $0) }
  }

  private static func text(_ start: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe start.map { unsafe String(cString: $0) }
  }
}

/// An event of libyaml's parser as a Swift value.
struct YAMLEvent: Sendable {
  enum Kind: Sendable {
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(Scalar)
    case collectionStart(Collection)
    case collectionEnd
  }

  struct Scalar: Sendable {
    var text: String
    var style: Style
    var anchor: String?
    var tag: String?
  }

  enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted, block
  }

  struct Collection: Sendable {
    var isMapping: Bool
    var isFlow: Bool
    var anchor: String?
    var tag: String?
  }

  var kind: Kind
  /// The range as indices of the text's scalars; the ends of blocks are those of libyaml.
  var range: Range<Int>
}

/// An error reported by libyaml.
struct YAMLProblem: Error {
  var problem: String
  /// The construct that libyaml was reading, in its words; empty if it does not say.
  var context: String
  /// The index of the text's scalars at which the error occurred.
  var place: Int
  /// The index at which that construct begins.
  var contextPlace: Int?
}
