import Combinatorics
import Diagnostics
import Reporting
import YAMLSyntax

enum SpecSource: Hashable, Sendable {
  case file(String)
  case standardInput
  /// Bytes read already, such as from a revision.
  case bytes([UInt8], name: String)

  init(path: String) {
    self = path == "-" ? .standardInput : .file(path)
  }

  var path: String {
    switch self {
    case .file(let path): path
    case .standardInput: "<stdin>"
    case .bytes(_, let name): name
    }
  }

  /// Contents that replace or supplement those of files.
  struct Inputs: Sendable {
    /// The contents of standard input, if one of the specs comes from it.
    var standardInput: Result<[UInt8], SystemError> = .success([])
    var unsaved = UnsavedTexts()
  }

  /// Reads the bytes; a failure becomes a diagnostic.
  func read(_ inputs: Inputs) -> Checked<[UInt8]> {
    let reason: String
    switch self {
    case .bytes(let bytes, _): return Checked(bytes)
    case .standardInput:
      switch inputs.standardInput {
      case .success(let bytes): return Checked(bytes)
      case .failure(let error): reason = error.reason
      }
    case .file(let path):
      do throws(FileFailure) {
        return Checked(try inputs.unsaved.bytes(of: path, limit: SyntaxLimits.bytes))
      } catch {
        reason = error.reason
      }
    }
    let message = "the file cannot be read: \(reason)"
    return Checked(
      nil,
      diagnostics: [Diagnostic(code: "unreadable-file", message: message, span: nil)]
    )
  }
}

/// One part of the specs, such as `2/8`, to divide the work among machines.
struct Shard: CustomStringConvertible, Sendable {
  /// The number of the part, from 1.
  let number: Int
  let count: Int

  private static let limit = 10_000

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(digits.contains) }),
      let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.limit).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  var description: String { "\(number)/\(count)" }

  /// True if a path belongs to this part; each path belongs to exactly one.
  ///
  /// Only the path decides, so that a new spec moves no other to another part.
  func holds(_ path: String) -> Bool {
    // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/); the generator then mixes the bits, as the last letters, in which paths differ,
    // hardly affect the upper ones.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var mixed = SplitMix64(seed: hash)
    return mixed.below(count) == number - 1
  }
}

/// A search for specs at paths: files, folders (recursively), and `-` for standard input.
struct SpecFinder {
  /// The folder of generated suites, which is not searched; it need not exist.
  let skippedFolder: String

  struct Result {
    /// The specs without duplicates, sorted by the bytes of their paths.
    var sources: [SpecSource] = []
    var failed: [CheckReport.FailedPath] = []
    /// The identities of the files found so far, whatever their paths.
    fileprivate var seen: Set<FileStatus.Identity> = []
    /// The number of specs and failures found, including repeated files.
    fileprivate var met = 0

    fileprivate mutating func add(_ file: String, _ identity: FileStatus.Identity) {
      met += 1
      if seen.insert(identity).inserted { sources.append(.file(file)) }
    }

    fileprivate mutating func fail(_ path: String, _ reason: String) {
      met += 1
      failed.append(.init(path: path, reason: reason))
    }
  }

  /// Searches the paths; a failed one does not stop the others.
  func find(_ paths: [String]) -> Result {
    let skipped = try? FileStatus(path: skippedFolder).identity
    var result = Result()
    for path in paths { find(path, skipping: skipped, into: &result) }
    result.sources.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return result
  }

  private func find(
    _ path: String,
    skipping skipped: FileStatus.Identity?,
    into result: inout Result
  ) {
    if path == "-" {
      if !result.sources.contains(.standardInput) { result.sources.append(.standardInput) }
      return
    }
    do throws(SystemError) {
      let status = try FileStatus(path: path)
      switch status.kind {
      case .regular, .link:
        result.add(path, status.identity)
      case .folder:
        let before = result.met
        let bounds = Bounds(path, skipping: skipped)
        search(FilePaths.withoutTrailingSlash(path), within: bounds, into: &result)
        if result.met == before {
          result.fail(path, "no spec (*.yaml, *.yml or *.json) in this folder")
        }
      case .special:
        result.fail(path, "not a regular file; read a pipe as standard input, with `-`")
      }
    } catch {
      // Arguments are decoded to text, with a replacement character for what is not UTF-8.
      let isRepaired = error.isAbsence && path.unicodeScalars.contains("\u{FFFD}")
      result.fail(path, isRepaired ? Self.nameReason : error.reason)
    }
  }

