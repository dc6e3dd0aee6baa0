/// A format of spreadsheets that is known and not read, with what to do about it.
package enum SpreadsheetFormat: Hashable, Sendable, CustomStringConvertible {
  /// Of Excel up to 2003.
  case xls
  case xlsb
  /// Protected by a password: the workbook is in there, and nobody else can see it.
  case encrypted
  case openDocument

  package var description: String {
    switch self {
    case .xls: "it is a workbook of Excel 97–2003 (.xls); save it as an Excel workbook (.xlsx)"
    case .xlsb: "it is a binary workbook (.xlsb); save it as an Excel workbook (.xlsx)"
    case .encrypted: "it is protected by a password; save it as .xlsx without one"
    case .openDocument:
      "it is an OpenDocument spreadsheet (.ods); save it as an Excel workbook (.xlsx)"
    }
  }
}
