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

  static func path(in folder: SuiteFolder) -> String { FilePaths.join(folder.path, name) }

  /// `nil` outside of a repository, and where nothing is lacking.
  init?(for id: String, in folder: SuiteFolder) throws(FileFailure) {
    path = Self.path(in: folder)
    guard let place = try? FilePaths.absolute(folder.path), FilePaths.repository(of: place) != nil
    else { return nil }
    var text: [UInt8] = []
    if FileStatus.exists(path, followingLinks: false) {
      guard FileStatus.kind(of: path) == .regular else { return nil }
      let read = try FileContents.bytes(of: path, limit: Self.limit)
      state = FileState(of: read)
      text = read
    }
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    let known = Set(lines.map(String.init))
    let lacking = [Self.name, "\(id).json"].map { "/\($0) merge=union" }
      .filter { !known.contains($0) }
    guard !lacking.isEmpty else { return nil }
    if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    bytes = text + lacking.flatMap { Array(($0 + "\n").utf8) }
  }
}
