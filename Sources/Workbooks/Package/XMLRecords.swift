/// The records of an XML document that is no part of a workbook, such as the export of another program.
package enum XMLRecords {
  /// Reads all elements of a name, wherever they stand: of each the texts of the elements directly inside, by their names.
  ///
  /// Of several with one name the first counts. Cost: the document once, its tree never whole.
  ///
  /// - Parameters:
  ///   - name: The element's name.
  ///   - bytes: The document.
  /// - Returns: A record for each element.
  /// - Throws: `XMLProblem` as `readXML`.
  package static func read(
    _ name: String,
    in bytes: [UInt8]
  ) throws(XMLProblem) -> [[String: String]] {
    var records: [[String: String]] = []
    var path: [String] = []
    // How deep the element stands that is being read.
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
