/// The name of an element or attribute.
struct XMLName: Hashable {
  var namespace: XMLNamespace
  /// Without prefix.
  var local: String

  /// Whether this is an element of SpreadsheetML with that name.
  static func ~= (local: String, name: Self) -> Bool {
    name.namespace == .spreadsheet && name.local == local
  }
}
