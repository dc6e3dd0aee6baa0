import Reporting

/// Finds the specs that paths name: files, folders searched recursively, `-` for standard input.
struct SpecFinder {
  /// A folder in which no specs are looked for, since generated suites lie there; it need not exist.
  let skippedFolder: String

  /// What was found.
  struct Result {
    /// Each file once, in the order of the bytes of the paths.
    var sources: [SpecSource] = []
    var failed: [CheckReport.FailedPath] = []
    /// The files that are found already, whatever path led to them.
    fileprivate var seen: Set<FileStatus.Identity> = []
    /// How many specs and failures were met, files that were found before included.
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

  /// Follows the paths; one that leads nowhere does not stop the others.
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
        search(FilePaths.withoutTrailingSlash(path), skipping: skipped, into: &result)
        if result.met == before {
          let reason = "no spec (*.yaml, *.yml or *.json) in this folder"
          result.fail(path, reason)
        }
      case .special:
        let reason = "no regular file; give a pipe as standard input, with `-`"
        result.fail(path, reason)
      }
    } catch {
      result.fail(path, error.reason)
    }
  }

  /// Searches a folder and those in it.
  ///
  /// Hidden ones are passed over; links to folders are not followed, since they may lead in a circle.
  private func search(
    _ folder: String,
    skipping skipped: FileStatus.Identity?,
    into result: inout Result
  ) {
    do throws(SystemError) {
      for name in try FolderListing.names(in: folder) where !name.utf8.starts(with: ".".utf8) {
        find(name, in: folder, skipping: skipped, into: &result)
      }
    } catch {
      result.fail(folder, error.reason)
    }
  }

  private func find(
    _ name: String,
    in folder: String,
    skipping skipped: FileStatus.Identity?,
    into result: inout Result
  ) {
    let path = FilePaths.join(folder, name)
    do throws(SystemError) {
      let status = try FileStatus(path: path, followingLinks: false)
      if status.kind == .folder {
        if status.identity != skipped { search(path, skipping: skipped, into: &result) }
        return
      }
      guard Self.isSpecName(name) else { return }
      let target = try FileStatus(path: path)
      switch target.kind {
      case .regular, .link:
        if !SuiteFolder.isSuite(path) { result.add(path, target.identity) }
      case .folder: break
      case .special: result.fail(path, "no regular file")
      }
    } catch {
      result.fail(path, error.reason)
    }
  }

  /// Whether a word looks like the path of a spec.
  static func isPath(_ word: String) -> Bool {
    word.utf8.contains(UInt8(ascii: "/")) || isSpecName(word)
  }

  /// Whether a file of this name in a folder is taken for a spec.
  static func isSpecName(_ name: String) -> Bool {
    guard name != "specmatrix.yaml", name != "specmatrix.yml" else { return false }
    return [".yaml", ".yml", ".json"].contains {
      name.utf8.count > $0.utf8.count && name.hasSuffix($0) && name != "specmatrix-baseline\($0)"
    }
  }
}
