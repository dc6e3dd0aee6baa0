import Foundation
import Testing

@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files replace others depending on what was read.
@Suite struct ReplacedFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func state(_ text: String) -> FileState { FileState(of: Array(text.utf8)) }

  private func failure(_ body: () throws -> Void) throws -> FileFailure {
    do { try body() } catch let failure as FileFailure { return failure }
    throw CocoaError(.featureUnsupported)
  }

  @Test func allAreReplacedAndNothingElseStays() throws {
    let old = try folder.write("old", to: "a.txt")
    var files = try FileReplacement(of: [old, folder("b.txt")])
    try files.add(Array("new".utf8), to: old, over: state("old"))
    try files.add(Array("first".utf8), to: folder("b.txt"), over: .absent)
    #expect(try folder.read("a.txt") == "old")
    try files.commit()
    #expect(try folder.read("a.txt") == "new")
    #expect(try folder.read("b.txt") == "first")
    #expect(try folder.names() == ["a.txt", "b.txt"])
  }

  @Test func aSaveInBetweenKeepsAllFilesAsTheyAre() throws {
    let (a, b) = (try folder.write("a", to: "a.txt"), try folder.write("b", to: "b.txt"))
    var files = try FileReplacement(of: [a, b])
    try files.add(Array("A".utf8), to: a, over: state("a"))
    try files.add(Array("B".utf8), to: b, over: state("b"))
    try folder.write("saved by hand", to: "b.txt")
    let failure = try failure { try files.commit() }
    #expect(failure.isStale)
    #expect(failure.message.contains("b.txt: another program saved it meanwhile"))
    #expect(try folder.read("a.txt") == "a")
    #expect(try folder.read("b.txt") == "saved by hand")
  }

  @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
    var files = try FileReplacement(of: [folder("a.txt")])
    try files.add(Array("ours".utf8), to: folder("a.txt"), over: .absent)
    try folder.write("theirs", to: "a.txt")
    #expect(try failure { try files.commit() }.isStale)
    #expect(try folder.read("a.txt") == "theirs")
  }

  @Test func aTouchIsNoChange() throws {
    let path = try folder.write("old", to: "a.txt")
    var files = try FileReplacement(of: [path])
    try files.add(Array("new".utf8), to: path, over: state("old"))
    try folder.write("old", to: "a.txt")
    try files.commit()
    #expect(try folder.read("a.txt") == "new")
  }

  @Test func whatIsNotCommittedGoes() throws {
    let path = try folder.write("old", to: "a.txt")
    do {
      var files = try FileReplacement(of: [path])
      try files.add(Array("new".utf8), to: path)
      #expect(try folder.names().count == 2)
    }
    #expect(try folder.names() == ["a.txt"])
    #expect(try folder.read("a.txt") == "old")
  }

  @Test func aSecondWriterWaitsAndThenIsTold() throws {
    let lock = try FolderLock(folder.path)
    let failure = try failure { _ = try FolderLock(folder.path, attempts: 2) }
    #expect(
      failure.message.hasSuffix("another process keeps it locked; try again when that is done")
    )
    withExtendedLifetime(lock) {}
  }

  @Test func temporaryFilesStayWhileARunIsAtWork() throws {
    let path = try folder.write("old", to: "a.txt")
    try folder.write("half", to: ".specmatrix-1-0.tmp")
    try folder.write("half of a sheet", to: ".specmatrix-1-1.tmpd/sheet")
    let lock = try FolderLock(folder.path)
    TemporaryFiles.clear(beside: [path])
    #expect(try folder.names().count == 3)
    withExtendedLifetime(lock) {}
  }

  @Test func copiesOfOldFilesComeBeforeWhatReplacesThem() throws {
    let path = try folder.write("old", to: "a.txt")
    var files = try FileReplacement(of: [path, folder("copy")])
    try files.add(Array("new".utf8), to: path, over: state("old"))
    try files.add(Array("old".utf8), to: folder("copy"), over: .absent)
    // The copy cannot be moved into place.
    try folder.write("x", to: "copy/y")
    #expect(throws: FileFailure.self) { try files.commit() }
    #expect(try folder.read("a.txt") == "old")
  }

  // MARK: Reports

  private func check(to path: String) -> CommandRun {
    CommandRun("check", "-", "--output-file", path, input: SampleSpecs.gap)
  }

  @Test func aFullDeviceIsNoticed() {
    let run = check(to: "/dev/full")
    #expect(run.status == .invalid)
    #expect(run.errors == "specmatrix: cannot write /dev/full: No space left on device\n")
    let status = try? FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    #expect(status as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func aReadOnlyFolderOrFileIsTold() throws {
    // The superuser may write everywhere.
    guard geteuid() != 0 else { return }
    let file = try folder.write("old", to: "locked/report.txt")
    #expect(unsafe chmod(file, 0o444) == 0)
    #expect(check(to: file).errors.contains("Permission denied"))
    #expect(unsafe chmod(folder("locked"), 0o555) == 0)
    defer { _ = unsafe chmod(folder("locked"), 0o755) }
    let run = check(to: folder("locked/new.txt"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("Permission denied"))
    #expect(try folder.names(in: "locked") == ["report.txt"])
    #expect(try folder.read("locked/report.txt") == "old")
  }
}
