/// The namespaces that a workbook's parts are read in; transitional and strict are the same to the reader.
enum XMLNamespace: Hashable, Sendable {
  case none
  case spreadsheet
  /// Of the relations between parts.
  case package
  /// Of attributes that name a relation (`r:id`).
  case relation
  case other

  init(uri: String) {
    switch uri {
    case "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
      "http://purl.oclc.org/ooxml/spreadsheetml/main":
      self = .spreadsheet
    case "http://schemas.openxmlformats.org/package/2006/relationships": self = .package
    case "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
      "http://purl.oclc.org/ooxml/officeDocument/relationships":
      self = .relation
    default: self = .other
    }
  }
}
