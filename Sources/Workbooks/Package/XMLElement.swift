/// A tag that opens an element.
struct XMLElement {
  struct Attribute {
    var name: XMLName
    var value: String
  }

  var name: XMLName
  var attributes: [Attribute]

  /// The attribute's value; without a namespace unless one is given.
  subscript(word: XMLWord, namespace: XMLNamespace = .none) -> String? {
    for attribute in attributes
    where attribute.name.word == word && attribute.name.namespace == namespace {
      return attribute.value
    }
    return nil
  }

  /// True if the attribute says so; `nil` where it says nothing.
  func flag(_ word: XMLWord) -> Bool? {
    switch self[word] {
    case "1", "true", "on": true
    case "0", "false", "off": false
    default: nil
    }
  }
}

struct XMLName: Hashable {
  var namespace: XMLNamespace
  /// Without prefix.
  var word: XMLWord

  /// True if this is an element of SpreadsheetML with that name.
  static func ~= (word: XMLWord, name: Self) -> Bool {
    name.namespace == .spreadsheet && name.word == word
  }
}

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

/// The names of elements and attributes that the reader knows.
///
/// A name becomes one of these once; after that no text is compared any more.
enum XMLWord: String {
  // The relations between parts.
  case relationship = "Relationship"
  case relationID = "Id"
  case relationType = "Type"
  case target = "Target"
  case targetMode = "TargetMode"
  // The workbook and its styles.
  case workbookPr, date1904, sheet, name, state, id
  case styleSheet, numFmt, numFmtId, formatCode, cellXfs, xf
  // The sheets and their texts.
  case sheetData, row, c, v, f, `is`, t, r, s, si, rPh
  case col, min, max, width
  case comment, ref
  // What people do beside writing.
  case hidden, outlineLevel, mergeCell
  // Where a drawing begins.
  case from
  case other
}
