/// The records of an XML document that is no part of a workbook, such as the export of another program.
package enum XMLRecords {
  /// Reads all elements of a name, wherever they stand: of each the texts of the elements directly inside, by their names.
  ///
  /// Of several with one name the first counts. Cost: the document once, its tree never whole.
  ///
  /// - Parameters:
  ///   - name: The element's name.
  ///   - bytes: The document.
  ///   - limits: What is read at most; documents with a type are refused, and with it entities that grow.
  /// - Returns: A record for each element.
  /// - Throws: `XMLRecordError` for what is no XML.
  package static func read(
    _ name: String,
    in bytes: [UInt8],
    limits: ReadingLimits = .standard
  ) throws(XMLRecordError) -> [[String: String]] {
    var records: [[String: String]] = []
    var parser = XMLTagParser(limits: limits)
    var path: [String] = []
    // How deep the element stands that is being read.
    var depth = 0
    var record: [String: String] = [:]
    var text = ""
    do throws(XMLProblem) {
      try parser.forEachTag(of: bytes) { event in
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
    } catch {
      throw XMLRecordError(error, limits)
    }
    return records
  }
}

/// Why a document is not read.
package struct XMLRecordError: Error, Hashable, Sendable {
  /// As a phrase: "line 3: mismatched tag".
  package var reason: String

  fileprivate init(_ problem: XMLProblem, _ limits: ReadingLimits) {
    reason =
      switch problem {
      case .malformed(let line, let reason): "line \(line): \(reason)"
      case .documentType: "it declares a document type, which may hide more than it shows"
      case .tooDeep: "it has more than \(limits.depth) elements inside one another"
      case .tagTooLong: "it has a tag of more than \(limits.tagBytes >> 10) KB"
      }
  }
}
