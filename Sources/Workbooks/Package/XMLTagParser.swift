import CExpat

/// A wrapper of expat that parses a whole document, without comments and with the attributes in order.
///
/// Only this file uses the library. A document type is refused as soon as it begins, so that there are no entities to expand or fetch. The
/// library's own protections stay enabled.
@safe struct XMLTagParser: ~Copyable {
  private let parser: XML_Parser
  private let sink: XMLSink
  private let tagBytes: Int
  private var (place, isAtEnd) = (0, false)

  /// Creates a parser; if namespaces are not resolved, names keep their prefixes, so that the document can be written again.
  init(limits: ReadingLimits, tagBytes: Int = .max, resolvesNamespaces: Bool = false) {
    // A namespace URI cannot contain a line break, which therefore serves as separator.
    let new = unsafe resolvesNamespaces ? XML_ParserCreateNS(nil, 10) : XML_ParserCreate(nil)
    guard let parser = unsafe new else { preconditionFailure("expat found no memory for a parser") }
    unsafe self.parser = unsafe parser
    sink = XMLSink(depthLimit: limits.depth)
    self.tagBytes = tagBytes
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(sink).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { unsafe XMLTagParser.sink($0)?.start($1, $2) },
      { data, _ in unsafe XMLTagParser.sink(data)?.end() }
    )
    unsafe XML_SetCharacterDataHandler(parser) { unsafe XMLTagParser.sink($0)?.text($1, Int($2)) }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      unsafe XMLTagParser.sink(data)?.stop(.documentType)
    }
    unsafe sink.parser = unsafe parser
  }

  deinit { unsafe XML_ParserFree(parser) }

  private static func sink(_ data: UnsafeMutableRawPointer?) -> XMLSink? {
    unsafe data.map { unsafe Unmanaged<XMLSink>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the events of the next piece of a document, or `nil` after its end.
  mutating func next(of bytes: [UInt8]) throws(XMLProblem) -> [XMLTagEvent]? {
    guard !isAtEnd else { return nil }
    let piece = place..<min(bytes.count, place + 1 << 16)
    (place, isAtEnd) = (piece.upperBound, piece.upperBound == bytes.count)
    sink.events.removeAll(keepingCapacity: true)
    let status = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let first = unsafe start.map { unsafe $0 + piece.lowerBound }
      return unsafe XML_Parse(parser, first, Int32(piece.count), isAtEnd ? 1 : 0)
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
    // expat buffers an incomplete tag, and scans it again with every piece.
    let kept = place - Int(unsafe XML_GetCurrentByteIndex(parser))
    guard isAtEnd || kept <= tagBytes else { throw .tagTooLong }
    return sink.events
  }
}

/// A tag or text of a document.
///
/// If namespaces are resolved, a name in one of the spreadsheet namespaces has no prefix, an attribute of a relation between parts has `r:`
/// as in `r:id`, and a name in any other namespace has `{}`.
package enum XMLTagEvent {
  case start(name: String, attributes: [(name: String, value: String)])
  case end
  case text(String)
}

/// The reason why a text cannot be read as XML.
enum XMLProblem: Error, Hashable {
  case malformed(line: Int, reason: String)
  /// A document type declaration, which could define entities and their expansions.
  case documentType
  case tooDeep
  case tagTooLong
}

typealias XMLAttributes = UnsafeMutablePointer<UnsafePointer<XML_Char>?>

/// The target of expat's callbacks.
@safe final class XMLSink {
  var events: [XMLTagEvent] = []
  var problem: XMLProblem?
  /// The calling parser, which owns the sink.
  var parser: XML_Parser?
  private var depth = 0
  private let depthLimit: Int
  /// The text since the last tag, since expat reports every line break and every entity separately.
  private var text: [UInt8] = []
  /// The last namespace and its prefix, cached because almost all names of a part share it.
  private var namespace: (address: String, prefix: String) = ("", "{}")

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  func stop(_ problem: XMLProblem) {
    self.problem = problem
    _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  func start(_ name: UnsafePointer<XML_Char>?, _ attributes: XMLAttributes?) {
    depth += 1
    guard depth <= depthLimit else { return stop(.tooDeep) }
    endText()
    guard let name = unsafe name else { return }
    var pairs: [(name: String, value: String)] = []
    if var pair = unsafe attributes {
      while let name = unsafe pair[0], let value = unsafe pair[1] {
        pairs.append((unsafe self.name(name), unsafe String(cString: value)))
        unsafe pair += 2
      }
    }
    events.append(.start(name: unsafe self.name(name), attributes: pairs))
  }

  func end() {
    depth -= 1
    endText()
    events.append(.end)
  }

  func text(_ start: UnsafePointer<XML_Char>?, _ count: Int) {
    unsafe text.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Reports the text collected so far.
  func endText() {
    guard !text.isEmpty else { return }
    events.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }

  /// Returns the name that expat writes as URI, line break and local name, or as it is in the document.
  private func name(_ start: UnsafePointer<XML_Char>) -> String {
    guard let end = unsafe strchr(start, 10) else { return unsafe String(cString: start) }
    let length = unsafe UnsafePointer(end) - start
    let known = namespace.address
    if unsafe known.utf8.count != length || strncmp(known, start, length) != 0 {
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
      let address = unsafe String(decoding: bytes, as: UTF8.self)
      namespace = (address, Self.prefix(ofNamespace: address))
    }
    return unsafe namespace.prefix + String(cString: end + 1)
  }

  /// Returns the prefix for a namespace of a workbook's parts, whether transitional or strict.
  private static func prefix(ofNamespace address: String) -> String {
    switch address {
    case "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
      "http://purl.oclc.org/ooxml/spreadsheetml/main",
      "http://schemas.openxmlformats.org/package/2006/relationships":
      ""
    case "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
      "http://purl.oclc.org/ooxml/officeDocument/relationships":
      "r:"
    default: "{}"
    }
  }
}
