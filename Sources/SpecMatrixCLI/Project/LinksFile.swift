import Reporting

extension SuiteFolder {
  /// No spec has more links than cases, and no tool of those known.
  private static let linksLimit = 64 << 20

  /// Where the links of a spec with test managers stand.
  func linksPath(of id: String) -> String { path(of: id, ManagerLinks.suffix) }

  /// The links of a spec with test managers, and what the file held: none where there is no file.
  ///
  /// - Throws: `FileFailure` where the file cannot be read, or is no such file; it is never taken for an empty one.
  func links(of id: String) throws(FileFailure) -> (links: ManagerLinks, state: FileState) {
    let file = linksPath(of: id)
    guard FileStatus.exists(file, followingLinks: false) else {
      return (ManagerLinks(id: id), .absent)
    }
    let bytes = try FileContents.bytes(of: file, limit: Self.linksLimit)
    guard bytes.contains(where: { !" \n\r\t".utf8.contains($0) }) else {
      return (ManagerLinks(id: id), FileState(of: bytes))
    }
    do throws(LinksFormatError) {
      return (try ManagerLinks(json: bytes, id: id), FileState(of: bytes))
    } catch {
      throw FileFailure(.read, file, error.reason)
    }
  }
}
