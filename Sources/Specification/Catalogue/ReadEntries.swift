import Synchronization

/// The entries of the catalogue that were read already: each spec asks for the same ones again.
final class ReadEntries: Sendable {
  private let byID = Mutex<[String: CatalogueEntry]>([:])

  /// The entry of an id, read now where it is not yet.
  ///
  /// Two threads may both read it; they read the same.
  func entry(_ id: String, read: () -> CatalogueEntry) -> CatalogueEntry {
    if let entry = byID.withLock({ $0[id] }) { return entry }
    let entry = read()
    byID.withLock { $0[id] = entry }
    return entry
  }
}
