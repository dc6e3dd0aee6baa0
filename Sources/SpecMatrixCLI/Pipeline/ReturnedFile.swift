import Reporting
import Text
import Workbooks

/// A workbook or a CSV file that came back.
struct ReturnedFile {
  /// As it was named.
  let path: String
  let workbook: SavedWorkbook
  /// What the workbook says of the spec that it was made from, by key: `id`, `spec`.
  let metadata: [String: String]

  /// Reads the file: as CSV where its name says so, as a workbook otherwise.
  init(path: String) throws(FileFailure) {
    self.path = path
    workbook = try Self.workbook(path)
    var metadata: [String: String] = [:]
    for table in workbook.tables where table.isHidden && table.name == "specmatrix" {
      for row in table.rows {
        if case .text(let key) = row.first, case .text(let value) = row.dropFirst().first {
          metadata[key] = value
        }
      }
    }
    self.metadata = metadata
  }

  /// The file's name without its folder and what follows the last dot.
  var stem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// Whether some cell is one of the questions.
  func mentions(_ questions: Set<String>) -> Bool {
    workbook.tables.contains { table in
      table.rows.contains { row in
        row.contains { cell in
          if case .text(let text) = cell { questions.contains(text) } else { false }
        }
      }
    }
  }

  private static func workbook(_ path: String) throws(FileFailure) -> SavedWorkbook {
    if path.lowercased().hasSuffix(".csv") || path.lowercased().hasSuffix(".tsv") {
      let bytes = try FileContents.bytes(of: path, limit: SavedWorkbook.csvBytes)
      do throws(CSVReadError) {
        return try SavedWorkbook(csv: bytes)
      } catch {
        throw FileFailure(.read, path, "\(error)")
      }
    }
    do throws(WorkbookReadError) {
      return try readWorkbook(at: path)
    } catch {
      throw FileFailure(.read, path, "\(error.problem)")
    }
  }
}
