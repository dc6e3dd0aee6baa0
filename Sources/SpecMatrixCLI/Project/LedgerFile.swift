import Reporting
import Specification
import TestDesign
import Text

/// The ledger of a spec: what people agreed to, in a file beside the spec that is kept in git.
struct LedgerFile {
  let path: String
  /// The state of the file when it was read.
  let state: FileState
  private(set) var ledger: AgreementLedger?
  private var old: [UInt8] = []

  private static let limit = 1 << 24

  private static let suffix = ".agreed.csv"

  /// True if the file is a ledger, judging by its name.
  static func isOne(_ path: String) -> Bool { path.hasSuffix(suffix) }

  /// Returns the path of the spec's ledger, or `nil` if the spec is not a file.
  static func path(of specification: Specification) -> String? {
    path(of: specification.id, beside: specification.path)
  }

  /// Returns the path of the ledger of the spec with the id at a path, or `nil` if the spec is not a file.
  static func path(of id: String, beside path: String) -> String? {
    guard path != "-" else { return nil }
    let folder = FilePaths.folder(of: path)
    return folder == "." ? id + suffix : FilePaths.join(folder, id + suffix)
  }

  /// Reads the ledger of a spec, or returns `nil` if the spec is not a file.
  ///
  /// Throws `FileFailure` if the ledger exists but cannot be read or is malformed.
  init?(of specification: Specification) throws(FileFailure) {
    guard let path = Self.path(of: specification) else { return nil }
    self.path = path
    guard FileStatus.exists(path, followingLinks: false) else {
      state = .absent
      return
    }
    let bytes = try FileContents.bytes(of: path, limit: Self.limit)
    state = FileState(of: bytes)
    old = bytes
    do throws(AgreementLedger.Mistake) {
      ledger = try AgreementLedger(csv: bytes)
    } catch {
      throw FileFailure(.read, path, "\(error)")
    }
  }

  func diff(_ bytes: [UInt8]) -> String {
    let (old, new) = (String(decoding: old, as: UTF8.self), String(decoding: bytes, as: UTF8.self))
    return UnifiedDiff(path: path, old: old, new: new).text
  }

  /// Returns the ledger of a spec, treating one that cannot be read as missing, and the problem with it.
  static func readable(
    of specification: Specification
  ) -> (ledger: AgreementLedger?, problem: String?) {
    do throws(FileFailure) {
      return (try LedgerFile(of: specification)?.ledger, nil)
    } catch {
      return (nil, "\(error.message); nothing counts as agreed")
    }
  }

  /// Returns the agreement of a spec with the tables, and the problem with the ledger, if any.
  static func agreement(
    of analysed: AnalysedSpecification,
    _ tables: [OutcomeTable?]
  ) -> (agreement: SpecAgreement, problem: String?) {
    let (ledger, problem) = readable(of: analysed.specification)
    return (SpecAgreement(analysed, tables, with: ledger), problem)
  }

  /// Returns the agreement for a check of a spec, and the problem with the ledger, if any.
  static func check(_ analysed: AnalysedSpecification) -> (AgreementCheck, problem: String?) {
    let specification = analysed.specification
    let (ledger, problem) = readable(of: specification)
    // Tables take time: only those to compare with the ledger are made.
    let named = Set(ledger?.entries.map(\.operation) ?? [])
    let tables = analysed.outcomeTablesWithinLimits { named.contains($0.id) }
    let check = AgreementCheck(
      specification,
      SpecAgreement(analysed, tables, with: ledger),
      tables,
      ledger: ledger == nil ? nil : path(of: specification)
    )
    return (check, problem)
  }
}
