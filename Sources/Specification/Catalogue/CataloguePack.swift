import YAMLSyntax

/// A decoded pack: new entries of the catalogue, traits, other words for existing entries, and what specs share.
struct CataloguePack {
  var entries: [CatalogueEntry] = []
  var house = House()
  /// The entries' declarations, to check each as in a spec.
  var declarations: [(entry: SyntaxEntry, kind: CatalogueEntry.Kind)] = []
  /// The entries that new or existing traits call for.
  var traits: [(name: String, entries: [String])] = []
  var core: [String] = []
  var renamed: [CatalogueRenaming] = []
}

/// Other words for an entry of the catalogue, which keeps its id.
struct CatalogueRenaming: Sendable {
  let id: String
  let label: CatalogueEntry.Text?
  let clause: CatalogueEntry.Text?
  let question: CatalogueEntry.Text?
  let how: CatalogueEntry.Text?

  /// Returns the entry with the other words.
  ///
  /// A new label without a clause removes the old clause, which would use the old name; questions then begin with the label. New
  /// instructions replace those of the variants.
  func applied(to entry: CatalogueEntry) -> CatalogueEntry {
    var entry = entry
    if let label {
      entry.label = label
      entry.clause = .none
    }
    if let clause { entry.clause = clause }
    if let question { entry.question = question }
    if let how {
      entry.how = how
      for number in entry.variants.indices { entry.variants[number].how = .none }
      for number in entry.otherVariants.indices { entry.otherVariants[number].how = .none }
    }
    return entry
  }
}

/// The contributions of packs to specs besides entries of the catalogue.
///
/// Everything is kept as written; names are resolved in each spec.
struct House: Sendable {
  struct Item<Value: Sendable>: Sendable {
    var written: Value
    var origin: HouseOrigin
  }

  /// The declarations of factors that a spec selects by their ids, without the words held by the catalogue.
  var factors: [String: Item<SyntaxNode>] = [:]
  var operations: [String: Item<SyntaxNode>] = [:]
  /// The ids of the factors, in the order of the packs.
  var factorNames: [String] = []
  var dismissed: [(id: String, reason: String, origin: HouseOrigin)] = []
  var impossible: [Item<WrittenImpossibility>] = []
  var questions: [TeamQuestion] = []
  /// The rules in the order of the packs; they rank below all rules of a spec, and among each other by specificity only.
  var rules: [Item<WrittenRule>] = []

  mutating func add(_ other: House) {
    factors.merge(other.factors) { first, _ in first }
    factorNames += other.factorNames
    operations.merge(other.operations) { first, _ in first }
    dismissed += other.dismissed
    impossible += other.impossible
    questions += other.questions
    rules += other.rules
  }
}
