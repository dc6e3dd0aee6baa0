package import Text

/// Reads an XML document that is not part of a workbook, such as a test report or the export of another program.
///
/// Any document type is refused, so that no entity is expanded and nothing is fetched. Texts may be reported in several pieces.
///
/// - Parameters:
///   - bytes: The whole document.
///   - tagBytes: The maximum length of a tag with its attributes.
///   - body: The function that receives each tag and each piece of text.
/// - Throws: `FormatMismatch` if the document is not XML, or is crafted to crash parsers.
package func readXML(
  _ bytes: [UInt8],
  tagBytes: Int,
  _ body: (XMLTagEvent) -> Void
) throws(FormatMismatch) {
  var parser = XMLTagParser(limits: .standard, tagBytes: tagBytes)
  do throws(XMLProblem) {
    while let events = try parser.next(of: bytes) { events.forEach(body) }
  } catch {
    throw FormatMismatch("\(error)")
  }
}

extension XMLProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .malformed(let line, let reason): "line \(line) is not XML: \(reason)"
    case .documentType: "it declares a document type, which may hide more than it shows"
    case .tooDeep:
      "its elements stand inside one another more than \(ReadingLimits.standard.depth) deep"
    case .tagTooLong: "it has a tag that is longer than any report's or export's"
    }
  }
}

/// The records of an XML document that is not part of a workbook, such as the export of another program.
package enum XMLRecords {
  /// Returns a record for every element with a name, at any depth: the texts of its child elements by name.
  ///
  /// The first of several children with the same name counts. The document is read once, without building a tree.
  ///
  /// - Throws: `FormatMismatch` as `readXML`.
  package static func read(
    _ name: String,
    in bytes: [UInt8]
  ) throws(FormatMismatch) -> [[String: String]] {
    var records: [[String: String]] = []
    var path: [String] = []
    // The depth of the element being read.
    var depth = 0
    var record: [String: String] = [:]
    var text = ""
    try readXML(bytes, tagBytes: ReadingLimits.standard.tagBytes) { event in
      switch event {
      case .start(let element, _):
        path.append(element)
        if depth == 0, element == name { (depth, record) = (path.count, [:]) }
        if path.count == depth + 1 { text = "" }
      case .text(let piece):
        if depth > 0, path.count == depth + 1 { text += piece }
      case .end:
        let element = path.removeLast()
        if depth > 0, path.count == depth, record[element] == nil { record[element] = text }
        if path.count + 1 == depth {
          records.append(record)
          depth = 0
        }
      }
    }
    return records
  }
}
