/// The name of an element or attribute.
struct XMLName: Hashable {
  var namespace: XMLNamespace
  /// Without prefix.
  var word: XMLWord

  /// Whether this is an element of SpreadsheetML with that name.
  static func ~= (word: XMLWord, name: Self) -> Bool {
    name.namespace == .spreadsheet && name.word == word
  }
}
