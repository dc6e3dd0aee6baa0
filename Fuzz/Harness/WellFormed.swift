import Text

@testable import SpecMatrixCLI
@testable import Workbooks

/// True if what a command wrote is of the format that it says it is.
extension Run {
  /// The value of a JSON text, which must be one.
  @discardableResult
  func json(_ text: String, called name: String) -> JSONValue {
    do {
      return try JSONValue(json: Array(text.utf8))
    } catch {
      report("\(name) is no JSON: line \(error.line): expected \(error.expected)\n\(text)")
    }
  }

  /// A text must be XML without a document type.
  func expectXML(_ text: String, called name: String) {
    let bytes = Array(text.utf8)
    do {
      var parser = XMLTagParser(limits: .standard)
      while try parser.next(of: bytes) != nil {}
    } catch {
      if case .malformed(let line, let reason) = error {
        report("\(name) is not XML: line \(line): \(reason)\n\(text)")
      }
    }
  }

  /// The rows of a CSV file, which all have as many fields as the first.
  @discardableResult
  func csv(_ bytes: [UInt8], called name: String) -> [[String]] {
    do {
      let rows = try CSVRecords(CSVText.decoded(bytes), cellLimit: .max).rows
      let widths = Set(rows.map(\.count))
      guard widths.count <= 1 else { report("\(name) has rows of \(widths) fields") }
      return rows
    } catch {
      report("\(name) is no CSV: \(error)")
    }
  }

  /// A workbook that its own program cannot read is none.
  @discardableResult
  func workbook(_ path: String) -> SavedWorkbook {
    do {
      return try readWorkbook(at: path)
    } catch {
      report("\(path) cannot be read: \(error)")
    }
  }

  /// What a generation wrote into a folder.
  func expectWellFormed(_ files: [String: [UInt8]], in folder: String) {
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if name.hasSuffix(".json") {
        json(String(decoding: bytes, as: UTF8.self), called: name)
      } else if name.hasSuffix(".csv") {
        csv(bytes, called: name)
      } else if name.hasSuffix(".xlsx") {
        workbook(folder + "/" + name)
      } else {
        report("what is \(name)?")
      }
    }
  }
}