  /// The reason given for a file or folder whose name is not UTF-8, so that it cannot be opened.
  static let nameReason =
    "the name is not UTF-8: rename it, or read a spec as standard input, with `-`"

  private struct Bounds {
    let skipped: FileStatus.Identity?
    /// The root of the repository to which the search is confined, if the folder is in one.
    let repository: String?

    init(_ folder: String, skipping skipped: FileStatus.Identity?) {
      self.skipped = skipped
      repository = (try? FilePaths.absolute(folder)).flatMap(FilePaths.repository)
    }

    /// True if a path stays in the repository: other files of the machine are not specs and must not be shown.
    func hold(_ path: String) throws(SystemError) -> Bool {
      guard let repository else { return true }
      return FilePaths.isInside(try FilePaths.absolute(path), repository)
    }
  }

  /// Searches a folder recursively.
  ///
  /// Hidden files and folders are skipped; links to folders are not followed, since they may form a cycle.
  private func search(
    _ folder: String,
    within bounds: Bounds,
    into result: inout Result
  ) {
    do throws(SystemError) {
      let listing = try FolderListing(of: folder)
      for name in listing.names where !name.utf8.starts(with: ".".utf8) {
        find(name, in: folder, within: bounds, into: &result)
      }
      // A name without a suffix may be a folder with specs.
      for name in listing.unreadableNames
      where !name.hasPrefix(".") && (Self.isSpecName(name) || !name.contains(".")) {
        result.fail(FilePaths.join(folder, name), Self.nameReason)
      }
    } catch {
      result.fail(folder, error.reason)
    }
  }

  private func find(
    _ name: String,
    in folder: String,
    within bounds: Bounds,
    into result: inout Result
  ) {
    let path = FilePaths.join(folder, name)
    do throws(SystemError) {
      let status = try FileStatus(path: path, followingLinks: false)
      if status.kind == .folder {
        if status.identity != bounds.skipped { search(path, within: bounds, into: &result) }
        return
      }
      guard Self.isSpecName(name) else { return }
      let target = try FileStatus(path: path)
      if status.kind == .link, try !bounds.hold(path) {
        let reason = "a link that leads out of the repository; name it to read it anyway"
        result.fail(path, reason)
        return
      }
      switch target.kind {
      case .regular, .link:
        if !SuiteFolder.isSuite(path) { result.add(path, target.identity) }
      case .folder: break
      case .special: result.fail(path, "not a regular file")
      }
    } catch {
      result.fail(path, error.reason)
    }
  }

  /// Returns the ids of the readable specs directly in a folder.
  static func ids(in folder: String) -> Set<String> {
    let names = (try? FolderListing.names(in: folder)) ?? []
    return Set(names.filter(isSpecName).compactMap { id(of: FilePaths.join(folder, $0)) })
  }

  /// Returns the id of a spec, or `nil` if the file cannot be read or has none.
  static func id(of path: String) -> String? {
    guard FileStatus.kind(of: path) == .regular,
      let bytes = try? FileContents.bytes(of: path, limit: SyntaxLimits.bytes)
    else { return nil }
    return SpecID(bytes, path: path)?.text
  }

  /// Returns the files directly in a folder that have names of specs and are not suites.
  func specs(in folder: String) -> [SpecSource] {
    let names = (try? FolderListing.names(in: folder)) ?? []
    return names.filter { Self.isSpecName($0) && !$0.hasPrefix(".") }
      .map { FilePaths.join(folder, $0) }
      .filter { FileStatus.kind(of: $0) == .regular && !SuiteFolder.isSuite($0) }
      .map { .file($0) }
  }

  /// True if a word looks like the path of a spec.
  static func isPath(_ word: String) -> Bool {
    word.utf8.contains(UInt8(ascii: "/")) || isSpecName(word)
  }

  /// True if a file with this name counts as a spec when its folder is searched.
  static func isSpecName(_ name: String) -> Bool {
    guard name != "specmatrix.yaml", name != "specmatrix.yml" else { return false }
    return [".yaml", ".yml", ".json"].contains {
      name.utf8.count > $0.utf8.count && name.hasSuffix($0)
    }
  }
}
