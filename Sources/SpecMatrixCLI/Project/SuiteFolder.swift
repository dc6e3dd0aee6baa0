import Reporting
import RoundTrip
import Text

/// A folder of generated files, one set for each spec's id.
struct SuiteFolder {
  let path: String

  /// The maximum size of a suite in bytes; a million cases take about 300 MB.
  private static let limit = 1 << 30

  /// The tables written as CSV, with the suffix that follows the id in the file name.
  static let csvTables: [(name: ReportTable.Name, suffix: String)] = [
    (.cases, ""), (.flows, "-flows"), (.questions, "-questions"), (.setAside, "-set-aside"),
  ]

  func path(of id: String, _ suffix: String) -> String {
    FilePaths.join(path, "\(id).\(suffix)")
  }

  /// True if a file is a generated suite or the links beside one, which may be in the same folder as specs.
  ///
  /// Only its beginning is read: no spec, however wrong, has these members.
  static func isSuite(_ path: String) -> Bool {
    guard path.hasSuffix(".json"),
      let bytes = try? FileContents.bytes(of: path, limit: 1 << 14)
    else { return false }
    return isSuite(bytes)
  }

  /// True if a file is a generated suite or another file generated with a suite beside it.
  static func isGenerated(_ path: String) -> Bool {
    if isSuite(path) { return true }
    let exports = ExportProfile.all.map { ".\($0.suffix())" }
    let kinds = exports + [".xlsx", ".md"] + csvTables.map { "\($0.suffix).csv" }
    return kinds.contains { path.hasSuffix($0) && isSuite(path.dropLast($0.count) + ".json") }
  }

  /// True if a file that begins with these bytes is a generated suite or the links beside one.
  static func isSuite(_ bytes: [UInt8]) -> Bool {
    let beginning = bytes.prefix(1 << 14)
    let text = String(decoding: beginning, as: UTF8.self).filter { !$0.isWhitespace }
    if ManagerLinks.isBeginning(text) { return true }
    return text.hasPrefix(#"[{"version":"#)
      && [#""spec":"#, #""strength":"#, #""optimal":"#].allSatisfy(text.contains)
  }

  /// True if the bytes are JSON of another kind: an object without a version, or a list that is not empty.
  static func isForeign(_ bytes: [UInt8]) -> Bool {
    guard !isSuite(bytes), let document = try? JSONValue(json: bytes) else { return false }
    if let members = document.members {
      return !members.isEmpty && !members.contains { $0.key == "version" }
    }
    return !(document.array?.isEmpty ?? false)
  }

  /// Returns the last generated suite of a spec, or `nil` if there is none.
  func suite(of id: String) throws(FileFailure) -> StoredSuite? {
    try bytes(of: id).map { bytes throws(FileFailure) in
      try Self.suite(bytes, of: id, name: path(of: id, "json"))
    }
  }

  /// Returns the bytes of the last generated suite of a spec, or `nil` if there is none.
  func bytes(of id: String) throws(FileFailure) -> [UInt8]? {
    let file = path(of: id, "json")
    do throws(SystemError) {
      _ = try FileStatus(path: file)
    } catch {
      if error.isAbsence { return nil }
      throw FileFailure(.read, file, error.reason)
    }
    return try FileContents.bytes(of: file, limit: Self.limit)
  }

  /// Returns the suite of a spec in a revision, or `nil` if there is none.
  ///
  /// A relative folder is resolved from the root of the repository.
  func suite(of id: String, at revision: GitRevision, root: String) throws -> StoredSuite? {
    var file = path(of: id, "json")
    if file.hasPrefix(root + "/") { file.removeFirst(root.count + 1) }
    guard let bytes = try revision.bytes(of: file, limit: Self.limit) else { return nil }
    return try Self.suite(bytes, of: id, name: "\(revision.name):\(file)")
  }

  static func suite(
    _ bytes: [UInt8],
    of id: String,
    name: String
  ) throws(FileFailure) -> StoredSuite {
    try FileFailure.reading(name, try StoredSuite(json: bytes, id: id))
  }
}

extension SuiteFolder {
  private static let linksLimit = 64 << 20

  func linksPath(of id: String) -> String { path(of: id, ManagerLinks.suffix) }

  /// Returns the links of a spec to test managers and the state of the file; there are no links if it does not exist.
  ///
  /// Throws `FileFailure` if the file cannot be read or is of another kind, which never counts as empty.
  func links(of id: String) throws(FileFailure) -> (links: ManagerLinks, state: FileState) {
    let file = linksPath(of: id)
    guard FileStatus.exists(file, followingLinks: false) else {
      return (ManagerLinks(id: id), .absent)
    }
    let bytes = try FileContents.bytes(of: file, limit: Self.linksLimit)
    guard bytes.contains(where: { !" \n\r\t".utf8.contains($0) }) else {
      return (ManagerLinks(id: id), FileState(of: bytes))
    }
    let links = try FileFailure.reading(file, try ManagerLinks(json: bytes, id: id))
    return (links, FileState(of: bytes))
  }
}
