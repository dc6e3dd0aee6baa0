/// What a suite lacks in `.gitattributes` beside it so that git merges it by keeping the lines of both sides.
///
/// Without it git would stop at lines that two branches changed side by side, and ask people about what the next generation knows.
struct MergeAttributes {
  private static let name = ".gitattributes"
  private static let limit = 1 << 20

  let path: String
  /// What the file held when it was read.
  private(set) var state = FileState.absent
  /// The file with what it lacked.
  let bytes: [UInt8]

  /// `nil` outside of a repository, and where nothing is lacking.
  init?(for id: String, in folder: SuiteFolder) throws(FileFailure) {
    path = FilePaths.join(folder.path, Self.name)
    guard let place = try? FilePaths.absolute(folder.path), FilePaths.repository(of: place) != nil
    else { return nil }
    var text = ""
    if FileStatus.exists(path, followingLinks: false) {
      guard FileStatus.kind(of: path) == .regular else { return nil }
      let read = try FileContents.bytes(of: path, limit: Self.limit)
      state = FileState(of: read)
      text = String(decoding: read, as: UTF8.self)
    }
    let known = Set(text.split(whereSeparator: \.isNewline).map(String.init))
    let lacking = [Self.name, "\(id).json"].map { "/\($0) merge=union" }
      .filter { !known.contains($0) }
    guard !lacking.isEmpty else { return nil }
    if !text.isEmpty, text.last?.isNewline != true { text += "\n" }
    bytes = Array((text + lacking.map { $0 + "\n" }.joined()).utf8)
  }
}
