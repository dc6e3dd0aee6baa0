import Diagnostics
import Specification
import TestDesign

/// Finds the spec that a file with answers belongs to.
struct SpecMatch {
  /// The specs to choose from.
  let specs: [SpecAnswer]

  /// The spec that the file names itself, or that its name begins with, or that asks one of its questions; `nil` where it is none or cannot be told.
  func spec(of file: ReturnedFile) -> SpecAnswer? {
    if specs.count == 1, let only = specs.first {
      return file.metadata["id"].map { $0 == only.id ?? $0 } ?? true ? only : nil
    }
    let byPath = specs.filter { $0.file.path == file.metadata["spec"] }
    if byPath.count == 1 { return byPath[0] }
    if let id = file.metadata["id"] { return only { $0 == id } }
    let stem = file.stem
    if let exact = only(where: { $0 == stem }) { return exact }
    let begun = specs.filter { spec in
      guard let id = spec.id, stem.hasPrefix(id) else { return false }
      return stem.dropFirst(id.count).first.map { !$0.isLetter && !$0.isNumber && $0 != "-" }
        ?? true
    }
    if begun.count == 1 { return begun[0] }
    let asking = specs.filter { spec in
      guard case .analysed(let analysed) = spec.outcome else { return false }
      return file.mentions(
        Set(analysed.analysis.findings.lazy.filter(\.isQuestion).map(\.id))
      )
    }
    return asking.count == 1 ? asking[0] : nil
  }

  private func only(where isMeant: (String) -> Bool) -> SpecAnswer? {
    let found = specs.filter { $0.id.map(isMeant) ?? false }
    return found.count == 1 ? found[0] : nil
  }
}

extension SpecAnswer {
  /// The spec's id, of a spec without mistakes.
  fileprivate var id: String? {
    guard case .analysed(let analysed) = outcome else { return nil }
    return analysed.specification.id
  }
}
