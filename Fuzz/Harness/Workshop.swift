@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder in memory that commands work in, emptied after each input.
///
/// It stands two folders deep in one of its own, in which nothing else may appear: a file there was written outside.
struct Workshop: Sendable {
  private let outermost: String
  private var outer: String { outermost + "/outer" }
  /// What commands see as their working directory.
  var path: String { outer + "/work" }
  private let home: String

  init() {
    let memory = "/dev/shm"
    let base = FileStatus.kind(of: memory) == .folder ? memory : "/tmp"
    outermost = "\(base)/specmatrix-fuzz-\(getpid())"
    home = (try? FilePaths.absolute(".")) ?? "/"
    create()
  }

  private func create() {
    do {
      try FolderListing.create(path)
    } catch {
      Finding.report("the folder cannot be made: \(error.message)")
    }
  }

  /// Runs a body with the folder as its working directory, and empties it.
  func use(_ body: () -> Bool) -> Bool {
    guard unsafe chdir(path) == 0 else { Finding.report("the folder is gone: \(path)") }
    let isKept = body()
    expectNothingOutside()
    clear(path)
    guard unsafe chdir(home) == 0 else { Finding.report("the way back is gone: \(home)") }
    return isKept
  }

  private func expectNothingOutside() {
    let places = [(outermost, ["outer"]), (outer, ["work"])]
    for (folder, names) in places {
      let found = (try? FolderListing.names(in: folder)) ?? []
      if found != names { Finding.report("a file was written outside: \(folder): \(found)") }
    }
  }

  /// Removes the folder at the end.
  func remove() {
    clear(outermost)
    _ = unsafe rmdir(outermost)
  }

  private func clear(_ folder: String) {
    for name in (try? FolderListing.names(in: folder)) ?? [] {
      let path = FilePaths.join(folder, name)
      if (try? FileStatus(path: path, followingLinks: false))?.kind == .folder {
        clear(path)
        _ = unsafe rmdir(path)
      } else {
        _ = unsafe unlink(path)
      }
    }
  }

  /// Writes a file, its folders included.
  func write(_ bytes: some Sequence<UInt8>, to name: String) {
    do {
      let folder = FilePaths.folder(of: name)
      if folder != "." { try FolderListing.create(folder) }
      // Much faster than the program's own way, which flushes to disk.
      _ = unsafe unlink(name)
      let file = try OpenFile(creating: name)
      try writeAll(Array(bytes), to: file.descriptor)
      try file.close()
    } catch {
      Finding.report("\(name) cannot be written: \(error)")
    }
  }

  func write(_ text: String, to name: String) { write(text.utf8, to: name) }

  func remove(_ name: String) { _ = unsafe unlink(name) }

  /// The bytes of a file; `nil` where there is none.
  func bytes(_ name: String) -> [UInt8]? {
    try? FileContents.bytes(of: name, limit: 1 << 28)
  }

  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// All files in a folder by name, without those below it.
  func files(in folder: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in (try? FolderListing.names(in: folder)) ?? [] {
      files[name] = bytes(FilePaths.join(folder, name))
    }
    return files
  }
}
