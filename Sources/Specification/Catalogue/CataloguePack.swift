/// What a project adds to the catalogue: entries, what traits call for, and other words for entries that are there.
struct CataloguePack {
  var entries: [CatalogueEntry] = []
  /// What traits, new ones or those of the catalogue, call for besides.
  var traits: [(name: String, entries: [String])] = []
  /// Entries that leaving unconsidered is an error.
  var core: [String] = []
  var renamed: [CatalogueRenaming] = []
}
