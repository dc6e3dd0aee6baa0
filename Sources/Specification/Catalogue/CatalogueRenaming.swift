/// Other words for an entry of the catalogue, whose id stays.
struct CatalogueRenaming: Sendable {
  let id: String
  let label: CatalogueEntry.Text?
  let clause: CatalogueEntry.Text?
  let question: CatalogueEntry.Text?

  /// The entry under its other words.
  ///
  /// A clause speaks of the entry by its label: under a new label without a clause of its own it would name what is no longer called so,
  /// and questions begin with the label instead.
  func applied(to entry: CatalogueEntry) -> CatalogueEntry {
    var entry = entry
    if let label {
      entry.label = label
      entry.clause = .none
    }
    if let clause { entry.clause = clause }
    if let question { entry.question = question }
    return entry
  }
}
