import Reporting
import Text
import Workbooks

extension SavedWorkbook {
  /// Reads what people saved: a workbook where the file begins like one, whatever its name, else CSV.
  init(path: String) throws(FileFailure) {
    let start = try FileContents.bytes(of: path, limit: 3)
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      do throws(WorkbookReadError) {
        self = try readWorkbook(at: path)
      } catch {
        throw FileFailure(.read, path, "\(error.problem)")
      }
      return
    }
    let bytes = try FileContents.bytes(of: path, limit: SavedWorkbook.csvBytes)
    do throws(CSVReadError) {
      try self.init(csv: bytes)
    } catch {
      throw FileFailure(.read, path, error.description)
    }
  }
}
