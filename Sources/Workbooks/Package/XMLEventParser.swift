import CExpat

/// expat over a document that comes in pieces.
///
/// The only file that knows the library. A document type is refused as soon as it begins, so there are no entities to expand and none to
/// fetch; the library's own protections stay on.
struct XMLEventParser: ~Copyable {
  private let sink: XMLEventSink
  private var parser: Expat

  init(limits: ReadingLimits) {
    sink = XMLEventSink(depthLimit: limits.depth)
    parser = Expat(sink, resolvesNamespaces: true, tagBytes: limits.tagBytes)
  }

  /// What the next piece brings: its first bytes, or what the end brings where there are none.
  mutating func events(
    of bytes: borrowing [UInt8],
    count: Int
  ) throws(XMLProblem) -> [XMLEvent] {
    sink.events.removeAll(keepingCapacity: true)
    try parser.parse(bytes, 0..<count, isLast: count == 0)
    return sink.events
  }
}

/// expat over a whole document whose names nobody knows before, or that is to be written again: names keep their prefixes, attributes their order.
///
/// Namespaces are not resolved, and comments are left out; a document type is refused as above.
struct XMLTagParser: ~Copyable {
  private let sink: XMLTagSink
  private var parser: Expat

  init(limits: ReadingLimits, tagBytes: Int = .max) {
    sink = XMLTagSink(depthLimit: limits.depth)
    parser = Expat(sink, resolvesNamespaces: false, tagBytes: tagBytes)
  }

  /// Hands over what a document consists of, piece by piece.
  mutating func forEachTag(
    of bytes: [UInt8],
    _ body: (XMLTagEvent) throws(XMLProblem) -> Void
  ) throws(XMLProblem) {
    var place = 0
    repeat {
      let end = min(bytes.count, place + 1 << 16)
      sink.events.removeAll(keepingCapacity: true)
      try parser.parse(bytes, place..<end, isLast: end == bytes.count)
      for event in sink.events { try body(event) }
      place = end
    } while place < bytes.count
  }
}

enum XMLEvent {
  case start(XMLElement)
  case end(XMLName)
  /// A piece of text; one text may come in several.
  case text(String)
}

/// What a document consists of, names with their prefixes and attributes in their order.
package enum XMLTagEvent {
  case start(name: String, attributes: [(name: String, value: String)])
  case end
  case text(String)
}

/// Why a text is not read as XML.
package enum XMLProblem: Error, Hashable {
  case malformed(line: Int, reason: String)
  /// A declaration of a document type, with which entities and their expansions come.
  case documentType
  case tooDeep
  case tagTooLong
}

/// A parser of the library.
@safe struct Expat: ~Copyable {
  private let parser: XML_Parser
  private let sink: XMLSink
  private let tagBytes: Int

  init(_ sink: XMLSink, resolvesNamespaces: Bool, tagBytes: Int) {
    // No address of a namespace can have a line break.
    let new = unsafe resolvesNamespaces ? XML_ParserCreateNS(nil, 10) : XML_ParserCreate(nil)
    guard let parser = unsafe new else { preconditionFailure("expat found no memory for a parser") }
    unsafe self.parser = unsafe parser
    self.sink = sink
    self.tagBytes = tagBytes
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(sink).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { unsafe Expat.sink($0)?.start($1, $2) },
      { unsafe Expat.sink($0)?.end($1) }
    )
    unsafe XML_SetCharacterDataHandler(parser) { unsafe Expat.sink($0)?.text($1, Int($2)) }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      unsafe Expat.sink(data)?.stop(.documentType)
    }
    unsafe sink.parser = unsafe parser
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// Has the sink take what the next piece of a document brings.
  mutating func parse(
    _ bytes: borrowing [UInt8],
    _ piece: Range<Int>,
    isLast: Bool
  ) throws(XMLProblem) {
    let status = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let first = unsafe start.map { unsafe $0 + piece.lowerBound }
      return unsafe XML_Parse(parser, first, Int32(piece.count), isLast ? 1 : 0)
    }
    sink.endText()
    if let problem = sink.problem { throw problem }
    guard status == XML_STATUS_OK else {
      let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser))
      throw .malformed(
        line: Int(unsafe XML_GetCurrentLineNumber(parser)),
        reason: unsafe reason.map { unsafe String(cString: $0) } ?? "no XML"
      )
    }
    sink.fed += piece.count
    // expat keeps a tag until it is whole, and scans it again with every piece.
    let kept = sink.fed - Int(unsafe XML_GetCurrentByteIndex(parser))
    guard isLast || kept <= tagBytes else { throw .tagTooLong }
  }

  private static func sink(_ data: UnsafeMutableRawPointer?) -> XMLSink? {
    unsafe data.map { unsafe Unmanaged<XMLSink>.fromOpaque($0).takeUnretainedValue() }
  }
}

