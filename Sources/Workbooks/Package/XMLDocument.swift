/// Reads an XML document that is no part of a workbook, such as a report of tests or the export of another program.
///
/// Any document type is refused, so no entity is expanded and nothing is fetched; texts come in pieces.
///
/// - Parameters:
///   - bytes: The whole document.
///   - tagBytes: How long one tag with its attributes may be.
///   - body: Takes each tag and each piece of text.
/// - Throws: `XMLProblem` where it is no XML, where it is made to stop programs, and what `body` throws.
package func readXML(
  _ bytes: [UInt8],
  tagBytes: Int,
  _ body: (XMLTagEvent) throws(XMLProblem) -> Void
) throws(XMLProblem) {
  var parser = XMLTagParser(limits: .standard, tagBytes: tagBytes)
  try parser.forEachTag(of: bytes, body)
}

extension XMLProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let line, let reason): "line \(line) is no XML: \(reason)"
    case .documentType: "it declares a document type, which may hide more than it shows"
    case .tooDeep:
      "its elements stand inside one another more than \(ReadingLimits.standard.depth) deep"
    case .tagTooLong: "it has a tag that is longer than any report's or export's"
    }
  }
}
