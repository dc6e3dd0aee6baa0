import YAMLSyntax

/// A pack: entries of the catalogue, what traits call for, other words for entries that are there, and what
/// specs share.
struct CataloguePack {
  var entries: [CatalogueEntry] = []
  var house = House()
  /// The declarations as entries, to check each as a spec would read it.
  var declarations: [(entry: SyntaxEntry, kind: CatalogueEntry.Kind)] = []
  /// More entries that traits call for, new traits or those of the catalogue.
  var traits: [(name: String, entries: [String])] = []
  var core: [String] = []
  var renamed: [CatalogueRenaming] = []
}

/// Other words for an entry of the catalogue, whose id stays.
struct CatalogueRenaming: Sendable {
  let id: String
  let label: CatalogueEntry.Text?
  let clause: CatalogueEntry.Text?
  let question: CatalogueEntry.Text?
  let how: CatalogueEntry.Text?

  /// The entry under its other words.
  ///
  /// A clause speaks of the entry by its label: under a new label without a clause of its own it would name what is no longer called so,
  /// and questions begin with the label instead. How the entry is brought about goes for its variants, too.
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

/// The parts of packs that specs share, beside the entries of the catalogue.
///
/// Everything is kept as it is written: what a name means, each spec decides.
struct House: Sendable {
  struct Item<Value: Sendable>: Sendable {
    var written: Value
    var origin: HouseOrigin
  }

  /// The factors and operations that a spec takes by their bare ids: what stands behind them, without the words that the catalogue holds.
  var factors: [String: Item<SyntaxNode>] = [:]
  var operations: [String: Item<SyntaxNode>] = [:]
  /// The ids of the factors, in the order of the packs.
  var factorNames: [String] = []
  var dismissed: [(id: String, reason: String, origin: HouseOrigin)] = []
  var impossible: [Item<WrittenImpossibility>] = []
  var questions: [TeamQuestion] = []
  /// In the order of the packs: their rank is below every rule of a spec, among themselves only shape decides.
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