typealias XMLAttributes = UnsafeMutablePointer<UnsafePointer<XML_Char>?>

/// Where expat's calls end up.
@safe class XMLSink {
  var problem: XMLProblem?
  /// The parser that calls, whose own the sink is.
  var parser: XML_Parser?
  /// How many bytes the parser was given.
  var fed = 0
  private var depth = 0
  private let depthLimit: Int
  /// The text since the last tag: expat gives every line break and every entity on its own.
  private var text: [UInt8] = []

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  final func stop(_ problem: XMLProblem) {
    self.problem = problem
    _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  final func start(_ name: UnsafePointer<XML_Char>?, _ attributes: XMLAttributes?) {
    depth += 1
    guard depth <= depthLimit else { return stop(.tooDeep) }
    endText()
    guard let name = unsafe name else { return }
    var pairs: [(name: UnsafePointer<XML_Char>, value: String)] = unsafe []
    if var pair = unsafe attributes {
      while let name = unsafe pair[0], let value = unsafe pair[1] {
        unsafe pairs.append((name, String(cString: value)))
        unsafe pair += 2
      }
    }
    unsafe begin(name, pairs)
  }

  final func end(_ name: UnsafePointer<XML_Char>?) {
    depth -= 1
    endText()
    if let name = unsafe name { unsafe finish(name) }
  }

  final func text(_ start: UnsafePointer<XML_Char>?, _ count: Int) {
    unsafe text.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Hands on the text that there is so far.
  final func endText() {
    guard !text.isEmpty else { return }
    take(String(decoding: text, as: UTF8.self))
    text.removeAll(keepingCapacity: true)
  }

  func begin(
    _ name: UnsafePointer<XML_Char>,
    _ attributes: [(name: UnsafePointer<XML_Char>, value: String)]
  ) {}
  func finish(_ name: UnsafePointer<XML_Char>) {}
  func take(_ text: String) {}
}

/// Keeps prefixes.
final class XMLTagSink: XMLSink {
  var events: [XMLTagEvent] = []

  override func begin(
    _ name: UnsafePointer<XML_Char>,
    _ attributes: [(name: UnsafePointer<XML_Char>, value: String)]
  ) {
    let named = unsafe attributes.map { unsafe (name: String(cString: $0.name), value: $0.value) }
    events.append(.start(name: unsafe String(cString: name), attributes: named))
  }

  override func finish(_ name: UnsafePointer<XML_Char>) { events.append(.end) }
  override func take(_ text: String) { events.append(.text(text)) }
}

/// Knows the names that the reader knows.
final class XMLEventSink: XMLSink {
  var events: [XMLEvent] = []
  /// Names as expat writes them and what they are; a part has few.
  private var names: [(written: [UInt8], name: XMLName)] = []

  override func begin(
    _ name: UnsafePointer<XML_Char>,
    _ attributes: [(name: UnsafePointer<XML_Char>, value: String)]
  ) {
    let named = unsafe attributes.map { attribute in
      XMLElement.Attribute(name: unsafe self.name(attribute.name), value: unsafe attribute.value)
    }
    events.append(.start(XMLElement(name: unsafe self.name(name), attributes: named)))
  }

  override func finish(_ name: UnsafePointer<XML_Char>) {
    events.append(.end(unsafe self.name(name)))
  }
  override func take(_ text: String) { events.append(.text(text)) }

  /// What a name is that expat writes as address, line break and local name, or as local name alone.
  private func name(_ start: UnsafePointer<XML_Char>) -> XMLName {
    let count = unsafe strlen(start)
    for known in names where known.written.count == count {
      let isSame = unsafe known.written.withUnsafeBytes { written in
        unsafe written.baseAddress.map { unsafe memcmp($0, start, count) == 0 } ?? false
      }
      if isSame { return known.name }
    }
    let written = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    let separator = written.lastIndex(of: 10)
    let address = written[..<(separator ?? 0)]
    let local = written[(separator.map { $0 + 1 } ?? 0)...]
    let name = XMLName(
      namespace: separator == nil
        ? .none : XMLNamespace(uri: String(decoding: address, as: UTF8.self)),
      word: XMLWord(rawValue: String(decoding: local, as: UTF8.self)) ?? .other
    )
    if names.count < 64 { names.append((written, name)) }
    return name
  }
}
