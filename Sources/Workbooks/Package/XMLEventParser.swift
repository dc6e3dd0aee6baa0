import CExpat

/// expat over a document that comes in pieces.
///
/// The only file that knows the library. A document type is refused as soon as it begins, so there are no entities to expand and none to
/// fetch; the library's own protections stay on.
@safe struct XMLEventParser: ~Copyable {
  private let parser: XML_Parser
  private let sink: XMLEventSink
  private let tagBytes: Int
  private var fed = 0

  init(limits: ReadingLimits) {
    // No address of a namespace can have a line break.
    guard let parser = unsafe XML_ParserCreateNS(nil, XML_Char(10)) else {
      preconditionFailure("expat found no memory for a parser")
    }
    let sink = XMLEventSink(depthLimit: limits.depth)
    unsafe self.parser = unsafe parser
    self.sink = sink
    tagBytes = limits.tagBytes
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(sink).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { unsafe XMLEventParser.sink($0)?.start($1, $2) },
      { unsafe XMLEventParser.sink($0)?.end($1) }
    )
    unsafe XML_SetCharacterDataHandler(
      parser,
      { unsafe XMLEventParser.sink($0)?.text($1, Int($2)) }
    )
    unsafe XML_SetStartDoctypeDeclHandler(
      parser,
      { data, _, _, _, _ in unsafe XMLEventParser.sink(data)?.stop(.documentType) }
    )
    unsafe sink.parser = unsafe parser
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// What the next piece brings: its first bytes, or what the end brings where there are none.
  mutating func events(
    of bytes: borrowing [UInt8],
    count: Int
  ) throws(XMLProblem) -> [XMLEvent] {
    sink.events.removeAll(keepingCapacity: true)
    let status = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe XML_Parse(parser, start, Int32(count), count == 0 ? 1 : 0)
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
    // expat keeps a tag until it is whole, and scans it again with every piece.
    fed += count
    guard fed - Int(unsafe XML_GetCurrentByteIndex(parser)) <= tagBytes else { throw .tagTooLong }
    return sink.events
  }

