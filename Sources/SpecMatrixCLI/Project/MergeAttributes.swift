/// The lines to add to `.gitattributes` beside a suite so that git merges it by keeping the lines of both sides.
///
/// Otherwise git would report conflicts in adjacent lines changed on two branches, which the next generation resolves anyway.
struct MergeAttributes {
  private static let name = ".gitattributes"
  private static let limit = 1 << 20

  let path: String
  /// The state of the file when it was read.
  private(set) var state = FileState.absent
  /// The contents of the file with the missing lines.
  let bytes: [UInt8]

  static func path(in folder: SuiteFolder) -> String { FilePaths.join(folder.path, name) }

  /// Returns `nil` outside a repository, or if nothing is missing.
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
