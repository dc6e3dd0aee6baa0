import Foundation
import Testing

@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An output file is written whole or not at all.
@Suite struct FileReplacementTests {
  private let folder: TemporaryFolder
  private let spec: String

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(SampleSpecs.gap, to: "gap.yaml")
  }

  private func check(to path: String) -> CommandRun {
    CommandRun("check", spec, "--output-file", path)
  }

  @Test func aFolderIsNoTarget() throws {
    try folder.write("x", to: "target/keep.txt")
    let run = check(to: folder("target"))
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors == "specmatrix: cannot write \(folder("target")): Is a directory\n")
    #expect(try folder.names() == ["gap.yaml", "target"])
    #expect(try folder.names(in: "target") == ["keep.txt"])
  }

  @Test func aFullDeviceIsNoticed() {
    let run = check(to: "/dev/full")
    #expect(run.status == .invalid)
    #expect(run.errors == "specmatrix: cannot write /dev/full: No space left on device\n")
    let status = try? FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    #expect(status as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func aMissingFolderIsTold() throws {
    let run = check(to: folder("no/report.txt"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("no/report.txt: No such file or directory"))
    #expect(try folder.names() == ["gap.yaml"])
  }

  @Test func aDeviceIsWrittenToAsItIs() {
    #expect(check(to: "/dev/null").status == .findings)
    let type = try? FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func aPipeThatNobodyReadsIsRefusedWithoutWaiting() throws {
    #expect(unsafe mkfifo(folder("pipe"), 0o600) == 0)
    #expect(check(to: folder("pipe")).status == .invalid)
  }

  @Test func aLinkStaysALinkAndPermissionsStay() throws {
    let target = try folder.write("old", to: "real/report.txt")
    #expect(unsafe chmod(target, 0o640) == 0)
    try folder.link("link.txt", to: target)
    #expect(check(to: folder("link.txt")).status == .findings)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("link.txt")) == target)
    #expect(try folder.read("real/report.txt").contains("error[undefined-expectation]"))
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.names(in: "real") == ["report.txt"])
  }

  @Test func aBrokenLinkIsRefused() throws {
    try folder.link("link.txt", to: folder("gone/away.txt"))
    #expect(check(to: folder("link.txt")).status == .invalid)
    #expect(try folder.names() == ["gap.yaml", "link.txt"])
  }

  @Test func allFilesOfASpecStandOrNone() throws {
    _ = CommandRun("generate", spec, "-o", folder("out"))
    let names = ["GAP-questions.csv", "GAP.csv", "GAP.json"]
    let old = try names.map { try folder.read("out/" + $0) }
    try FileManager.default.removeItem(atPath: folder("out/GAP.xlsx"))
    try folder.write("in the way", to: "out/GAP.xlsx/file")
    let changed = SampleSpecs.gap.replacing("The form is sent", with: "The form is gone")
    try folder.write(changed, to: "gap.yaml")

    let run = CommandRun("generate", spec, "-o", folder("out"))
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(
      run.errors.hasPrefix("specmatrix: cannot read \(folder("out/GAP.xlsx")): it is a folder")
    )
    #expect(try names.map { try folder.read("out/" + $0) } == old)
    #expect(try folder.names(in: "out") == names + ["GAP.xlsx"])
  }

  @Test func aFileInPlaceOfTheOutputFolderIsTold() throws {
    try folder.write("x", to: "out")
    let run = CommandRun("generate", spec, "-o", folder("out"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("cannot write \(folder("out")): Not a directory"))
    let below = CommandRun("generate", spec, "-o", folder("out/below"))
    #expect(below.status == .invalid)
    #expect(below.errors.contains("Not a directory"))
    #expect(try folder.read("out") == "x")
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