  fileprivate static func sink(_ data: UnsafeMutableRawPointer?) -> XMLEventSink? {
    unsafe data.map { unsafe Unmanaged<XMLEventSink>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Where expat's calls end up.
@safe private final class XMLEventSink {
  var events: [XMLEvent] = []
  var problem: XMLProblem?
  /// The parser that calls, whose own the sink is.
  var parser: XML_Parser?
  private var depth = 0
  private let depthLimit: Int
  /// The text since the last tag: expat gives every line break and every entity on its own.
  private var text: [UInt8] = []
  /// Names as expat writes them and what they are; a part has few.
  private var names: [(written: [UInt8], name: XMLName)] = []

  init(depthLimit: Int) {
    self.depthLimit = depthLimit
  }

  func stop(_ problem: XMLProblem) {
    self.problem = problem
    _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  func start(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    depth += 1
    guard depth <= depthLimit else { return stop(.tooDeep) }
    endText()
    var element = XMLElement(name: unsafe self.name(name), attributes: [])
    if var pair = unsafe attributes {
      while let name = unsafe pair[0], let value = unsafe pair[1] {
        let text = unsafe String(cString: value)
        element.attributes.append(.init(name: unsafe self.name(name), value: text))
        unsafe pair += 2
      }
    }
    events.append(.start(element))
  }

  func end(_ name: UnsafePointer<XML_Char>?) {
    depth -= 1
    endText()
    events.append(.end(unsafe self.name(name)))
  }

  func text(_ start: UnsafePointer<XML_Char>?, _ count: Int) {
    unsafe text.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Hands on the text that there is so far.
  func endText() {
    guard !text.isEmpty else { return }
    events.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }

  /// What a name is that expat writes as address, line break and local name, or as local name alone.
  private func name(_ start: UnsafePointer<XML_Char>?) -> XMLName {
    guard let start = unsafe start else { return XMLName(namespace: .none, word: .other) }
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
  /// The parser that calls, whose own the sink is.
      namespace: separator == nil
        ? .none : XMLNamespace(uri: String(decoding: address, as: UTF8.self)),
      word: XMLWord(rawValue: String(decoding: local, as: UTF8.self)) ?? .other
    )
    if names.count < 64 { names.append((written, name)) }
  /// The text since the last tag: expat gives every line break and every entity on its own.
    return name
  }
}

/// What an XML parser comes across.
enum XMLEvent {
  case start(XMLElement)
  case end(XMLName)
  /// A piece of text; one text may come in several.
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

/// expat over a whole document whose names nobody knows before, or that is to be written again: names keep their prefixes, attributes their order.
///
/// Namespaces are not resolved, and comments are left out; a document type is refused as above.
@safe struct XMLTagParser: ~Copyable {
  private let parser: XML_Parser
  private let sink: XMLTagSink
  private let tagBytes: Int

  /// - Parameters:
  ///   - limits: How deep elements may stand in one another.
  ///   - tagBytes: How long a tag may be; expat keeps it until it is whole, and scans it again with every piece.
  init(limits: ReadingLimits, tagBytes: Int = .max) {
    self.tagBytes = tagBytes
    guard let parser = unsafe XML_ParserCreate(nil) else {
      preconditionFailure("expat found no memory for a parser")
    }
    let sink = XMLTagSink(depthLimit: limits.depth)
    unsafe self.parser = unsafe parser
    self.sink = sink
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(sink).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { unsafe XMLTagParser.sink($0)?.start($1, $2) },
      { data, _ in unsafe XMLTagParser.sink(data)?.end() }
    )
    unsafe XML_SetCharacterDataHandler(
      parser,
      { unsafe XMLTagParser.sink($0)?.text($1, Int($2)) }
    )
    unsafe XML_SetStartDoctypeDeclHandler(
      parser,
      { data, _, _, _, _ in unsafe XMLTagParser.sink(data)?.stop(.documentType) }
    )
    unsafe sink.parser = unsafe parser
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// Hands over what a document consists of, piece by piece.
  mutating func forEachTag(
    of bytes: [UInt8],
    _ body: (XMLTagEvent) throws(XMLProblem) -> Void
  ) throws(XMLProblem) {
    var place = 0
    while true {
      let size = min(bytes.count - place, 1 << 16)
      let isLast = place + size == bytes.count
      sink.events.removeAll(keepingCapacity: true)
      let status = unsafe bytes.withUnsafeBytes { bytes in
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe XML_Parse(
          parser,
          start.map { unsafe $0 + place },
          Int32(size),
          isLast ? 1 : 0
        )
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
      for event in sink.events { try body(event) }
      place += size
      if isLast { return }
      guard place - Int(unsafe XML_GetCurrentByteIndex(parser)) <= tagBytes else {
        throw .tagTooLong
      }
    }
  }

  fileprivate static func sink(_ data: UnsafeMutableRawPointer?) -> XMLTagSink? {
    unsafe data.map { unsafe Unmanaged<XMLTagSink>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// What a document consists of, names with their prefixes and attributes in their order.
package enum XMLTagEvent {
  case start(name: String, attributes: [(name: String, value: String)])
  case end
  case text(String)
}

/// Where expat's calls end up that keep prefixes.
@safe private final class XMLTagSink {
  var events: [XMLTagEvent] = []
  var problem: XMLProblem?
  var parser: XML_Parser?
  private var depth = 0
  private let depthLimit: Int
  private var text: [UInt8] = []

  init(depthLimit: Int) {
    self.depthLimit = depthLimit
  }

  func stop(_ problem: XMLProblem) {
    self.problem = problem
    _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  func start(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    depth += 1
    guard depth <= depthLimit else { return stop(.tooDeep) }
    endText()
    var list: [(name: String, value: String)] = []
    if var pair = unsafe attributes {
      while let name = unsafe pair[0], let value = unsafe pair[1] {
        list.append(unsafe (String(cString: name), String(cString: value)))
        unsafe pair += 2
      }
    }
    events.append(
      .start(name: unsafe name.map { unsafe String(cString: $0) } ?? "", attributes: list)
    )
  }

  func end() {
    depth -= 1
    endText()
    events.append(.end)
  }

  func text(_ start: UnsafePointer<XML_Char>?, _ count: Int) {
    unsafe text.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  func endText() {
    guard !text.isEmpty else { return }
    events.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }
}
