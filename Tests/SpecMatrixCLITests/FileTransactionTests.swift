import Foundation
import Testing

@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files replace others together, over what was read, or not at all.
@Suite struct FileTransactionTests {
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
    var files = try FileTransaction(replacing: [old, folder("b.txt")])
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
    var files = try FileTransaction(replacing: [a, b])
    try files.add(Array("A".utf8), to: a, over: state("a"))
    try files.add(Array("B".utf8), to: b, over: state("b"))
    try folder.write("saved by hand", to: "b.txt")
    let failure = try failure { try files.commit() }
    #expect(failure.hasMoved)
    #expect(failure.message.contains("b.txt: another program saved it meanwhile"))
    #expect(try folder.read("a.txt") == "a")
    #expect(try folder.read("b.txt") == "saved by hand")
  }

  @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
    var files = try FileTransaction(replacing: [folder("a.txt")])
    try files.add(Array("ours".utf8), to: folder("a.txt"), over: .absent)
    try folder.write("theirs", to: "a.txt")
    #expect(try failure { try files.commit() }.hasMoved)
    #expect(try folder.read("a.txt") == "theirs")
  }

  @Test func aTouchIsNoChange() throws {
    let path = try folder.write("old", to: "a.txt")
    var files = try FileTransaction(replacing: [path])
    try files.add(Array("new".utf8), to: path, over: state("old"))
    try folder.write("old", to: "a.txt")
    try files.commit()
    #expect(try folder.read("a.txt") == "new")
  }

  @Test func whatIsNotCommittedGoes() throws {
    let path = try folder.write("old", to: "a.txt")
    do {
      var files = try FileTransaction(replacing: [path])
      try files.add(Array("new".utf8), to: path)
      #expect(try folder.names().count == 2)
    }
    #expect(try folder.names() == ["a.txt"])
    #expect(try folder.read("a.txt") == "old")
  }

  /// Somebody saves over a new file before the others are in their places and one fails: the save stays.
  @Test func aSaveOverANewFileSurvivesTheUndoing() throws {
    let (new, old) = (try folder.write("new", to: "a.txt"), try folder.write("old", to: "x.tmp"))
    try StagedFile.takeBack(new, old, new: state("new"), hadOld: true)
    #expect(try folder.read("a.txt") == "old" && folder.read("x.tmp") == "new")
    try folder.write("saved by hand", to: "a.txt")
    try StagedFile.takeBack(new, old, new: state("new"), hadOld: true)
    #expect(try folder.read("a.txt") == "saved by hand")
  }

  /// As file systems do it that cannot exchange names, with hard links and without.
  @Test(arguments: [true, false])
  func namesAreExchangedByABackup(hasLinks: Bool) throws {
    let (new, old) = (
      try folder.write("new", to: ".specmatrix-1-0.tmp"), try folder.write("old", to: "a")
    )
    try NameExchange.swapByBackup(new, with: old, hasLinks: hasLinks)
    #expect(try folder.read("a") == "new" && folder.read(".specmatrix-1-0.tmp") == "old")
    #expect(try folder.names() == [".specmatrix-1-0.tmp", "a"])
  }

  @Test func aSecondWriterWaitsAndThenIsTold() throws {
    let lock = try FolderLock(folder.path)
    let failure = try failure { _ = try FolderLock(folder.path, attempts: 2) }
    #expect(
      failure.message.hasSuffix("another process keeps it locked; try again when that is done")
    )
    withExtendedLifetime(lock) {}
  }

  // MARK: After a run that died

  /// A folder in which a run died after it had put the first of two files in its place.
  private func dieHalfway() throws {
    try folder.write("new a", to: "a.txt")
    try folder.write("old a", to: ".specmatrix-1-0.tmp")
    try folder.write("old b", to: "b.txt")
    try folder.write("new b", to: ".specmatrix-1-1.tmp")
    try folder.write("half of a workb", to: ".specmatrix-1-2.tmpd/sheet")
    var files: [StagedFile] = []
    for (name, number) in [("a", 0), ("b", 1)] {
      try folder.write("old \(name)", to: "look.txt")
      var file = StagedFile(
        written: name,
        target: folder("look.txt"),
        temporary: folder(".specmatrix-1-\(number).tmp"),
        read: nil
      )
      try file.look()
      file.new = state("new \(name)")
      files.append(file)
    }
    let lock = try FolderLock(folder.path)
    let journal = try TransactionJournal(files).write(in: lock)
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    var parts = text.components(separatedBy: "look.txt")
    #expect(parts.count == 3)
    parts = [parts[0] + "a.txt" + parts[1] + "b.txt" + parts[2]]
    try folder.write(parts[0], to: ".specmatrix-journal")
    try FileManager.default.removeItem(atPath: folder("look.txt"))
  }

  @Test func theNextRunUndoesWhatIsHalfDone() throws {
    try dieHalfway()
    #expect(try Leftovers.heal(folder.path).count == 1)
    #expect(try folder.read("a.txt") == "old a" && folder.read("b.txt") == "old b")
    #expect(try folder.names() == ["a.txt", "b.txt"])
    #expect(try Leftovers.heal(folder.path).isEmpty)
  }

  @Test func theNextRunFinishesWhatIsDone() throws {
    try dieHalfway()
    try folder.write("new b", to: "b.txt")
    try folder.write("old b", to: ".specmatrix-1-1.tmp")
    #expect(try Leftovers.heal(folder.path).isEmpty)
    #expect(try folder.read("a.txt") == "new a" && folder.read("b.txt") == "new b")
    #expect(try folder.names() == ["a.txt", "b.txt"])
  }

  /// The run died between the exchange of the last file and its look at what it had pushed aside.
  @Test func whatSomebodySavedInTheLastInstantComesBack() throws {
    try dieHalfway()
    try folder.write("new b", to: "b.txt")
    try folder.write("saved by hand", to: ".specmatrix-1-1.tmp")
    #expect(try Leftovers.heal(folder.path).count == 1)
    #expect(try folder.read("a.txt") == "old a" && folder.read("b.txt") == "saved by hand")
    #expect(try folder.names() == ["a.txt", "b.txt"])
  }

  @Test func whatSomebodySavedSinceStays() throws {
    try dieHalfway()
    try folder.write("saved by hand", to: "a.txt")
    _ = try Leftovers.heal(folder.path)
    #expect(try folder.read("a.txt") == "saved by hand" && folder.read("b.txt") == "old b")
    #expect(try folder.names() == ["a.txt", "b.txt"])
  }

  /// A journal that came with a repository names files elsewhere.
  @Test(arguments: ["/etc", "..", "other"])
  func aJournalReachesNoOtherFolder(place: String) throws {
    try dieHalfway()
    let elsewhere = try TemporaryFolder()
    try elsewhere.write("new a", to: "a.txt")
    try elsewhere.write("old a", to: ".specmatrix-1-0.tmp")
    let path = place == "other" ? elsewhere.path : place
    let journal = try folder.read(".specmatrix-journal")
      .replacingOccurrences(of: #""folder": ".""#, with: "\"folder\": \"\(path)\"")
    #expect(journal.contains(path))
    try folder.write(journal, to: ".specmatrix-journal")
    _ = try Leftovers.heal(folder.path)
    #expect(try elsewhere.read("a.txt") == "new a")
    #expect(try elsewhere.read(".specmatrix-1-0.tmp") == "old a")
    #expect(try folder.read("a.txt") == "new a")
  }

  @Test(arguments: ["", "{", #"{"version": 1, "files": [{"folder": "/", "name": "../x"}]}"#])
  func aJournalThatIsNotUnderstoodKeepsWhatStandsBesideIt(text: String) throws {
    try folder.write(text, to: ".specmatrix-journal")
    try folder.write("the only copy", to: ".specmatrix-1-0.tmp")
    let failure = try failure { _ = try Leftovers.heal(folder.path) }
    #expect(failure.message.contains("this version did not write it"))
    #expect(try folder.names() == [".specmatrix-1-0.tmp", ".specmatrix-journal"])
  }

  /// A journal moves files: that of another user is not followed, not even by the superuser.
  @Test func aJournalOfSomebodyElseIsLeftAlone() throws {
    guard geteuid() == 0 else { return }
    try dieHalfway()
    #expect(unsafe chown(folder(".specmatrix-journal"), 65_534, 65_534) == 0)
    let failure = try failure { _ = try FileTransaction(replacing: [folder("new.txt")]) }
    #expect(failure.message.contains("another user's run was interrupted there"))
    #expect(try Leftovers.healJournal(of: folder.path).isEmpty)
    #expect(try folder.read("a.txt") == "new a" && folder.read("b.txt") == "old b")
  }

  @Test func aFolderIsHealedWhereItWasMovedOrCopiedTo() throws {
    try dieHalfway()
    let place = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path, toPath: place("copy"))
    #expect(try Leftovers.heal(place("copy")).count == 1)
    #expect(try place.read("copy/a.txt") == "old a" && place.read("copy/b.txt") == "old b")
    #expect(try folder.read("a.txt") == "new a")
    #expect(try folder.names().contains(".specmatrix-journal"))
  }

  @Test func twoFilesHaveNoOnePlace() throws {
    let path = try folder.write("old", to: "a.txt")
    try folder.link("b.txt", to: path)
    var files = try FileTransaction(replacing: [path, folder("b.txt")])
    try files.add(Array("1".utf8), to: path)
    let failure = try failure { try files.add(Array("2".utf8), to: folder("b.txt")) }
    #expect(failure.message.contains("two outputs go to this file"))
  }

  @Test func aCheckHealsSpecsThatAnAnswerLeftHalfDone() throws {
    try dieHalfway()
    let spec = try folder.write(SampleSpecs.complete, to: "done.yaml")
    let run = CommandRun("check", spec)
    #expect(run.errors.contains("undid a run that was interrupted"))
    #expect(try folder.names() == ["a.txt", "b.txt", "done.yaml"])
  }
}
